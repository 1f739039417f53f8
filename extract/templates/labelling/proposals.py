"""Proposed labels of a page: its posts, and their fields from its markup or by a guess."""

import re
from collections.abc import Sequence

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.errors import UsageError
from iawce.extract.content.segmentation import SegmentationSettings, extract_segmentation
from iawce.extract.papers.softmealy.label_file import Given, PageLabels, RecordLabels, Selected
from iawce.extract.papers.softmealy.labelled_spans import ElementLabel, Label, LabelledRecord, TextLabel
from iawce.extract.papers.softmealy.proposed_labels import propose_labels
from iawce.extract.records.posts.field_candidates import Candidate
from iawce.extract.records.posts.post_fields import FieldFinder
from iawce.extract.records.posts.post_text import PostTexts
from iawce.extract.records.posts.record_location import LocationSettings, locate_records


def guess_labels(analysis: PageAnalysis, rows: Sequence[Unit]) -> list[LabelledRecord]:
    """The records with an author, a date and a text, each labelled with its elements or texts.

    Raises PageError: the page holds no element.
    """
    finder = FieldFinder(analysis, rows)
    content = extract_segmentation(analysis, SegmentationSettings.default()).subset
    bodies = PostTexts(finder).bodies(content)
    found = []
    for number, (row, author, date) in enumerate(zip(rows, finder.authors, finder.dates, strict=True)):
        body = bodies.get(number)
        if author and date and body is not None:
            fields = {"author": _label(analysis, author), "date": _label(analysis, date), "text": ElementLabel(body)}
            found.append(LabelledRecord(row, {name: [one] for name, one in fields.items()}))
    return found


def _label(analysis: PageAnalysis, one: Candidate) -> Label:
    """The element of a field, or its text if that is only a part of the text of the element."""
    is_part = one.text in (whole := analysis.texts.line(one.element)) and one.text != whole
    return TextLabel(one.text) if is_part else ElementLabel(one.element)


POST = "post"
"""Name of a click on a whole record instead of a field."""
MAX_COUNT = 5
"""Most records whose fields are proposed; more would not improve a wrapper."""
MAX_TEXT = 200
"""Characters of a text that are searched."""
MAX_ELEMENTS = 1000
"""Most elements of a post in which it is searched."""
MAX_BESIDE = 40
"""Most other characters in its element: ``posted by mara at``."""
Clicked = tuple[str, int]
"""The name of a field, and its element."""


def proposals(analysis: PageAnalysis) -> list[Clicked]:
    """The first posts of a page with their fields, to be checked and corrected; none if nothing is known.

    Raises PageError: the page holds no element.
    """
    located = locate_records(analysis, LocationSettings.default())
    rows: Sequence[Unit] = located.units if located else ()
    guessed = guess_labels(analysis, rows) if rows else []
    candidates = propose_labels(analysis, rows), guessed
    records = max(candidates, key=lambda found: len({name for record in found for name in record.fields}))
    found: list[Clicked] = []
    for record in records[:MAX_COUNT]:
        if (post := _post(analysis, record)) is not None:
            found += [(POST, post), *_fields(analysis, post, record)]
    return found or [(POST, row[0]) for row in rows if len(row) == 1][:MAX_COUNT]


def _post(analysis: PageAnalysis, record: LabelledRecord) -> int | None:
    """The only element of a record with all of its fields; a post may also have a rule or a blank row."""
    ends, fields = analysis.index.ends, [one for labels in record.fields.values() for one in labels]
    elements = [one.element for one in fields if isinstance(one, ElementLabel)]
    whole = (post for post in record.scope if all(post <= element < ends[post] for element in elements))
    return next(whole, None) if elements or len(record.scope) == 1 else None


def _fields(analysis: PageAnalysis, post: int, record: LabelledRecord) -> list[Clicked]:
    found, ends = list[Clicked](), analysis.index.ends
    for name, labels in record.fields.items():
        element = _element(analysis, post, labels[0]) if labels else None
        if element is None or element == post:
            continue
        if not any(one <= element < ends[one] or element <= one < ends[element] for _, one in found):
            found.append((name, element))
    return found


def _element(analysis: PageAnalysis, post: int, label: Label) -> int | None:
    """The element of a label; for a text, the innermost element with this text and little more."""
    if isinstance(label, ElementLabel):
        return label.element if analysis.texts.line(label.element) else None  # an empty element cannot be clicked
    line, text = analysis.texts.line, " ".join(label.text.split())
    inside = range(post, min(int(analysis.index.ends[post]), post + MAX_ELEMENTS))
    said = [one for one in inside if len(text) <= MAX_TEXT and text in line(one)]
    return said[-1] if said and len(line(said[-1])) <= len(text) + MAX_BESIDE else None


ADDRESSES = frozenset({"link", "url"})
"""Fields that are the address of a link, not its text."""
PLAIN_ID = re.compile(r"[A-Za-z_][\w-]{0,80}", re.ASCII)


def page_labels(analysis: PageAnalysis, clicked: Sequence[Clicked]) -> PageLabels:
    """The labels of a page: each field belongs to the innermost post around it; a field clicked twice is repeated.

    Raises UsageError: there is no field in a post.
    """
    ends = analysis.index.ends
    posts = sorted(number for name, number in clicked if name == POST)
    fields: dict[int, dict[str, list[int]]] = {}
    for name, number in clicked:
        around = [post for post in posts if post < number < ends[post]]
        if name != POST and around:
            fields.setdefault(around[-1], {}).setdefault(name, []).append(number)
    if not fields:
        raise UsageError("nothing was labelled: no file is written")
    records = []
    for post in sorted(fields):
        given: dict[str, Given] = {}
        for name, numbers in fields[post].items():
            found: list[str | Selected] = [_selected(analysis, name, number) for number in sorted(numbers)]
            given[name] = found[0] if len(found) == 1 else found
        records.append(RecordLabels(selector_of(analysis, post), given))
    return PageLabels(1, records)


def _selected(analysis: PageAnalysis, name: str, number: int) -> Selected:
    is_address = name in ADDRESSES and "href" in analysis.index.attributes.given[number]
    return Selected(selector_of(analysis, number), "href" if is_address else "")


def selector_of(analysis: PageAnalysis, number: int) -> str:
    """A CSS selector that matches only this element: its path below the nearest element with a unique id."""
    index, steps = analysis.index, list[str]()
    for one in (number, *index.ancestors(number)):
        identity = index.attributes.given[one].get("id", "")
        if PLAIN_ID.fullmatch(identity) and analysis.document.select(f"#{identity}") == [one]:
            return " > ".join([f"#{identity}", *reversed(steps)])
        tag, parent = index.tags[one], int(index.parents[one])
        same = [child for child in index.children(parent) if index.tags[child] == tag] if parent >= 0 else [one]
        steps.append(tag if len(same) == 1 else f"{tag}:nth-of-type({same.index(one) + 1})")
    return " > ".join(reversed(steps))
