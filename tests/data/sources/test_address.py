from pathlib import Path

import pytest

from tests.data.sources.handed_over import errors_of, pages_of


def test_an_address_is_live_and_taken_once() -> None:
    found = pages_of("https://example.org/a", "https://example.org/b", "https://example.org/a")
    assert [page.url for page in found] == ["https://example.org/a", "https://example.org/b"]
    assert all(page.is_live for page in found)


@pytest.mark.parametrize(
    "address", ["ftp://b.example/", "about:blank", "http://[bad/", f"https://x.example/{'a' * 5000}"]
)
def test_an_address_may_have_any_scheme_and_length(address: str) -> None:
    (page,) = pages_of(address)
    assert (page.ref, page.url, page.is_live, page.error) == (address, address, True, "")


def test_a_file_that_is_called_like_an_address_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("about:me").write_text("<p>about me")
    (page,) = pages_of("about:me")
    assert page.body == b"<p>about me"
    assert errors_of("c:nothing.html") == ["input/not_found"], "one letter is a drive"


def test_an_address_stays_one_where_screenshots_are_wanted() -> None:
    (page,) = pages_of("https://example.org/shot.png", screenshots=True)
    assert page.is_live
