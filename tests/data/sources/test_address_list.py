import io
from pathlib import Path

import pytest

from tests.data.sources.handed_over import errors_of, pages_of

LIST = "\ufeff# mine\r\nhttps://a.example/1\r\n\r\nftp://b.example/\r\nhttps://a.example/1\r\n".encode()
ADDRESSES = ["https://a.example/1", "ftp://b.example/"]


@pytest.mark.parametrize("name", ["urls.txt", "urls.csv", "urls", "urls.html"])
@pytest.mark.parametrize("screenshots", [False, True])
def test_a_list_is_told_by_its_content(name: str, screenshots: bool, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(LIST)
    found = pages_of(path, screenshots=screenshots)
    assert [(page.ref, page.url) for page in found] == [(address, address) for address in ADDRESSES]


def test_a_list_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LIST)))
    assert [page.url for page in pages_of("-")] == ADDRESSES


@pytest.mark.parametrize(
    "text",
    [
        "See https://a.example/ for more.\nAnd so on.",
        "one\nword\na\nline",
        "# only comments",
        "https://a.example/\n" * 9000 + "and prose at the very end",
        "https://a.example/\n" * 9000 + "<p>markup</p>",
    ],
)
def test_other_text_is_no_list(text: str, tmp_path: Path) -> None:
    path = tmp_path / "prose.txt"
    path.write_text(text)
    (page,) = pages_of(path)
    assert page.body == text.encode()


def test_a_list_that_is_too_large_is_a_page_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "urls.txt"
    path.write_bytes(b"https://a.example/\n" * 1_200_000)
    assert errors_of(path) == ["too_large/body"]
