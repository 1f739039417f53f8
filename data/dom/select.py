"""CSS selectors, jQuery's pseudo-classes among them, on the index of a page.

XPath matches each part of a selector (``div.a:not(.b)``); the relations between these are read from the index, since
for ``div div`` XPath takes quadratic time. The page is converted for XPath when the first selector is used.
"""

import re
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from cssselect import SelectorError, parse
from cssselect.parser import CombinedSelector, Tree
from lxml import etree

from iawce.data.arrays import Bools
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tree import parse as parse_html
from iawce.data.errors import UsageError

Element = etree._Element
_NAME = re.compile(r"(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)", re.ASCII)
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
MAX_SELECTOR = 2000  # Most characters of a selector, since its translation into XPath takes time and depth
_known = WeakKeyDictionary[ElementIndex, list[Element]]()  # Converted elements of the pages in use


def lxml_elements(index: ElementIndex) -> list[Element]:
    """An lxml element for each element of a page, in the same order, with its text.

    A name with a colon has a prefix. Characters and attribute names that XML does not allow are left out; an element
    with such a name is called ``_``.
    """
    found = list[Element]()
    for tag, given, parent in zip(index.tags, index.attributes.given, index.parents.tolist(), strict=True):
        names = {one: _written(one) for one in (tag, *given)}
        named = {names[one]: _NO_XML.sub("", value) for one, value in given.items() if names[one]}
        prefixes = {name[1:].partition("}")[0] for name in names.values() if name.startswith("{")}
        parts = names[tag] or "_", named, dict(zip(prefixes, prefixes, strict=True))
        found.append(etree.Element(*parts) if parent < 0 else etree.SubElement(found[parent], *parts))
    _write_texts(index, found)
    return found


def _written(name: str) -> str:
    """A name in the form of lxml; empty if it is not valid."""
    parts = _NAME.fullmatch(name)
    if not parts:
        return ""
    return f"{{{parts[1]}}}{parts[2]}" if parts[1] else parts[2]


def _write_texts(index: ElementIndex, elements: list[Element]) -> None:
    text_nodes, parents = index.text_nodes, index.parents.tolist()
    owners, starts = text_nodes.owners.tolist(), text_nodes.opened.tolist()
    for text, owner, opened in zip(text_nodes.texts, owners, starts, strict=True):
        before = opened - 1
        while before != owner and parents[before] != owner:
            before = parents[before]
        plain = _NO_XML.sub("", text)
        if before == owner:
            elements[owner].text = (elements[owner].text or "") + plain
        else:
            elements[before].tail = (elements[before].tail or "") + plain
    for number, text in index.unread.items():
        elements[number].text = _NO_XML.sub("", text)


def check_selector(selector: str) -> None:
    """Raise ``UsageError`` if something is no CSS selector."""
    select(ElementIndex(parse_html("<p>")), selector)


def select(index: ElementIndex, selector: str) -> list[int]:
    """Numbers of the elements of a CSS selector, in document order. Raises UsageError: it is no CSS selector."""
    if len(selector) > MAX_SELECTOR:
        raise UsageError(f"a CSS selector has at most {MAX_SELECTOR} characters, not {len(selector)}")
    try:
        selectors = parse(selector)
        if any(one.pseudo_element for one in selectors):
            raise SelectorError("pseudo-elements are no elements")
        matched = [_match(index, one.parsed_tree) for one in selectors]
    except (SelectorError, etree.XPathError, ValueError, RecursionError) as error:
        raise UsageError(f"{selector[:60]!r} is no CSS selector: {str(error)[:200]}") from error
    return np.flatnonzero(np.any(matched, axis=0)).tolist()


def select_by_xpath(index: ElementIndex, expression: str) -> list[tuple[int, str | None]]:
    """The result of an XPath: the number of each element, with the selected text, or None for the element itself.

    Raises UsageError: it is not an XPath, or finds neither elements nor texts.
    """
    if len(expression) > MAX_SELECTOR:
        raise UsageError(f"an XPath has at most {MAX_SELECTOR} characters, not {len(expression)}")
    elements = _elements(index)
    try:
        found: Any = etree.XPath(expression)(elements[0])
    except (etree.XPathError, ValueError) as error:
        raise UsageError(f"{expression[:60]!r} is no XPath: {str(error)[:200]}") from error
    if not isinstance(found, list):
        raise UsageError(f"{expression[:60]!r} finds one value and no elements: leave out the function around it")
    numbers = {element: number for number, element in enumerate(elements)} if found else {}
    return [_meant(one, numbers) for one in found]


def _meant(found: Any, numbers: dict[Element, int]) -> tuple[int, str | None]:
    """An element, or a text or attribute with its element."""
    if not isinstance(found, str):
        return numbers[found], None
    holder = found.getparent()  # type: ignore[attr-defined]
    if found.is_tail:  # type: ignore[attr-defined]
        holder = holder.getparent()
    return numbers[holder], str(found)


def _match(index: ElementIndex, tree: Tree) -> Bools:
    """Whether each element is matched. Parts that count matches (``li:first``) count those of the whole selector."""
    if isinstance(tree, CombinedSelector) and not _translator().xpath(tree.subselector).post_condition:
        return _match(index, tree.subselector) & _reached(index, _match(index, tree.selector), tree.combinator)
    path = etree.XPath(f"descendant-or-self::{_translator().xpath(tree)}")
    elements = _elements(index)
    found: Any = path(elements[0])
    matched = set(found)
    return np.array([element in matched for element in elements])


def _elements(index: ElementIndex) -> list[Element]:
    if index not in _known:
        _known[index] = lxml_elements(index)
    return _known[index]


@lru_cache(maxsize=1)
def _translator() -> Any:
    from pyquery.cssselectpatch import JQueryTranslator  # noqa: PLC0415 - a quarter of a second, for selectors only

    return JQueryTranslator("html")


def _reached(index: ElementIndex, chosen: Bools, combinator: str) -> Bools:
    """Whether each element is a descendant, a child or a following sibling of a ``chosen`` one."""
    parents, root = index.parents, index.parents < 0
    if combinator == ">":
        return np.asarray(chosen[parents] & ~root)
    if combinator == " ":
        return np.asarray(index.inside(np.flatnonzero(chosen).tolist())[parents] & ~root)
    by_parent = np.argsort(parents, kind="stable")  # siblings side by side, in document order
    before = np.concatenate([[0], np.cumsum(chosen[by_parent])[:-1]])
    starts = np.concatenate([[True], np.diff(parents[by_parent]) > 0])
    first = np.maximum.accumulate(np.where(starts, np.arange(len(index)), 0))
    counted = first if combinator == "~" else np.maximum(first, np.arange(len(index)) - 1)
    found = np.zeros(len(index), bool)
    found[by_parent] = before > before[counted]
    return found
