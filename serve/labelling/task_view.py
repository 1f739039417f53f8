"""The labelling page: the data shown for a page, its candidate records, and the HTML."""

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.document import open_document
from iawce.data.dom.texts import ElementPaths
from iawce.data.labels import PageType
from iawce.extract.content.content import Content, Record, Rectangle
from iawce.extract.inspector.picture import PagePicture, page_picture
from iawce.extract.inspector.view_page import MAX_SHOWN, BlockView, block_views, content_or_error
from iawce.extract.inspector.write_html import write_template
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.classification import NEARLY_CERTAIN
from iawce.serve.labelling.label_session import LabelTask, Progress

FIELDS = ("author", "date", "text", "link", "title", "quote")  # Fields to choose from; a person may add others
MAX_UNITS = 400  # Most units of a page that are offered; those with most text
MAX_PARTS = 3000  # Elements of fields that are offered
MIN_WORDS = 4  # Least words of all units of a region
MAX_LENGTH = 160  # Characters of a text that are shown
DOUBTFUL = (0.3, 0.7)  # Probabilities of main content between which a block should be checked


@dataclass(frozen=True, slots=True)
class Choice:
    """A possible record of a ``group`` alike, ``element`` to before ``end``; without an end, a possible field."""

    element: int
    path: str
    text: str
    box: Rectangle | None
    end: int = 0
    group: int = 0


@dataclass(frozen=True, slots=True)
class RecordChoices:
    """Units in document order, elements in them, and the records of the models: fields by unit."""

    units: list[Choice]
    parts: list[Choice]
    found: dict[int, dict[str, int]]

    @property
    def in_order(self) -> list[Choice]:
        """Units, each followed by its parts."""
        return sorted([*self.units, *self.parts], key=lambda one: one.element)


def record_choices(analysis: PageAnalysis, records: Sequence[Record]) -> RecordChoices:
    """The choices on a page from which these records were extracted."""
    found = dict(_found(analysis, records))
    groups = _groups(analysis, found)
    units = sorted({unit[0]: (unit, number) for number, group in enumerate(groups) for unit in reversed(group)}.items())
    choices = [_unit(analysis, unit, number) for _, (unit, number) in units]
    parts = list(_parts(analysis, [element for element, _ in units]))
    return RecordChoices(choices, parts[:MAX_PARTS], found)


def _found(analysis: PageAnalysis, records: Sequence[Record]) -> Iterator[tuple[int, dict[str, int]]]:
    paths = ElementPaths(analysis.index)
    for record in records[:MAX_UNITS]:
        element = paths.known(record.path)
        fields = {name: paths.known(field.path) for name, field in record.fields.items() if field}
        if element:
            yield element, {name: number for name, number in fields.items() if number}


def _groups(analysis: PageAnalysis, found: Mapping[int, Mapping[str, int]]) -> list[list[Unit]]:
    """The records first, then repeated units, those with most text first."""
    words = analysis.shown.words
    regions = [list(region.units) for region in analysis.units.regions]
    sized = [(sum(int(words[node]) for unit in units for node in unit), units) for units in regions]
    groups = [list(_whole(analysis, found, regions))] if found else []
    room = MAX_UNITS - len(found)
    for size, units in sorted(sized, key=lambda one: -one[0]):
        if size >= MIN_WORDS and len(units) <= room:
            groups.append(units)
            room -= len(units)
    return groups


def _whole(
    analysis: PageAnalysis, found: Mapping[int, Mapping[str, int]], regions: Sequence[Sequence[Unit]]
) -> Iterator[Unit]:
    """For each record, the smallest unit that begins with it and contains its fields: a record may be several rows."""
    ends, begun = analysis.index.ends, dict[int, list[Unit]]()
    for unit in sorted((unit for units in regions for unit in units), key=len):
        begun.setdefault(unit[0], []).append(unit)
    for element, fields in found.items():
        last = max([*fields.values(), element])
        yield next((unit for unit in begun.get(element, ()) if last < ends[unit[-1]]), (element,))


def _unit(analysis: PageAnalysis, unit: Unit, group: int) -> Choice:
    area = analysis.document.drawn_area(unit[0], analysis.shown, *unit[1:])
    text = " ".join(analysis.texts.line(node) for node in unit)[:MAX_LENGTH]
    return Choice(unit[0], analysis.index.path(unit[0]), text, area, int(analysis.index.ends[unit[-1]]), group)


def _parts(analysis: PageAnalysis, units: Sequence[int]) -> Iterator[Choice]:
    """Elements in units that hold text themselves, links and pictures."""
    index, shown = analysis.index, analysis.shown
    owners = np.unique(index.text_nodes.owners[shown.text_nodes & ~index.blank])
    inside = index.inside(units) & shown.kept
    for number in sorted({*owners.tolist(), *index.tagged("a", "img", "time")}):
        if inside[number]:
            given = index.attributes.given[number]
            text, address = analysis.texts.line(number), given.get("href") or given.get("src") or ""
            if text or address:
                shown_text = (text or given.get("alt", "") or address)[:MAX_LENGTH]
                yield Choice(number, index.path(number), shown_text, analysis.document.drawn_area(number, shown))


@dataclass(frozen=True, slots=True)
class TaskView:
    """A page as it is shown.

    ``blocks`` have an entry of ``kept`` for each page type, in the order of ``PageType``: the blocks that the models
    keep if it is of this type; their reasons are those of the type of the row.
    """

    task: LabelTask
    picture: PagePicture | None
    blocks: tuple[BlockView, ...]
    choices: RecordChoices
    cut: int  # Number of blocks that are not shown, so that the content cannot be labelled completely


def view_task(task: LabelTask, settings: ExtractSettings) -> TaskView:
    """The view of a page; ``PageError`` if it cannot be read, ``UsageError`` if it is not there any more."""
    snapshot = task.snapshot
    document = open_document(snapshot)
    analysis = settings.read(document)
    types = list(PageType)
    found = (content_or_error(analysis, page_type, settings) for page_type in types)
    contents = [one if isinstance(one, Content) else None for one in found]
    explained = types.index(PageType(task.row.type)) if task.row.type in types else 0
    return TaskView(
        task,
        page_picture(document, snapshot.scale),
        tuple(block_views(analysis, task.row, contents, settings.correction, explained)),
        record_choices(analysis, task.row.records),
        max(0, len(analysis.blocks) - MAX_SHOWN),
    )


@dataclass(frozen=True, slots=True)
class PageSettings:
    """Settings of the labelling page: ``types`` with a key each; ``folder`` of the labels, as shown on it."""

    types: Sequence[str] = tuple(PageType)
    folder: str = ""


def task_html(view: TaskView, progress: Progress, answer: str, page: PageSettings) -> str:
    """The page on which a page is labelled; ``answer``: the earlier one of this session, as it was sent, if any."""
    row = view.task.row
    found = [name for fields in view.choices.found.values() for name in fields]
    return write_template(
        "label",
        package=__package__ or "",
        connects=True,
        view=view,
        row=row,
        address=row.source,
        progress=progress,
        answer=answer,
        page=page,
        wide_types=list(PageType),
        guessed=row.fine_type if row.fine_type in page.types else row.type,
        fields=list(dict.fromkeys([*found, *FIELDS])),
        doubtful=DOUBTFUL,
        nearly_certain=NEARLY_CERTAIN,
        screenshot=base64.b64encode(view.picture.screenshot).decode() if view.picture else "",
    )


def waiting_html(progress: Progress, folder: str) -> str:
    """The page shown if no page is ready, or all are labelled."""
    return write_template("waiting", package=__package__ or "", connects=True, progress=progress, folder=folder)
