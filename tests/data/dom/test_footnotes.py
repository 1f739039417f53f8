"""Footnotes by their links, whatever their markup is; hostile pages with many of them."""

import pytest

from iawce.data.document import Document
from iawce.data.dom.element_index import ElementIndex

NOTED = [
    pytest.param(
        '<p>Text<a href="#fn1" id="fnref1" role="doc-noteref"><sup>1</sup></a> more.</p><section><hr><ol><li id="fn1">'
        '<p>The note.<a href="#fnref1">↩︎</a></p><p>More of it.</p></li></ol></section>',
        ["The note.More of it."],
        id="pandoc",
    ),
    pytest.param(
        '<p>A<sup id=r1><a href="#c1">[1]</a></sup> and b<sup id=r2><a href="#c1">[1]</a></sup></p><ol><li id=c1>'
        '<span>^ <a href="#r1"><sup>a</sup></a> <a href="#r2"><sup>b</sup></a></span> Hale (1990).</li></ol>',
        ["Hale (1990)."],
        id="several references to one note",
    ),
    pytest.param(
        '<p>Lorem <a href="#id3" id="id1" role="doc-noteref"><span>[</span>1<span>]</span></a> x</p><aside id=id3>'
        '<span><span>[</span><a href="#id1">1</a><span>]</span></span><p>A note</p></aside>',
        ["A note"],
        id="sphinx",
    ),
    pytest.param(
        '<p>Text<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a> b</p><div><hr><div id=ftn1><p>'
        '<a href="#_ftnref1" name="_ftn1"><span>[1]</span></a> A note.</p></div></div>',
        ["A note."],
        id="word",
    ),
    pytest.param(
        '<p>Text<a id="a1" href="#f1">1</a> b</p><div><a id="f1" href="#a1">1</a><div><p>A note</p></div></div>',
        ["A note"],
        id="label and text in one element",
    ),
    pytest.param(
        '<p>Text<label for="sn-1"></label><input type="checkbox" id="sn-1"><span>Beside.</span> on</p>',
        ["Beside."],
        id="beside the text",
    ),
    pytest.param(
        '<p>Text<sup><a href="javascript:void(0)">1</a></sup><span role=tooltip>Above <b>it</b>.</span> on</p>',
        ["Above it."],
        id="shown above the text",
    ),
    pytest.param(
        '<p>Text<span><a role=button><sup>[1]</sup></a><span class="footnote_tooltip">Above it.</span></span> on</p>',
        ["Above it."],
        id="a raised mark in a button",
    ),
    pytest.param(
        '<p>a<sup><a href="#n1" id=r1>1</a>,<a href="#n2" id=r2>2</a></sup></p><p id=n1><a href="#r1">1</a>. One.</p>'
        '<p id=n2><a href="#r2">2</a>. Two 3.5</p>',
        ["One.", "Two 3.5"],
        id="two marks in one element",
    ),
    pytest.param(
        '<p>Text<a epub:type="noteref" href="#en1">*</a>.</p><aside id="en1"><p>* A note.</p></aside>',
        ["A note."],
        id="no link back, but named",
    ),
    pytest.param(
        '<p>L <a href="#i4" id="i2">2</a></p><dl><dt id=i4><span><a href="#i2">2</a></span></dt><dd>'
        "<p>A note</p></dd></dl>",
        ["A note"],
        id="definition list",
    ),
    pytest.param(
        '<p>q <a href="#i6" id="i5">[3]</a></p><table id=i6><tr><td><a href="#i5">[3]</a></td>'
        "<td>A note</td></tr></table>",
        ["A note"],
        id="table",
    ),
    *(
        pytest.param(
            f'<p>橋は春に開く<span><a name=b1 href="./7.html#f1" title="雨なら夏">{mark}</a></span>。</p><div><p>'
            f'<a name=f1 href="./7.html#b1">{mark}</a>\xa0雨なら夏。</p></div>',
            ["雨なら夏。"],
            id=mark,
        )
        for mark in ("*1", "※12", "注3", "[註4]")
    ),
    *(
        pytest.param(
            f'<p>a<sup><a href="#f" id=r>[{mark}]</a></sup> b<sup><a href="#f" id=r:1>[{mark}:1]</a></sup></p>'
            '<ol><li id=f><p>The note <a href="#r">↩</a> <a href="#r:1">↩</a></p></li></ol>',
            ["The note"],
            id=f"{mark} again",
        )
        for mark in ("1", "12", "2004")
    ),
    pytest.param('<p>see <a href="#v" id=u>3:16</a></p><p id=v><a href="#u">3:16</a> A verse</p>', [], id="verse"),
    pytest.param(
        '<ul><li><a href="#s1" id=t1>1</a></li></ul><h2 id=s1><a href="#t1">1 Start</a></h2>', [], id="contents"
    ),
    pytest.param('<p>see <a href="#top">1</a></p><div id=top><p>All</p><p><a href="#top">2</a></p></div>', [], id="up"),
    pytest.param('<p>in <a href="#y">1998</a></p><p id=y>That year.</p>', [], id="a link within the page"),
]


def index_of(html: str) -> ElementIndex:
    return Document("", html=f"<body>{html}").index


@pytest.mark.parametrize(("html", "notes"), NOTED)
def test_notes_are_found_with_their_texts(html: str, notes: list[str]) -> None:
    index = index_of(html)
    assert [index.text_of(note.element) for note in index.footnotes] == notes
    assert [index.text_of(mark) for note in index.footnotes for mark in note.marks] == [
        f"[{note.number}]" for note in index.footnotes for _ in note.marks
    ]


@pytest.mark.parametrize("html", [parameters.values[0] for parameters in NOTED if parameters.values[1]])
def test_texts_around_stay_as_they_are(html: str) -> None:
    changed = index_of(html).text_of(0)
    assert "↩" not in changed
    assert "[1]" in changed


def test_thousands_of_marks_in_one_element_are_read_in_linear_time() -> None:
    marks = "".join(f'<span><a href="#n{number}" id=r{number}>{number}</a></span>' for number in range(4_000))
    notes = "".join(f'<p id=n{number}><a href="#r{number}">{number}</a> note</p>' for number in range(4_000))
    assert len(index_of(f"<span>{marks}</span><div>{notes}</div>").footnotes) == 4_000
    chain = "<div>" * 500 + "".join(f'<a href="#x" id=y>{number}</a>' for number in range(900)) + "<p id=x>a"
    assert len(index_of(chain).footnotes) <= 1


def test_labels_and_marks_in_each_other_are_read() -> None:
    box = "</label><input id={0} type=checkbox><span>Beside {0}.</span>"
    html = f"<p>A<label for=a><label for=b>x{box.format('b')}{box.format('a')} end"
    assert "Beside b." in index_of(html).text_of(0) or "[1]" in index_of(html).text_of(0)
    marks = '<sup><a href="#n1" id=r1>1</a><a href="#n2" id=r2></a></sup>'
    notes = '<ol><li id=n1>One <a href="#r1">^</a><li id=n2>Two <a href="#r2">^</a></ol>'
    assert "[1]" in index_of(f"<p>Text{marks} on{notes}").text_of(0)
    many = range(3_000)
    nested = "".join(f"<label for=i{one}>w" for one in many) + "".join(
        map(box.format, (f"i{one}" for one in many[::-1]))
    )
    assert index_of(nested).footnotes is not None
