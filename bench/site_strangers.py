"""Whether pages of different sites are as similar as those of one cluster, over all pairs of available pages.

    python -m bench site_strangers --data PATH

``PATH`` holds ``pagetype``, ``sites``, ``news``, ``book-booksamillion``, ``page-kinds-stackoverflow`` and
``wcxb-dev.tar.xz``. Sites of one theme, as far as the page-type corpus names it, share their templates and are counted
separately, and so are pairs with a page of fewer than ``FEW`` blocks: such short pages consist of paths like
``body[1]/div[1]``, which may occur on any page. Prints how many pairs are above the threshold of the paper's similarity
and of ours, and the highest.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from scipy.sparse import csr_array

from bench.common.site_gold import opened
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import Keys
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.mirrored_site import SUFFIX, read_mirrored_site
from iawce.data.datasets.pagetype import read_pagetype
from iawce.data.document import Document
from iawce.data.page import Page
from iawce.extract.templates.site.settings import SiteSettings
from iawce.extract.templates.site.site_page import SitePage

FEW, ROWS = 20, 500
GOLD = {
    "wcxb": "wcxb-dev.tar.xz",
    "news": "news",
    "books": "book-booksamillion",
    "kinds": "page-kinds-stackoverflow",
}
SETTINGS = {"paper": SiteSettings.paper(), "default": SiteSettings()}
GROUPS = ("one site", "one theme", "others")
Names = NDArray[np.str_]


def main(data: Annotated[Path, typer.Option(help="Folder of the page sets.")]) -> None:
    keys: dict[str, list[Keys]] = {name: [] for name in SETTINGS}
    names = list[tuple[str, str]]()
    for site, theme, document in read_pages(data):
        names.append((site, theme or site))
        for name, settings in SETTINGS.items():
            keys[name].append(SitePage(PageAnalysis(document), settings).feature.paths)
    sites, themes = np.array(names).T
    print(f"{len(sites)} pages of {len(set(sites))} sites\n")
    print(f"| similarity | pairs of | blocks of the smaller page | pairs | above | highest |\n|{' --- |' * 6}")
    few = np.array([len(paths) < FEW for paths in keys["paper"]])
    for name, settings in SETTINGS.items():
        for line in report(membership(keys[name]), sites, themes, few, settings.threshold):
            print(f"| {name} | {line} |", flush=True)


def read_pages(data: Path) -> Iterator[tuple[str, str, Document]]:
    """Site and theme of each page that can be read, and the page."""
    labelled = read_pagetype(data / "pagetype")
    for archive in sorted((data / "sites").glob(f"*{SUFFIX}")):
        labelled += read_mirrored_site(archive)
    pages = [(page.site, page.theme, Page(page.id, body=page.html)) for page in labelled]
    for name, path in GOLD.items():
        pages += [(page.site, "", page.page) for page in read_gold(name, data / path)]
    for site, theme, page in pages:
        if document := opened(page):
            yield site, theme, document


def report(table: csr_array, sites: Names, themes: Names, few: NDArray[np.bool_], threshold: float) -> Iterator[str]:
    """A row for each group of pairs, with few blocks and with more."""
    pairs, above, highest = (np.zeros((len(GROUPS), 2)) for _ in range(3))
    for start in range(0, len(sites), ROWS):
        rows = np.arange(start, min(start + ROWS, len(sites)))
        one, other = np.nonzero(np.arange(len(sites))[None] > rows[:, None])
        alike = similarities(table, rows)[one, other]
        one = rows[one]
        kind = (few[one] | few[other]).astype(int)
        group = (sites[one] != sites[other]) * (1 + (themes[one] != themes[other]))
        np.add.at(pairs, (group, kind), 1)
        np.add.at(above, (group, kind), alike > threshold)
        np.maximum.at(highest, (group, kind), alike)
    for (group, kind), count in np.ndenumerate(pairs):
        blocks = f"below {FEW}" if kind else f"from {FEW}"
        yield f"{GROUPS[group]} | {blocks} | {count:,.0f} | {above[group, kind]:,.0f} | {highest[group, kind]:.3f}"


def membership(keys: list[Keys]) -> csr_array:
    """Which page has which path, 0 or 1, float32 (pages, paths)."""
    lengths = [len(each) for each in keys]
    _, columns = np.unique(np.concatenate(keys), return_inverse=True)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return csr_array((np.ones(len(columns), np.float32), columns, starts))


def similarities(table: csr_array, rows: NDArray[np.int64]) -> NDArray[np.float32]:
    """Similarities of some pages to all, float32 (rows, pages); 0 for a page without paths."""
    sizes = np.asarray(table.sum(axis=1)).ravel()
    shared = (table[rows] @ table.T).toarray()
    return np.asarray(shared / np.maximum(np.minimum(sizes[rows][:, None], sizes[None]), 1))
