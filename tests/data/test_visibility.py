from iawce.data.analysis.visibility import undrawn_elements
from iawce.data.boxes import Box
from iawce.data.document import Document

DRAWN = Box("t", 2, 0, 0, 10, 10, 1, 4, 16, 400, 0, 0)


def test_undrawn_elements_are_found_by_number_and_a_page_that_hides_most_is_trusted() -> None:
    numbered = (
        '<html data-iawce-element="0"><body data-iawce-element="1"><p data-iawce-element="2">seen words here</p>'
        '<div data-iawce-element="3"><p data-iawce-element="4">not seen</p></div></body></html>'
    )
    drawn = Box("t", 2, 0, 0, 10, 10, 1, 4, 16, 400, 0, 0)
    document = Document("", html=numbered, boxes=(drawn,))
    assert [document.index.tags[number] for number in undrawn_elements(document)] == ["div"]
    most_hidden = drawn._replace(element=4)
    assert undrawn_elements(Document("", html=numbered, boxes=(most_hidden,))) == []


def test_only_the_topmost_of_nested_undrawn_elements_is_given() -> None:
    body = "<p>many seen words stand here for all</p><div><div><p>a</p></div><p>b</p></div><section></section>"
    html, number = "", 0
    for part in f"<html><body>{body}".split("<"):
        is_start = part and not part.startswith("/")
        html += ("<" if part else "") + (part.replace(">", f' data-iawce-element="{number}">', 1) if is_start else part)
        number += bool(is_start)
    document = Document("", html=html, boxes=(DRAWN,))
    assert [document.index.tags[found] for found in undrawn_elements(document)] == ["div"]


def test_nothing_is_hidden_on_a_page_that_was_never_rendered() -> None:
    assert undrawn_elements(Document("", html="<body><p>words</p>")) == []
    assert undrawn_elements(Document("", html="<body><p>words</p>", boxes=(DRAWN,))) == [], "no element has a number"
