"""Time by size of a page that somebody made to be slow: whoever grows faster than the page is a defect.

Prints CPU seconds of each step at a quarter, a half and the whole of a page, and the whole as a multiple of lxml's
bare parse of it. An exponent of 1 is linear, of 2 quadratic.

    python bench/sizes.py [NAME ...]
"""

import sys
import time
from collections.abc import Callable

from lxml import etree

from iawce.data.document import Document
from iawce.extract.extract_content import extract_content
from iawce.extract.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble

PAGES: dict[str, tuple[int, Callable[[int], str]]] = {
    "links": (150_000, lambda size: "".join(f"<a href=/{n}>link {n}</a>\n" for n in range(size))),
    "paragraphs": (300_000, lambda size: "<p>some words of text here\n" * size),
    "paragraphs with classes": (100_000, lambda size: "".join(f"<p class='c{n} d'>some words\n" for n in range(size))),
    "attributes of one tag": (40_000, lambda size: f"<p {' '.join(f'a{n}=1' for n in range(size))}>text"),
    "one text node": (15_000_000, lambda size: "<p>" + "some words " * (size // 11)),
    "one class attribute": (6_000_000, lambda size: f"<p class='{'name ' * (size // 5)}'>text of the page</p>"),
    "classes of one element": (500_000, lambda size: f"<p class='{' '.join(f'c{n}' for n in range(size))}'>text"),
    "unclosed tags": (5_000, lambda size: "<p>a<b>b<i>c<a href=x>d" * size),
    "nested boxes": (100_000, lambda size: "<div>" * size + "words at the bottom"),
    "nested lists": (2_000, lambda size: "<ul><li>text" * size),
    "rows": (100_000, lambda size: f"<table>{'<tr><td>cell<td>cell' * size}</table>"),
    "headings": (50_000, lambda size: "<title>word</title>" + "<h2>word</h2><p>text of it</p>" * size),
    "line breaks": (300_000, lambda size: "<p>" + "words<br>" * size),
    "preformatted": (300_000, lambda size: "<pre>" + "line of code\n" * size + "</pre>"),
    "forms": (50_000, lambda size: "<form><input>words</form><nav>menu</nav>" * size),
    "comments": (200_000, lambda size: "<p>text" + "<!-- c -->" * size),
    "entities": (1_000_000, lambda size: "<p>" + "&lt;a " * size),
    "digits": (5_000_000, lambda size: "<p>" + "1" * size),
    "blanks": (5_000_000, lambda size: "<title>" + " " * (size // 2) + "</title><p>a" + " " * (size // 2) + "b"),
}
STEPS = ("parse", "classify", "article", "list", "body", "markdown")


def measure(html: str) -> dict[str, float]:
    """CPU seconds of each step."""
    times: dict[str, float] = {}

    def timed(name: str, work: Callable[[], object]) -> object:
        started = time.process_time()
        try:
            return work()
        except Exception as error:
            print(f"  {name}: {type(error).__name__}: {error}")
        finally:
            times[name] = time.process_time() - started

    timed("lxml", lambda: etree.fromstring(html.encode(), etree.HTMLParser(huge_tree=True)))
    document = Document("", html=html)
    timed("parse", lambda: document.index)
    timed("classify", lambda: ENSEMBLE.classify(document))
    rows = {}
    for method in ("article", "list", "body"):
        rows[method] = timed(method, lambda: extract_content(document, method, ExtractSettings(method=method)))
    return times


ENSEMBLE = PageTypeEnsemble()


def main() -> None:
    names = sys.argv[1:] or list(PAGES)
    for name in names:
        size, make = PAGES[name]
        found = []
        for part in (4, 2, 1):
            times = measure(make(size // part))
            print(name, size // part, {k: round(v, 2) for k, v in times.items()}, flush=True)


if __name__ == "__main__":
    main()
