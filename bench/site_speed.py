"""CPU time to learn the templates of a site and to use them, beside each page by itself and beside a bare parse.

    python bench/site_speed.py PATH/sites

The mirrors are learned from every second page and used on the others. Milliseconds a page; reading the file is not in
them. The paper: 4,571 ms to learn 100 pages, 26 ms a page by density alone, 21 ms by templates.
"""

import json
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from iawce.data.document import Document
from iawce.data.open_document import open_document
from iawce.data.page import Page
from iawce.extract.methods import METHODS
from iawce.extract.site.apply import extract_by_template
from iawce.extract.site.settings import SiteSettings
from iawce.extract.site.site_templates import SiteTemplates


def read(archive: Path) -> list[Document]:
    name = archive.name.partition(".")[0]
    labels = json.loads(archive.with_name(f"{name}.json").read_text(encoding="utf-8"))["labels"]
    with tarfile.open(archive) as files:
        found = [files.extractfile(f"{name}/{path}") for path in labels]
        return [open_document(Page(name, body=file.read())) for file in found if file]


def spent(work: Callable[[Document], Any], pages: list[Document]) -> float:
    """Milliseconds a page, on documents that nobody has parsed; best of three."""
    times = []
    for _ in range(3):
        fresh = [Document(page.ref, html=page.html) for page in pages]
        started = time.process_time()
        for page in fresh:
            work(page)
        times.append(time.process_time() - started)
    return 1000 * min(times) / len(pages)


def learned(pages: list[Document], settings: SiteSettings) -> tuple[SiteTemplates, float]:
    """The site, and milliseconds a page."""
    site, started = SiteTemplates(settings), time.process_time()
    for page in pages:
        site.learn(Document(page.ref, html=page.html))
    site.settle()
    return site, 1000 * (time.process_time() - started) / len(pages)


def main() -> None:
    print("| mirror | pages | parse and index | density | block model | learn | by template | learn, paper | paper |")
    print(f"|{' --- |' * 9}")
    METHODS["segmentation"].extract(Document("", html="<p>load the model"), METHODS["segmentation"].settings.default())
    for archive in sorted(Path(sys.argv[1]).glob("*.tar.xz")):
        pages = read(archive)
        alone = [METHODS[name] for name in ("density", "segmentation")]
        cells = [spent(lambda page: page.index, pages[1::2])]
        cells += [spent(lambda page, m=method: m.extract(page, m.settings.default()), pages[1::2]) for method in alone]  # type: ignore[misc]
        for settings in (SiteSettings(), SiteSettings.paper()):
            site, learning = learned(pages[::2], settings)
            cells += [learning, spent(lambda page, site=site: extract_by_template(page, site), pages[1::2])]  # type: ignore[misc]
        shown = " | ".join(f"{milliseconds:.1f}" for milliseconds in cells)
        print(f"| {archive.name.partition('.')[0]} | {len(pages)} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
