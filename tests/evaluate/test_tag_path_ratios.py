"""Content by tag path ratios."""

from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.evaluate.systems.tag_path_ratios import content_by_paths

MENU = "<ul>" + "".join(f"<li><a href=/{name}>{name}</a></li>" for name in ("home", "news", "sport", "about")) + "</ul>"
TEXT = "".join(f"<p>{'The keeper, an old man, wrote again. ' * count}</p>" for count in (3, 9, 1, 6))
SMALL = "<div><span>Share this</span><span>Print</span></div>"


def taken(html: str) -> str:
    return Texts(content_by_paths(Document("r", html=html))).lines()


def test_paragraphs_are_content_and_a_menu_is_not() -> None:
    text = taken(f"{MENU}<article>{TEXT}</article>{SMALL}")
    assert text.count("The keeper") == 19
    assert "sport" not in text
    assert "Print" not in text


def test_a_short_paragraph_is_kept_for_its_path() -> None:
    assert "Short." in taken(f"{MENU}<article>{TEXT}<p>Short.</p></article>{SMALL}")


def test_pages_with_little_or_nothing() -> None:
    assert taken("<p>One text, on its own.</p>") == "One text, on its own."
    assert taken("<p></p>") == ""
    assert "x" in taken("<div>" * 3000 + "x, and more.")
