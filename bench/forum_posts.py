"""Posts of threads as records, found without labels: how many are found, and how often each field is right.

    python -m bench forum_posts --forum PATH/forum-posts --predictions runs/blocks/predictions.jsonl

The text of a post is the part that the block model classifies as main content, with probabilities of models that were
trained on no page of the site (``predictions.jsonl`` of its training). Dates, authors and addresses use no model. Hosts
are split in two, alternating by name: rules are chosen on half A and measured on half B. A post is found if its text
has a word F1 of at least 0.8; fields are those of posts that are found. ``--wrong N`` prints up to N missed or surplus
posts and wrong fields of each page of the half ``--half``.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bench.common.unseen import Predictions, UnseenPage, read_predictions
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.network.address import join
from iawce.data.text.times import iso_times
from iawce.evaluate.measures.records import RIGHT, RecordScores, record_scores
from iawce.evaluate.measures.texts import word_scores
from iawce.extract.records.posts.posts import find_posts
from iawce.models.common.intervals import site_mean
from iawce.scripts.console import say

FOUND = 0.8
"""Least word F1 of the text of a post that counts as found."""
HALVES = {"A": (0,), "B": (1,), "both": (0, 1)}
Texts = list[dict[str, str]]
Value = tuple[str, float]
Scored = list[tuple[float, str]]
"""Values with the hosts of their pages."""


@dataclass(frozen=True, slots=True)
class Read:
    """The extracted and the gold posts of a page, and their matches, by text alone."""

    got: Texts
    gold: Texts
    found: RecordScores

    @property
    def ours(self) -> dict[int, dict[str, str]]:
        """Extracted posts by the number of the matching gold post."""
        return {j: self.got[i] for i, j in self.found.matches.items()}


def main(
    forum: Annotated[Path, typer.Option(help="The set of forum posts.")],
    predictions: Predictions,
    half: Annotated[str, typer.Option(help="Hosts whose errors are printed: of half A, of half B, or both.")] = "both",
    wrong: Annotated[int, typer.Option(min=0, help="Wrong posts and fields to print of each page.")] = 0,
) -> None:
    """Print precision and recall of posts, and word F1 and share of right values of each field, 95 % intervals."""
    unseen = read_predictions(predictions, "forum")
    values: dict[str, Scored] = defaultdict(list)
    pages = read_gold("forum", forum)
    half_of = {site: number % 2 for number, site in enumerate(sorted({page.site for page in pages}))}
    for page in pages:
        read = _read(UnseenPage(page, unseen[page.id]))
        for name, value in _scores(read):
            values[name].append((value, page.site))
        for line in list(_wrong(read))[:wrong] if half_of[page.site] in HALVES[half] else ():
            say(f"{page.site} {page.id}: {line}")
    say("| what | half A | half B | both | values |\n| --- | --- | --- | --- | --- |")
    for name, scored in values.items():
        means = [_mean([pair for pair in scored if half_of[pair[1]] in halves]) for halves in HALVES.values()]
        say(f"| {name} | {' | '.join(means)} | {len(scored):,} |")


def _mean(scored: Scored) -> str:
    return str(site_mean([value for value, _ in scored], [host for _, host in scored])) if scored else "–"


def _read(page: UnseenPage) -> Read:
    got, base = _posts(page), page.analysis.document.base_url
    gold = [
        {name: (name.endswith("link") and join(base, value)) or value for name, value in record.items()}
        for record in page.gold.records
    ]
    ours, wanted = ([{"text": record.get("text", "")} for record in records] for records in (got, gold))
    return Read(got, gold, record_scores(ours, wanted, least=FOUND))


def _posts(page: UnseenPage) -> Texts:
    posts = find_posts(page.analysis, page.subset)
    links = [{f"{name}_link": field.link for name, field in post.fields.items() if field} for post in posts]
    return [link | post.texts for link, post in zip(links, posts, strict=True)]


def _scores(read: Read) -> Iterator[Value]:
    """Scores of a page and of each gold value of the posts that are found."""
    yield "posts: precision", read.found.records.precision
    yield "posts: recall", read.found.records.recall
    for j, ours in read.ours.items():
        for name, wanted in read.gold[j].items():
            if wanted:
                f1 = word_scores(ours.get(name, ""), wanted).f1
                yield from ((f"{name}: word F1", f1), (f"{name}: right", float(f1 >= RIGHT)))
        if day := iso_times([[read.gold[j].get("date", "")]])[0][:10]:
            yield "date: same day in ISO 8601", float(ours.get("date_iso", "")[:10] == day)


def _wrong(read: Read) -> Iterator[str]:
    for j, wanted in enumerate(read.gold):
        ours = read.ours.get(j, {})
        if not ours:
            yield f"post {j} missed: {wanted.get('text', '')[:200]!r}"
        for name in wanted if ours else ():
            if name != "text" and word_scores(ours.get(name, ""), wanted[name]).f1 < RIGHT:
                yield f"post {j} {name}: {ours.get(name, '')!r} instead of {wanted[name]!r}"
    for i, ours in enumerate(read.got):
        if i not in read.found.matches:
            yield f"record {i} too much: {ours['text'][:200]!r}"
