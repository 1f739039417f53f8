"""The answer that the page sends when a person confirms, and the label made from it."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from iawce.data.analysis.page_analysis import PageReading
from iawce.data.datasets.page_labels import TYPES, PageLabel, RecordPlaces
from iawce.data.dom.blocks import block_path
from iawce.data.errors import UsageError
from iawce.extract.papers.softmealy.values import check_name
from iawce.extract.templates.labelling.proposals import ADDRESSES
from iawce.serve.labelling.label_task import LabelTask

Number = Annotated[int, Field(ge=0)]
MOST_RECORDS = 10_000


class GivenRecord(BaseModel):
    """A record: numbers of its element and of its fields' elements."""

    model_config = ConfigDict(extra="forbid")
    element: Number
    fields: Annotated[dict[Annotated[str, StringConstraints(max_length=60)], Number], Field(max_length=200)]


class GivenAnswer(BaseModel):
    """A person's answer for a page; ``content`` are numbers of text blocks. None: no answer."""

    model_config = ConfigDict(extra="forbid")
    id: str
    type: Literal[TYPES] | None = None  # type: ignore[valid-type]
    content: Annotated[list[Number], Field(max_length=100_000)] | None = None
    records: Annotated[list[GivenRecord], Field(max_length=MOST_RECORDS)] | None = None
    seconds: Annotated[float, Field(ge=0, le=1e7)] | None = None


def label_of(task: LabelTask, answer: GivenAnswer, reading: PageReading) -> PageLabel:
    """The label made from an answer.

    Args:
        task: the page.
        answer: the answer.
        reading: of the page, as it was shown.

    Raises:
        UsageError: a block or an element is not on the page, or a name is not valid.
    """
    given, records = answer.content, answer.records
    content = None if given is None else tuple(_block(reading, number) for number in sorted(set(given)))
    places = None if records is None else tuple(_record(reading, one) for one in records)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return PageLabel(task.id, task.row.ref, task.address, task.site, answer.type, content, places, now, answer.seconds)


def _block(reading: PageReading, number: int) -> str:
    if number >= len(reading.blocks):
        raise UsageError(f"the page has no block {number}")
    return block_path(reading.blocks, number)


def _record(reading: PageReading, record: GivenRecord) -> RecordPlaces:
    fields = {check_name(name): _field(reading, name, number) for name, number in record.fields.items()}
    return RecordPlaces(_element(reading, record.element), fields)


def _element(reading: PageReading, number: int) -> str:
    if number >= len(reading.index):
        raise UsageError(f"the page has no element {number}")
    return reading.index.path(number)


def _field(reading: PageReading, name: str, number: int) -> str:
    """A field: an address for a link or a picture, otherwise a text."""
    path, given = _element(reading, number), reading.index.attributes.given[number]
    if name in ADDRESSES and "href" in given:
        return f"{path}/@href"
    return f"{path}/@src" if name == "image" and "src" in given else path
