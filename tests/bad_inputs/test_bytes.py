"""Saved pages that are none, or are packed, encoded or nested as no page should be: a row each, without a browser."""

import gzip
import json
from collections.abc import Iterator

import pytest

from iawce.data.dom.read import MAX_BODY
from iawce.extract import Extractor, Html
from tests.bad_inputs.rows import GOOD, WORDS, Bad, Rows, check, rows_of
from tests.conftest import ROOT

CHINESE = "<p>北京时间今天上午，国务院新闻办公室举行了发布会，介绍有关情况。" * 9
JAPANESE = "<p>東京の天気は晴れです。明日は雨が降るでしょう。" * 9
KOREAN = "<p>서울의 날씨는 맑습니다. 내일은 비가 올 것입니다." * 9
RUSSIAN = "<p>Сегодня утром в Москве прошла пресс-конференция, посвящённая погоде." * 9
GERMAN = "<p>Schöne Grüße aus Österreich, liebe Leserinnen und Leser." * 9
BOMB = "<!DOCTYPE html [<!ENTITY a 'bomb'>" + "".join(
    f"<!ENTITY {name} '{f'&{before};' * 10}'>" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
XXE = f"<?xml version='1.0'?><!DOCTYPE html [<!ENTITY x SYSTEM '{(ROOT / 'LICENSE').as_uri()}'>]>"


def linked_data(content: str) -> str:
    return GOOD.replace("<h1>", f"<script type=application/ld+json>{content}</script><h1>")


def meta(charset: str, html: str) -> bytes:
    return f"<html><meta charset={charset}><body>{html}".encode(charset)


ENCODED = {
    "GBK with meta": Bad(meta("gbk", CHINESE), says=("国务院新闻办公室",)),
    "GBK without meta": Bad(CHINESE.encode("gbk"), says=("国务院新闻办公室",)),
    "UTF-8 labelled ISO-8859-1": Bad(
        b"<meta charset=iso-8859-1>" + GERMAN.encode(), warnings=("wrong_label/meta",), says=("Schöne Grüße",)
    ),
    "a mark wins over meta": Bad(
        b"\xef\xbb\xbf<meta charset=gbk>" + GERMAN.encode(), says=("Schöne Grüße aus Österreich",)
    ),
    "UTF-16 with a mark": Bad(CHINESE.encode("utf-16"), says=("国务院新闻办公室",)),
    "UTF-16 without a mark": Bad(CHINESE.encode("utf-16-le"), says=("国务院新闻办公室",)),
    "Shift-JIS": Bad(meta("shift_jis", JAPANESE), says=("東京の天気は晴れです",)),
    "EUC-KR": Bad(meta("euc-kr", KOREAN), says=("서울의 날씨는 맑습니다",)),
    "Big5": Bad(meta("big5", "<p>今天早上在台北舉行了記者會，說明有關情況。" * 9), says=("今天早上在台北",)),
    "windows-1251": Bad(meta("windows-1251", RUSSIAN), says=("прошла пресс-конференция",)),
    "ISO-2022-JP": Bad(meta("iso-2022-jp", JAPANESE), says=("東京の天気は晴れです",)),
    "invalid UTF-8": Bad(
        b"<meta charset=utf-8>" + GERMAN.encode() + b"<p>bro\xffken", warnings=("replaced_characters/1",), says=("bro",)
    ),
    "lone surrogates": Bad(Html(f"{GOOD}<p>lone \ud800 half"), says=(WORDS.strip(),)),
    "bidi controls, zero width, homoglyphs": Bad(
        Html(GOOD.replace("bread", "user\u202egnp.exe p\u200ba\u200by\u0440al")),
        says=("user\u202egnp.exe", "pay\u0440al"),
    ),
}
NO_PAGES = {
    "empty": Bad(b"", "empty/no_content"),
    "white space": Bad(b" \r\n\t \n", "empty/no_content"),
    "markup without text": Bad(Html("<!doctype html><html><body><div><p></p></div>"), "empty/no_text"),
    "plain text": Bad(f"{WORDS}\n\n{WORDS}".encode() * 3, warnings=("not_html/text",), says=(WORDS.strip(),)),
    "PDF": Bad(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj <</Title (text of it)>>", "not_html/pdf"),
    "PNG": Bad(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR<p>text of it", "not_html/image"),
    "ZIP": Bad(b"PK\x03\x04\x14\0\0\0text of it", "not_html/archive"),
    "JSON": Bad(json.dumps({"text": "<p>" + WORDS}).encode(), "not_html/json"),
    "feed": Bad(f"<?xml version='1.0'?><rss><item>{WORDS}</item></rss>".encode(), "not_html/feed"),
    "noise": Bad(bytes(range(256)) * 40, "not_html/binary"),
    "gzip bomb": Bad(gzip.compress(b"<p>" + bytes(MAX_BODY)), "not_html/archive"),
}
MARKUP = {
    "zero bytes and control characters": Bad(
        b"<p>before\0 \0after \x01\x02\x0c\x7f" + GOOD.encode(), says=(WORDS.strip(),), hides=("\0", "\x01", "\x7f")
    ),
    "250 boxes in each other": Bad(Html("<div>" * 250 + WORDS), says=(WORDS.strip(),)),
    "300 boxes in each other": Bad(Html("<div>" * 300 + WORDS), says=(WORDS.strip(),)),
    "100,000 boxes in each other": Bad(Html("<div>" * 100_000 + WORDS), says=(WORDS.strip(),)),
    "12,000 paragraphs": Bad(
        Html("".join(f"<p>Paragraph {n} of many." for n in range(12_000))),
        says=("Paragraph 11999 of",),
        may=frozenset({"truncated/records"}),  # of a list; whether it is one is a guess
    ),
    "7,500 links": Bad(
        Html("<ul>" + "".join(f"<li><a href=/{n}>Link {n} of many</a></li>" for n in range(7_500))),
        says=("Link 7499 of",),
        warnings=("truncated/records",),
    ),
    "a text of 2 MB": Bad(Html("<p>" + WORDS * 36_000), says=(WORDS * 1000,)),
    "an attribute of 6 MB": Bad(Html(f"<p class='{'name ' * 1_200_000}'>{WORDS}</p>"), says=(WORDS.strip(),)),
    "unclosed tags": Bad(
        Html("".join(f"<p>a{n}<b>b{n}<i>c{n}<a href=x>d{n} " for n in range(500))), says=("a0", "d250", "c499", "d499")
    ),
    "spans without bounds": Bad(
        Html(f"{GOOD}<table><tr><td colspan=9007199254740991 rowspan=65534>The cell says this.</table>"),
        says=(WORDS.strip(),),
    ),
    "svg with a template": Bad(Html(f"<svg><template>inside</template></svg>{GOOD}"), says=(WORDS.strip(),)),
    "entity bomb": Bad(Html(f"{BOMB}]>{GOOD}<p>&i;"), says=(WORDS.strip(),), hides=("bombbomb",)),
    "entity that names a file": Bad(Html(f"{XXE}<html>{GOOD}<p>&x;"), says=(WORDS.strip(),), hides=("Apache",)),
    "JSON-LD of 200,000 levels": Bad(Html(linked_data("[" * 200_000)), says=(WORDS.strip(),)),
    "JSON-LD that ends early": Bad(Html(linked_data('{"a": "</script>", "b": "\\x"}')), says=(WORDS.strip(),)),
    "a date of 250 KB": Bad(
        Html(GOOD.replace("<h1>", f"<meta property=article:published_time content='{'2020-' * 50_000}'><h1>")),
        says=(WORDS.strip(),),
    ),
}
INPUTS = ENCODED | NO_PAGES | MARKUP


@pytest.fixture(scope="module")
def rows() -> Iterator[Rows]:
    with Extractor(render="never") as extractor:
        yield rows_of(extractor, INPUTS)


@pytest.mark.parametrize("name", INPUTS)
def test_a_bad_page_gives_its_row_and_costs_no_other(name: str, rows: Rows) -> None:
    check(INPUTS[name], *rows[name])
