"""From elements that a person clicked to a file of labels: a CSS selector for each post and each field of it."""

import re
from collections.abc import Sequence

from lxml import etree

from iawce.data.document import Document
from iawce.extract.templates.labelling.proposals import POST, Clicked, check_any
from iawce.extract.templates.softmealy.label_file import Given, PageLabels, RecordLabels, Selected

NUMBER = "data-iawce-number"
"""Attribute by which an element of the window is known."""
ADDRESSES = frozenset({"link", "url"})
"""Fields that are the address of a link, not its text."""
PLAIN_ID = re.compile(r"[A-Za-z_][\w-]{0,80}", re.ASCII)


def numbered_html(document: Document) -> str:
    """The markup of a page, each element with its number.

    Raises:
        PageError: the page holds no element.
    """
    elements = document.index.elements
    _ = document.index.attributes  # read before the numbers are there
    try:
        for number, element in enumerate(elements):
            element.set(NUMBER, str(number))
        markup = etree.tostring(elements[0], encoding="unicode", method="html")
    finally:
        for element in elements:
            element.attrib.pop(NUMBER, "")
    return f"<!DOCTYPE html>{markup}"


def page_labels(document: Document, clicked: Sequence[Clicked]) -> PageLabels:
    """The labels of a page: each field belongs to the innermost post around it; one clicked twice is repeated.

    Raises:
        UsageError: there is no field in a post.
    """
    ends = document.index.ends
    posts = sorted(number for name, number in clicked if name == POST)
    fields: dict[int, dict[str, list[int]]] = {}
    for name, number in clicked:
        around = [post for post in posts if post < number < ends[post]]
        if name != POST and around:
            fields.setdefault(around[-1], {}).setdefault(name, []).append(number)
    check_any([(name, post) for post, named in fields.items() for name in named])
    return PageLabels(
        1, [RecordLabels(selector_of(document, post), _given(document, fields[post])) for post in sorted(fields)]
    )


def _given(document: Document, fields: dict[str, list[int]]) -> dict[str, Given]:
    named: dict[str, Given] = {}
    for name, numbers in fields.items():
        found: list[str | Selected] = [_selected(document, name, number) for number in sorted(numbers)]
        named[name] = found[0] if len(found) == 1 else found
    return named


def _selected(document: Document, name: str, number: int) -> Selected:
    is_address = name in ADDRESSES and "href" in document.index.attributes.given[number]
    return Selected(selector_of(document, number), "href" if is_address else "")


def selector_of(document: Document, number: int) -> str:
    """A CSS selector that matches one element alone: its place below the nearest element with an id of its own."""
    index, steps = document.index, list[str]()
    for one in (number, *index.ancestors(number)):
        identity = index.attributes.given[one].get("id", "")
        if PLAIN_ID.fullmatch(identity) and document.select(f"#{identity}") == [one]:
            return " > ".join([f"#{identity}", *reversed(steps)])
        steps.append(_step(document, one))
    return " > ".join(reversed(steps))


def _step(document: Document, number: int) -> str:
    """The tag of an element, and which of its kind it is among its siblings."""
    element = document.index.elements[number]
    tag = document.index.tags[number]
    parent = element.getparent()
    if parent is None:
        return tag
    same = [one for one in parent if one.tag == element.tag]
    return tag if len(same) == 1 else f"{tag}:nth-of-type({same.index(element) + 1})"
