"""How well templates of a site extract pages that they were not learned from, compared with other systems.

    python -m bench site_templates --pagetype PATH/pagetype --sites PATH/sites

Gold is weak (``common/site_gold.py``). Pages without gold are not scored, but used for learning. Sites are dealt into
folds by page, so that the templates for a page come from other pages of its site. A row for each system: mean word F1
with an interval over sites, the share of pages that are right by the paper's measure (word recall from 0.95 and
precision from 0.90), and the share for which a template was used. Tag path ratios see each page alone. By tree edit
distance, the content of a page is the text that is not on half of the pages of its cluster in other folds; with fewer
than three of these, it is the densest block.

The second table has, for the paper's templates (link density turned round) and for ours, the sites on which a template
is worse, as good (word F1 within ``SAME``) and better than the method that chose the block for which pages vote, and
the loss on those where it is worse.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from bench.common.site_gold import Known, Scores, gold_sites, score, show
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.evaluate.systems.clusterings import cluster_by_tree_edits
from iawce.evaluate.systems.tag_path_ratios import content_by_paths
from iawce.extract.content.content import Content
from iawce.extract.content.density import DensitySettings
from iawce.extract.content.method import METHODS
from iawce.extract.templates.site.apply import extract_by_template
from iawce.extract.templates.site.settings import SiteSettings
from iawce.extract.templates.site.site_page import SitePage
from iawce.extract.templates.site.site_templates import SiteTemplates
from iawce.extract.templates.site_boilerplate import SiteCounter, leave_out_repeated, text_keys

FOLDS, SAME = 8, 0.005
SMALLEST = 3
"""Pages of a cluster whose texts are compared."""
PAPER, DEFAULT = SiteSettings.paper(), SiteSettings(page_types="classified", fields="none")
"""Settings without page types and fields, which do not affect the text."""
TURNED = replace(PAPER, density=replace(DensitySettings.paper(), link_term="inverted"))
Take = Callable[[PageAnalysis], Content]


def by_method(name: str) -> Take:
    """The content of a page by a method."""
    return lambda analysis: METHODS[name].extract(analysis, METHODS[name].settings.default())


def by_density(settings: DensitySettings) -> Take:
    """The densest block of a page."""
    return lambda analysis: METHODS["density"].extract(analysis, settings)


def by_paths(analysis: PageAnalysis, *, extended: bool) -> Content:
    """Content by tag path ratios."""
    return Content((0,), content_by_paths(analysis.document, extended=extended))


ALONE: Mapping[str, Take] = {
    "density, paper": by_density(DensitySettings.paper()),
    "density, link density turned round": by_density(TURNED.density),
    "whole body": by_method("body"),
    "density": by_method("density"),
    "block model": by_method("segmentation"),
    "tag path ratios": partial(by_paths, extended=True),
    "tag path ratios, characters alone": partial(by_paths, extended=False),
}
"""Systems that process each page alone."""
REPEATED = ("whole body", "density", "block model")
"""Systems that are also tried without texts that repeat on the site."""
VARIANTS = {
    "templates, paper": PAPER,
    "templates, paper, link density turned round": TURNED,
    "the same, default densities": replace(TURNED, density=DensitySettings()),
    "the same, kinds compared": replace(TURNED, compares="paths_and_kinds", threshold=0.88),
    "the same, blocks identified by id, class or path": replace(TURNED, identity="key"),
    "the same, block model votes": replace(TURNED, voter="segmentation"),
    "templates, default": DEFAULT,
    "default, from 6 pages": replace(DEFAULT, fewest=6),
    "default, paths compared": replace(DEFAULT, compares="paths", threshold=0.82),
    "default, densities vote": replace(DEFAULT, voter="density"),
    "default, blocks identified by whole triples": replace(DEFAULT, identity="triple"),
    "default, div and table only": replace(DEFAULT, density=DensitySettings(blocks="printed")),
}
COMPARED = {
    "templates, paper, link density turned round": "density, link density turned round",
    "templates, default": "block model",
}
"""Methods that chose the blocks for which the pages voted."""


def main(
    pagetype: Annotated[Path, typer.Option(help="The page-type corpus.")],
    sites: Annotated[Path, typer.Option(help="Folder of the mirrored sites.")],
) -> None:
    known = dict(gold_sites(pagetype, sites))
    names = [name for name, pages in known.items() for _, gold in pages if gold]
    print(f"{len(names)} pages with gold of {len(set(names))} sites\n")
    print("| system | word F1 | right | by a template |\n| --- | --- | --- | --- |")
    found: dict[str, list[Scores]] = {}
    for name, scored in systems():
        found[name] = [score for pages in known.values() for score in scored(pages)]
        show(name, names, found[name])
    print("\n| with clusters | without | worse | as good | better | where worse |\n|" + " --- |" * 6)
    for name, other in COMPARED.items():
        print(f"| {name} | {other} | {compare(names, found[name], found[other])} |")


def systems() -> Iterator[tuple[str, Callable[[list[Known]], list[Scores]]]]:
    """Every system by name, with a function that gives its scores on the pages of a site that have gold."""
    for name, take in ALONE.items():
        yield name, partial(alone, take)
    for name in REPEATED:
        yield f"{name}, without what repeats", partial(without_repeated, ALONE[name])
    yield "tree edit distance", by_tree_edits
    for name, settings in VARIANTS.items():
        yield name, partial(by_templates, settings)


def alone(take: Take, pages: list[Known]) -> list[Scores]:
    return [score(take(PageAnalysis(document)), gold, by_template=False) for document, gold in pages if gold]


def without_repeated(take: Take, pages: list[Known]) -> list[Scores]:
    """Scores of what a system finds without the texts that stand on half of the pages of the site."""
    counter = SiteCounter()
    for document, _ in pages:
        counter.add("", text_keys(document))
    site = counter.settle()
    return alone(lambda analysis: leave_out_repeated(analysis, take(analysis), site), pages)


def by_templates(settings: SiteSettings, pages: list[Known]) -> list[Scores]:
    """Scores of the pages with gold, each by templates from the pages of other folds."""
    opened = [SiteTemplates(settings).open(document) for document, _ in pages]
    scores: dict[int, Scores] = {}
    for fold in range(FOLDS):
        site = SiteTemplates(settings)
        for number, page in enumerate(opened):
            if number % FOLDS != fold:
                site.add(page)
        site.settle()
        for number, page in enumerate(opened):
            if number % FOLDS == fold and pages[number][1]:
                scores[number] = apply(page, site, pages[number][1])
    return [scores[number] for number in sorted(scores)]


def apply(page: SitePage, site: SiteTemplates, gold: str) -> Scores:
    content = extract_by_template(page.analysis, site)
    if isinstance(content, Content):
        return score(content, gold, by_template=True)
    is_dense = site.settings.voter == "density"
    take = by_density(site.settings.density) if is_dense else by_method("segmentation")
    return score(take(page.analysis), gold, by_template=False)


def by_tree_edits(pages: list[Known]) -> list[Scores]:
    """Scores of the pages with gold, each by comparison with the pages of its cluster in other folds."""
    clusters, scores = cluster_by_tree_edits([document for document, _ in pages]), list[Scores]()
    for place, (document, gold) in enumerate(pages):
        if gold:
            others = (n for n in range(len(pages)) if n % FOLDS != place % FOLDS and clusters[n] == clusters[place])
            alike = [pages[number][0] for number in others]
            scores.append(score(varying(document, alike), gold, by_template=len(alike) >= SMALLEST))
    return scores


def varying(document: Document, alike: Sequence[Document]) -> Content:
    """The body without texts that are on half of the similar pages; the densest block if there are too few."""
    if len(alike) < SMALLEST:
        return by_density(DensitySettings())(PageAnalysis(document))
    counts = Counter(text for page in alike for text in set(page.text_blocks.texts))
    blocks = document.text_blocks
    repeated = np.array([2 * counts[text] >= len(alike) for text in blocks.texts], bool)
    kept = document.body.text_nodes.copy()
    kept[blocks.text_nodes[repeated[blocks.block_of_text_node]]] = False
    return Content((0,), DomMask(document.index, document.body.kept, kept))


def compare(sites: Sequence[str], ours: Sequence[Scores], theirs: Sequence[Scores]) -> str:
    """Numbers of sites that are worse, equal and better by mean word F1."""
    gains: dict[str, list[float]] = {}
    for site, one, other in zip(sites, ours, theirs, strict=True):
        gains.setdefault(site, []).append(one[0] - other[0])
    means = {site: float(np.mean(values)) for site, values in gains.items()}
    worse = sorted((site for site in means if means[site] < -SAME), key=means.__getitem__)
    better = sum(gain > SAME for gain in means.values())
    where = ", ".join(f"{site} {means[site]:+.3f}" for site in worse)
    return f"{len(worse)} | {len(means) - len(worse) - better} | {better} | {where}"
