"""Time by size of pages made to be slow.

Prints CPU seconds of the whole extraction without a browser, Markdown included, at the full size; that as a multiple of
lxml's bare parse; and the growth from half the size to the full one as an exponent: 1 is linear, 2 the square.

    python -m bench sizes [NAME ...]
"""

import math
import time
from collections.abc import Callable
from typing import Annotated, Any

import typer

from iawce.data.page import Html
from iawce.evaluate.page_speed import bare_parse
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings

DEEP = "div div div p"
PAGES: dict[str, tuple[int, Callable[[int], str]]] = {
    "links": (150_000, lambda size: "".join(f"<a href=/{n}>link {n}</a>\n" for n in range(size))),
    "paragraphs": (300_000, lambda size: "<p>some words of text here\n" * size),
    "paragraphs, each of its class": (
        100_000,
        lambda size: "".join(f"<p class='c{n} d'>some words\n" for n in range(size)),
    ),
    "attributes of one tag": (40_000, lambda size: f"<p {' '.join(f'a{n}=1' for n in range(size))}>text"),
    "characters of one text": (15_000_000, lambda size: "<p>" + "some words " * (size // 11)),
    "characters of one class": (6_000_000, lambda size: f"<p class='{'name ' * (size // 5)}'>text of the page</p>"),
    "class names": (
        2_000_000,
        lambda size: "".join(
            f"<p class='{' '.join(f'n{n:x}' for n in range(first, first + 5000))}'>text of the page"
            for first in range(0, size, 5000)
        ),
    ),
    "a title and texts like it": (
        20_000,
        lambda size: f"<title>{'ab' * 50 * size}</title>" + "".join(f"<p>{'ab' * 50}{n}" for n in range(size)),
    ),
    "unclosed p, b, i, a": (5_000, lambda size: "<p>a<b>b<i>c<a href=x>d" * size),
    "nested boxes": (100_000, lambda size: "words above" + "<div>" * size + "words at the bottom"),
    f"nested boxes, --keep '{DEEP}'": (2_000, lambda size: "<div>" * size + "<p>words at the bottom"),
    f"boxes side by side, --keep '{DEEP}'": (
        50_000,
        lambda size: "<div><div><div><p>words</p></div></div></div>" * size,
    ),
    "table rows": (100_000, lambda size: f"<table>{'<tr><td>cell<td>cell' * size}</table>"),
    "headings": (50_000, lambda size: "<title>word</title>" + "<h2>word</h2><p>text of it</p>" * size),
    "line breaks": (300_000, lambda size: "<p>" + "words<br>" * size),
    "lines of code": (300_000, lambda size: "<pre>" + "line of code\n" * size + "</pre>"),
    "forms and menus": (50_000, lambda size: "<form><input>words</form><nav>menu</nav>" * size),
    "comments": (1_000_000, lambda size: "<p>text" + "<!-- c -->" * size),
    "digits": (5_000_000, lambda size: "<p>" + "1" * size),
    "blanks": (5_000_000, lambda size: "<p>a" + " " * size + "b"),
}


def measure(work: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """CPU seconds, and the outcome of the row."""
    started = time.process_time()
    found = work(*arguments)
    return time.process_time() - started, found


def extract(extractor: Extractor, html: str) -> str:
    row = extractor.extract(Html(html))
    return f"{row.status} {row.reason}{' '.join(map(str, row.warnings))}{row.markdown[:0]}"


def main(names: Annotated[list[str] | None, typer.Argument(help="Names of pages; default: all.")] = None) -> None:
    print("| page | size | s | lxml's parse = 1 | exponent | row |\n| --- | --- | --- | --- | --- | --- |")
    for name in names or PAGES:
        size, make = PAGES[name]
        extractor = Extractor(render="never", settings=ExtractSettings(keep=DEEP if "--keep" in name else ""))
        extractor.extract(Html("<p>load the models"))
        half, whole = make(size // 2), make(size)
        floor, _ = measure(bare_parse, whole.encode())
        first, _ = measure(extract, extractor, half)
        seconds, row = measure(extract, extractor, whole)
        exponent = math.log2(seconds / first)
        print(f"| {name} | {size} | {seconds:.2f} | {seconds / floor:.0f} | {exponent:.1f} | {row} |", flush=True)
