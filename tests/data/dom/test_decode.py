import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.dom.read import charset_of, decode, encode_again, read_as, read_html
from iawce.data.errors import WarningKind
from iawce.data.page import Page

CHINESE = "北京时间今天上午，国务院新闻办公室举行了发布会，介绍有关情况。记者从会上了解到，" * 3
TAIWAN = "臺灣的總統府今天發表了一份聲明，說明這個問題的處理方式與後續的計畫。" * 3
JAPANESE = "今日は天気がとても良いので、公園へ散歩に行きました。カメラも持って行った。" * 3
KOREAN = "오늘은 날씨가 매우 좋아서 공원으로 산책을 갔습니다. 카메라도 가져갔습니다." * 3
RUSSIAN = "Сегодня утром президент подписал указ о назначении нового министра. " * 3
FRENCH = "L'été dernier, les élèves français ont été reçus à l'Élysée où ils ont dîné. " * 3
POLISH = "Zażółć gęślą jaźń. Wczoraj późnym wieczorem premier ogłosił decyzję. " * 3


def page(text: str, head: str = "") -> str:
    return f"<html><head>{head}<title>t</title></head><body><p>{text}</p></body></html>"


@pytest.mark.parametrize("encoding", ["gb18030", "utf-8"])
def test_an_unlabelled_page_with_a_few_bad_bytes_is_read(encoding: str) -> None:
    """No encoding fits all of its bytes."""
    body = page(CHINESE * 3).encode(encoding).replace("发布会".encode(encoding), b"\xff\xff\xff", 1)
    decoded = decode(body)
    assert CHINESE in decoded.text
    assert [warning.kind for warning in decoded.warnings] == [WarningKind.REPLACED_CHARACTERS]


def test_bytes_that_are_like_no_encoding_are_read_as_browsers_do() -> None:
    body = (
        page("")
        .encode()
        .replace(b"<p>", b"<p>" + bytes([0x81, 0x8D, 0x8F, 0x90, 0x9D, 0xFF, 0xFE, 0xC0] * 40) + b" said")
    )
    assert "said" in decode(body).text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CHINESE, "gb18030"),
        (CHINESE, "utf-8"),
        (CHINESE, "utf-16"),
        (TAIWAN, "big5"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "iso2022_jp"),
        (JAPANESE, "utf-16-le"),
        (KOREAN, "euc_kr"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        (FRENCH, "cp1252"),
        (POLISH, "cp1250"),
    ],
)
def test_an_unlabelled_page_is_detected(text: str, encoding: str) -> None:
    assert decode(page(text).encode(encoding)).text == page(text)


@pytest.mark.parametrize(
    ("text", "encoding", "label"),
    [
        (CHINESE + "镕", "gb18030", "gb2312"),
        (TAIWAN, "big5hkscs", "big5"),
        (JAPANESE, "cp932", "Shift_JIS"),
        (KOREAN, "cp949", "euc-kr"),
        (RUSSIAN, "cp1251", "windows-1251"),
    ],
)
def test_a_label_is_read_as_the_superset_that_pages_use(text: str, encoding: str, label: str) -> None:
    html = page(text, f'<meta http-equiv="Content-Type" content="text/html; charset={label}">')
    decoded = decode(html.encode(encoding))
    assert decoded.text == html
    assert decoded.source == "meta"


@pytest.mark.parametrize(("text", "encoding"), [(CHINESE, "gb18030"), (JAPANESE, "shift_jis"), (RUSSIAN, "cp1251")])
def test_a_western_label_on_a_page_in_another_script_is_doubted(text: str, encoding: str) -> None:
    decoded = decode(page(text).encode(encoding), "iso-8859-1")
    assert decoded.text == page(text)
    assert [*map(str, decoded.warnings)] == ["wrong_label/http"]


def test_utf8_labelled_latin1_is_read_as_utf8_with_a_warning() -> None:
    decoded = decode(page(FRENCH).encode(), "iso-8859-1")
    assert decoded.text == page(FRENCH)
    assert [*map(str, decoded.warnings)] == ["wrong_label/http"]


def test_http_has_priority_over_meta_and_the_byte_order_mark_over_both() -> None:
    html = page(RUSSIAN, '<meta charset="koi8-r">')
    assert decode(html.encode("cp1251"), "windows-1251").text == html
    marked = decode("\ufeff".encode() + html.encode(), "windows-1251")
    assert marked.text == html
    assert marked.source == "bom"


def test_broken_bytes_are_replaced_and_counted_and_control_characters_dropped() -> None:
    decoded = decode(page(CHINESE, '<meta charset="utf-8">').encode() + b"\xff\xfe<p>a\x00b\x07c")
    assert "abc" in decoded.text
    assert decoded.text.count("\ufffd") == 2
    assert [*map(str, decoded.warnings)] == ["replaced_characters/2"]
    assert decode(b"<p>one\ftwo").text == "<p>one two"  # a form feed separates words


ENGLISH = "The baker opens at six, and by seven the bread is gone. "
BAD = [b"\xcf", b"\xe9", b"\x80\xf0", b"\xff", b"\xd0", b"\xe0\xf2", b"\x92"]
"""Bytes that are UTF-8 nowhere: rests of cut characters, letters of windows-1251 and windows-1252."""


@pytest.mark.parametrize("charset", ["", "utf-8"])
@pytest.mark.parametrize("between", ["", "Bäcker — ", "Хлеб "])
def test_utf8_that_is_declared_stays_so_with_a_few_bad_bytes(charset: str, between: str) -> None:
    head = "" if charset else "<meta charset=utf-8>"
    parts = [page(ENGLISH * 10, head).removesuffix("</p></body></html>").encode(), *BAD]
    decoded = decode((between + ENGLISH).encode().join(parts), charset)
    assert (decoded.encoding, decoded.source) == ("utf-8", "http" if charset else "meta")
    assert decoded.text.count("\ufffd") == 9
    assert decoded.text.count(between + ENGLISH) >= len(BAD) - 1
    assert [*map(str, decoded.warnings)] == ["replaced_characters/9"]


def test_few_bad_bytes_are_more_on_a_long_page() -> None:
    body = page(ENGLISH * 1000, "<meta charset=utf-8>").encode().replace(b"seven", b"se\xe2en", 50)
    assert decode(body).text.count("\ufffd") == 50


@pytest.mark.parametrize(
    ("text", "encoding"), [(CHINESE, "gb18030"), (RUSSIAN, "cp1251"), ("Привет", "cp1251"), (FRENCH * 2, "cp1252")]
)
def test_utf8_that_is_declared_is_doubted_where_most_bytes_are_bad(text: str, encoding: str) -> None:
    decoded = decode(page(text, "<meta charset=utf-8>").encode(encoding))
    assert text in decoded.text or len(text) < 10  # too short to be distinguished from other letters
    assert "\ufffd" not in decoded.text
    assert [*map(str, decoded.warnings)] == ["wrong_label/meta"]


def test_the_label_that_fits_has_priority_over_utf8_with_bad_bytes() -> None:
    html = page(ENGLISH * 5 + "Привет", '<meta charset="windows-1251">')
    assert decode(html.encode("cp1251"), "utf-8").text == html


def test_charset_of_a_header() -> None:
    assert charset_of('text/html; charset="GBK"; x=y') == "GBK"
    assert charset_of("text/html") == ""


@pytest.mark.parametrize("encoding", ["utf-32", "utf-32-le", "utf-32-be", "utf-16-be", "utf-7"])
def test_encodings_that_browsers_do_not_know(encoding: str) -> None:
    label = encoding if encoding == "utf-7" else ""
    assert decode(page(CHINESE).encode(encoding), label).text == page(CHINESE)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "cp1251"])
def test_zero_bytes_in_a_page_are_dropped(encoding: str) -> None:
    text = RUSSIAN if encoding == "cp1251" else FRENCH
    body = page(text).encode(encoding)
    assert decode(body.replace(b"<p>", b"<p>\x00\x00") + b"\x00" * 9).text == page(text)


@given(st.text(st.characters(codec="cp1252", exclude_characters="\r\x00")), st.sampled_from(["utf-8", "windows-1252"]))
def test_bytes_are_found_again_in_what_a_browser_made_of_them(text: str, label: str) -> None:
    body = text.encode("utf-8" if label == "utf-8" else "cp1252")
    assert encode_again(body.decode("utf-8" if label == "utf-8" else "cp1252"), label) == body


def test_bytes_that_windows_1252_leaves_open_are_found_again() -> None:
    assert encode_again("Ã\x8f\x81â‚¬", "windows-1252") == b"\xc3\x8f\x81\xe2\x82\xac"


def test_text_as_a_browser_reads_it() -> None:
    assert read_as("ü".encode(), "windows-1252") == "Ã¼"
    assert read_as("ü".encode("utf-16-le"), "UTF-16LE") == "ü"
    assert read_as(b"x", "x-unknown") == ""


@pytest.mark.parametrize("part", [b"\x1b$B", b"<style ", b"<script>", b"<", b"</script", b"\xe9<p"])
def test_repeated_unclosed_beginnings_take_linear_time(part: bytes) -> None:
    body = "<p>élève".encode("cp1252") + part * (2_000_000 // len(part))
    assert decode(body).text.startswith("<p>élève")


@pytest.mark.parametrize(
    ("encoding", "word", "escaped"),
    [
        ("iso-8859-1", "grün", "gr%FCn"),
        ("windows-1251", "река", "%F0%E5%EA%E0"),
        ("shift_jis", "川", "%90%EC"),
        ("gb2312", "河", "%BA%D3"),
        ("utf-8", "grün", "grün"),
        ("utf-16", "grün", "grün"),
    ],
)
@pytest.mark.parametrize("quote", ['"', "'", ""])
def test_queries_of_links_are_in_the_encoding_of_the_page(encoding: str, word: str, escaped: str, quote: str) -> None:
    link = f"<a HREF ={quote}/{word}?q={word}&amp;n=1#{word}{quote}>{word}? {word}</a>"
    page = f"<title>{word * 40}</title><p>Which? {word}</p>{link}"
    read = read_html(Page("x", body=page.encode(encoding), content_type=f"text/html; charset={encoding}")).text
    assert read == page.replace(f"q={word}", f"q={escaped}")


def test_references_in_queries_stay() -> None:
    page = Page("x", body="<a href='/?q=река\u00a0ü'>ü</a>".encode("windows-1251", "xmlcharrefreplace"))
    assert "&#252;" in read_html(page).text
