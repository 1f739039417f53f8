"""How well the pages of a site are clustered by their structure: our clustering and those of other papers.

    python -m bench site_clusters --pagetype PATH/pagetype --sites PATH/sites --kinds PATH/page-kinds-stackoverflow

Precision, recall and F1 over all pairs of pages of one site: in one cluster, and of one kind. Kinds are those of Stack
Overflow's pages, and the page types of the mirrors and of the sites of the corpus; a page type has several templates on
most. ``CHOSEN`` sites of the corpus, on which constants were chosen, are left out; ``--choose`` measures them alone and
lists thresholds of the tree edit distance. Milliseconds are the CPU time for clustering a parsed page.

``--order`` shows the effect of the order of the pages: mean and least F1 over ``SHUFFLES`` shuffled orders, and the
mean F1 by which their clusters agree with those of the order given.
"""

import random
import time
from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from bench.common.site_gold import opened
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.datasets.mirrored_site import SUFFIX, read_mirrored_site
from iawce.data.datasets.pagetype import read_pagetype
from iawce.data.document import Document, open_document
from iawce.data.page import Page
from iawce.evaluate.measures.locating import pairwise_scores
from iawce.evaluate.systems.clusterings import CLUSTERINGS, Clustering
from iawce.evaluate.systems.tree_edit import cluster_pages, likeness, shallow_tree
from iawce.models.common.intervals import Mean, site_mean

CHOSEN, SEED, SHUFFLES = 40, 0, 10
OURS = ("iawce", "iawce, paper")
Site = list[tuple[Document, str]]
"""Pages with their kinds."""
Sets = Mapping[str, Mapping[str, Site]]
"""Sites by name, by the name of their set."""


def main(
    pagetype: Annotated[Path, typer.Option(help="The page-type corpus.")],
    sites: Annotated[Path, typer.Option(help="Folder of the mirrored sites.")],
    kinds: Annotated[Path, typer.Option(help="Stack Overflow's pages.")],
    choose: Annotated[bool, typer.Option("--choose", help="Thresholds of the tree edit distance.")] = False,
    order: Annotated[bool, typer.Option("--order", help="Measure the effect of the order of the pages.")] = False,
) -> None:
    corpus = read_corpus(pagetype)
    chosen = set(random.Random(SEED).sample(sorted(corpus), CHOSEN))
    if choose:
        compare({f"{CHOSEN} sites": {site: corpus[site] for site in sorted(chosen)}}, by_thresholds())
        return
    sets: dict[str, dict[str, Site]] = {"Stack Overflow": {"": read_kinds(kinds)}}
    sets |= {
        path.name.removesuffix(SUFFIX): {"": site_of(read_mirrored_site(path))}
        for path in sorted(sites.glob(f"*{SUFFIX}"))
    }
    sets[f"{len(corpus) - CHOSEN} sites"] = {site: pages for site, pages in corpus.items() if site not in chosen}
    (show_order if order else compare)(sets, CLUSTERINGS)


def by_thresholds() -> dict[str, Clustering]:
    """Clusterings by tree edit distance for several thresholds; no pair is compared twice."""
    tree, measure = cache(lambda page: shallow_tree(page.index)), cache(likeness)

    def cluster(pages: Sequence[Document], like: float) -> list[int]:
        return cluster_pages([tree(page) for page in pages], like, measure)

    likes = [number / 20 for number in range(10, 20)]
    return {f"tree edit distance, {like}": partial(cluster, like=like) for like in likes}


def read_kinds(folder: Path) -> Site:
    return [(open_document(page.page), page.type) for page in read_gold("kinds", folder)]


def read_corpus(root: Path) -> dict[str, Site]:
    """Sites with several pages."""
    sites: dict[str, list[LabelledPage]] = {}
    for page in read_pagetype(root):
        sites.setdefault(page.site, []).append(page)
    found = {site: site_of(pages) for site, pages in sites.items()}
    return {site: pages for site, pages in found.items() if len(pages) > 1}


def site_of(pages: list[LabelledPage]) -> Site:
    """The site with the pages that can be read."""
    found = ((opened(Page(page.id, body=page.html)), page.label) for page in pages)
    return [(document, label) for document, label in found if document]


def compare(sets: Sets, systems: Mapping[str, Clustering]) -> None:
    print("| pages | system | clusters | precision | recall | F1 | mean F1 of sites | ms a page |")
    print(f"|{' --- |' * 8}")
    for name, sites in sets.items():
        gold = [(site, kind) for site, pages in sites.items() for _, kind in pages]
        for system, cluster in systems.items():
            started = time.process_time()
            found = {site: cluster([page for page, _ in pages]) for site, pages in sites.items()}
            spent = 1000 * (time.process_time() - started) / len(gold)
            numbers = [(site, number) for site, each in found.items() for number in each]
            scores = pairwise_scores(numbers, gold)
            figures = " | ".join(f"{value:.3f}" for value in (*scores, scores.f1))
            mean = mean_f1(sites, found) if len(sites) > 1 else ""
            print(f"| {name} | {system} | {len(set(numbers))} | {figures} | {mean} | {spent:.1f} |", flush=True)


def mean_f1(sites: Mapping[str, Site], found: Mapping[str, list[int]]) -> Mean:
    """Mean F1 over sites."""
    scores = [pairwise_scores(found[site], [kind for _, kind in pages]).f1 for site, pages in sites.items()]
    return site_mean(scores, list(sites))


def show_order(sets: Sets, systems: Mapping[str, Clustering]) -> None:
    print("| pages | system | F1 | F1, shuffled | least | agreement |\n| --- | --- | --- | --- | --- | --- |")
    for name, sites in sets.items():
        gold = [(site, kind) for site, pages in sites.items() for _, kind in pages]
        for system in OURS:
            given = clusters_of(sites, systems[system], None)
            shuffled = [clusters_of(sites, systems[system], random.Random(seed)) for seed in range(SHUFFLES)]
            scores = [pairwise_scores(numbers, gold).f1 for numbers in (given, *shuffled)]
            agreement = np.mean([pairwise_scores(numbers, given).f1 for numbers in shuffled])
            figures = (scores[0], np.mean(scores[1:]), min(scores[1:]), agreement)
            print(f"| {name} | {system} | {' | '.join(f'{value:.3f}' for value in figures)} |", flush=True)


def clusters_of(sites: Mapping[str, Site], cluster: Clustering, chance: random.Random | None) -> list[tuple[str, int]]:
    """Site and cluster of each page, with the pages in random order."""
    found: list[tuple[str, int]] = []
    for site, pages in sites.items():
        order = list(range(len(pages)))
        if chance:
            chance.shuffle(order)
        numbers = dict(zip(order, cluster([pages[place][0] for place in order]), strict=True))
        found += [(site, numbers[place]) for place in range(len(pages))]
    return found
