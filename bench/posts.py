"""Posts of threads and rows of boards, compared with those that selectors name.

    python -m bench posts threads --pagetype PATH/pagetype --pagetype PATH/pagetype-more
    python -m bench posts joined PATH/data          # and --most N
    python -m bench posts boards PATH/data          # and --most N, --others

The selectors were written for each forum (``tests/pages``). ``threads``: posts that ``iawce posts`` finds on single
pages, without their type. A post is found if its text, with what it quotes, has a word F1 of at least 0.8; its author
and its date (day and time in ISO 8601) are right if they are equal. Means over pages with 95 % intervals over sites.

``joined``: whole threads of a mirrored forum, served on localhost, of type thread, from their first pages on, without a
browser. A thread is whole if it has all posts in order and no other.

``boards``: pages of a mirrored board and of the boards among the lists of the page-type corpus, of type list. A row is
found if its title and its link are those of a gold row; its counts and names are right if they are equal, times if they
are in the cell. ``--others`` counts the list pages of other sites, one of each, that are taken for boards.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice, pairwise
from pathlib import Path
from typing import Annotated

import typer

from bench.common.servers import serve_mirrors
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.labelled_page import read_pagetype
from iawce.data.errors import PageError
from iawce.data.labels import PageType
from iawce.evaluate.measures import record_scores
from iawce.extract.records.posts.page_posts import PostsSettings, extract_posts
from iawce.models.common.intervals import site_mean
from tests.known_sites.forums import (
    BoardScore,
    ThreadScore,
    board_scores,
    corpus_lists,
    read_boards,
    read_forums,
    thread_scores,
    words_of_post,
)
from tests.known_sites.mirrored_site import SUFFIX, read_mirrored_site
from tests.known_sites.site_records import records_of

SELECTORS = Path(__file__).parents[1] / "tests" / "pages"
BOARDS = SELECTORS / "board-selectors.json"
FOUND = 0.8
"""Least word F1 of the text of a post that counts as found."""
Post = Mapping[str, str]
Sets = Annotated[Path, typer.Argument(help="The folder of the page sets.")]


def threads(pagetype: Annotated[list[Path], typer.Option(help="Sets of pages with their types.")]) -> None:
    """Posts of single pages: precision and recall, right authors and dates."""
    selectors: dict[str, dict[str, str]] = json.loads((SELECTORS / "post-selectors.json").read_text(encoding="utf-8"))
    values = defaultdict[str, list[tuple[float, str]]](list)
    for folder in pagetype:
        for page in read_pagetype(folder):
            if page.label == PageType.THREAD and page.site in selectors:
                analysis = PageAnalysis.of(page.document())
                for name, value in score_page(_found(analysis), list(gold_posts(analysis, selectors[page.site]))):
                    values[name].append((value, page.site))
    print("| measure | mean | values | forums |\n| --- | --- | --- | --- |")
    for name, pairs in values.items():
        shares, sites = [value for value, _ in pairs], [site for _, site in pairs]
        print(f"| {name} | {site_mean(shares, sites)} | {len(pairs)} | {len(set(sites))} |")


def _found(analysis: PageAnalysis) -> list[Post]:
    try:
        return [record.texts for record in extract_posts(analysis, PostsSettings()).records]
    except PageError:
        return []


def gold_posts(analysis: PageAnalysis, selectors: Mapping[str, str]) -> Iterator[Post]:
    """The posts of a page: of each, the first author, date and text between where it begins and the next one.

    After ``>>`` in a selector follows the pattern of the value within the element.
    """
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


def score_page(found: list[Post], gold: list[Post]) -> Iterator[tuple[str, float]]:
    """Precision and recall of the page, and whether each field of a post that is found is right."""
    # a post of a picture alone has no text, so its date is used
    ours, wanted = ([{"text": words_of_post(one) or one.get("date", "")} for one in posts] for posts in (found, gold))
    scores = record_scores(ours, wanted, least=FOUND)
    yield "posts: precision", scores.records.precision
    yield "posts: recall", scores.records.recall
    yield "all posts and no other", float(scores.records.f1 == 1)
    for name in ("author", "date"):
        pairs = [(found[place].get(name, ""), gold[post][name]) for place, post in scores.matches.items()]
        right = [_is_right(name, said, value) for said, value in pairs if value]
        if right:
            yield f"{name}: right", sum(right) / len(right)


def _is_right(name: str, said: str, wanted: str) -> bool:
    ours, theirs = (" ".join(text.casefold().split()) for text in (said, wanted))
    return ours == theirs or (name == "date" and bool(said) and said in wanted)


def joined(sets: Sets, most: Annotated[int, typer.Option(min=1, help="Threads of a site.")] = 1000) -> None:
    """Threads of a mirrored forum, with all pages joined."""
    print(f"| site | threads | whole | posts | F1 | text | author | date |\n|{' --- |' * 8}")
    with serve_mirrors(sets / "sites") as served:
        for site, forum in read_forums(SELECTORS / "thread-selectors.json").items():
            total, pages = ThreadScore(), read_mirrored_site(sets / "sites" / f"{site}{SUFFIX}")
            (origin,) = [one.origin for one in served if one.name == site]
            for _, score in thread_scores(forum, pages, origin, most):
                total += score
            shares = (total.f1, total.text / total.wanted, total.authors / total.same, total.dates / total.same)
            cells = (site, total.threads, total.whole, total.wanted, *(f"{share:.3f}" for share in shares))
            print(f"| {' | '.join(map(str, cells))} |")


def boards(
    sets: Sets,
    most: Annotated[int, typer.Option(min=1, help="Pages of a site.")] = 1000,
    others: Annotated[bool, typer.Option("--others", help="Count the lists of other sites taken for boards.")] = False,
) -> None:
    """Rows of boards."""
    if others:
        seen, mistaken = false_boards(sets)
        print(f"{len(mistaken)} of {seen} list pages of other sites are taken for boards: {', '.join(mistaken)}")
        return
    print("| site | pages | rows | F1 | fields right, of rows found |\n| --- | --- | --- | --- | --- |")
    for site, board in read_boards(BOARDS).items():
        pages = list(islice(board_scores(sets, site, board), most))
        total = sum((score for _, score in pages), BoardScore())
        shares = ", ".join(f"{name} {total.right[name] / count:.3f}" for name, count in sorted(total.cells.items()))
        cells = f"{len(pages)} | {total.wanted:,} | {total.f1:.3f} | {shares}"
        print(f"| {site} ({board.software}) | {cells} |", flush=True)


def false_boards(sets: Path) -> tuple[int, list[str]]:
    """Number of list pages, one of each other site, and which of them are classified as boards."""
    seen = set(read_boards(BOARDS))

    def is_first(line: str) -> bool:
        page = json.loads(line)
        is_new = page["label"] == "list" and page["site"] not in seen
        seen.update([page["site"]] if is_new else [])
        return is_new

    firsts = {document.ref: records_of(document)[:1] for document in corpus_lists(sets, is_first)}
    taken = [ref for ref, rows in firsts.items() if any(row.texts.get("link", "").startswith("http") for row in rows)]
    return len(firsts), taken


COMMANDS = {"threads": threads, "joined": joined, "boards": boards}
