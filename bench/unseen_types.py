"""Page types on sets and sites that the shipped ensemble was not trained on.

    python -m bench unseen_types --data books=PATH/book-booksamillion --data news=PATH/news --data search=PATH/results
    python -m bench unseen_types --data PATH/pagetype --sites anamnesis,charliejiang,squarepenguin,theshoebox
    python -m bench unseen_types --mirrors PATH/sites      # and --paper, or --look-at screenshot --width 390

The pages of ``--data`` are classified by their HTML (or as ``--look-at`` says). ``--mirrors`` serves whole sites on
localhost, and renders, classifies and extracts the same sample of pages of each label in every run. Prints, for each
set and type, the pages, the share classified correctly, and how the others are classified.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from bench.common.servers import serve_mirrors
from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.data.render.settings import RenderSettings
from iawce.extract import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PAPER_MODEL, LookAt, PageTypeEnsemble

Answers = Iterator[tuple[str, str, str]]
"""The set, the label and the answer of each page."""


def main(
    data: Annotated[
        list[Path] | None, typer.Option(help="Page-type corpus, WCXB, or NAME=PATH, a set with gold.")
    ] = None,
    sites: Annotated[str, typer.Option(help="Of these sites only, with commas between them.")] = "",
    mirrors: Annotated[Path | None, typer.Option(help="Folder with SITE.tar.xz and SITE.json.")] = None,
    count: Annotated[int, typer.Option(min=1, help="Pages of each label of a mirrored site.")] = 20,
    look_at: Annotated[LookAt | None, typer.Option(help="Default: html of --data, auto of --mirrors.")] = None,
    width: Annotated[int, typer.Option(help="Of the window in which mirrors are rendered, px.")] = 1366,
    model: Annotated[str, typer.Option(help="Shipped weights, or the record of another training.")] = "",
    paper: Annotated[bool, typer.Option("--paper", help="The paper's pipeline on the mirrors.")] = False,
) -> None:
    wanted = set(sites.split(",")) if sites else set()
    found = defaultdict[tuple[str, str], Counter[str]](Counter)
    answers = [_of_sets(data, wanted, PageTypeEnsemble(look_at or "html", model))] if data else []
    if mirrors:
        seen: LookAt = "screenshot" if paper else look_at or "auto"
        ensemble = PageTypeEnsemble(seen, model or (PAPER_MODEL if paper else ""))
        settings = ExtractSettings.paper() if paper else ExtractSettings()
        view = RenderSettings(viewport=(width, 768))
        extractor = Extractor(settings=settings, ensemble=ensemble, render_settings=view)
        answers.append(_of_mirrors(mirrors, count, extractor))
    for name, label, answer in chain.from_iterable(answers):
        found[name, label][answer] += 1
    print("| set | type | pages | right | classified otherwise |\n| --- | --- | --- | --- | --- |")
    for (name, label), counts in sorted(found.items()):
        others = ", ".join(f"{answer} {number}" for answer, number in counts.most_common() if answer != label)
        print(f"| {name} | {label} | {counts.total()} | {counts[label] / counts.total():.3f} | {others} |")


def _of_sets(data: list[Path], sites: set[str], ensemble: PageTypeEnsemble) -> Answers:
    for folder in data:
        for page in read_labelled_pages(folder):
            if not sites or page.site in sites:
                answer = ensemble.classify_many([page.document()])[0]
                yield folder.name, page.label, answer.type if isinstance(answer, Classification) else "unreadable"


def _of_mirrors(mirrors: Path, count: int, extractor: Extractor) -> Answers:
    with serve_mirrors(mirrors) as sites, extractor:
        for site in sites:
            labels = sorted(set(site.labels.values()))
            of = [sorted(path for path, given in site.labels.items() if given == label) for label in labels]
            paths = [path for each in of for path in random.Random(0).sample(each, min(count, len(each)))]
            rows = extractor.extract_many(site.url(path) for path in paths)
            for path, row in zip(paths, rows, strict=True):
                yield site.name, site.labels[path], row.type or row.reason
