"""Records of mirrored sites compared with those that selectors name, and their items."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.texts import Texts
from iawce.data.errors import PageError
from iawce.data.text.money import read_amount
from iawce.evaluate.measures import f1_score, record_scores
from iawce.extract.content.content import Record
from iawce.extract.pipeline.extract_content import extract_content
from iawce.extract.pipeline.settings import ExtractSettings
from tests.known_sites.item_scores import Cells, ItemScores, item_scores
from tests.known_sites.mirrored_site import mirrored_lists


def records_of(document: Document) -> tuple[Record, ...]:
    """The records that the pipeline finds on a page, given the type list; none if it finds no content."""
    try:
        return extract_content(PageAnalysis.of(document), "list", ExtractSettings(html=False)).records
    except PageError:
        return ()


NUMBERS = frozenset({"price", "old_price", "high_price", "rating"})


@dataclass(frozen=True, slots=True)
class SiteRecords:
    """How the records of one site are selected: ``name`` of their kind, ``record``, and the ``cells`` by column."""

    name: str
    record: str
    cells: Mapping[str, str]

    def gold(self, document: Document) -> Cells:
        """A row for each record of a page; a picture is its address, None where a record lacks a cell."""
        shown = document.index.without(("head",))
        found = {name: document.select(selector) for name, selector in self.cells.items()}
        ends = document.index.ends
        return [
            [
                _cell(name, shown, next((cell for cell in cells if record < cell < ends[record]), None))
                for name, cells in found.items()
            ]
            for record in document.select(self.record)
        ]

    def found(self, records: Sequence[Record]) -> Cells:
        """The cells of records in these columns; a picture is the path of its address, as the mirrors write it."""
        fields = [[record.fields.get(name) for name in self.cells] for record in records]
        return [[(_path(field.image) or field.text) if field else None for field in row] for row in fields]


def _cell(name: str, shown: DomMask, element: int | None) -> str | None:
    """The value in a column, a number in columns of numbers."""
    if element is None:
        return None
    if name in NUMBERS:
        return str(read_amount(Texts(shown).lines(element)))
    return shown.index.attributes.given[element].get("src") or Texts(shown).lines(element) or None


def read_site_records(selectors: Path) -> dict[str, SiteRecords]:
    """The selectors of records of each site, from a JSON file."""
    given = json.loads(selectors.read_text(encoding="utf-8"))
    return {site: SiteRecords(**about) for site, about in given.items()}


def _path(address: str) -> str:
    return "/" + address.split("/", 3)[3] if address.startswith("http://") else address


NOTHING = ItemScores(0, 0, 0)


@dataclass(frozen=True, slots=True)
class ListScore:
    """Numbers of extracted, gold and matched records, and the scores of their items."""

    ours: int = 0
    wanted: int = 0
    same: int = 0
    items: ItemScores = NOTHING

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall of records."""
        return f1_score(self.same / max(self.ours, 1), self.same / max(self.wanted, 1))

    @property
    def is_right(self) -> bool:
        """Whether each record was found, each item in its place, and nothing else."""
        return self.ours == self.wanted == self.same and self.items.rate == 1 and not self.items.extra

    def __add__(self, other: "ListScore") -> "ListScore":
        sums = (getattr(self.items, name) + getattr(other.items, name) for name in ("items", "right", "extra"))
        return ListScore(self.ours + other.ours, self.wanted + other.wanted, self.same + other.same, ItemScores(*sums))

    def __str__(self) -> str:
        return (
            f"{self.wanted} records, {self.ours} found, {self.same} the same, F1 {self.f1:.3f}; {self.items.right} of "
            f"{self.items.items} items right, rate {self.items.rate:.3f}, {self.items.extra} extra cells"
        )


def compare_records(got: Cells, gold: Cells) -> ListScore:
    """Scores of the records of a page."""
    ours, wanted = ([{"text": " ".join(filter(None, row))} for row in cells] for cells in (got, gold))
    return ListScore(len(got), len(gold), len(record_scores(ours, wanted).matches), item_scores(got, gold))


def site_scores(sites: Path, site: str, about: SiteRecords) -> Iterator[tuple[str, ListScore]]:
    """The path of each list page that has records, with its score."""
    for path, document in mirrored_lists(sites, site):
        if gold := about.gold(document):
            yield path, compare_records(about.found(records_of(document)), gold)
