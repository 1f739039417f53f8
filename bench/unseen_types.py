"""Page types on sets and sites that the shipped ensemble was not trained on.

python -m bench unseen_types --data books=PATH/book-booksamillion --data news=PATH/news --data search=PATH/results
python -m bench unseen_types --data PATH/pagetype --sites anamnesis,charliejiang,squarepenguin,theshoebox
"""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.scripts.console import say


def main(
    data: Annotated[list[Path], typer.Option(help="Page-type corpus, WCXB, or NAME=PATH, a set with gold.")],
    sites: Annotated[str, typer.Option(help="Of these sites only, with commas between them.")] = "",
    look_at: Annotated[str, typer.Option(help="auto, html, boxes or screenshot.")] = "html",
    ensemble: Annotated[str, typer.Option(help="ensemble.json of another training.")] = "",
) -> None:
    """Print, for each set and type: pages, the share classified correctly, and how the others are classified."""
    wanted = set(sites.split(",")) if sites else None
    models = PageTypeEnsemble(look_at, ensemble)  # type: ignore[arg-type] # what it does not know it refuses
    say("| set | type | pages | right | classified otherwise |\n| --- | --- | --- | --- | --- |")
    for folder in data:
        pages = [page for page in read_labelled_pages(folder) if not wanted or page.site in wanted]
        types_found: dict[str, Counter[str]] = {}
        for page in pages:
            answer = models.classify_many([page.document()])[0]
            name = answer.type if isinstance(answer, Classification) else "unreadable"
            types_found.setdefault(page.label, Counter())[name] += 1
        for label, counts in sorted(types_found.items()):
            others = ", ".join(f"{name} {count}" for name, count in counts.most_common() if name != label)
            right = counts[label] / counts.total()
            say(f"| {folder.name} | {label} | {counts.total()} | {right:.3f} | {others} |")
