"""How faithful our Markdown is to the page, part by part, beside that of others.

    python -m bench markdown

The pages are ours (``tests/pages/markdown/KIND.txt``): fragments of the markup of many systems with the Markdown that
is right, each between paragraphs of an article. Systems get the whole page and its address; a converter gets the HTML
that we clean (``pip install trafilatura markdownify html-to-markdown``). A CommonMark parser reads both, and their
parts are compared as multisets: F1 over all pages, of words the mean. A cell counts with its row and column, code with
its language, a note with its number, a mark with the word before it, a link with its words.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import groupby
from operator import attrgetter

import numpy as np

from iawce.data.page import Html
from iawce.extract import Extractor
from tests.extract.output.own_markdown import PARTS, URL, MarkdownParts, OwnPage, f1_of, own_pages

System = Callable[[OwnPage], str]


def systems() -> Iterator[tuple[str, System]]:
    """Ours, and those of the others that are installed."""
    extractor = Extractor(render="never")
    rows = cache(lambda html: extractor.extract(Html(html, URL)))
    yield "iawce", lambda page: rows(page.html).markdown
    if find_spec("trafilatura"):
        from trafilatura import extract  # noqa: PLC0415

        told = partial(extract, output_format="markdown", include_links=True, include_images=True, url=URL)
        yield "trafilatura", lambda page: told(page.html, include_formatting=True) or ""
    if find_spec("markdownify"):
        written = partial(import_module("markdownify").markdownify, heading_style="ATX")
        yield "our HTML by markdownify", lambda page: str(written(rows(page.html).html))
    if find_spec("html_to_markdown"):
        converted = import_module("html_to_markdown").convert
        yield "our HTML by html-to-markdown", lambda page: str(converted(rows(page.html).html).content)


def scores(pages: list[OwnPage], system: System) -> dict[str, float]:
    """F1 of the words and of each part."""
    pairs = [(MarkdownParts(system(page)), MarkdownParts(page.markdown)) for page in pages]
    shared = {name: np.sum([f1_of(ours[name], right[name]) for ours, right in pairs], axis=0) for name in PARTS}
    words = [np.divide(*f1_of(ours.words, right.words)) for ours, right in pairs]  # type: ignore[arg-type]
    found = {name: float(both / max(all_, 1)) for name, (both, all_) in shared.items()}
    return {"words": float(np.mean(words))} | found


def main() -> None:
    pages, known = list(own_pages()), dict(systems())
    table = {name: scores(pages, system) for name, system in known.items()}
    print(f"{len(pages)} pages\n\n| part | {' | '.join(table)} |\n|{' --- |' * (1 + len(table))}")
    for part in ("words", *PARTS):
        print(f"| {part} | {' | '.join(f'{found[part]:.3f}' for found in table.values())} |")
    groups = groupby(pages, attrgetter("kind"))
    exact = {kind: [known["iawce"](page) == page.markdown for page in group] for kind, group in groups}
    print("\nexactly right: " + ", ".join(f"{kind} {sum(each)} of {len(each)}" for kind, each in exact.items()))
