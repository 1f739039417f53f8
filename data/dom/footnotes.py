"""Footnotes: the marks in the text that lead to them, and the elements with their texts.

A mark is a link within the page whose text is a number or a symbol; its note is what stands at the place it leads to.
A link back from the note to the mark makes the pair certain, whatever the markup; without one, the mark must be raised
or named as one (``role=doc-noteref``). A note stands after its mark. A note beside the text (Tufte CSS) follows a box
that a label in the text ticks; one that is shown over the text stands right behind its mark.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from iawce.data.arrays import Ints
from iawce.data.dom.elements import Elements, Footnote
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.tree import TextNodes

MARK = re.compile(
    r"[\s\[({]*+(?P<mark>\d{1,4}[a-z]?|[a-zA-Z]{1,2}|[ivxl]{1,6}|[*†‡§¶#※]{1,4}\d{0,3}"
    r"|(?<=\[)\d{1,4}:\d{1,3}(?=\])|(?:note|n\.?\s?b\.?|fn|lower-alpha|[注註]|(?<=[\[(])[a-z]+)\s?\d{1,3})?[\s\])}.:]*"
)
"""The text of a mark; a number of years or more is a text of its own."""
_OF_POWER = re.compile(r"(?:(?<![^\W\d_])[^\W\d_]{1,3}|\d)\Z")  # The end of a text before an exponent: m², CO²
_NAMED = re.compile(r"note-?ref|footnote|endnote|sidenote|(?:^|[\s_-])fn(?:$|[\s_:-])|cite_?note|doc-noteref", re.I)
_LABELS = ("class", "role", "epub:type", "rel")
_INLINE = frozenset({"a", "sup", "sub", "span", "b", "i", "em", "strong", "small", "cite", "font"})
_MARKS = frozenset({"a", "button", "sup"})
_HOLDERS = frozenset({"li", "p", "dd", "aside", "div", "section", "td", "tr", "small", "blockquote"})
"""Elements with the text of a note."""
_ARROWS = "↩↑⤴↵⏎🔙^\ufe0e\ufe0f \t\n"
MAX_LINKS = 10_000  # Links within a page that are examined
MAX_WORDS = 600  # Most words of a note
MAX_CLIMB = 5  # Most elements between the place that a mark leads to and the whole note
MAX_MARK = 24  # Characters, elements and text nodes of a mark
MAX_TEXTS = 1_000  # Text nodes and elements of a note
_SHARED = frozenset({"body", "main", "article", "ol", "ul", "dl", "table", "tbody"})
"""Elements that hold several notes, or more than notes."""


def find_footnotes(index: Elements) -> list[Footnote]:
    """The footnotes of a page, in the order of their first marks."""
    leads = _links_within(index)
    found = dict[int, list[int]]()
    for mark, note in (*_boxes(index), *_beside(index, leads), *(_linked(index, leads) if leads else ())):
        found.setdefault(note, []).append(mark)
    notes = list[Footnote]()
    for note, marks in sorted(found.items(), key=lambda item: min(item[1])):
        around = {note, *(one for mark in marks for one in _around_mark(index, mark))}
        label = index.previous(note) if index.tags[note] == "dd" else None
        backs = tuple(link for link in range(label or note, int(index.ends[note])) if leads.get(link) in around)
        notes.append(Footnote(len(notes) + 1, note, tuple(_whole_mark(index, mark) for mark in marks), backs))
    return notes


def _links_within(index: Elements) -> dict[int, int]:
    """The links to elements of the page, each with its element; none where there are too many."""
    given = index.attributes.given
    links = {number: part for number in index.tagged("a") if (part := given[number].get("href", "").partition("#")[2])}
    links |= {number: given[number]["popovertarget"] for number in index.attributes.having("popovertarget")}
    described = (number for number in index.attributes.having("aria-describedby") if index.tags[number] in _MARKS)
    links |= {number: given[number]["aria-describedby"] for number in described if number not in links}
    if not 0 < len(links) <= MAX_LINKS:
        return {}
    wanted, places = set(links.values()), dict[str, int]()
    for number in index.attributes.having("id", "name"):
        for name in ("id", "name") if index.tags[number] == "a" else ("id",):
            if (value := given[number].get(name)) in wanted:
                places.setdefault(value, number)
    return {link: places[part] for link, part in links.items() if part in places}


def _boxes(index: Elements) -> list[tuple[int, int]]:
    """Labels of boxes with the element after the box, which shows where it is ticked."""
    given, found = index.attributes.given, list[tuple[int, int]]()
    for label in index.tagged("label"):
        box = int(index.ends[label])
        is_short = box < len(index) and _is_short(index, label, MAX_MARK)
        if not is_short or not (wanted := given[label].get("for")) or given[box].get("id") != wanted:
            continue
        note = int(index.ends[box])
        if note >= len(index) or not index.parents[note] == index.parents[label] == index.parents[box]:
            continue
        is_box = index.tags[box] == "input" and given[box].get("type", "").lower() == "checkbox"
        if is_box and index.tags[note] in _INLINE | {"aside"} and _is_short(index, note, MAX_TEXTS):
            found.append((label, note))
    return found


def _beside(index: Elements, leads: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Marks with the notes right behind them in the text, which are named so, or begin with the same mark."""
    given = index.attributes.given
    raised = (one for one in index.tagged("sup") if _is_short(index, one, MAX_MARK))
    for mark in dict.fromkeys(_whole_mark(index, one) for one in raised):
        note, label = int(index.ends[mark]), index.text_of(mark)
        is_beside = note < len(index) and index.parents[note] == index.parents[mark] and MARK.fullmatch(label)
        if not is_beside or index.tags[note] not in _INLINE - {"sup"} or not _is_short(index, note, MAX_TEXTS):
            continue
        texts = index.texts_in(note)
        is_again = bool(texts) and texts[0].strip() == label and "sup" in index.tags[note + 1 : index.ends[note]]
        is_named = given[note].get("role") == "tooltip" or _NAMED.search(given[note].get("class", "")) is not None
        is_named &= index.last_text_node[mark] == index.first_text_node[note] and not label.isalpha()
        is_named &= label not in ("2", "3") or _OF_POWER.search(_text_before(index, mark)) is None
        is_apart = leads.keys().isdisjoint(range(mark, note)) and not MARK.fullmatch("".join(texts))
        if label and (is_again or (is_named and is_apart)):
            yield mark, note


def _text_before(index: Elements, mark: int) -> str:
    place = int(index.first_text_node[mark])
    return index.text_nodes.texts[place - 1] if place else ""


def _linked(index: Elements, leads: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Marks with the elements of their notes."""
    possible = ((link, there) for link, there in leads.items() if index.tags[there] not in HEADINGS)
    marks = {link: there for link, there in possible if _is_mark(index, link)}
    ends = np.array(sorted(set(marks.values())), np.int64)
    for mark, there in marks.items():
        is_tooltip = index.attributes.given[there].get("role") == "tooltip" and _is_short(index, there, MAX_TEXTS)
        note = there if is_tooltip else _whole_note(index, there, ends)
        if note is None or note <= mark:
            continue
        around = set(_around_mark(index, mark))
        inside = chain(range(note, int(index.ends[note])), range(there, min(int(index.ends[there]), there + MAX_TEXTS)))
        is_pair = any(leads.get(one) in around for one in inside)
        is_holder = is_tooltip or index.tags[note] in _HOLDERS
        if is_pair or (is_holder and _is_named(index, mark)):
            yield mark, note


def _is_short(index: Elements, number: int, most: int) -> bool:
    """Whether an element has no more text nodes and elements than so many."""
    texts = index.last_text_node[number] - index.first_text_node[number]
    return bool(texts <= most and index.ends[number] - number <= most)


def _is_mark(index: Elements, link: int) -> bool:
    text = index.text_of(link) if _is_short(index, link, MAX_MARK) else ""
    found = MARK.fullmatch(text) if len(text) <= MAX_MARK else None
    return found is not None and (found["mark"] is not None or _is_named(index, link))


def _is_named(index: Elements, link: int) -> bool:
    """Whether a link is raised, or named as the mark of a note."""
    given = index.attributes.given
    near = [link, *(one for one, _ in zip(index.ancestors(link), range(2), strict=False))]
    near += [link + 1] if index.ends[link] > link + 1 else []
    return any(
        index.tags[one] == "sup" or any(_NAMED.search(given[one].get(name, "")) for name in _LABELS) for one in near
    )


def _around_mark(index: Elements, mark: int) -> Iterator[int]:
    """The mark, the elements around it with nothing else, and the empty anchor before it."""
    yield mark
    for one in index.ancestors(mark):
        if index.tags[one] not in _INLINE or not _is_short(index, one, MAX_MARK) or len(index.text_of(one)) > MAX_MARK:
            break
        yield one
    if mark and index.ends[mark - 1] == mark and index.tags[mark - 1] == "a":
        yield mark - 1
    yield from range(mark + 1, int(index.ends[mark]))


def _whole_mark(index: Elements, mark: int) -> int:
    """The outermost inline element around a mark with no other text but brackets."""
    own = _plain(index.text_of(mark))
    while (around := int(index.parents[mark])) >= 0 and index.tags[around] in _INLINE:
        if not _is_short(index, around, MAX_MARK) or _plain(index.text_of(around)) != own:
            break
        mark = around
    return mark


def _plain(text: str) -> str:
    return text.strip(" \t\n[](){}.,:")


def _whole_note(index: Elements, there: int, ends: Ints) -> int | None:
    """The element with the whole text of the note at a place, one of ``ends``; None if there is none."""
    note = there
    for _ in range(MAX_CLIMB):  # the place may be a label
        if index.tags[note] == "dt":
            behind = int(index.ends[note])
            return behind if behind < len(index) and index.tags[behind] == "dd" else None
        if not _is_short(index, note, MAX_TEXTS):
            return None
        if not MARK.fullmatch(index.text_of(note).strip(_ARROWS)):
            break
        note = int(index.parents[note])
        if note <= 0:
            return None
    else:
        return None
    for _ in range(MAX_CLIMB):
        around = int(index.parents[note])
        if around <= 0 or index.tags[around] in _SHARED or not _is_short(index, around, MAX_TEXTS):
            break
        first, last = np.searchsorted(ends, [around, int(index.ends[around])])
        begins_with_note = index.first_text_node[around] >= _first_text(index, note)
        begins_with_note &= "hr" not in index.tags[around:note]
        is_part = index.tags[note] in _INLINE and index.tags[around] in _HOLDERS
        if last - first > 1 or not (begins_with_note or is_part):
            break
        note = around
    has_heading = any(tag in HEADINGS for tag in index.tags[note : index.ends[note]])
    return note if not has_heading and 0 < len(index.text_of(note).split()) <= MAX_WORDS else None


def _first_text(index: Elements, number: int) -> int:
    """The first text node around an element that may belong to it: blank ones before it do."""
    first = int(index.first_text_node[number])
    while first and not index.text_nodes.texts[first - 1].strip():
        first -= 1
    return first


def note_texts(index: Elements, notes: Sequence[Footnote]) -> TextNodes:
    """The text nodes of a page with ``[1]`` as the texts of marks, and notes without labels and links back."""
    texts = list(index.text_nodes.texts)
    for note in notes:
        label = _plain(index.text_of(note.marks[0]))
        for back in note.backs:
            inside = index.span_of(back)
            texts[inside] = [""] * len(texts[inside])
        inside = index.span_of(note.element)
        texts[inside] = _without_label(texts[inside], label)
    numbers = {mark: note.number for note in notes for mark in note.marks}
    marks = {mark: f"[{numbers[mark]}]" for mark in index.topmost(sorted(numbers))}
    found = index.written(marks, index.text_nodes._replace(texts=texts))
    kept = np.array([bool(text) for text in found.texts], bool)
    return TextNodes(list(filter(None, found.texts)), *(values[kept] for values in found[1:]))


def _without_label(texts: list[str], label: str) -> list[str]:
    """The texts of a note without the mark at its beginning, and without arrows at its end."""
    own = next((place for place, text in enumerate(texts) if text.strip() and _plain(text) != label), 0)
    texts, mark = [*[""] * own, *texts[own:]], re.escape(label)  # it may stand in elements of its own, even twice
    found = re.match(
        rf"\s*+(?:[\[(]\s*+(?:{mark}\s*+)?[\])][.:]?|{mark}(?!\w)[\])]?[.:]?(?=\s|$))?[\s^↑.]*", "".join(texts)
    )
    skip, done = len(found[0]) if found else 0, list[str]()
    for text in texts:
        done.append(text[skip:])
        skip = max(0, skip - len(text))
    for place in reversed(range(len(done))):
        if done[place].strip(_ARROWS):
            done[place:] = [done[place].rstrip(_ARROWS), *[text.strip(_ARROWS) for text in done[place + 1 :]]]
            break
    return done
