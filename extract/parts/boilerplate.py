"""Parts of a page that belong to the site and not to its content."""

from iawce.data.html.tree import Element, View

TAGS = frozenset({"header", "footer", "aside", "form", "nav"})
SCOPED = frozenset({"header", "footer"})
"""Inside ``SECTIONS`` these belong to what is told there, as the HTML standard says, and not to the site."""
SECTIONS = frozenset({"article", "section", "li"})
LARGEST_SHARE = 0.5
"""What holds more of the page's words is content, whatever it is called: some sites wrap all of a page in a form."""


def find_furniture(root: Element, hidden: frozenset[Element] = frozenset()) -> frozenset[Element]:
    """Site headers, footers, asides, forms and menus under ``root``."""
    view = View(root, hidden=hidden)
    limit = LARGEST_SHARE * view.words[root]
    return frozenset(
        element
        for element in view.elements
        if element.tag in TAGS and view.words[element] <= limit and not _belongs_to_section(element)
    )


def _belongs_to_section(element: Element) -> bool:
    return element.tag in SCOPED and any(ancestor.tag in SECTIONS for ancestor in element.iterancestors())
