"""Boards and threads of mirrored forums, compared with the threads and posts that selectors name.

A row is found if its title and its link are those of a row; of found rows, a count or a name is right if it is equal, a
time if it is in the cell.

``Extractor`` gets the type thread, fetches the first page of each and follows the others, without a browser. Posts are
matched one to one by their texts, with a word F1 of at least 0.8; of those found, author and date are right if they are
the same.
"""

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields
from itertools import islice
from operator import add
from pathlib import Path

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import Document, open_document
from iawce.data.dom.texts import Texts
from iawce.data.labels import PageType
from iawce.data.network.address import web_address
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from iawce.evaluate.measures import f1_score, record_scores
from iawce.extract.content.content import Record
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extractor import Extractor
from tests.known_sites.mirrored_site import mirrored_lists
from tests.known_sites.site_records import records_of

MIRROR = "squarepenguin"
"""The mirrored site; the others are in the page-type corpus."""
Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Board:
    """How the rows of one site's boards are selected, and the fields in each."""

    software: str
    row: str
    """Selector of the rows, given that of the titles."""
    fields: Mapping[str, str]

    def rows(self, document: Document) -> list[Row]:
        """Title, link and the cells of each row; cells that a row lacks are left out."""
        shown, ends = document.index.without(("head",)), document.index.ends
        found = {name: document.select(selector) for name, selector in self.fields.items()}
        rows: list[Row] = []
        around = document.select(self.row)
        for title in found["title"]:
            row = next((one for one in reversed(around) if one < title < ends[one]), -1)
            cells = {name: next((one for one in ones if row < one < ends[row]), -1) for name, ones in found.items()}
            texts = {name: " ".join(Texts(shown).lines(one).split()) for name, one in cells.items() if one >= 0}
            link = document.index.attributes.given[title].get("href", "")
            rows += [texts | {"link": web_address(document.base_url, link)}] if texts.get("title") else []
        return rows


@dataclass(frozen=True, slots=True)
class BoardScore:
    """Extracted, gold and found rows; gold cells of found rows by field, and the right ones."""

    pages: int = 0
    ours: int = 0
    wanted: int = 0
    same: int = 0
    cells: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall of rows."""
        return f1_score(self.same / max(self.ours, 1), self.same / max(self.wanted, 1))

    def __add__(self, other: "BoardScore") -> "BoardScore":
        sums = {one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)}
        return BoardScore(**sums)

    def __str__(self) -> str:
        shares = ", ".join(f"{name} {self.right[name] / count:.3f}" for name, count in sorted(self.cells.items()))
        return f"{self.pages} pages, {self.wanted} rows, {self.ours} found, F1 {self.f1:.3f}; {shares}"


def compare_rows(records: Sequence[Record], gold: Sequence[Row]) -> BoardScore:
    """Scores of the rows of a page, matched by title and link."""
    by_link = {(row["title"], row["link"]): row for row in gold}
    same, cells, right = 0, Counter[str](), Counter[str]()
    for record in records:
        texts = record.texts
        if row := by_link.pop((texts.get("title", ""), texts.get("link", "")), None):
            same += 1
            names = [name for name in row if name not in ("title", "link") and is_said(name, row[name])]
            cells.update(names)
            right.update(name for name in names if is_right(name, texts.get(name, ""), row[name]))
    return BoardScore(1, len(records), len(gold), same, cells, right)


def is_said(name: str, cell: str) -> bool:
    """Whether a cell holds a value: a time has a number."""
    return bool(re.search(r"\d", cell) if "date" in name else cell)


def is_right(name: str, ours: str, cell: str) -> bool:
    """Whether a value is that of a cell."""
    if "date" in name:
        return bool(re.search(r"\d", ours)) and ours in cell
    return ours == (re.sub(r"\D", "", cell) if name in ("replies", "views") else cell)


def read_boards(selectors: Path) -> dict[str, Board]:
    """The boards of each site, from a JSON file."""
    return {site: Board(**about) for site, about in json.loads(selectors.read_text(encoding="utf-8")).items()}


def board_pages(sets: Path, site: str) -> Iterator[Document]:
    """The list pages of a site, in an order that is always the same."""
    if site == MIRROR:
        yield from (document for _, document in mirrored_lists(sets / "sites", site))
        return
    yield from corpus_lists(sets, lambda line: f'"site": "{site}"' in line)


def corpus_lists(sets: Path, is_wanted: Callable[[str], bool]) -> Iterator[Document]:
    """The list pages of the page-type corpus whose lines in its table are wanted."""
    corpus = sets / "pagetype"
    for line in filter(is_wanted, (corpus / "pages.jsonl").read_text(encoding="utf-8").splitlines()):
        page = json.loads(line)
        if page["label"] == PageType.LIST:
            body = gzip.decompress((corpus / page["html"]).read_bytes())
            yield open_document(Page(page["id"], url=f"http://{page['site']}.example/{page['path']}", body=body))


def board_scores(sets: Path, site: str, board: Board) -> Iterator[tuple[str, BoardScore]]:
    """Each page of a site that has rows, with its score."""
    for document in board_pages(sets, site):
        if gold := board.rows(document):
            yield document.ref, compare_rows(records_of(document), gold)


FOUND = 0.8
Post = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Forum:
    """How the posts of one site are selected."""

    software: str
    page: str
    post: str
    fields: Mapping[str, str]

    def threads(self, pages: Iterable[LabelledPage]) -> list[list[LabelledPage]]:
        """The pages of each thread, in order."""
        found: dict[str, dict[int, LabelledPage]] = {}
        for page in sorted(pages, key=lambda page: page.id):
            if match := re.fullmatch(self.page, page.id):
                found.setdefault(match["thread"], {}).setdefault(int(match["page"] or 1), page)
        return [[thread[number] for number in sorted(thread)] for thread in found.values()]

    def posts(self, page: LabelledPage) -> list[Post]:
        """The posts of a page."""
        document = page.document()
        shown, ends = document.index.without(("head",)), document.index.ends
        cells = {name: document.select(selector) for name, selector in self.fields.items()}
        return [
            {
                name: next((Texts(shown).lines(one) for one in ones if post < one < ends[post]), "")
                for name, ones in cells.items()
            }
            for post in document.select(self.post)
        ]


@dataclass(frozen=True, slots=True)
class ThreadScore:
    """Threads; extracted, gold and found posts; right fields of found posts; complete threads."""

    threads: int = 0
    ours: int = 0
    wanted: int = 0
    same: int = 0
    text: float = 0.0
    authors: int = 0
    dates: int = 0
    whole: int = 0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall of posts."""
        return f1_score(self.same / max(self.ours, 1), self.same / max(self.wanted, 1))

    def __add__(self, other: "ThreadScore") -> "ThreadScore":
        return ThreadScore(*map(add, astuple(self), astuple(other)))


def read_forums(selectors: Path) -> dict[str, Forum]:
    """The forum of each site, from a JSON file."""
    return {site: Forum(**about) for site, about in json.loads(selectors.read_text(encoding="utf-8")).items()}


def words_of_post(post: Post) -> str:
    """What a post quotes and says, as selectors give both in one text."""
    return "\n".join(filter(None, (post.get("quote"), post.get("text"))))


def compare_posts(row: Extraction, gold: Sequence[Post]) -> ThreadScore:
    """Scores of the posts of a thread."""
    ours = [record.texts for record in row.records]
    got, wanted = ([{"text": words_of_post(one)} for one in posts] for posts in (ours, gold))
    scores = record_scores(got, wanted, least=FOUND)
    pairs = [(ours[place], gold[post]) for place, post in scores.matches.items()]
    authors, dates = (sum(one.get(name, "") == post[name] for one, post in pairs) for name in ("author", "date"))
    in_order = list(scores.matches.items()) == [(place, place) for place in range(len(gold))]
    text = scores.fields.get("text", 0.0) * len(gold)
    return ThreadScore(1, len(ours), len(gold), len(pairs), text, authors, dates, len(ours) == len(gold) and in_order)


def thread_scores(
    forum: Forum, pages: Iterable[LabelledPage], address: str, most: int | None = None
) -> Iterator[tuple[str, ThreadScore]]:
    """The first page of each thread, with the score of the thread.

    Args:
        forum: how posts are selected.
        pages: of the site.
        address: where the site is served.
        most: threads; all if None.
    """
    with Extractor(network=NetworkSettings(fetch=True), page_type="thread", follow_pages=1000) as extractor:
        for thread in islice(forum.threads(pages), most):
            row = extractor.extract(f"{address}/{thread[0].id}")
            yield thread[0].id, compare_posts(row, [post for page in thread for post in forum.posts(page)])
