"""Python in the documentation names what there is."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from typing import Any

import pytest

from tests.conftest import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in PAGES}
BLOCKS = [(name, block) for name, text in TEXTS.items() for block in re.findall(r"```python\n(.*?)```", text, re.S)]


def imported(code: str) -> Iterator[tuple[str, Any]]:
    """The names of ours that code imports; an error if one does not exist."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("iawce"):
            module = import_module(node.module)
            yield from ((name.name, getattr(module, name.name)) for name in node.names)


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    """What the code names, by name; it imports the libraries of all extras, which take long."""
    return dict(one for _, block in BLOCKS for one in imported(block))


@pytest.mark.parametrize("page", TEXTS)
def test_what_classes_are_given_and_asked_for_exists(known: dict[str, Any], page: str) -> None:
    code = re.findall(r"```python\n(.*?)```|`([^`\n]*\([^`\n]*)`", TEXTS[page], re.S)
    for text in (block or inline for block, inline in code):
        try:
            calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        except SyntaxError:  # no Python
            continue
        for call in calls:
            made = known.get(call.func.id) if isinstance(call.func, ast.Name) else None
            if isinstance(made, type):
                assert {one.arg for one in call.keywords} <= {*signature(made).parameters}, ast.unparse(call)
            inner = call.func.value if isinstance(call.func, ast.Attribute) else None
            if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id in known:
                assert hasattr(known[inner.func.id], ast.unparse(call.func).rpartition(".")[2]), ast.unparse(call)


def test_classes_are_known(known: dict[str, Any]) -> None:
    assert {"Extractor", "ExtractSettings"} <= known.keys()
