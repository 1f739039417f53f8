"""The front page: what it shows, whom it lets in, and what no page on it and no other site can make of it."""

import re
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers

from iawce.serve.auth import COOKIE, LIFE, MAX_COUNT, SignIns
from tests.conftest import Site
from tests.extract.inspector.hostile_page import ATTACK, ESCAPED
from tests.serve.canned import Canned
from tests.serve.running import ANN, TOKENS, Client, article, run

TOKEN = {"token": "ann-has-a-long-token"}


def test_it_shows_a_form_and_what_became_of_an_address(http: httpx.Client, news: Site) -> None:
    news.add("/tides", article())
    empty = http.get("/")
    assert 'name="url"' in empty.text
    filled = http.get("/", params={"url": "http://news.test/tides"})
    for part in ('name="url"', "<h1>The tides</h1>", "because of the moon", "probable as main content", "</script>"):
        assert part in filled.text
    for wrong in ("nonsense", "http://news.test/" + "x" * 10_000):
        answer = http.get("/", params={"url": wrong})
        assert "must begin with http" in answer.text
        assert (answer.headers["content-type"], answer.headers["cache-control"]) == (
            "text/html; charset=utf-8",
            "no-store",
        )
    assert "blocked/ssrf" in http.get("/", params={"url": "http://10.0.0.1/"}).text
    assert "http_error/404" in http.get("/", params={"url": "http://news.test/missing"}).text


def test_a_page_is_text_on_it_and_only_its_own_script_may_run(http: httpx.Client, news: Site) -> None:
    news.add("/evil", article().replace("The tides", ESCAPED))
    for url in ("", "http://news.test/evil", "http://10.0.0.1/" + ATTACK):
        answer = http.get("/", params={"url": url})
        assert (answer.status_code, answer.text.count("<script")) in ((200, 0), (200, 1)), answer.text
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert (policy["default-src"], policy["form-action"]) == ("'none'", "'self'")
        assert (policy["base-uri"], policy["frame-ancestors"]) == ("'none'", "'none'")
        assert all(re.fullmatch(r"'none'|'sha256-[^']+'", policy[f"{kind}-src"]) for kind in ("script", "style"))


def test_who_has_no_token_gets_a_form_for_one_and_no_page(tmp_path: Path) -> None:
    pages = Canned()

    async def work(client: Client) -> None:
        for headers in ({}, {"Cookie": f"{COOKIE}=guessed"}, {"Cookie": f"{COOKIE}="}, {"Authorization": "Bearer x"}):
            asked = await client.get("/?url=http://news.test/", **headers)
            assert (asked.status_code, asked.headers["www-authenticate"]) == (401, "Bearer")
            assert 'name="token"' in asked.text
            assert 'name="url"' not in asked.text
        wrong = await client.http.post("/", data={"token": "bob"})
        assert (wrong.status_code, "set-cookie" in wrong.headers) == (401, False)
        assert 'name="url"' in (await client.get("/", **ANN)).text

    run(tmp_path, pages, work, tokens=TOKENS)
    assert pages.begun == []


def test_a_cookie_opens_the_front_page_and_nothing_else(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        cookie = await sign_in(client)
        assert "Sign out" in (await client.get("/", **cookie)).text
        for path in ("/v1/jobs", "/metrics", "/openapi.json", "/v1/extract", "/v1/jobs/", "/none"):
            assert (await client.get(path, **cookie)).status_code == 401
        for site in ("cross-site", "same-site"):  # a page of another site that leads here
            assert (await client.get("/", **cookie, **{"Sec-Fetch-Site": site})).status_code == 401
        assert (await client.get("/", **cookie, **{"Sec-Fetch-Site": "same-origin"})).status_code == 200
        left = await client.http.post("/", data={}, headers=cookie | {"Content-Length": "0"})
        assert (left.status_code, left.headers["location"]) == (303, "/")
        assert (await client.get("/", **cookie)).status_code == 401

    run(tmp_path, Canned(), work, tokens=TOKENS)


async def sign_in(client: Client) -> dict[str, str]:
    answer = await client.http.post("/", data=TOKEN)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    value, *attributes = answer.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "Secure", "SameSite=strict", "Path=/"} <= set(attributes)
    assert not any(part.startswith("Domain") for part in attributes)
    return {"Cookie": value}


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://127.0.0.1:8787"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_no_other_site_signs_a_browser_in_or_out(tmp_path: Path, headers: dict[str, str]) -> None:
    async def work(client: Client) -> None:
        cookie = await sign_in(client)
        assert (await client.http.post("/", data=TOKEN, headers=headers)).status_code == 403
        assert (await client.http.post("/", data={}, headers=headers | cookie)).status_code == 403
        assert (await client.get("/", **cookie)).status_code == 200
        own = {"Origin": "http://127.0.0.1:8787"}
        assert (await client.http.post("/", data=TOKEN, headers=own)).status_code == 303

    run(tmp_path, Canned(), work, tokens=TOKENS)


def test_of_a_form_no_more_is_read_than_a_token_takes(tmp_path: Path) -> None:
    async def work(client: Client) -> None:
        async def unmeasured() -> object:
            yield b"token="

        assert (await client.http.post("/", data={"token": "a" * 5_000})).status_code == 413
        assert (await client.http.post("/", content=unmeasured())).status_code == 413  # type: ignore[arg-type]
        assert (await client.http.post("/", content=b"token=\xff%ff&&=")).status_code == 401
        assert (await client.http.put("/", content=b"token=")).status_code == 405

    run(tmp_path, Canned(), work, tokens=TOKENS)


def test_browsers_are_forgotten_after_a_while_and_beyond_a_number() -> None:
    now = [0.0]
    known = SignIns(lambda: now[0])
    first, second = (Headers({"cookie": f"{COOKIE}={known.open('ann')}"}) for _ in range(2))
    for _ in range(MAX_COUNT - 1):
        known.open("bob")
    assert (known.caller_of(first), known.caller_of(second)) == ("", "ann")
    now[0] = LIFE
    assert known.caller_of(second) == ""
