"""Short bodies among lists, written from pages in scripts without blanks."""

import pytest

from iawce.data.datasets.gold_page import GoldPage
from iawce.train.segmentation.plain_pages import write_plain_pages
from iawce.train.segmentation.unspaced_pages import UNSPACED, is_unspaced, write_unspaced_pages

JAPANESE = "港の古い橋が昨夜の嵐で落ちたと、町の役場が今朝になって発表しました。"
THAI = "สะพานเก่าที่ท่าเรือพังลงเมื่อคืนนี้หลังจากพายุพัดถล่มเมือง และชาวบ้านต้องเดินทางด้วยเรือ"


def page(text: str, script: str = "橋の話題", links: int = 12) -> GoldPage:
    lists = "".join(f"<li><a href=/{number}>{number}番目の{script}を伝える見出し</a>" for number in range(links))
    body = f"<ul>{lists}</ul><p>{text}"
    return GoldPage("a", "site.example", body.encode(), type="article", text=text)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("text", [JAPANESE, THAI])
def test_the_body_is_the_gold_and_the_lists_are_not(text: str, seed: int) -> None:
    (written,) = write_unspaced_pages([page(text)], 5, seed)
    assert written.id == f"a{UNSPACED}"
    assert written.site == "site.example"
    assert written.text == text
    assert text in written.html
    assert "番目" in written.html
    assert write_unspaced_pages([page(text)], 5, seed)[0].body == written.body


def test_pages_in_other_scripts_and_with_few_links_give_none() -> None:
    assert not write_unspaced_pages([page("The old bridge fell in the storm of last night, the town said.")], 5, 0)
    assert not write_unspaced_pages([page(JAPANESE, links=3)], 5, 0)
    assert not write_unspaced_pages([page("")], 5, 0)


def test_they_come_with_the_plain_pages() -> None:
    assert any(written.id.endswith(UNSPACED) for written in write_plain_pages([page(JAPANESE)], 6, 0))


def test_scripts_without_blanks() -> None:
    assert is_unspaced(JAPANESE)
    assert is_unspaced(THAI)
    assert not is_unspaced("다리가 무너졌다")
    assert not is_unspaced("The bridge 橋 fell in the storm.")
