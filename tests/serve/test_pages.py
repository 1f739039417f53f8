"""One page an answer: the rows of the command line over HTTP, and what is refused."""

import io
import json
from typing import Any

import httpx
import jsonschema
import pytest
from PIL import Image

from iawce.extract.output.row_schema import row_json_schema
from tests.conftest import Site
from tests.serve.running import article, shop


def check_row(row: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator(row_json_schema()).validate(row)


def test_html_and_addresses_give_rows(http: httpx.Client, news: Site) -> None:
    news.add("/tides", article())

    given = http.post("/v1/extract", json={"html": article(), "url": "http://news.test/tides"})
    fetched = http.post("/v1/extract", json={"url": "http://news.test/tides"})
    for answer in (given, fetched):
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
        check_row(answer.json())
        assert answer.json()["title"] == "The tides"
    assert given.json()["text"] == fetched.json()["text"]


def test_rows_of_html_can_be_distinguished(http: httpx.Client) -> None:
    """By the caller's own name of a page, else by its content."""
    orders = [{"html": article()}, {"html": article() + "<p>More."}, {"html": article(), "ref": "mine/3"}]
    found = [http.post("/v1/extract", json=order).json() for order in orders]
    assert len({row["id"] for row in found}) == 3
    assert found[2]["ref"] == "mine/3"


def test_choices_are_those_of_the_command(http: httpx.Client) -> None:
    html = article().replace("<p>", "<p class=keep>", 1)
    kept = http.post("/v1/extract", json={"html": html, "keep": ".keep", "type": "article", "links": False})
    assert "chapter 0" in kept.json()["text"]
    assert "chapter 1" not in kept.json()["text"]
    assert "](" not in kept.json()["markdown"]


def test_records_are_a_table(http: httpx.Client) -> None:
    table = (http.post("/v1/records", json={"html": shop(), "url": "http://shop.test/lamps"})).json()
    assert [row["price"] for row in table["rows"][:2]] == [11.5, 12.5]
    assert {"title", "link", "price"} <= set(table["columns"])
    asked = http.post("/v1/records", json={"html": shop(), "url": "http://shop.test/lamps", "like": "Preis, voltage"})
    assert asked.json()["columns"][0] == "preis"
    assert any(warning.startswith("no_column/voltage, among title") for warning in asked.json()["warnings"])
    none = http.post("/v1/records", json={"html": article()})
    assert (none.status_code, none.json()["reason"]) == (422, "empty/no_list")


def test_a_picture_is_classified(http: httpx.Client) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (640, 900), "white").save(picture, "PNG")

    answer = http.post("/v1/classify", content=picture.getvalue(), headers={"Content-Type": "image/png"})
    assert answer.status_code == 200, answer.text
    check_row(answer.json())
    damaged = http.post("/v1/classify", content=b"none", headers={"Content-Type": "image/png"})
    assert (damaged.status_code, damaged.json()["reason"].partition("/")[0]) == (422, "bad_picture")
    other = http.post("/v1/classify", content=b"none", headers={"Content-Type": "text/plain"})
    assert other.status_code == 415


@pytest.mark.parametrize(
    ("order", "status", "reason"),
    [
        ({"url": "http://none.test/"}, 502, "fetch_error/dns"),
        ({"url": "http://news.test/missing"}, 502, "http_error/404"),
        ({"url": "http://127.0.0.1/"}, 403, "blocked/ssrf"),
        ({"html": ""}, 422, "empty/no_content"),
    ],
)
def test_a_page_that_fails_is_a_problem_with_its_row(
    http: httpx.Client, order: dict[str, str], status: int, reason: str
) -> None:
    answer = http.post("/v1/extract", json=order)
    assert (answer.status_code, answer.json()["reason"]) == (status, reason), answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    check_row(answer.json()["row"])


@pytest.mark.parametrize(
    "order",
    [
        {},
        {"url": "file:///etc/passwd"},
        {"url": "ftp://news.test/"},
        {"url": "news.test"},
        {"url": "/etc/passwd"},
        {"url": "http://"},
        {"url": "http://news.test/" + "a" * 9_000},
        {"url": "http://news.test/", "proxy": "http://evil.test:3128"},
        {"url": "http://news.test/", "headers": {"Cookie": "a=b"}},
        {"url": "http://news.test/", "script": "alert(1)"},
        {"url": "http://news.test/", "output": "/etc/cron.d/x"},
        {"url": "http://news.test/", "method": "no-such"},
        {"url": "http://news.test/", "type": "forum"},
        {"url": "http://news.test/", "keep": "::::"},
        {"url": ["http://news.test/"]},
        {"html": 5},
        [],
        "http://news.test/",
        None,
    ],
)
def test_invalid_requests_are_refused(http: httpx.Client, order: object) -> None:
    answer = http.post("/v1/extract", json=order)
    assert answer.status_code == 422, answer.text
    assert answer.json()["status"] == 422
    assert answer.json()["detail"]
    assert "Value error" not in answer.json()["detail"]


def test_bodies_that_are_no_json_are_refused(http: httpx.Client) -> None:
    for body in (b"{", b"", b"\xff\xfe", b'{"url":' * 50_000):
        answer = http.post("/v1/extract", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422), answer.text
    answer = http.post("/v1/extract", content=json.dumps({"html": article()}), headers={"Content-Type": "text/plain"})
    assert answer.status_code in (415, 422)
    assert "Content-Type" in answer.json()["detail"]


def test_health_readiness_and_figures(http: httpx.Client) -> None:
    assert (http.get("/healthz")).json() == {"status": "ok"}
    assert (http.get("/readyz")).status_code == 200
    http.post("/v1/extract", json={"html": article(), "type": "article"})
    http.get("/no/such/path")
    figures = (http.get("/metrics")).text
    assert 'iawce_requests_total{path="/v1/extract",status="200"}' in figures
    assert 'path="unknown",status="404"' in figures
    assert 'iawce_pages_total{reason="",status="success"}' in figures
