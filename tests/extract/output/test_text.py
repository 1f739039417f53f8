from iawce.data.document import Document
from iawce.data.reading.block_text import block_text


def test_lines_of_an_element_without_what_is_left_out() -> None:
    document = Document("", html="<body><div><h2>Head</h2><p>One <b>two</b></p><nav>menu</nav></div><p>outside")
    (division,) = document.index.tagged("div")
    assert block_text(document.without(("nav",)), division) == "Head\n\nOne two"
    assert block_text(document.without()) == "Head\n\nOne two\n\nmenu\n\noutside"
    assert block_text(document.without(("div",)), division) == ""
