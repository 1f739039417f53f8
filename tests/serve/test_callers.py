"""Who is let in, and how often."""

import json
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

from iawce.data.errors import UsageError
from iawce.serve.auth import LOCAL, Callers
from iawce.serve.settings import ServeSettings, read_tokens, token_hash
from tests.serve.canned import Canned
from tests.serve.running import ANN, TOKENS, Client, run


def answer(callers: Callers, **headers: str) -> str | int:
    """The caller's name, or the status of the refusal."""
    try:
        return callers.identify(Headers({name.replace("_", "-"): value for name, value in headers.items()}))
    except HTTPException as error:
        return error.status_code


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8787", "localhost", "localhost:8787", "[::1]", "[::1]:8787"])
def test_without_tokens_this_machine_may_call(host: str) -> None:
    callers = Callers(ServeSettings())
    assert answer(callers, host=host) == LOCAL
    assert answer(callers, host=host, origin=f"http://{host}", sec_fetch_site="same-origin") == LOCAL


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"host": ""},
        {"host": "evil.test"},
        {"host": "127.0.0.1.evil.test"},
        {"host": "localhost.evil.test:8787"},
        {"host": "192.168.0.7:8787"},
        {"host": "[::1].evil.test"[5:]},
        *(
            {"host": f"{name}:{port}"}
            for name in ("localhost", "[::1]")
            for port in ("", "x", "80:80", "80@x", "123456")
        ),
        *(
            {"host": host}
            for host in ("ann@localhost", "localhost/x", "[::1", "::1", "localhost 80", "LOCALHOST", "[localhost]")
        ),
        {"host": "127.0.0.1:8787", "origin": "http://evil.test"},
        {"host": "127.0.0.1:8787", "origin": "null"},
        {"host": "127.0.0.1:8787", "origin": "http://127.0.0.1:3000"},
        {"host": "127.0.0.1:8787", "origin": "https://127.0.0.1:8787"},
        {"host": "127.0.0.1:8787", "sec_fetch_site": "cross-site"},
        {"host": "127.0.0.1:8787", "sec_fetch_site": "same-site"},
    ],
)
def test_without_tokens_web_pages_may_not(headers: dict[str, str]) -> None:
    assert answer(Callers(ServeSettings()), **headers) == 403


@pytest.mark.parametrize(
    "given",
    ["", "Bearer", "Bearer ", "Bearer ann", "Basic ann-has-a-long-token", "ann-has-a-long-token", "Bearer ünïcode"],
)
def test_with_tokens_nothing_else_opens(tmp_path: Path, given: str) -> None:
    async def work(client: Client) -> None:
        headers = {"Authorization": given.encode()} if given else {}
        for path in ("/", "/v1/jobs", "/metrics", "/openapi.json", "/no/such/path"):
            refused = await client.http.get(path, headers=headers)  # type: ignore[arg-type]
            assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
        assert (await client.get("/healthz")).status_code == 200
        assert (await client.get("/v1/jobs", **ANN)).status_code == 200

    run(tmp_path, Canned(), work, tokens=TOKENS)


def test_who_calls_too_often_waits() -> None:
    now = [0.0]
    callers = Callers(ServeSettings(rate=2, tokens=TOKENS), lambda: now[0])
    ann, bob = "Bearer ann-has-a-long-token", "Bearer bob-has-a-long-token"
    assert [answer(callers, authorization=ann) for _ in range(3)] == ["ann", "ann", 429]
    assert answer(callers, authorization=bob) == "bob"
    now[0] = 29.0
    with pytest.raises(HTTPException) as refused:
        callers.identify(Headers({"authorization": ann}))
    assert refused.value.headers == {"Retry-After": "1"}
    now[0] = 31.0
    assert [answer(callers, authorization=ann) for _ in range(2)] == ["ann", 429]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.7", "service.test"])  # noqa: S104
def test_other_interfaces_need_tokens(host: str) -> None:
    with pytest.raises(UsageError, match="--tokens"):
        ServeSettings(host=host)
    assert not ServeSettings(host=host, tokens=TOKENS).is_loopback


def test_tokens_come_from_a_file_and_are_shown_nowhere(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    path.write_text("# callers\n\nann\tann-has-a-long-token\nbob  bob-has-a-long-token \n")
    assert read_tokens(path) == TOKENS
    assert "token" not in json.dumps(list(read_tokens(path)))
    assert token_hash("ann-has-a-long-token") not in repr(ServeSettings(tokens=TOKENS))


def test_a_token_may_stand_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "tokens").write_text("a-long-token-without-name\n")
    assert read_tokens(tmp_path / "tokens") == {(known := token_hash("a-long-token-without-name")): known[:12]}
    assert not caplog.text


def test_a_name_whose_token_was_forgotten_is_warned_of_without_a_token_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "tokens").write_text("ann\tann-has-a-long-token\nnewspaper-archive\n")
    assert len(read_tokens(tmp_path / "tokens")) == 2
    assert "line 2: the only word is taken as a token" in caplog.text
    assert "newspaper" not in caplog.text


@pytest.mark.parametrize("text", ["", "# none\n", "ann short", "ann"])
def test_a_file_without_tokens_is_a_message(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tokens"
    path.write_text(text)
    with pytest.raises(UsageError) as refused:
        read_tokens(path)
    assert "long-token" not in str(refused.value)
    with pytest.raises(UsageError, match="cannot be read"):
        read_tokens(tmp_path / "none")
