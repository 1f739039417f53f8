"""How many pages a crawl opens until it has most of a site's articles: ordered by page types, and breadth first.

    python -m bench crawl --sites PATH/sites

Whole mirrored sites are served on localhost and crawled from their home pages to their ends, by plain HTTP, one page at
a time, without sitemaps. Wanted pages of a site are those labelled article, thread or product that one of the crawls
reached. Prints the number of pages opened until half, 90 % and all of them were found; the lower bound is the number of
wanted pages.
"""

import tempfile
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import Annotated

import typer

from bench.common.mirror_servers import ServedSite, serve_mirrors
from iawce.data.network.politeness import Politeness
from iawce.data.network.settings import NetworkSettings
from iawce.data.run_folder.run_folder import RunFolder
from iawce.data.sinks.sink import Existing
from iawce.extract import Extraction, Extractor
from iawce.extract.crawl.run_crawl import RunningCrawl, seed_inputs
from iawce.extract.crawl.scope import Scope
from iawce.extract.crawl.settings import CrawlSettings, Order
from iawce.extract.output.row_schema import row_schema
from iawce.extract.pipeline.canonical import INDEX, canonical_address

SHARES = (0.5, 0.9, 1.0)
ORDERS: tuple[Order, ...] = ("breadth_first", "page_type")


def crawl_site(site: ServedSite, order: Order) -> list[Extraction]:
    """The rows of all pages, in the order in which they were opened."""
    seeds = seed_inputs([f"{site.origin}/"])
    settings = CrawlSettings(Scope().with_sites_of(seed.url for seed in seeds), order=order, sitemaps=False)
    network = NetworkSettings(fetch=True, politeness=Politeness(per_host=1, delay=0.0))
    with tempfile.TemporaryDirectory() as folder, Extractor(network=network, workers=1, processes=1) as extractor:
        sink = RunFolder(f"{folder}/run/", row_schema())
        sink.prepare(Existing.REFUSE)
        with sink:
            rows = list[Extraction]()
            for row in RunningCrawl(sink.state, extractor, settings, seeds).rows():
                sink.write(row.to_dict())
                rows.append(row)
            return rows


def opened_until(rows: Sequence[Extraction], wanted: set[str], share: float) -> int:
    """Number of pages opened until a share of the wanted ones was found; 0 if it never was."""
    left, wanted = ceil(share * len(wanted)), set(wanted)
    for count, row in enumerate(rows, 1):
        left -= page_of(row) in wanted
        wanted.discard(page_of(row))
        if not left:
            return count
    return 0


def main(
    sites: Annotated[Path, typer.Option(help="Folder with SITE.tar.xz and SITE.json.")],
    only: Annotated[list[str] | None, typer.Option(help="Names of sites; all if left out.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Folder for lists of the opened pages.")] = None,
) -> None:
    print("| site | order | pages | wanted | until 50 % | until 90 % | until 100 % |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with serve_mirrors(sites) as found:
        for site in found:
            if only and site.name not in only:
                continue
            labelled = {page_at(site.url(path)) for path, label in site.labels.items() if label != "list"}
            rows = {order: crawl_site(site, order) for order in ORDERS}
            reached = {page_of(row) for all in rows.values() for row in all}
            for order in ORDERS:
                counts = [opened_until(rows[order], labelled & reached, share) for share in SHARES]
                cells = (site.name, order, len(rows[order]), len(labelled & reached), *counts)
                print(f"| {' | '.join(map(str, cells))} |", flush=True)
                if output:
                    write_list(output / f"{site.name}-{order}.txt", rows[order], labelled)


def page_of(row: Extraction) -> str:
    """The page of a row, whichever of its addresses was opened."""
    return page_at(row.final_url or row.url)


def page_at(url: str) -> str:
    return INDEX.sub("", canonical_address(url))


def write_list(file: Path, rows: Sequence[Extraction], wanted: set[str]) -> None:
    """Write the opened pages in order, for inspection."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{'*' if page_of(row) in wanted else ' '} {row.type or row.reason:10} {row.url}" for row in rows)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
