"""How often the page type is right: of each page by itself, and by the vote of its cluster.

    python -m bench site_types --sites PATH/sites --books PATH/book-booksamillion

The mirrored sites have a label for each page; the pages of the bookshop are all products. Every page is in the clusters
that vote, as types need no gold to be learned. Pages of clusters that are too small, or without a template, keep their
own type.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from bench.common.site_gold import read_labelled
from bench.site_fields import read
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.labels import PageType
from iawce.extract.templates.site.site_page import SitePage
from iawce.extract.templates.site.site_templates import SiteTemplates
from iawce.models.common.intervals import site_mean

Labelled = tuple[Document, str]


def main(
    sites: Annotated[Path, typer.Option(help="Folder of the mirrored sites.")],
    books: Annotated[Path, typer.Option(help="Pages of the bookshop.")],
) -> None:
    print("| site | pages | each by itself | by its cluster |\n| --- | --- | --- | --- |")
    for name, pages in labelled_sites(sites, books):
        site = SiteTemplates()
        for document, _ in pages:
            site.learn(document)
        site.settle()
        alone = [SitePage(PageAnalysis(document), site.settings).page_type for document, _ in pages]
        voted = [site.page_type(PageAnalysis(document)) or own for (document, _), own in zip(pages, alone, strict=True)]
        right = [[said == label for said, (_, label) in zip(types, pages, strict=True)] for types in (alone, voted)]
        refs = [document.ref for document, _ in pages]
        print(f"| {name} | {len(pages)} | {site_mean(right[0], refs)} | {site_mean(right[1], refs)} |", flush=True)


def labelled_sites(mirrors: Path, books: Path) -> Iterator[tuple[str, list[Labelled]]]:
    names = sorted(path.name.removesuffix(".html.gz") for path in (books / "html").iterdir())
    yield "bookshop", [(read(books, name), PageType.PRODUCT) for name in names]
    for archive in sorted(mirrors.glob("*.tar.xz")):
        yield archive.name.partition(".")[0], list(read_labelled(archive))
