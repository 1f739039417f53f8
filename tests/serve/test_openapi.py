"""The service does what its own description says, whatever it is asked."""

from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck
from schemathesis import GenerationMode
from schemathesis.checks import CheckFunction
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

CHECKS: list[CheckFunction] = [
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
]


OPERATIONS = (
    "POST /v1/extract",
    "POST /v1/records",
    "POST /v1/classify",
    "GET /v1/jobs",
    "POST /v1/jobs",
    "GET /v1/jobs/{name}",
    "DELETE /v1/jobs/{name}",
    "GET /v1/jobs/{name}/rows",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=str)
@pytest.mark.parametrize("examples", [5, pytest.param(300, marks=pytest.mark.slow)])
def test_no_defect_and_no_answer_that_is_not_described(
    address: str, operation: str, mode: GenerationMode, examples: int
) -> None:
    method, path = operation.split()
    described = schemathesis.openapi.from_url(f"{address}/openapi.json")[path][method]

    @hypothesis.settings(
        max_examples=examples, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
    )
    @hypothesis.given(case=described.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        answer = case.call(timeout=600)
        assert answer.status_code != 500, answer.text
        case.validate_response(answer, checks=CHECKS)

    try:
        ask()
    except hypothesis.errors.Unsatisfiable:
        assert mode is GenerationMode.NEGATIVE  # nothing can be wrong with a request for this


def test_every_route_is_described(address: str) -> None:
    described = requests.get(f"{address}/openapi.json", timeout=600).json()
    found = {f"{method.upper()} {path}" for path, methods in described["paths"].items() for method in methods}
    assert found == set(OPERATIONS)
    assert "language_confidence" in described["components"]["schemas"]["Row"]["properties"]
