"""Templates for forums learned without any label from one page of each host, and what they take out of others.

    python bench/forum_templates.py --forum PATH/forum-posts

The first page of each host teaches (templates of all hosts in one file, as ``iawce forum learn`` writes it), the second
is extracted, then the other way round. ``--software``: the pages of one half of the hosts teach, those of the other
half that have the same software are extracted: sites that no template was learned from. Each row: pages; those that fit
a template, and of these precision and recall of posts (text F1 of at least 0.8), word F1 of date and of author in
posts that are found; the same of the way without templates on the same pages. Text and fields of both use the shipped
block model, which knows these pages. Intervals: 95 %, bootstrap over hosts. ``--unfit`` prints why a page fits none.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import Document
from iawce.data.open_document import open_document
from iawce.data.reading.software import recognise
from iawce.data.reading.visibility import undrawn_elements
from iawce.evaluate.measures.records import record_scores
from iawce.evaluate.measures.word_overlap import word_scores
from iawce.extract.content.content import Record
from iawce.extract.content.methods import METHODS
from iawce.extract.records.posts.posts import find_posts
from iawce.extract.templates.forum.forum_templates import ForumTemplates, learn_templates
from iawce.extract.templates.forum.hk_clusters import page_distances, record_features
from iawce.models.common.intervals import site_mean
from iawce.scripts.console import say

FOUND = 0.8
FIELDS = ("date", "author")
Scores = dict[str, list[tuple[float, str]]]


@dataclass(frozen=True)
class Thread:
    """A page with its gold posts."""

    gold: GoldPage
    document: Document

    @cached_property
    def software(self) -> str:
        """Its name, empty if unknown."""
        found = recognise(self.document)
        return found.name if found else ""

    @cached_property
    def posts(self) -> Sequence[Record]:
        """Its posts without any template."""
        method = METHODS["segmentation"]
        return find_posts(self.document, method.extract(self.document, method.settings.default()).subset)


def main(
    forum: Annotated[Path, typer.Option(help="The set of forum posts.")],
    software: Annotated[bool, typer.Option(help="Teach on half of the hosts, extract the others.")] = False,
    unfit: Annotated[bool, typer.Option(help="Print the pages that fit no template, and why.")] = False,
) -> None:
    """Print a row for templates and one for the same pages without."""
    threads = [_open(page) for page in read_gold("forum", forum)]
    scores: dict[str, Scores] = {"templates": defaultdict(list), "without": defaultdict(list)}
    for teachers, pupils in _halves(threads, by_host=software):
        templates = learn_templates([one.document for one in teachers], {})
        known = {one.software for one in templates.templates}
        for one in pupils:
            if not software or one.software in known - {""}:
                _count(one, templates, scores, unfit=unfit)
    for name, values in scores.items():
        lists = {value: tuple(zip(*pairs, strict=True)) for value, pairs in values.items()}
        means = {value: (site_mean(list(f1), list(at)), len(f1)) for value, (f1, at) in lists.items()}
        cells = [f"{value} {mean} of {count}" for value, (mean, count) in means.items()]
        say(f"| {name} | {' | '.join(cells)} |")


def _count(one: Thread, templates: ForumTemplates, scores: dict[str, Scores], *, unfit: bool) -> None:
    """Add the scores of a page."""
    found = templates.extract(one.document)
    scores["templates"]["fit"].append((float(found is not None), one.gold.site))
    if found is None and unfit:
        say(_why(one, templates))
    for name, posts in (("templates", found[1]), ("without", one.posts)) if found else ():
        for value, score in _scores(one.gold, posts):
            scores[name][value].append((score, one.gold.site))


def _open(page: GoldPage) -> Thread:
    document = open_document(page.page)
    document.hidden = undrawn_elements(document)
    return Thread(page, document)


def _halves(threads: Sequence[Thread], *, by_host: bool) -> Iterator[tuple[list[Thread], list[Thread]]]:
    """Pages that teach and pages that are extracted, either way: pages of a host, or hosts in the order of names."""
    hosts = sorted({one.gold.site for one in threads})
    seen = set[str]()
    first, second = list[Thread](), list[Thread]()
    for one in threads:
        is_first = hosts.index(one.gold.site) % 2 == 0 if by_host else one.gold.site not in seen
        (first if is_first else second).append(one)
        seen.add(one.gold.site)
    yield first, second
    yield second, first


def _scores(page: GoldPage, posts: Iterable[Record]) -> Iterator[tuple[str, float]]:
    got = [post.texts for post in posts]
    ours, gold = ([{"text": one.get("text", "")} for one in records] for records in (got, page.records))
    found = record_scores(ours, gold, least=FOUND)
    yield from (("precision", found.records.precision), ("recall", found.records.recall))
    for place, j in found.matches.items():
        for name in FIELDS:
            if wanted := page.records[j].get(name):
                yield name, word_scores(got[place].get(name, ""), wanted).f1


def _why(one: Thread, templates: ForumTemplates) -> str:
    rows = templates.locate(one.document)
    features = record_features(one.document, rows)
    distances = page_distances([features, *(template.features for template in templates.templates)])[0, 1:]
    near = templates.templates[int(distances.argmin())]
    return (
        f"{one.gold.site} {one.gold.id}: {len(rows)} records of {len(one.gold.records)}, {len(features)} features; "
        f"{distances.min():.2f} from {near.medoid} ({near.software})"
    )


if __name__ == "__main__":
    typer.run(main)
