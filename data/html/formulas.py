r"""Formulas of a page: the TeX they were made from, where the markup still has it, instead of glyphs written twice.

Known are MathML with an annotation or ``alttext``, KaTeX, MathJax 2 to 4, and pictures of formulas as MediaWiki and
WordPress make them. Of MathML without TeX the text stays, once and on one line: ``x²``, ``a/b``.
"""

import re
from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.math_text import math_text
from iawce.data.html.tags import BLOCKS
from iawce.data.html.tree import Element

if TYPE_CHECKING:
    from iawce.data.html.element_index import ElementIndex

LONGEST = 10_000
"""Characters of a formula; a longer one is none."""
MOST_ELEMENTS = 10_000
"""In a formula."""
_TEX = re.compile(r"\s*(?:application/x-|text/x-|)(?:la)?tex\b", re.I)
_SCRIPT = re.compile(r"\s*math/tex\b", re.I)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n")
_WRAPPED = re.compile(r"\{\\(?:displaystyle|textstyle) (.*)\}|\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.*)\$\$|\$([^$]*)\$")
_SENTENCE = re.compile(r"\A[^\\]*[A-Za-z]{3,} [A-Za-z]{2,}[^\\]*\Z")
"""Words without any command: a description of the formula."""
_TAGS = ("math", "mjx-container")
_WRAPPERS = frozenset({"katex", "mwe-math-element"})
"""Classes of elements around the MathML of a formula and what is drawn instead of it."""
_PICTURES = frozenset({"mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "tex", "latex"})
_DRAWN_BY_SCRIPT = frozenset({
    "MathJax", "MathJax_Display", "MathJax_SVG", "MathJax_SVG_Display", "MathJax_CHTML", "mjx-chtml",
})  # fmt: skip
_DISPLAYED = frozenset({
    "katex-display", "MathJax_Display", "MathJax_SVG_Display", "mwe-math-fallback-image-display",
    "mwe-math-element-block",
})  # fmt: skip


class Formula(NamedTuple):
    """What stands for all that an element holds."""

    text: str
    """TeX or plain text on one line; empty where the formula stands elsewhere."""
    is_tex: bool
    displayed: bool
    """Whether it stands on a line of its own."""


def find_formulas(index: "ElementIndex") -> dict[int, Formula]:
    """Formulas of a page by the number of the element that holds them, in document order; none stands within another.

    Args:
        index: of the page.
    """
    candidates = _candidates(index)
    if not candidates:
        return {}
    elements, ends = index.elements, index.ends
    blocks = np.concatenate([[0], np.cumsum(index.has_tag(BLOCKS))])
    found, after = dict[Element, Formula](), 0
    for number in candidates:
        end = int(ends[number])
        if number < after or end - number > MOST_ELEMENTS or blocks[end] > blocks[number + 1]:
            continue
        after = end  # what holds no formula is not searched again
        found |= _read(elements[number], index.tags[number])
    return dict(_topmost(found, elements, ends)) if found else {}


def _candidates(index: "ElementIndex") -> list[int]:
    """Numbers of the elements that may hold a formula, in document order."""
    given, classes = index.attributes.given, index.classes
    found = index.tagged(*_TAGS)
    found += [number for number in index.tagged("script") if _SCRIPT.match(given[number].get("type", ""))]
    found += [number for number in index.tagged("img") if not _PICTURES.isdisjoint(classes[number].split())]
    wrappers = {names for names in set(classes) if not _WRAPPERS.isdisjoint(names.split())}
    if wrappers:
        found += [number for number, names in enumerate(classes) if names in wrappers]
    return sorted(set(found))


def _topmost(
    found: dict[Element, Formula], elements: Sequence[Element], ends: NDArray[np.int64]
) -> Iterator[tuple[int, Formula]]:
    """What MathJax has drawn may hold MathML, which was found first."""
    after = 0
    for number, element in enumerate(elements):
        if number >= after and element in found:
            yield number, found[element]
            after = int(ends[number])


def _read(element: Element, tag: str) -> dict[Element, Formula]:
    if tag == "script":
        return _read_script(element)
    picture = next((inner for inner in element.iter("img") if _has_class(inner, _PICTURES)), None)
    math = next(element.iter("math"), None)
    displayed = any(one is not None and _is_displayed(one) for one in (element, element.getparent(), picture, math))
    if tex := next(filter(None, map(plain_tex, _sources(element, math, picture))), ""):
        return {element: Formula(tex, True, displayed)}
    text = "" if math is None else math_text(math)
    return {element: Formula(text, False, displayed)} if 0 < len(text) <= LONGEST else {}


def _read_script(script: Element) -> dict[Element, Formula]:
    """A formula for MathJax 2: what it has drawn stands before the script, after a preview."""
    kind = script.get("type") or ""
    tex = plain_tex(script.text or "") if _SCRIPT.match(kind) else ""
    if not tex:
        return {}
    nowhere = Formula("", True, False)
    found, before, holder = dict[Element, Formula](), script.getprevious(), script
    if before is not None and _has_class(before, _DRAWN_BY_SCRIPT):
        holder, before = before, before.getprevious()
        found[script] = nowhere
    if before is not None and _has_class(before, {"MathJax_Preview"}):
        found[before] = nowhere
    return found | {holder: Formula(tex, True, "mode=display" in kind.replace(" ", ""))}


def _sources(element: Element, math: Element | None, picture: Element | None) -> Iterator[str]:
    """Texts that may be the TeX, the surest first."""
    for annotation in element.iter("annotation"):
        if _TEX.match(annotation.get("encoding") or ""):
            yield annotation.text or ""
    if math is not None and not _SENTENCE.search(alternative := math.get("alttext") or ""):
        yield alternative
    for drawn in element.iter("mjx-math", "math"):
        yield drawn.get("data-latex") or ""
    if picture is not None and not _SENTENCE.search(alternative := picture.get("alt") or ""):
        yield alternative


def plain_tex(text: str) -> str:
    """TeX on one line, without comments and the signs around it; empty if it is too long."""
    plain = " ".join(_COMMENT.sub(" ", text).split()) if len(text) <= LONGEST else ""
    wrapped = _WRAPPED.fullmatch(plain)
    return next(filter(None, wrapped.groups()), "").strip() if wrapped else plain


def _is_displayed(element: Element) -> bool:
    return element.get("display") in ("block", "true") or _has_class(element, _DISPLAYED)


def _has_class(element: Element, names: Set[str]) -> bool:
    return not names.isdisjoint((element.get("class") or "").split())
