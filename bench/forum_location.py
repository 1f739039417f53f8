"""Outcomes A to E of locating records: ours, the paper's constants, a library learned from other hosts, and MDR.

    python -m bench forum_location --forum PATH/forum-posts --wcxb PATH/wcxb-dev.tar.xz \
        --predictions runs/blocks/predictions.jsonl

Pages with several records are the threads of the set (58 of 29 hosts; nodes right: A, wrong: B, none: C); pages without
are the documentation and service pages of WCXB, where nothing (D) or something (E) is found. A record node is right if
it alone contains the text of one gold post, and no text of another post. Content comes from the block model, with
probabilities of models that were trained on no page of the site. The library of a host is learned from the pages of all
others: patterns of at least two hosts.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Self

import numpy as np
import typer
from numpy.typing import NDArray

from bench.common.unseen import Predictions, UnseenPage, read_predictions
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.dom.element_index import DomMask
from iawce.data.labels import FineType
from iawce.evaluate.known_sites.labelled_threads import record_nodes
from iawce.evaluate.measures.locating import OUTCOMES, Outcome, count_outcomes, outcome
from iawce.evaluate.systems.mdr import find_regions
from iawce.extract.records.posts.posts import locate_posts
from iawce.extract.records.posts.record_location import LocationSettings, locate_records
from iawce.extract.templates.forum.location_library import LocationLibrary
from iawce.scripts.console import say

NOISE = (FineType.DOCUMENTATION, FineType.SERVICE)
HOSTS = 2
"""Least number of hosts on which a pattern must occur."""
PAPER, OURS = LocationSettings.paper(), LocationSettings.default()


@dataclass(frozen=True, slots=True)
class Opened:
    """A page with its content, and the nodes of its gold posts, none if it has no posts."""

    gold: GoldPage
    analysis: PageAnalysis
    content: DomMask
    nodes: tuple[Unit, ...]

    @classmethod
    def of(cls, gold: GoldPage, probabilities: NDArray[np.float64]) -> Self:
        """The page with the content that the block model chooses."""
        page = UnseenPage(gold, probabilities)
        posts = [record for record in gold.records if record.get("text")]
        nodes = tuple(map(tuple, record_nodes(page.analysis.document, posts))) if len(posts) > 1 else ()
        return cls(gold, page.analysis, page.subset, nodes)


Locate = Callable[[Opened], Iterable[Unit]]


def main(
    forum: Annotated[Path, typer.Option(help="The set of forum posts.")],
    wcxb: Annotated[Path, typer.Option(help="WCXB: pages without posts, and threads to learn a library from.")],
    predictions: Predictions,
) -> None:
    """Print how many pages have each outcome, the share of A and D, and that of B and E."""
    unseen = {name: read_predictions(predictions, name) for name in ("forum", "wcxb")}
    threads = [Opened.of(page, unseen["forum"][page.id]) for page in read_gold("forum", forum)]
    others = [page for page in read_gold("wcxb", wcxb) if page.id in unseen["wcxb"]]
    noise = [Opened.of(page, unseen["wcxb"][page.id]) for page in others if page.type in NOISE]
    more = [Opened.of(page, unseen["wcxb"][page.id]) for page in others if page.type == FineType.FORUM]
    hosts = _patterns([*threads, *more])
    outcomes = " | ".join(OUTCOMES)
    say(f"| system | {outcomes} | A + D | B + E |\n| --- |{' --- |' * (len(OUTCOMES) + 2)}")
    for name, locate in _systems(hosts):
        reached = [_outcome(page, list(locate(page))) for page in (*threads, *noise)]
        found = count_outcomes(reached)
        counts = " | ".join(str(found.counts[one]) for one in OUTCOMES)
        say(f"| {name} | {counts} | {found.quality:.3f} | {found.harmful:.3f} |")


def _systems(hosts: dict[str, LocationLibrary]) -> Iterator[tuple[str, Locate]]:
    yield "posts as `extract` gives them", lambda page: locate_posts(page.analysis, page.content).records
    yield "library of other hosts, else these", partial(_with_library, hosts)
    yield "library of other hosts alone", partial(_library_alone, hosts)
    yield "location alone, default", lambda page: _rows(locate_records(page.analysis, OURS, page.content))
    yield "location alone, as printed", lambda page: _rows(locate_records(page.analysis, PAPER))
    yield "MDR", _mdr


def _rows(located: object) -> Iterable[Unit]:
    return getattr(located, "units", ())


def _mdr(page: Opened) -> Iterable[Unit]:
    words = page.analysis.document.body.words
    regions = find_regions(page.analysis.document)
    best = max(regions, key=lambda one: sum(int(words[n]) for row in one.records for n in row), default=None)
    return best.records if best else ()


def _patterns(pages: Iterable[Opened]) -> dict[str, LocationLibrary]:
    """The library of each host."""
    found: dict[str, LocationLibrary] = defaultdict(LocationLibrary)
    for page in pages:
        found[page.gold.site].add(page.analysis, OURS, page.content)
    return found


def _joined(hosts: dict[str, LocationLibrary], without: str) -> LocationLibrary:
    """Patterns that occur on several hosts; ``support`` counts hosts."""
    counts = Counter(locator for host, library in hosts.items() if host != without for locator in library.support)
    return LocationLibrary(Counter({one: count for one, count in counts.items() if count >= HOSTS}), len(hosts))


def _with_library(hosts: dict[str, LocationLibrary], page: Opened) -> Iterable[Unit]:
    known = list(_library_alone(hosts, page))
    return known if len(known) > 1 else locate_posts(page.analysis, page.content).records


def _library_alone(hosts: dict[str, LocationLibrary], page: Opened) -> Iterable[Unit]:
    found = _joined(hosts, page.gold.site).find(page.analysis)
    return [(number,) for number in sorted({*found["record"], *found["main_post"]})]


def _outcome(page: Opened, rows: list[Unit]) -> Outcome:
    if not page.gold.records:
        return outcome(rows, ())
    index, found = page.analysis.document.index, list[int]()
    for place, row in enumerate(rows):
        held = [j for j, scope in enumerate(page.nodes) if any(_meet(index.ends, a, b) for a in row for b in scope)]
        found.append(held[0] if len(held) == 1 and held[0] not in found else -1 - place)
    return outcome(found, range(len(page.gold.records)) if page.nodes else (-1, -2))


def _meet(ends: np.ndarray, one: int, other: int) -> bool:
    """Whether one element is or contains the other."""
    return bool(one <= other < ends[one] or other <= one < ends[other])
