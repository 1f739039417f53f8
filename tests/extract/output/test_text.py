from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.data.page import Html
from iawce.extract import Extractor


def test_lines_of_an_element_without_what_is_left_out() -> None:
    document = Document("", html="<body><div><h2>Head</h2><p>One <b>two</b></p><nav>menu</nav></div><p>outside")
    (division,) = document.index.tagged("div")
    assert Texts(document.index.without(("nav",))).lines(division) == "Head\n\nOne two"
    assert Texts(document.index.without()).lines() == "Head\n\nOne two\n\nmenu\n\noutside"
    assert Texts(document.index.without(("div",))).lines(division) == ""


def test_notes_in_each_other_are_printed_once() -> None:
    words = "The tide turns at noon and falls by six, as everybody on the coast knows. "
    marks = "".join(f"word{one}<sup id=r{one}><a href=#n{one}>{one}</a></sup> " for one in range(1, 40))
    notes = "".join(f"<div id=n{one}>said{one} <a href=#r{one}>^</a>" for one in range(1, 40))
    row = Extractor(render="never").extract(Html(f"<h1>Tides</h1><p>{words * 9}<p>{words}{marks}{notes}"))
    assert [row.text.split().count(f"said{one}") for one in (1, 20, 39)] == [1, 1, 1]


def test_fallbacks_in_each_other_are_no_pictures() -> None:
    index = Document("", html="<body>" + "<noscript><img src=/a.png>" * 5_000).index
    assert index.late_pictures == []
