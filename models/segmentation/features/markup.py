"""Features of the element that a block stands in, and of the kinds of elements around it."""

import numpy as np

from iawce.models.segmentation.features.page_blocks import Columns, PageBlocks

OWN_TAGS = ("p", "li", "h1", "h2", "h3", "td", "div", "dt", "dd", "pre", "figcaption", "option", "section", "br")
"""Tags of a block's element."""
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
    index, tags = page.index, np.array(page.tags)
    columns: Columns = {f"is_{tag}": tags == tag for tag in OWN_TAGS}
    columns |= {f"in_{tag}": index.inside(index.tagged(tag))[page.owners] for tag in AROUND_TAGS}
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
    columns |= {f"role_{role}": index.inside(roles.get(role, ()))[page.elements] for role in ROLES}
    return columns | {
        "microdata": index.inside(bodies)[page.elements],
        "page_microdata": np.full(len(page), bool(bodies)),
        "aria_hidden": index.inside(unsaid)[page.owners],
        "depth": index.depths[page.elements],
        "is_heading": page.is_heading,
    }
