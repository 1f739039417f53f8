from iawce.data.document import Document
from iawce.data.dom.texts import Texts


def test_lines_of_an_element_without_what_is_left_out() -> None:
    document = Document("", html="<body><div><h2>Head</h2><p>One <b>two</b></p><nav>menu</nav></div><p>outside")
    (division,) = document.index.tagged("div")
    assert Texts(document.index.without(("nav",))).lines(division) == "Head\n\nOne two"
    assert Texts(document.index.without()).lines() == "Head\n\nOne two\n\nmenu\n\noutside"
    assert Texts(document.index.without(("div",))).lines(division) == ""
