"""Features of the element that a block stands in, and of the kinds of elements around it."""

import numpy as np

from iawce.data.html.element_index import Bools, ElementIndex, Ints
from iawce.models.segmentation.features.page_blocks import Columns, PageBlocks

OWN_TAGS = ("p", "li", "h1", "h2", "h3", "td", "div", "dt", "dd", "pre", "figcaption", "option", "section", "br")
"""Tags of a block's element."""
_OWN = {tag: number for number, tag in enumerate(OWN_TAGS)}
AROUND_TAGS = (
    *("nav", "header", "footer", "aside", "form", "dialog", "article", "main", "section", "ul", "ol", "table"),
    *("blockquote", "figure", "pre", "dl", "button", "label", "details", "select", "a", "address", "noscript"),
    *("strong", "em", "h2", "h3", "thead", "fieldset", "svg", "time"),
)
"""Tags of elements that a block may stand in."""
ROLES = ("navigation", "main", "banner", "contentinfo", "complementary", "dialog", "button", "tabpanel", "list", "menu")
BODY_PROPERTIES = frozenset({"articlebody", "text", "description", "reviewbody", "recipeinstructions", "mainentity"})
"""Microdata of main content."""


def markup_features(page: PageBlocks) -> Columns:
    """Tags, roles, microdata, depth."""
    index, tags = page.index, np.array([_OWN.get(tag, -1) for tag in page.tags])
    columns: Columns = {f"is_{tag}": tags == number for tag, number in _OWN.items()}
    columns |= {f"in_{tag}": _inside(index, index.tagged(tag), page.owners) for tag in AROUND_TAGS}
    roles: dict[str, list[int]] = {}
    bodies, unsaid = list[int](), list[int]()
    for number in index.attributes.having("role", "itemprop", "aria-hidden"):
        attributes = index.attributes.given[number]
        if role := attributes.get("role"):
            roles.setdefault(role, []).append(number)
        if attributes.get("itemprop", "").lower() in BODY_PROPERTIES:
            bodies.append(number)
        if attributes.get("aria-hidden") == "true":
            unsaid.append(number)
    columns |= {f"role_{role}": _inside(index, roles.get(role, []), page.elements) for role in ROLES}
    return columns | {
        "microdata": _inside(index, bodies, page.elements),
        "page_microdata": np.full(len(page), bool(bodies)),
        "aria_hidden": _inside(index, unsaid, page.owners),
        "depth": index.depths[page.elements],
        "is_heading": page.is_heading,
    }


def _inside(index: ElementIndex, numbers: list[int], elements: Ints) -> Bools:
    """Whether each of ``elements`` is or stands in one of ``numbers``."""
    return index.inside(numbers)[elements] if numbers else np.zeros(len(elements), bool)
