"""The text of any element, in one layout."""

from hypothesis import given

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from tests.data.dom.markup import markup

HTML = (
    "<body><h1>Head</h1><div>One <b>t</b>wo<p>three<br>four<ul><li>five<li>six</ul></div>"
    "<table><tr><td>a<td>b</table><p>yes<button>no</button></p><i hidden>gone</i>"
)


def test_lines_and_one_line() -> None:
    analysis = PageAnalysis.of(Document("", html=HTML))
    division, table, button = analysis.index.tagged("div", "table", "button")
    assert analysis.texts.lines(division) == "One two\n\nthree\nfour\n\n- five\n- six"
    assert analysis.texts.line(division) == "One two three four five six"
    assert (analysis.texts.lines(table), analysis.texts.line(table)) == ("a\tb", "a b")
    assert analysis.texts.line(int(analysis.index.parents[button])) == "yes no"
    assert analysis.texts.line(0) == "Head One two three four five six a b yes no"


def test_unread_elements_are_in_no_text() -> None:
    document = Document("", html=HTML)
    texts = Texts(document.index.without(("b", "ul")))
    (division,) = document.index.tagged("div")
    assert (texts.lines(division), texts.line(division)) == ("One wo\n\nthree\nfour", "One wo three four")
    assert texts.line(document.index.tagged("li")[0]) == ""


@given(markup)
def test_both_forms_say_the_same(html: str) -> None:
    index = Document("", html=f"<body>start{html}</body>").index
    texts = Texts(index.without(("sup", "sub", "nav")))
    for number in range(len(index)):
        line = texts.line(number)
        assert line == " ".join(line.split())
        letters = [[one for one in text if one.isalpha()] for text in (line, texts.lines(number))]
        assert letters[0] == letters[1]
