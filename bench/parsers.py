"""How often parsers build the trees of browsers, and the cost of a tree: lexbor, which reads our pages, and libxml2.

    python -m bench parsers PATH/tree-construction --wcxb PATH/wcxb-dev.tar.xz

The first table: the share of the published tests of whole pages (html5lib-tests, in the source of html5lib 1.1 on PyPI)
that a parser builds without any error, by file. All elements are compared in their order and nesting, their attributes,
and all texts. Comments and doctypes are ignored, and texts separated by a comment are joined. Also ignored, for both
parsers, are namespaces and capitals of drawings, an empty head or body, and the content of ``noscript`` and
``noframes``, where a browser finds text and we read markup. lexbor is ``iawce.data.dom.tree``, libxml2 is lxml with
``huge_tree``.

The second: CPU time on a sample of WCXB in bare lxml parses of the same page.
"""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from selectolax.lexbor import LexborHTMLParser

from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.tree_tests import read_tree_tests
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tree import parse
from iawce.evaluate.built_trees import PARSERS, is_built_right
from iawce.evaluate.page_speed import Part, ratio_section, time_pages
from iawce.evaluate.report.section import make_section

PARTS: dict[str, Part] = {
    "lexbor alone": lambda _, html: LexborHTMLParser(html.encode("utf-8", "replace")),
    "our parse: lexbor, and its tree as lists": lambda _, html: parse(html),
    "our parse and index": lambda _, html: ElementIndex.of(html),
}


def main(
    tests: Annotated[Path, typer.Argument(help="Folder of the tests, *.dat.")],
    wcxb: Annotated[Path | None, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")] = None,
    sample: Annotated[int, typer.Option(min=1, help="Take each Nth page of it.")] = 13,
    rounds: Annotated[int, typer.Option(min=1, help="Times that each part runs on each page.")] = 3,
    shown: Annotated[str, typer.Option(help="Parser whose wrong pages are printed.")] = "",
) -> None:
    cases = list(read_tree_tests(tests))
    wrong = {name: [case for case in cases if not is_built_right(case, read)] for name, read in PARSERS.items()}
    if shown:
        print("\n".join(f"{case.group} {case.html!r}" for case in wrong[shown]) + "\n")
    counts = {name: Counter(case.group for case in found) for name, found in wrong.items()}
    total = Counter(case.group for case in cases)
    rows = [(group, str(of), *(share(of - counts[name][group], of) for name in PARSERS)) for group, of in total.items()]
    rows.append(("all", str(len(cases)), *(share(len(cases) - len(wrong[name]), len(cases)) for name in PARSERS)))
    print(make_section("Trees that browsers build", ("file", "pages", *PARSERS), rows).markdown())
    if wcxb:
        times = time_pages(PARTS, read_gold("wcxb", wcxb)[::sample], rounds)
        print("\n" + ratio_section("Cost of a tree", times).markdown())


def share(right: int, of: int) -> str:
    return f"{right / of:.3f}"
