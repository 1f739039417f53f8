"""Posts that ``iawce posts`` finds on threads of forums, compared with those that selectors name.

    python -m bench selected_posts --pagetype PATH/pagetype --pagetype PATH/pagetype-more

The selectors were written for each forum (``tests/pages/post-selectors.json``): the beginning of a post, and the first
author, date and text between it and the next one; after ``>>`` follows the pattern of the value within an element. The
page type is not given. A post is found if its text has a word F1 of at least 0.8; author and date are those of posts
that are found, right if they are equal (dates: the same day and time in ISO 8601). Means over pages with 95 % intervals
over sites. ``--wrong N`` prints up to N missed or surplus posts and wrong fields of each page.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.pagetype import read_pagetype
from iawce.data.errors import PageError
from iawce.data.labels import PageType
from iawce.evaluate.measures.records import record_scores
from iawce.extract.records.posts.page_posts import PostsSettings, extract_posts
from iawce.models.common.intervals import site_mean
from iawce.scripts.console import say

SELECTORS = Path(__file__).resolve().parent.parent / "tests" / "pages" / "post-selectors.json"
FOUND = 0.8
"""Least word F1 of the text of a post that counts as found."""
Post = Mapping[str, str]


def main(
    pagetype: Annotated[list[Path], typer.Option(help="Sets of pages with their types.")],
    only: Annotated[str, typer.Option(help="Only this site; default: all.")] = "",
    wrong: Annotated[int, typer.Option(min=0, help="Wrong posts and fields to print of each page.")] = 0,
) -> None:
    """Print precision and recall of posts, and the share of right authors and dates, with 95 % intervals."""
    selectors: dict[str, dict[str, str]] = json.loads(SELECTORS.read_text(encoding="utf-8"))
    values = defaultdict[str, list[tuple[float, str]]](list)
    for folder in pagetype:
        for page in read_pagetype(folder):
            if page.label == PageType.THREAD and page.site in selectors and only in ("", page.site):
                analysis = PageAnalysis.of(page.document())
                score = _Score(_found(analysis), list(gold_posts(analysis, selectors[page.site])))
                for name, value in score.values():
                    values[name].append((value, page.site))
                for line in list(score.wrong())[:wrong]:
                    say(f"{page.id}: {line}")
    say("| measure | mean | values | forums |\n| --- | --- | --- | --- |")
    for name, pairs in values.items():
        shares, sites = [value for value, _ in pairs], [site for _, site in pairs]
        mean, low, high = site_mean(shares, sites)
        say(f"| {name} | {mean:.3f} ({low:.3f}–{high:.3f}) | {len(pairs)} | {len(set(sites))} |")


def _found(analysis: PageAnalysis) -> list[Post]:
    try:
        return [record.texts for record in extract_posts(analysis, PostsSettings()).records]
    except PageError:
        return []


def gold_posts(analysis: PageAnalysis, selectors: Mapping[str, str]) -> Iterator[Post]:
    """The posts of a page: of each, the first author, date and text between where it begins and the next one."""
    document, kept = analysis.document, analysis.shown.kept
    starts = [number for number in document.select(selectors["post"]) if kept[number]]
    for start, end in pairwise([*starts, len(analysis.index)]):
        post = dict[str, str]()
        for name in ("author", "date", "text"):
            selector, _, pattern = selectors[name].partition(" >> ")
            inside = (number for number in document.select(selector) if start <= number < end and kept[number])
            texts = [analysis.texts.lines(number) for number in inside]
            matches = (re.search(pattern or r"(?s)(.+)", text) for text in texts)
            post[name] = next((match[1].strip() for match in matches if match), "")
        if post["text"] != post["author"]:  # an advert that a forum shows as a post
            yield post


class _Score:
    def __init__(self, found: list[Post], gold: list[Post]) -> None:
        self.found, self.gold = found, gold
        ours, wanted = (
            [{"text": post.get("text") or post.get("date", "")} for post in posts] for posts in (found, gold)
        )
        self.scores = record_scores(ours, wanted, least=FOUND)

    def values(self) -> Iterator[tuple[str, float]]:
        """Precision and recall of the page, and whether each field of a post that is found is right."""
        yield "posts: precision", self.scores.records.precision
        yield "posts: recall", self.scores.records.recall
        yield "all posts and no other", float(self.scores.records.f1 == 1)
        for name in ("author", "date"):
            right = [
                self._is_right(place, post, name)
                for place, post in self.scores.matches.items()
                if self.gold[post][name]
            ]
            if right:
                yield f"{name}: right", sum(right) / len(right)

    def _is_right(self, place: int, post: int, name: str) -> bool:
        ours, wanted = self.found[place].get(name, ""), self.gold[post][name]
        return _same(ours) == _same(wanted) or (name == "date" and bool(ours) and ours in wanted)

    def wrong(self) -> Iterator[str]:
        """Missing, surplus and wrong posts and fields."""
        for post, wanted in enumerate(self.gold):
            if post not in self.scores.matches.values():
                yield f"post {post} missed: {wanted['text'][:120]!r}"
        for place, ours in enumerate(self.found):
            if place not in self.scores.matches:
                yield f"record {place} too much: {ours.get('text', '')[:120]!r}"
        for place, post in self.scores.matches.items():
            for name in ("author", "date"):
                if self.gold[post][name] and not self._is_right(place, post, name):
                    yield f"post {post} {name}: {self.found[place].get(name)!r} instead of {self.gold[post][name]!r}"


def _texts(posts: list[Post]) -> list[Post]:
    """Texts by which posts are matched; a post of a picture alone has none, so its date is used."""
    return [{"text": post.get("text") or post.get("date", "")} for post in posts]


def _same(text: str) -> str:
    return " ".join(text.casefold().split())
