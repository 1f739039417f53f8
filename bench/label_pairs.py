"""Recall and precision of the label and value pairs of product pages.

    python -m bench label_pairs --pagetype PATH/pagetype --pagetype PATH/pagetype-more

The gold is given by selectors, written for each of some shops (``tests/pages/label-pair-selectors.json``): rows, and
the label and the value in them, or rows with lines that have a colon between both. A pair is right if the text of both
is, without the colon. Pairs of headers, footers and other products do not count, as they are no properties of the
product. Pairs elsewhere in a description are not in the gold, and count as wrong if they are found. Prints precision
and recall by page with 95 % intervals (bootstrap over sites). ``--misses`` prints wrong and missing pairs.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.pagetype import read_pagetype
from iawce.data.labels import PageType
from iawce.data.text.pairs import clean_label, clean_value
from iawce.extract.metadata.off_topic import beside_product, elsewhere
from iawce.extract.metadata.page_metadata import page_title
from iawce.extract.metadata.product import product_pairs
from iawce.models.common.intervals import site_mean

GOLD = Path(__file__).parent.parent / "tests" / "pages" / "label-pair-selectors.json"
COLON = re.compile(r"(.*?)(?:[:：](?!\d)|(?<!\d)[:：])(.*)")
"""The colon between a label and its value; a colon between digits, as in ISO 9001:2015, does not count."""
Pairs = set[tuple[str, str]]
Rows = list[tuple[str, str, str]]


def main(
    pagetype: Annotated[list[Path], typer.Option(help="Sets of pages with their types.")],
    misses: Annotated[bool, typer.Option("--misses", help="Print what is wrong or missing.")] = False,
) -> None:
    gold: dict[str, Rows] = json.loads(GOLD.read_text(encoding="utf-8"))
    precisions, recalls = list[tuple[float, str]](), list[tuple[float, str]]()
    for folder in pagetype:
        for page in read_pagetype(folder):
            if page.label != PageType.PRODUCT or page.site not in gold:
                continue
            analysis = PageAnalysis.of(page.document())
            wanted = {(_plain(label), _plain(value)) for label, value in gold_pairs(analysis, gold[page.site])}
            found = found_pairs(analysis)
            right = len(wanted & found)
            if found:
                precisions.append((right / len(found), page.site))
            if wanted:
                recalls.append((right / len(wanted), page.site))
            if misses and wanted != found:
                print(f"  {page.id}: wrong {sorted(found - wanted)[:6]}, missing {sorted(wanted - found)[:6]}")
    print("| | pages | sites | share |\n| --- | --- | --- | --- |")
    for name, shares in (("precision", precisions), ("recall", recalls)):
        values, sites = [share for share, _ in shares], [site for _, site in shares]
        print(f"| {name} | {len(shares)} | {len(set(sites))} | {site_mean(values, sites)} |")


def found_pairs(analysis: PageAnalysis) -> Pairs:
    beside = beside_product(analysis, page_title(analysis).heading) | elsewhere(analysis)
    return {(_plain(pair.label), _plain(pair.value)) for pair in product_pairs(analysis, beside)}


def gold_pairs(analysis: PageAnalysis, rows: Rows) -> Iterator[tuple[str, str]]:
    for row, label, value in rows:
        labels, values = ({*analysis.document.select(one)} if one else set() for one in (label, value))
        for number in analysis.document.select(row):
            if not analysis.shown.kept[number]:
                continue
            inside = range(number + 1, int(analysis.index.ends[number]))
            if label:
                texts = [[analysis.texts.line(one) for one in inside if one in chosen] for chosen in (labels, values)]
                named, said = (each[0] if each else "" for each in texts)
                said_pairs = [(named, said)]
            else:
                said_pairs = [
                    (found[1], found[2])
                    for line in analysis.texts.lines(number).split("\n")
                    if (found := COLON.match(line))
                ]
            for named, said in said_pairs:
                if clean_value(named) and clean_value(said):
                    yield clean_label(named), clean_value(said)


def _plain(text: str) -> str:
    """A text with superscripts, subscripts and fractions as ordinary characters."""
    return unicodedata.normalize("NFKC", text)
