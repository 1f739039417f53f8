"""The choices for records: repeated units of the page, and the elements of fields in them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from iawce.data.analysis.page_analysis import PageReading
from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.dom.blocks import ElementPaths
from iawce.extract.content.content import Record, Rectangle

MOST_UNITS = 400
"""Most units of a page that are offered; those with most text."""
MOST_PARTS = 3000
"""Elements of fields that are offered."""
FEWEST_WORDS = 4
"""Least words of all units of a region."""
LONGEST = 160
"""Characters of a text that are shown."""


@dataclass(frozen=True, slots=True)
class UnitChoice:
    """A possible record: elements from ``element`` to before ``end``; ``group`` numbers the units that are alike."""

    element: int
    end: int
    path: str
    group: int
    text: str
    box: Rectangle | None


@dataclass(frozen=True, slots=True)
class PartChoice:
    """A possible field; ``address`` is the attribute that leads from it, ``href`` or ``src``, if it has one."""

    element: int
    path: str
    text: str
    box: Rectangle | None
    address: str = ""


@dataclass(frozen=True, slots=True)
class RecordChoices:
    """Units in document order, elements in them, and the records of the models: fields by unit."""

    units: tuple[UnitChoice, ...]
    parts: tuple[PartChoice, ...]
    found: dict[int, dict[str, int]]

    @property
    def in_order(self) -> list[UnitChoice | PartChoice]:
        """Units, each followed by its parts."""
        return sorted([*self.units, *self.parts], key=lambda one: one.element)


def record_choices(reading: PageReading, records: Sequence[Record]) -> RecordChoices:
    """The choices on a page.

    Args:
        reading: of the page.
        records: those that were extracted from it.
    """
    found = dict(_found(reading, records))
    groups = _groups(reading, found)
    units = sorted({unit[0]: (unit, number) for number, group in enumerate(groups) for unit in reversed(group)}.items())
    choices = tuple(_unit(reading, unit, number) for _, (unit, number) in units)
    parts = list(_parts(reading, [element for element, _ in units]))
    return RecordChoices(choices, tuple(parts[:MOST_PARTS]), found)


def _found(reading: PageReading, records: Sequence[Record]) -> Iterator[tuple[int, dict[str, int]]]:
    paths = ElementPaths(reading.index)
    for record in records[:MOST_UNITS]:
        element = paths.known(record.path)
        fields = {name: paths.known(field.path) for name, field in record.fields.items() if field}
        if element:
            yield element, {name: number for name, number in fields.items() if number}


def _groups(reading: PageReading, found: Mapping[int, Mapping[str, int]]) -> list[list[Unit]]:
    """The records first, then repeated units, those with most text first."""
    words = reading.shown.words
    regions = [list(region.units) for region in reading.units.regions]
    sized = [(sum(int(words[node]) for unit in units for node in unit), units) for units in regions]
    groups = [list(_whole(reading, found, regions))] if found else []
    room = MOST_UNITS - len(found)
    for size, units in sorted(sized, key=lambda one: -one[0]):
        if size >= FEWEST_WORDS and len(units) <= room:
            groups.append(units)
            room -= len(units)
    return groups


def _whole(
    reading: PageReading, found: Mapping[int, Mapping[str, int]], regions: Sequence[Sequence[Unit]]
) -> Iterator[Unit]:
    """For each record, the smallest unit that begins with it and contains its fields: a record may be several rows."""
    ends, begun = reading.index.ends, dict[int, list[Unit]]()
    for unit in sorted((unit for units in regions for unit in units), key=len):
        begun.setdefault(unit[0], []).append(unit)
    for element, fields in found.items():
        last = max([*fields.values(), element])
        yield next((unit for unit in begun.get(element, ()) if last < ends[unit[-1]]), (element,))


def _unit(reading: PageReading, unit: Unit, group: int) -> UnitChoice:
    boxes = [box for node in unit if (box := reading.document.drawn_area(node, reading.shown))]
    text = " ".join(reading.texts.line(node) for node in unit)[:LONGEST]
    return UnitChoice(
        unit[0], int(reading.index.ends[unit[-1]]), reading.index.path(unit[0]), group, text, _around(boxes)
    )


def _around(boxes: Sequence[Rectangle]) -> Rectangle | None:
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top


def _parts(reading: PageReading, units: Sequence[int]) -> Iterator[PartChoice]:
    """Elements in units that hold text themselves, links and pictures."""
    index, shown = reading.index, reading.shown
    owners = np.unique(index.pieces.owners[shown.pieces & ~index.blank])
    inside = index.inside(units) & shown.kept
    for number in sorted({*owners.tolist(), *index.tagged("a", "img", "time")}):
        if inside[number]:
            given = index.attributes.given[number]
            text, address = reading.texts.line(number), next((name for name in ("href", "src") if given.get(name)), "")
            if text or address:
                shown_text = (text or given.get("alt", "") or given[address])[:LONGEST]
                box = reading.document.drawn_area(number, shown)
                yield PartChoice(number, index.path(number), shown_text, box, address)
