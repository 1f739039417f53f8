"""Tokens, passwords and cookies appear in no log and no answer."""

import logging
from pathlib import Path

import httpx
import pytest

from tests.serve.canned import Canned
from tests.serve.running import ANN, TOKENS, listening

PASSWORD = "secret-of-ann"  # noqa: S105
ORDER = {"url": f"http://ann:{PASSWORD}@news.test/"}


def test_no_secret_is_logged_or_shown(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "iawce")
    caplog.set_level(logging.INFO, "uvicorn")
    pages = Canned()
    with listening(tmp_path, pages, tokens=TOKENS) as address, httpx.Client(base_url=address, timeout=600) as http:
        shown = [
            http.post("/v1/extract", json=ORDER, headers=ANN).text,
            http.post("/v1/extract", json=ORDER | {"keep": "::::"}, headers=ANN).text,
            http.post("/v1/extract", json=ORDER, headers={"Authorization": f"Bearer {PASSWORD}"}).text,
            http.post("/v1/jobs", json={"pages": [ORDER]}, headers=ANN).text,
            http.get("/", params={"url": f"http://ann:{PASSWORD}@10.0.0.1/"}, headers=ANN).text,
            http.post("/", data={"token": PASSWORD}).text,
            http.post("/", data={"token": "ann-has-a-long-token"}).text,
            http.get("/metrics", headers=ANN).text,
            http.get("/openapi.json", headers=ANN).text,
        ]
        name = http.get("/v1/jobs", headers=ANN).json()[0]["id"]
        shown.append(http.get(f"/v1/jobs/{name}/rows?follow=true", headers=ANN).text)
        assert "http://news.test/" in shown[-1]
        pages.submit = fail  # type: ignore[method-assign, assignment]
        broken = http.post("/v1/extract", json=ORDER, headers=ANN)
        assert (broken.status_code, set(broken.json())) == (500, {"type", "title", "status", "detail", "incident"})
        assert broken.json()["incident"] in caplog.text
        shown.append(broken.text)
    everything = "\n".join([caplog.text, *shown])
    assert PASSWORD not in everything
    assert "a-long-token" not in everything


def test_input_of_callers_adds_no_lines_to_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with listening(tmp_path, Canned()) as address, httpx.Client(base_url=address, timeout=600) as http:
        for url in ("http://news.test/\r\nFAKE line", "http://news.test/%0d%0aFAKE line", "\x1b[2Jhttp://news.test/"):
            answer = http.post("/v1/extract", json={"url": url})
            assert "\x1b" not in answer.text
    assert "FAKE" not in caplog.text


def fail(*_: object) -> None:
    raise RuntimeError("a defect")
