"""The times that stand on a page."""

import numpy as np
import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.text.times import TextTimes, times_in


def analysis(body: str) -> PageAnalysis:
    return PageAnalysis.of(Document("x", html=f"<!doctype html><title>x</title><body>{body}"))


def timed(body: str) -> list[str]:
    """Tags of the elements that hold a time directly."""
    page = analysis(body)
    return [page.index.tags[number] for number in np.flatnonzero(page.times.timed)]


@pytest.mark.parametrize(
    ("body", "tags"),
    [
        ("<p><b>Ann</b> <i>3 May 2024</i></p>", ["i"]),
        ("<p>3 May <i>2024</i></p>", ["p"]),
        ("<time datetime=2024-05-03>in spring</time>", ["time"]),
        ("<a title='Yesterday, 14:20'>here</a><a title='Post 17'>there</a>", ["a"]),
        ("<p>yesterday</p><p>Yesterday we went out.</p>", ["p"]),
        ("<p hidden>3 May 2024</p><p>The tide was low, and the boats lay on their sides.</p>", []),
        ("<script>3 May 2024</script>", []),
        (f"<p>On 3 May 2024 the tide was low{' and the boats lay on their sides in the mud' * 2}.</p>", []),
    ],
)
def test_elements_that_hold_a_time(body: str, tags: list[str]) -> None:
    assert timed(body) == tags


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("<p>Ann<br>3 May 2024</p>", "2024-05-03"),
        ("<p><span>May</span> <span>3</span>, <span>2024</span></p>", "2024-05-03"),
        ("<p><b>Room 12</b><div>3 May 2024</div></p>", "2024-05-03"),
        ("<p>3<b>0</b> May 2024</p>", "2024-05-30"),
        ("<p><b>Ann22</b><i>6 May 2024</i></p>", "2024-05-06"),
        ("<p>3 May 2024<b>1 yr</b></p>", "2024-05-03"),
        ("<p>3 May 2024<b>0</b><b>17</b></p>", "2024-05-03"),
        ("<p>no digit</p>", ""),
    ],
)
def test_the_text_of_an_element_is_read_by_its_lines(body: str, day: str) -> None:
    page = analysis(body)
    assert page.times.in_element(page.index.tagged("body")[0]).day() == day


def test_machine_readable_times_of_attributes_come_first() -> None:
    page = analysis("<time title='3 May 2024' datetime=2024-05-03T10:00Z>in spring</time>")
    stamps = page.times.in_attributes(page.index.tagged("time")[0])
    assert [one.text for one in stamps] == ["2024-05-03T10:00Z", "3 May 2024"]


def test_a_text_is_read_only_if_a_time_may_be_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = list[str]()

    def read(text: str) -> TextTimes:
        texts.append(text)
        return times_in(text)

    monkeypatch.setattr("iawce.data.analysis.page_analysis.times_in", read)
    page = analysis("<p>one<p>2 May 2024<p>two<p>an hour ago")
    assert page.times.timed is page.times.timed
    assert texts == ["2 May 2024", "an hour ago"]
    for number, tag in enumerate(page.index.tags):
        if tag == "p":
            page.times.in_element(number)
    assert texts[2:] == ["2 May 2024", "an hour ago"]
