"""What counts as emphasis: attributes, inline styles, computed styles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE
from iawce.extract.papers.influence import emphasis_by_attributes, emphasis_by_styles


def emphasis(markup: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """By the id of the element."""
    index = Document("", html=f"<body>{markup}").index
    return {
        index.attributes.given[number].get("id", ""): found for number, found in emphasis_by_attributes(index).items()
    }


@pytest.mark.parametrize(
    ("markup", "wanted"),
    [
        ("<font id=x size=5>w</font>", (("size", "5"),)),
        ("<font id=x size=+1>w</font>", (("size", "+1"),)),
        ("<font id=x color=Red>w</font>", (("color", "red"),)),
        ("<table><tr><td id=x color=red>w", (("color", "red"),)),
        ("<font id=x face=Arial>w</font>", (("face", "arial"),)),
        ("<div id=x style='font-weight: bold'>w</div>", (("font-weight", "bold"),)),
        ("<div id=x style='font-weight:600'>w</div>", (("font-weight", "600"),)),
        ("<div id=x style='font-size: 1.5em'>w</div>", (("font-size", "24px"),)),
        ("<div id=x style='font-size:15pt'>w</div>", (("font-size", "20px"),)),
        ("<div id=x style='FONT-SIZE:larger'>w</div>", (("font-size", "19.2px"),)),
        ("<div id=x style='font: bold 20px serif'>w</div>", (("font-size", "20px"), ("font-weight", "bold"))),
    ],
)
def test_markup_that_emphasises(markup: str, wanted: tuple[tuple[str, str], ...]) -> None:
    assert emphasis(markup).get("x", ()) == wanted


@pytest.mark.parametrize(
    "markup",
    [
        "<font id=x size=3>w</font>",
        "<font id=x size=-1>w</font>",
        "<font id=x size=huge>w</font>",
        "<font color=red><font id=x color=RED>w</font></font>",
        "<input id=x size=40>",
        "<div id=x style='font-weight:500'>w</div>",
        "<div id=x style='font-size:12px'>w</div>",
        "<div id=x style='font-size:.em'>w</div>",
        "<div style='font-size:30px'><div id=x style='font-size:25px'>w</div></div>",
        "<div id=x style='my-font-size:30px; background:bold'>w</div>",
        "<div id=x style='font-family: Bolder-Type'>w</div>",
    ],
)
def test_markup_that_does_not_emphasise(markup: str) -> None:
    assert "x" not in emphasis(markup)


def rendered(markup: str, *looks: tuple[int, int, int]) -> dict[str, tuple[tuple[str, str], ...]]:
    """By id; ``looks`` are the renderer's number, font size and weight of texts of ten characters."""
    boxes = [Box("t", number, 0, 0, 9, 9, 1, 10, font, weight, 0, 0) for number, font, weight in looks]
    document = Document("", html=f"<body>{markup}", boxes=boxes)
    found = emphasis_by_styles(PageAnalysis(document))
    return {document.index.attributes.given[number].get("id", ""): emphasis for number, emphasis in found.items()}


def element(name: str, number: int, inner: str, tag: str = "div") -> str:
    return f"<{tag} id={name} href=x {ELEMENT_ATTRIBUTE}={number}>{inner}</{tag}>"


def test_computed_styles_emphasise_against_the_text_around_else_against_that_of_the_page() -> None:
    large = element("large", 1, "text " + element("same", 2, "text"))
    markup = large + element("plain", 3, "text") + element("bold", 4, "text") + element("link", 5, "text", "a")
    looks = ((1, 24, 400), (2, 24, 400), (3, 14, 400), (4, 14, 700), (5, 30, 700), (6, 14, 400), (7, 14, 400))
    assert rendered(markup, *looks) == {"large": (("font-size", "24px"),), "bold": (("font-weight", "700"),)}


def test_a_page_that_was_not_rendered_has_no_computed_styles() -> None:
    assert rendered(element("x", 1, "text")) == {}


@given(st.text(alphabet="font-size:weight boldr 0169.+pxtem%;", max_size=60))
def test_no_style_raises(style: str) -> None:
    found = emphasis(f'<div id=x style="{style}"><font size="{style}" id=y>w</font></div>')
    assert set(found) <= {"x", "y"}
