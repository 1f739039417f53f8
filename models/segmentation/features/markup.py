"""Features of the element of a block, and of the kinds of elements around it."""

import numpy as np

from iawce.models.segmentation.features.page_blocks import Columns, PageBlocks

OWN_TAGS = ("p", "li", "h1", "h2", "h3", "td", "div", "dt", "dd", "pre", "figcaption", "option", "section", "br")
"""Tags of a block's element."""
_OWN = {tag: number for number, tag in enumerate(OWN_TAGS)}
AROUND_TAGS = (
    *("nav", "header", "footer", "aside", "form", "dialog", "article", "main", "section", "ul", "ol", "table"),
    *("blockquote", "figure", "pre", "dl", "button", "label", "details", "select", "a", "address", "noscript"),
    *("strong", "em", "h2", "h3", "thead", "fieldset", "svg", "time"),
)
"""Tags of elements that may contain a block."""
ROLES = ("navigation", "main", "banner", "contentinfo", "complementary", "dialog", "button", "tabpanel", "list", "menu")
BODY_PROPERTIES = frozenset({"articlebody", "text", "description", "reviewbody", "recipeinstructions", "mainentity"})
"""Microdata of main content."""
_BITS = {tag: 1 << place for place, tag in enumerate(AROUND_TAGS)}
_ROLE_BITS = {role: 1 << place for place, role in enumerate(ROLES, len(AROUND_TAGS))}
_BODY, _UNSAID = (1 << len(AROUND_TAGS) + len(ROLES) + more for more in range(2))
"""A bit for each role that an element may have."""


def markup_features(page: PageBlocks) -> Columns:
    """Tags, roles, microdata, depth."""
    index, tags = page.index, np.array([_OWN.get(tag, -1) for tag in page.tags])
    columns: Columns = {f"is_{tag}": tags == number for tag, number in _OWN.items()}
    bits = index.valued(_BITS)
    for number in index.attributes.having("role", "itemprop", "aria-hidden"):
        attributes = index.attributes.given[number]
        bits[number] |= _ROLE_BITS.get(attributes.get("role", ""), 0)
        bits[number] |= _BODY * (attributes.get("itemprop", "").lower() in BODY_PROPERTIES)
        bits[number] |= _UNSAID * (attributes.get("aria-hidden") == "true")
    around = index.gathered(bits)
    of_text, of_element = around[page.owners], around[page.elements]
    columns |= {f"in_{tag}": of_text & bit > 0 for tag, bit in _BITS.items()}
    columns |= {f"role_{role}": of_element & bit > 0 for role, bit in _ROLE_BITS.items()}
    return columns | {
        "microdata": of_element & _BODY > 0,
        "page_microdata": np.full(len(page), bool((bits & _BODY).any())),
        "aria_hidden": of_text & _UNSAID > 0,
        "depth": index.depths[page.elements],
        "is_heading": page.is_heading,
    }
