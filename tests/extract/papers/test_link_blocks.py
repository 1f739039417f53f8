from hypothesis import given

from iawce.data.document import Document
from iawce.extract.papers.text_length_deviation import menu_links
from tests.data.dom.markup import markup


def menus(html: str) -> set[str]:
    document = Document("", html=html)
    return {str(document.index.attributes.given[number].get("id")) for number in menu_links(document.index.without())}


def test_menus_are_distinguished_from_sentences() -> None:
    html = (
        "<body><p>Read <a id=s>this</a> first, please.</p><li><a id=m>Home</a></li><p><a id=h><b>All</b> of it</a></p>"
    )
    assert menus(html) == {"m", "h"}


def test_cells_of_a_row_are_lines_of_their_own() -> None:
    html = "<body><table><tr><td>many words that are no link</td><td><a id=c>menu</a></td></tr></table>"
    assert menus(html) == {"c"}


@given(markup)
def test_only_links_are_found(html: str) -> None:
    document = Document("", html=f"<body>{html}")
    assert set(menu_links(document.index.without())) <= set(document.index.tagged("a"))
