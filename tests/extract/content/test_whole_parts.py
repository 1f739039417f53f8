"""Parts that the choice of blocks does not take apart."""

import numpy as np
import pytest

from iawce.data.document import Document
from iawce.extract.content.whole_parts import with_whole_parts
from iawce.models.blocks.page_blocks import PageBlocks

ROWS = "".join(f"<tr><td>Row {number}</td><td>{number}00</td></tr>" for number in range(1, 5))


def kept(html: str, *chosen: str) -> list[str]:
    page = PageBlocks(Document("", html=f"<body>{html}").text_blocks)
    mask = np.array([text in chosen for text in page.blocks.texts])
    return [text for text, one in zip(page.blocks.texts, with_whole_parts(page, mask), strict=True) if one]


@pytest.mark.parametrize(
    ("html", "chosen", "more"),
    [
        (f"<table>{ROWS}</table>", ["Row 1", "Row 2", "Row 3"], ["Row 4", "100", "400"]),
        (
            "<blockquote><p>Nobody asked us at all.</p><footer>A. Holm</footer></blockquote>",
            ["Nobody asked us at all."],
            ["A. Holm"],
        ),
        (
            "<figure><blockquote>Nobody asked us.</blockquote><figcaption>A. Holm</figcaption></figure>",
            ["Nobody asked us."],
            ["A. Holm"],
        ),
        (
            "<blockquote>Nobody asked us.<footer>Ada Holm, lock keeper</footer></blockquote>",
            ["Nobody asked us."],
            ["Ada Holm, lock keeper"],
        ),
        ("<dl><dt>Super</dt><dd>the upper box with honey</dd></dl>", ["the upper box with honey"], ["Super"]),
        ("<ul><li><a href=/t>Trout</a><ul><li>large<li>small</ul><li>Char</ul>", ["large"], ["Trout"]),
        ("<ol><li>Fish<ul><li>Trout<ol><li>large</ol></ul></ol>", ["large"], ["Fish", "Trout"]),
        ("<aside class=note><b>Note</b><p>The old address stays.</p></aside>", ["The old address stays."], ["Note"]),
        (
            "<table><tr><th>Days</th><th>Hours</th></tr><tr><td>Monday</td>"
            "<td><table><tr><td>8</td><td>12</td></tr></table></td></tr></table>",
            ["Days", "Monday"],
            ["Hours", "8", "12"],
        ),
        ("<pre>a = 1\n\nb = 2</pre>", ["a = 1 b = 2"], []),
        (
            '<p>Text<a href="#n" id=r>1</a></p><p>Other</p><p id=n><a href="#r">1</a> A note</p>',
            ["Text[1]"],
            ["A note"],
        ),
    ],
)
def test_the_rest_of_a_part_is_kept(html: str, chosen: list[str], more: list[str]) -> None:
    found = kept(html, *chosen)
    assert {*chosen, *more} <= set(found)
    assert "Other" not in found


def test_what_an_item_says_beside_its_own_line_is_no_part() -> None:
    html = "<ul><li><b>By Ann</b><p>The bridge is good.</p><div>Report</div><ul><li>Yes it is</ul></ul>"
    assert kept(html, "The bridge is good.", "Yes it is") == ["The bridge is good.", "Yes it is"]


def test_a_list_of_long_definitions_is_no_part() -> None:
    page = f"<dl><dt>open()</dt><dd><p>{'Opens it. ' * 60}</p><p>New</p></dd></dl>"
    assert "New" not in kept(page, ("Opens it. " * 60).strip())


def test_a_table_that_arranges_a_page_is_no_part() -> None:
    page = "<table><tr><td><h2>Menu</h2><p>One</p></td><td><p>Some text of the page</p></td></tr></table>"
    assert kept(page, "Some text of the page") == ["Some text of the page"]
    assert kept(f"<table>{ROWS}</table><p>a</p>", "a") == ["a"]
    inner = "<table><tr><td><table><tr><td>VLDB</td></tr></table></td><td>5</td></tr></table>"
    boxes = f"<table><tr><th>All areas</th></tr><tr><td>{inner}</td></tr><tr><td>AI</td></tr></table>"
    assert kept(boxes, "AI") == ["AI"]


BETWEEN = ("We put it up in May.", "It rained in June.")
FORMULA = "<math display=block><mi>h</mi><mo>=</mo><mi>a</mi><mo>+</mo><mi>b</mi></math>"
SHORT = "<table><tr><th>Month<th>Rain</tr><tr><td>May<td>40</tr></table>"


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (f"{SHORT}<ul><li>oak<li>pine</ul>", ["Month", "40", "oak"]),
        (f"{SHORT}<dl><dt>lid<dd>of glass</dl>", ["Month", "40", "lid"]),
        ("<pre>make</pre><figure><img src=/p.jpg><figcaption>The frame</figcaption></figure>", ["make"]),
        ("<pre>make</pre><div><a href=/x>See the code</a></div>", ["make"]),
        ("<aside class=note><b>Note</b><p>Hang it in the shade.</p></aside>", ["Note", "Hang it in the shade."]),
        (f"<div><div>{FORMULA}</div><div><label>(1)</label></div></div>", ["h=a+b", "(1)"]),
        (f"<div>{FORMULA}<span>(3.1)</span></div>", ["h=a+b", "(3.1)"]),
        (FORMULA, ["h=a+b"]),
    ],
)
def test_a_part_between_paragraphs_is_kept_whatever_is_beside_it(part: str, said: list[str]) -> None:
    html = f"<main><p>{BETWEEN[0]}</p>{part}<p>{BETWEEN[1]}</p></main>"
    chosen = [*BETWEEN, "oak", "pine", "lid", "of glass"]
    assert set(said) <= set(kept(html, *chosen))


@pytest.mark.parametrize(
    ("above", "part", "said"),
    [
        ("You need:", "<ul><li>a lid<li>a hook</ul>", ["a lid", "a hook"]),
        ("用意するもの：", "<ol><li>ふた<li>金具</ol>", ["ふた", "金具"]),
        ("You need:", "<dl><dt>lid<dd>of glass</dl>", ["lid", "of glass"]),
        ("It hangs there.", f"<h2>Rain</h2>{SHORT}", ["Month", "Rain", "May", "40"]),
        ("It hangs there.", "<h2>Related</h2><ul><li>oak<li>pine</ul>", []),
        ("It hangs there.", "<ul><li>a lid<li>a hook</ul>", []),
        ("More on hives:", "<ul><li><a href=/a>Lids</a><li><a href=/b>Hooks</a></ul>", []),
    ],
)
def test_the_last_part_is_kept_if_it_is_announced_or_a_table(above: str, part: str, said: list[str]) -> None:
    assert kept(f"<main><p>{BETWEEN[0]}</p><p>{above}</p>{part}</main>", BETWEEN[0], above) == [
        BETWEEN[0],
        above,
        *said,
    ]


def test_links_between_paragraphs_are_no_part() -> None:
    html = f"<main><p>{BETWEEN[0]}</p><ul><li><a href=/a>Oak</a><li><a href=/b>Ash</a></ul><p>{BETWEEN[1]}</p></main>"
    assert kept(html, *BETWEEN) == [*BETWEEN]
