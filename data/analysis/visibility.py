"""Finds the text of a page that is in the document but that a reader does not see.

Style sheets are not read. Parts that are shown later are kept: panels of tabs and accordions, and parts with an opacity
of 0 and an animation.
"""

import re
from collections.abc import Mapping, Set
from functools import lru_cache

import numpy as np

from iawce.data.document import Document
from iawce.data.dom.words import letters
from iawce.data.text.lexicon.part_names import ICON_FONTS, SCREEN_READER

MIN_SHARE = 0.5  # Least share of visible words; below it, scripts show the rest, and nothing is left out
MAX_SHARE = 0.35  # Most of the page's words in a hidden element; one with more is shown by a script, too
MAX_STYLE = 2000  # Characters of a ``style`` attribute that are read
_CSS_WIDE = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})  # Values that name no colour
_FAR = 999  # px outside of the screen
_MOVES = frozenset({"transform", "transition", "animation", "will-change"})
_PANEL = re.compile("accordion|tab(?:s|panel|-|_|$)|panel|collaps|faq|toggle|expand|answer", re.I)
_OPENERS = ("aria-controls", "data-target", "data-bs-target")
_OVERLAYS = frozenset({"nav", "dialog", "form", "header", "footer"})
_STREAMED = re.compile("S:[0-9a-z]{1,8}")
_ROLES = frozenset({"tabpanel", "region"})
_LIGATURE = re.compile("[a-z0-9_]{1,40}")  # Drawn as one picture
_AMOUNT = r"(?:[0-9]{1,12}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})"
_LENGTH = re.compile(rf"(-?{_AMOUNT})(px|em|rem|%|vw|vh)?")


def hidden_by_markup(document: Document) -> list[int]:
    """Numbers of the topmost hidden elements that have text."""
    body = document.body
    found = [number for number in _hidden(document) if body.kept[number] and document.index.count_texts(number)]
    topmost = [number for number in document.index.topmost(found) if body.words[number] <= MAX_SHARE * body.words[0]]
    return [] if body.words[topmost].sum() > (1 - MIN_SHARE) * body.words[0] else topmost


def screen_reader_texts(document: Document, hidden: list[int], elements: tuple[int, ...]) -> tuple[str, ...]:
    """Texts of hidden parts of these elements that are meant for screen readers: by their class, or clipped to 1 px."""
    shown = document.index.inside(elements)
    found = (number for number in hidden if shown[number] and _is_for_screen_readers(document, number))
    return tuple(text for number in found if (text := document.index.text_of(number)))


def _is_for_screen_readers(document: Document, number: int) -> bool:
    is_clipped = document.places is not None and 0 < document.places[number, 2:].max() <= 1
    return bool(is_clipped or not SCREEN_READER.isdisjoint(document.index.classes[number].lower().split()))


def _hidden(document: Document) -> list[int]:
    index, given = document.index, document.index.attributes.given
    possible = index.attributes.having("hidden", "style")
    hidden = {number for number in possible if _is_hidden(given[number], index.has_children(number))}
    panels = {one for one in hidden if _is_panel(given[one], index.classes[one])}
    if hidden - panels:  # those of known labels, and answers in a list that is called so
        answers = (one for one in hidden if index.tags[one] == "dd")
        panels.update(one for one in answers if _PANEL.search(index.classes[index.parents[one]]))
        panels.update(index.tabs.labels)
        panels |= hidden & _opened(document)
    found = {*index.attributes.called(SCREEN_READER), *_icons(document), *(hidden - panels)}
    return sorted({*found, *_copies(document, found)})


def _copies(document: Document, hidden: Set[int]) -> Set[int]:
    """The elements that are not read out since their words are in the one beside them, which is.

    They are copies: that for other screens, the next turn of a marquee, a price in parts beside one in words.
    """
    index, given, found = document.index, document.index.attributes.given, set[int]()
    silent = {one for one in index.attributes.having("aria-hidden") if given[one]["aria-hidden"] == "true"}
    for one in index.topmost(number for number in sorted(silent - hidden) if index.count_texts(number)):
        words, behind = letters(index.text_of(one)), int(index.ends[one])
        beside = index.previous(one), behind if behind < index.ends[index.parents[one]] else None
        others = (number for number in beside if number is not None and number not in hidden)
        read = (number for number in others if number not in silent or number in found)
        if words and any(_repeats(words, letters(index.text_of(number))) for number in read):
            found.add(one)
    return found


def _repeats(text: str, part: str) -> bool:
    """Whether a text is another one, once or several times."""
    return bool(part) and part * (len(text) // len(part)) == text


def _icons(document: Document) -> list[int]:
    """The elements of which a reader sees a picture, not the text, which is its name in a font."""
    index = document.index
    named = np.flatnonzero(index.attributes.named(ICON_FONTS) & ~index.has_tag(("code", "kbd", "samp"))).tolist()
    return [one for one in named if not index.has_children(one) and _LIGATURE.fullmatch(index.text_of(one).strip())]


def _opened(document: Document) -> set[int]:
    """The elements with text, not a menu, that something names which a reader clicks to open them."""
    index, given, body = document.index, document.index.attributes.given, document.body
    opening = index.attributes.having(*_OPENERS)
    names = {given[one].get(name, "").removeprefix("#") for one in opening for name in _OPENERS}
    named = (one for one in index.attributes.having("id") if given[one]["id"] in names)
    return {one for one in named if index.tags[one] not in _OVERLAYS and 2 * body.link_words[one] < body.words[one]}


def _is_panel(given: Mapping[str, str], name: str) -> bool:
    """Whether a reader opens it with a click, or a script of React moves it to its place."""
    is_named = _STREAMED.fullmatch(given.get("id", "")) or _PANEL.search(name)
    return bool(is_named or given.get("role") in _ROLES or given.get("aria-labelledby"))


def _is_hidden(given: Mapping[str, str], has_children: bool) -> bool:
    if given.get("hidden", "until-found").lower() != "until-found":
        return True
    style = given.get("style", "")
    return bool(style) and hides(style[:MAX_STYLE], has_children=has_children)


@lru_cache(maxsize=4096)
def hides(style: str, *, has_children: bool = False) -> bool:
    """Whether the declarations of a ``style`` attribute hide the element with certainty.

    A font size of 0 hides the element's own text only, since its children may have sizes of their own.
    """
    given = {}
    for declaration in style.lower().replace("!important", "").split(";"):
        name, _, value = declaration.partition(":")
        given[name.strip()] = " ".join(value.split())
    if given.get("display") == "none" or given.get("visibility") in ("hidden", "collapse"):
        return True
    if _length(given, "opacity") == 0 and _MOVES.isdisjoint(given):
        return True
    if _length(given, "font-size") == 0 and not has_children:
        return True
    return _is_out_of_sight(given) or _is_clipped(given) or _has_no_colour(given)


def _is_out_of_sight(given: dict[str, str]) -> bool:
    placed = given.get("position") in ("absolute", "fixed")
    offsets = [_length(given, name) for name in (("left", "top", "right", "bottom") if placed else ())]
    offsets += [_length(given, name) for name in ("text-indent", "margin-left", "margin-top")]
    return any(offset <= -_FAR for offset in offsets)


def _is_clipped(given: dict[str, str]) -> bool:
    path = given.get("clip-path", "")
    if path.startswith("inset(") and (sides := re.findall(rf"({_AMOUNT})%", path)):
        return min(map(float, sides)) >= 50
    rectangle = given.get("clip", "")
    if rectangle.startswith("rect(") and given.get("position") in ("absolute", "fixed"):
        return max(map(float, re.findall(_AMOUNT, rectangle)), default=2.0) <= 1
    flat = any(0 <= _length(given, name) <= 1 for name in ("height", "width", "max-height"))
    return flat and given.get("overflow") in ("hidden", "clip")


def _has_no_colour(given: dict[str, str]) -> bool:
    colour, background = given.get("color"), given.get("background-color") or given.get("background")
    if {"background-image", "background-clip", "-webkit-background-clip", "text-shadow"} & given.keys():
        return False
    return colour is not None and colour not in _CSS_WIDE and colour in (background, "transparent")


def _length(given: dict[str, str], name: str) -> float:
    """In px, about; NaN if it is not given or no length."""
    found = _LENGTH.fullmatch(given.get(name, ""))
    scale = {"em": 16, "rem": 16, "vw": 14, "vh": 8, "%": 14}
    return float(found[1]) * scale.get(found[2], 1) if found else np.nan


def undrawn_elements(document: Document) -> list[int]:
    """Numbers of the topmost elements with text of which none is rendered.

    Of a page that was never rendered, those that its markup hides. Nothing is returned if too little of the page is
    rendered.
    """
    if not document.is_rendered:
        return hidden_by_markup(document)
    index, body, seen = document.index, document.body, document.drawn.copy()
    if document.places is not None and (numbers := list(index.formulas)):  # styles alone may draw their characters
        seen[numbers] |= (document.places[numbers, 2:] > 1).all(axis=1)
    seen[_icons(document)] = False
    drawn = body.subtree_sums(seen) > 0
    undrawn = body.kept & ~drawn & (body.words > 0)
    is_topmost = ~np.where(index.parents >= 0, undrawn[index.parents], False)
    topmost = np.flatnonzero(undrawn & is_topmost & (document.renderer_numbers >= 0))
    if body.words[topmost].sum() > (1 - MIN_SHARE) * body.words[0]:
        return []
    return topmost.tolist()
