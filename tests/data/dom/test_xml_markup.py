"""A page that was saved as XML is read as the page that it was."""

from pathlib import Path

import pytest

from iawce.data.dom.tree import as_html, parse
from iawce.extract import Extractor

PARTS = ("<a id='top'/>", '<i class="x > y"/>', "<div/>", "<p>one<br/>two</p>", "<svg><path d='M0'/></svg>", "<Span/>")
XML = f"<html><body>{''.join(PARTS)}</body></html>"


def test_empty_elements_end_at_their_start_tag() -> None:
    written = "<a id='top'></a><i class=\"x > y\"></i><div></div><p>one<br/>two</p><svg><path d='M0'></path></svg>"
    assert as_html(XML) == f"<html><body>{written}<Span></Span></body></html>"
    tree = parse(XML)
    assert [tree.tags[number] for number in range(3, len(tree.tags)) if tree.nesting.parents[number] == 2] == [
        "a", "i", "div", "p", "svg", "span",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "html",
    [
        "<body><a id=top/><i/>two of them are a mistake<p>text",
        f"{XML}<script src=x></script>",
        f"{XML}<p>a<br>b",
        f"{XML}<div class=clear></div>",
        "<img/><br/><hr/><input/><svg><g/><g/><g/><path d='M0'/></svg>",
        "<i x=/><i x=/><i x=/>text",
    ],
)
def test_html_is_read_as_browsers_do(html: str) -> None:
    assert as_html(html) == html


def test_posts_between_closed_icons_are_posts(pages: Path) -> None:
    row = Extractor(render="never").extract(pages / "thread-written-as-xml" / "source.html")
    assert [record.texts["author"] for record in row.records] == ["edda", "ruben", "silja", "edda"]
    assert {record.path for record in row.records} == {f"/html/body/div[2]/div[{number}]" for number in range(1, 5)}


def test_scripts_and_comments_stay_unchanged() -> None:
    said = '<script>if(a<b/>2) f(\'<i class="x"/>\')</script><!-- <i class="x"/> --><style>a<b/></style>'
    assert as_html(f"{XML}{said}").endswith(said)
