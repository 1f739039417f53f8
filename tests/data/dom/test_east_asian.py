import pytest

from iawce.data.document import Document
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.texts import Blocks, Texts


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p><ruby>橋<rp>(</rp><rt>はし</rt><rp>)</rp></ruby>を渡る", "橋を渡る"),
        ("<p><ruby><rb>橋</rb><rtc><rt>はし</rt></rtc></ruby>を渡る", "橋を渡る"),
        ("<p>橋（<ruby>はし</ruby>）", "橋（はし）"),
        ("<p>橋を\n  渡る。\r\n「明日」", "橋を渡る。「明日」"),
        ("<p>橋 を\n渡る", "橋 を渡る"),
        ("<p>bridge\nof 橋\nover", "bridge of 橋 over"),
        ("<p>다리를\n건너다", "다리를 건너다"),
        ("<pre>橋を\n渡る</pre>", "橋を\n渡る"),
        ("<p><a>橋</a>\n<a>川</a>", "橋 川"),
    ],
)
def test_texts_are_read_as_they_are_drawn(html: str, text: str) -> None:
    document = Document("", html=html)
    assert Texts(document.body).lines() == text
    assert document.index.text_of(0) == " ".join(text.split())
    assert " ".join(Blocks(document.body).texts) == " ".join(text.split())


def test_readings_are_no_words() -> None:
    index = ElementIndex.of("<p>今日は<ruby>橋<rt>はし</rt></ruby>を渡る<ruby>川<rt>かわ</rt></ruby>")
    assert index.text_node_words.sum() == 8
