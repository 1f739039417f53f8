"""Templates of a site beside what their paper compares itself with, and with clusters beside without, site by site.

    python -m bench.site_comparison --pagetype PATH/pagetype --sites PATH/sites

Pages, gold, folds and measures are those of ``bench/site_templates.py``. Tag path ratios see each page alone. By tree
edit distance, the content of a page is what does not stand on half of the pages of its cluster in other folds; without
three of these it is the densest block. The second table has, for the paper's templates (link density turned round) and
for ours, the sites on which a template is worse, as good (word F1 within ``SAME``) and better than what chose the block
that pages vote for, and names those where it is worse.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from bench.site_templates import DEFAULT, FOLDS, INVERTED, Known, Scores, Sites, by_templates, gold_sites, score, show
from iawce.data.document import Document
from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.evaluate.systems.clusterings import cluster_by_tree_edits
from iawce.evaluate.systems.tag_path_ratios import content_by_paths
from iawce.extract.content.content import Content
from iawce.extract.content.density import DensitySettings
from iawce.extract.content.method import MethodSettings
from iawce.extract.content.methods import METHODS

SAME = 0.005
SMALLEST = 3
"""Pages of a cluster whose texts are compared."""
TITLES = {"density": "density, link density turned round", "segmentation": "block model"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pagetype", type=Path, required=True)
    parser.add_argument("--sites", type=Path, required=True)
    parser.add_argument("--only", choices=["ratios", "edits", "templates"], help="a part of the rows")
    arguments = parser.parse_args()
    sites = dict(gold_sites(arguments.pagetype, arguments.sites))
    names = [name for name, pages in sites.items() for _, gold in pages if gold]
    print("| system | word F1 | right | by a template |\n| --- | --- | --- | --- |")
    if arguments.only in (None, "ratios"):
        for name, extended in (("tag path ratios", True), ("tag path ratios, characters alone", False)):
            show(name, names, [by_paths(page, extended=extended) for page in with_gold(sites)])
    if arguments.only in (None, "edits"):
        show("tree edit distance", names, [found for pages in sites.values() for found in by_tree_edits(pages)])
    if arguments.only in (None, "templates"):
        show_templates(sites, names)


def show_templates(sites: Sites, names: Sequence[str]) -> None:
    """Templates and what their pages voted by, and how they compare site by site."""
    printed = INVERTED, "density", INVERTED.density
    ours = DEFAULT, "segmentation", METHODS["segmentation"].settings.default()
    rows = []
    for name, (settings, method, constants) in {"templates, paper, turned round": printed, "templates": ours}.items():
        alone = [by_method(page, method, constants) for page in with_gold(sites)]
        templates = [found for pages in sites.values() for found in by_templates(pages, settings)]
        show(TITLES[method], list(names), alone)
        show(name, list(names), templates)
        rows.append(compare(f"{name} | {TITLES[method]}", names, templates, alone))
    print("\n| with clusters | without | worse | as good | better | where worse |")
    print("\n".join(["| --- | --- | --- | --- | --- | --- |", *rows]))


def with_gold(sites: Sites) -> Iterator[Known]:
    return (page for pages in sites.values() for page in pages if page[1])


def by_method(page: Known, method: str, settings: MethodSettings | DensitySettings) -> Scores:
    return score(METHODS[method].extract(PageReading(page[0]), settings), page[1], by_template=False)


def by_paths(page: Known, *, extended: bool) -> Scores:
    return score(Content((0,), content_by_paths(page[0], extended=extended)), page[1], by_template=False)


def by_tree_edits(pages: list[Known]) -> Iterator[Scores]:
    """Scores of the pages with gold, each by what the pages of its cluster in other folds have in common."""
    clusters = cluster_by_tree_edits([document for document, _ in pages])
    for place, (document, gold) in enumerate(pages):
        if gold:
            others = (n for n in range(len(pages)) if n % FOLDS != place % FOLDS and clusters[n] == clusters[place])
            alike = [pages[number][0] for number in others]
            yield score(varying(document, alike), gold, by_template=len(alike) >= SMALLEST)


def varying(document: Document, alike: Sequence[Document]) -> Content:
    """The body without the texts that stand on half of the pages like it; the densest block without enough pages."""
    if len(alike) < SMALLEST:
        return METHODS["density"].extract(PageReading(document), DensitySettings())
    counts = Counter(text for page in alike for text in set(page.text_blocks.texts))
    blocks = document.text_blocks
    repeated = np.array([2 * counts[text] >= len(alike) for text in blocks.texts], bool)
    kept = document.body.pieces.copy()
    kept[blocks.pieces[repeated[blocks.block_of_piece]]] = False
    return Content((0,), Subset(document.index, document.body.kept, kept))


def compare(name: str, sites: Sequence[str], ours: Sequence[Scores], theirs: Sequence[Scores]) -> str:
    """A row: how many sites are worse, as good and better by mean word F1."""
    gains: dict[str, list[float]] = {}
    for site, one, other in zip(sites, ours, theirs, strict=True):
        gains.setdefault(site, []).append(one[0] - other[0])
    means = {site: float(np.mean(values)) for site, values in gains.items()}
    worse = sorted((site for site in means if means[site] < -SAME), key=means.__getitem__)
    better = sum(gain > SAME for gain in means.values())
    where = ", ".join(f"{site} {means[site]:+.3f}" for site in worse)
    return f"| {name} | {len(worse)} | {len(means) - len(worse) - better} | {better} | {where} |"


if __name__ == "__main__":
    main()
