"""Reasons and words for the errors of a browser."""

import pytest

from iawce.data.render.visit import fetch_error


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("Page.goto: net::ERR_CONNECTION_REFUSED at http://a.example/", "fetch_error/refused"),
        ("Page.goto: net::ERR_UNSAFE_PORT at http://a.example:1/", "fetch_error/unsafe_port"),
        ("Protocol error (Page.navigate): Cannot navigate to invalid URL", "fetch_error/invalid_url"),
    ],
)
def test_known_errors_are_said_in_words(message: str, reason: str) -> None:
    error = fetch_error(message)
    assert error.reason == reason
    assert "ERR_" not in error.message


def test_unknown_errors_keep_the_code_of_the_browser() -> None:
    error = fetch_error("Page.goto: net::ERR_CERT_DATE_INVALID at https://a.example/")
    assert (error.reason, "ERR_CERT_DATE_INVALID" in error.message) == ("fetch_error/tls", True)
    error = fetch_error("Page.goto: net::ERR_NOT_THERE_YET at https://a.example/")
    assert (error.reason, error.message) == ("fetch_error/not_there_yet", "ERR_NOT_THERE_YET")
