"""What a caller may give, and what is said of what he may not."""

from pathlib import Path

import pytest

from iawce.data.document import Document
from iawce.data.errors import UsageError, WarningKind
from iawce.data.page import SAVED_ORIGIN
from iawce.extract import Extractor, Html

PLAIN = Extractor(render="never", page_type="article")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "empty text"),
        (" \n", "empty text"),
        ("<p>text", r"is markup.*Html\(text\)"),
        ("\ufeff\n<!doctype html>", r"is markup.*Html\(text\)"),
        (None, "None is no source; sources are str, Path, bytes, Html"),
        (7, "7 is no source"),
        ([b"<p>text"], "is no source"),
    ],
)
def test_values_that_are_no_source_are_refused(source: object, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        PLAIN.extract(source)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=message):
        list(PLAIN.extract_many([b"<p>good", source]))  # type: ignore[list-item]


@pytest.mark.parametrize("source", ["http://x.example/", b"<p>text", Path("page.html"), Html("<p>text")])
def test_one_source_is_not_taken_for_many(source: object) -> None:
    with pytest.raises(UsageError, match="extract_many takes many sources"):
        PLAIN.extract_many(source)  # type: ignore[arg-type]


def test_markup_is_a_source_with_the_address_that_it_had() -> None:
    row = PLAIN.extract(Html("<meta charset=gb2312><p>Ünï <a href=b>中文</a> words", "http://x.example/a/"))
    assert {row.ref, row.url, row.final_url} == {"http://x.example/a/"}
    assert {warning.kind for warning in row.warnings} == {WarningKind.DOUBTFUL_TEXT}  # of three words
    assert row.text == "Ünï 中文 words"
    assert "http://x.example/a/b" in row.html
    packed = PLAIN.extract(Html("<meta charset=gb2312><p>中文 words".encode("gb2312"), "http://x.example/"))
    assert (packed.text, packed.url) == ("中文 words", "http://x.example/")
    assert PLAIN.extract(Html("<p>text")).url == SAVED_ORIGIN
    assert PLAIN.extract(Html("<p>\ud800 text")).text == "? text"
    assert PLAIN.extract(Html("")).reason == "empty/no_content"


def test_html_that_is_no_text_is_refused() -> None:
    with pytest.raises(UsageError, match="not int"):
        Html(7)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"text, not bytes.*Html"):
        Document("d", html=b"<p>text")  # type: ignore[arg-type]


def test_of_a_folder_no_more_than_is_needed_is_read(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.html").write_text("<p>text")
    with pytest.raises(UsageError, match="several pages; use extract_many"):
        PLAIN.extract(tmp_path)
    assert len(list(PLAIN.extract_many([tmp_path]))) == 3


@pytest.mark.parametrize(
    "text", ["a\ud800.html", "https://a.example/\ud800", "\udcff.html", "\ud800", "./\ud800/b.html"]
)
def test_a_lone_surrogate_ends_nothing(text: str) -> None:
    sources: list[str | Path | bytes] = [text, b"<p>Some words."]
    if "://" not in text:
        sources.insert(0, Path(text))
    with Extractor(render="never", page_type="article") as extractor:
        found = list(extractor.extract_many(sources))
    assert [row.status for row in found] == ["failure"] * (len(sources) - 1) + ["success"]
    for row in found:
        row.to_json().encode()
