from email.message import EmailMessage
from pathlib import Path

import pytest

from iawce.data.dom.read import read_html
from iawce.data.page import SAVED_ORIGIN
from tests.data.sources.handed_over import errors_of, pages_of

ADDRESS = "https://example.org/a%20very/long?address=of&a=page&that=is&folded=because&it=is&longer=than&a=line"


def archive(html: str, *, address: str = ADDRESS, charset: str = "utf-8", cte: str = "quoted-printable") -> bytes:
    """What Chromium saves: the page, then its parts, each with its address."""
    message = EmailMessage()
    message["From"] = "<Saved by Blink>"
    message["Snapshot-Content-Location"] = address
    message["Subject"] = "A page"
    message.set_content(html, subtype="html", charset=charset, cte=cte)
    message["Content-Location"] = address
    message.add_related(b"body { color: red }", "text", "css", headers=["Content-Location: https://example.org/s.css"])
    message.add_related("<p>a frame", "html", headers=["Content-Location: https://example.org/frame"])
    return bytes(message)


@pytest.mark.parametrize("name", ["page.mhtml", "page.mht", "page", "page.html"])
@pytest.mark.parametrize("screenshots", [False, True])
@pytest.mark.parametrize("cte", ["quoted-printable", "base64"])
def test_a_web_archive_is_its_page(name: str, screenshots: bool, cte: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(archive("<title>T</title><p>It's 1=1, ünd so weiter.", cte=cte))
    (page,) = pages_of(tmp_path / name, screenshots=screenshots)
    assert (page.ref, page.url, page.folder) == (str(tmp_path / name), ADDRESS, None)
    assert read_html(page).text.strip() == "<title>T</title><p>It's 1=1, ünd so weiter."


def test_its_charset_is_that_of_the_part(tmp_path: Path) -> None:
    (tmp_path / "a.mhtml").write_bytes(archive("<p>日本語のページです。", charset="shift_jis", cte="base64"))
    (page,) = pages_of(tmp_path / "a.mhtml")
    assert "日本語のページです。" in read_html(page).text


@pytest.mark.parametrize("address", ["file:///home/me/page.html", "cid:1@x", "javascript:alert(1)", "http://[bad/"])
def test_only_an_address_of_the_web_is_one(address: str, tmp_path: Path) -> None:
    (tmp_path / "a.mhtml").write_bytes(archive("<p>x", address=address))
    (page,) = pages_of(tmp_path / "a.mhtml")
    assert page.url == SAVED_ORIGIN
    (page,) = pages_of(tmp_path / "a.mhtml", base_url="https://example.org/b")
    assert page.url == "https://example.org/b"


def test_it_is_found_in_a_folder_and_may_be_damaged(tmp_path: Path) -> None:
    whole = archive("<p>It is whole.</p>")
    (tmp_path / "a.mhtml").write_bytes(whole)
    (tmp_path / "b.mhtml").write_bytes(whole[: whole.index(b"<p>")])
    (tmp_path / "c.mhtml").write_bytes(b"MIME-Version: 1.0\r\nContent-Type: multipart/related\r\n\r\n nothing")
    assert errors_of(tmp_path) == ["", "", "input/damaged_mhtml"]


def test_a_page_that_begins_like_a_letter_is_a_page(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("Note: this is text\nwith a second line\n<p>and markup</p>")
    (page,) = pages_of(tmp_path / "a.html")
    assert page.folder == tmp_path


def test_an_archive_nested_without_end_is_damaged(tmp_path: Path) -> None:
    head = b"MIME-Version: 1.0\r\n"
    nested = b"".join(
        b'Content-Type: multipart/related; boundary="%d"\r\n\r\n--%d\r\n' % (number, number) for number in range(5_000)
    )
    (tmp_path / "a.mhtml").write_bytes(head + nested)
    assert errors_of(tmp_path) == ["input/damaged_mhtml"]
