"""Threads of a mirrored forum, all pages of each joined, against the posts that selectors name.

    python -m bench mirrored_threads PATH_OF_THE_PAGE_SETS

The selectors stand in ``tests/pages/thread-selectors.json``. The mirror is served on localhost; ``Extractor`` gets
the type thread, fetches the first page of each and follows the others, without a browser. Posts are matched one
to one by their texts, with a word F1 of at least 0.8; of those found, author and date are right if they are the same.
"""

import json
import re
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from bench.common.served import served
from iawce.data.document import Document
from iawce.data.network.settings import NetworkSettings
from iawce.data.reading.texts import Texts
from iawce.evaluate.measures.precision_recall import f1_score
from iawce.evaluate.measures.records import record_scores
from iawce.extract import Extraction, Extractor

SELECTORS = Path(__file__).resolve().parent.parent / "tests" / "pages" / "thread-selectors.json"
FOUND = 0.8
Post = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Forum:
    """How the posts of one site are selected."""

    software: str
    page: str
    post: str
    fields: Mapping[str, str]

    def threads(self, folder: Path) -> dict[str, list[Path]]:
        """The pages of each thread, in order."""
        found: dict[str, dict[int, Path]] = {}
        for path in sorted(folder.glob("*.html")):
            if match := re.fullmatch(self.page, path.name):
                found.setdefault(match["thread"], {}).setdefault(int(match["page"] or 1), path)
        return {thread: [pages[number] for number in sorted(pages)] for thread, pages in found.items()}

    def posts(self, path: Path) -> list[Post]:
        """The posts of a page."""
        document = Document(path.name, html=path.read_text(encoding="utf-8", errors="replace"))
        shown, ends = document.without(("head",)), document.index.ends
        cells = {name: document.select(selector) for name, selector in self.fields.items()}
        return [
            {
                name: next((Texts(shown).lines(one) for one in ones if post < one < ends[post]), "")
                for name, ones in cells.items()
            }
            for post in document.select(self.post)
        ]


@dataclass(slots=True)
class Score:
    """Threads; posts of ours, that there are, and that are found; of these the right fields; threads that are whole."""

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

    def add(self, row: Extraction, gold: Sequence[Post]) -> None:
        """Count one thread."""
        ours = [record.texts for record in row.records]
        got, wanted = ([{"text": one.get("text", "")} for one in posts] for posts in (ours, gold))
        scores = record_scores(got, wanted, least=FOUND)
        self.threads += 1
        self.ours += len(ours)
        self.wanted += len(gold)
        self.same += len(scores.matches)
        self.text += scores.fields.get("text", 0.0) * len(gold)
        for place, post in scores.matches.items():
            self.authors += ours[place].get("author", "") == gold[post]["author"]
            self.dates += ours[place].get("date", "") == gold[post]["date"]
        in_order = list(scores.matches.items()) == [(place, place) for place in range(len(gold))]
        self.whole += len(ours) == len(gold) and in_order

    def __str__(self) -> str:
        return (
            f"{self.threads} threads, {self.wanted} posts, {self.ours} found, F1 {self.f1:.3f}; text "
            f"{self.text / self.wanted:.3f}, author {self.authors / self.same:.3f}, date {self.dates / self.same:.3f}; "
            f"{self.whole} threads with all posts in order and no other"
        )


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder."""

    def log_message(self, *_: object) -> None:
        return


@contextmanager
def mirror(sets: Path, site: str) -> Iterator[tuple[Path, str]]:
    """The folder of a mirrored site, and its address."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(sets / "sites" / f"{site}.tar.xz") as opened:
            opened.extractall(folder, filter="data")
        root = Path(folder) / site
        with served(partial(Quiet, directory=str(root))) as address:
            yield root, address


def measure(sets: Path, site: str, most: int = 1000, *, show: bool = False) -> Score:
    """What is found of the threads of a site."""
    forum, score = Forum(**json.loads(SELECTORS.read_text(encoding="utf-8"))[site]), Score()
    with (
        mirror(sets, site) as (root, address),
        Extractor(network=NetworkSettings(fetch=True), page_type="thread", follow_pages=1000) as extractor,
    ):
        for pages in islice(forum.threads(root).values(), most):
            before, gold = score.same, [post for page in pages for post in forum.posts(page)]
            row = extractor.extract(f"{address}/{pages[0].name}")
            score.add(row, gold)
            if show and not len(gold) == len(row.records) == score.same - before:
                print(f"  {pages[0].name}: {len(gold)} posts, {len(row.records)} found, {score.same - before} the same")
    return score


def main(
    sets: Annotated[Path, typer.Argument(help="The folder of the page sets.")],
    most: Annotated[int, typer.Option(min=1, help="Threads of a site.")] = 1000,
    show: Annotated[bool, typer.Option("--show", help="Name each thread that is not right.")] = False,
) -> None:
    for site in json.loads(SELECTORS.read_text(encoding="utf-8")):
        print(f"{site}: {measure(sets, site, most, show=show)}")
