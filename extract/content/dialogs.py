"""Dialogs: parts that are laid over a page, or that a reader has to open."""

import re

from iawce.data.dom.element_index import ElementIndex

DIALOGS = frozenset({"dialog", "alertdialog"})
"""Roles of overlays; they are main content only if they have most of the text."""
MODAL = re.compile(r"(?:\A|[\s_-])modal(?:\Z|[\s_-])", re.I)
"""Class names of dialogs."""


def open_dialogs(index: ElementIndex) -> list[int]:
    """Numbers of the elements that are laid over a page until the reader closes them."""
    roles = index.attributes.having("role", "aria-modal")
    given = index.attributes.given
    named = (n for n in roles if given[n].get("role") in DIALOGS or given[n].get("aria-modal") == "true")
    return sorted({*index.tagged("dialog"), *named})


def closed_dialogs(index: ElementIndex) -> list[int]:
    """Numbers of the dialogs that a reader has to open."""
    given, silent = index.attributes.given, index.attributes.having("aria-hidden")
    return [n for n in silent if given[n]["aria-hidden"] == "true" and MODAL.search(index.classes[n])]
