"""Threads of a mirrored forum, with all pages joined, compared with the posts that selectors name.

``Extractor`` gets the type thread, fetches the first page of each and follows the others, without a browser. Posts are
matched one to one by their texts, with a word F1 of at least 0.8; of those found, author and date are right if they are
the same.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import islice
from operator import add
from pathlib import Path

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.dom.texts import Texts
from iawce.data.network.settings import NetworkSettings
from iawce.evaluate.measures.precision_recall import f1_score
from iawce.evaluate.measures.records import record_scores
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extractor import Extractor

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
        shown, ends = document.without(("head",)), document.index.ends
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


def compare_posts(row: Extraction, gold: Sequence[Post]) -> ThreadScore:
    """Scores of the posts of a thread."""
    ours = [record.texts for record in row.records]
    got, wanted = ([{"text": one.get("text", "")} for one in posts] for posts in (ours, gold))
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
