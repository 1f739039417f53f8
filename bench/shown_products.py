"""How well the product of a page is read from its visible text, without markup that describes it.

    python -m bench shown_products --pagetype PATH/pagetype --pagetype PATH/pagetype-more [--wcxb PATH/wcxb-dev.tar.xz]

The pages are products whose markup (JSON-LD, microdata, Open Graph) names the fact: that is the gold. The page is then
read without this markup. Right means the same price; the same currency; a name or brand with the same letters; the same
availability; a picture with the same file name. A name, price, brand or number counts if the page's visible text has
it, a picture if it is shown. Prints the shares of pages with the right and with another value, with 95 % intervals
(bootstrap over sites). ``--misses FACT`` prints the pages where it is wrong.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.pagetype import read_pagetype
from iawce.data.document import Document
from iawce.data.dom.web_address import picture_address
from iawce.data.dom.words import letters
from iawce.data.labels import PageType
from iawce.extract.metadata.page_metadata import page_metadata
from iawce.models.common.intervals import site_mean

FACTS = "name", "price", "currency", "availability", "brand", "sku", "picture"
_CLAIMS = re.compile(
    r"<script[^>]*ld\+json[^>]*>.*?</script>|<meta[^>]*(?:property|name|itemprop)=[^>]*>|"
    r"(?<=\s)item(?:prop|scope|type|id)(?:=\"[^\"]*\"|='[^']*'|=[^\s>]+)?|<link[^>]*itemprop[^>]*>",
    re.I | re.S,
)
Facts = dict[str, str]


class Case(NamedTuple):
    site: str
    id: str
    gold: Facts
    said: Facts


def main(
    pagetype: Annotated[list[Path], typer.Option(help="Sets of pages with their types.")],
    wcxb: Annotated[Path | None, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")] = None,
    misses: Annotated[str, typer.Option(help=f"Print the pages where this is wrong: {', '.join(FACTS)}.")] = "",
) -> None:
    cases = [case for site, document in documents(pagetype, wcxb) if (case := read(site, document))]
    print("| fact | pages | sites | right | another value |\n| --- | --- | --- | --- | --- |")
    for fact in FACTS:
        known = [case for case in cases if case.gold[fact]]
        right = [is_right(fact, case) for case in known]
        other = [bool(case.said[fact]) and not one for case, one in zip(known, right, strict=True)]
        sites = [case.site for case in known]
        print(f"| {fact} | {len(known)} | {len(set(sites))} | {site_mean(right, sites)} | {site_mean(other, sites)} |")
        if fact == misses:
            for case, one in zip(known, right, strict=True):
                if not one:
                    print(f"  {case.id}: {case.said[fact]!r} for {case.gold[fact]!r}")


def documents(pagetype: Iterable[Path], wcxb: Path | None) -> Iterator[tuple[str, Document]]:
    for folder in pagetype:
        for page in read_pagetype(folder):
            if page.label == PageType.PRODUCT and page.html:
                yield page.site, page.document()
    for gold in read_gold("wcxb", wcxb) if wcxb else ():
        if gold.type == "product":
            yield gold.site, Document(gold.id, url=gold.url, html=gold.html)


def read(site: str, document: Document) -> Case | None:
    """The facts of a page by its markup, and those by its visible content alone; None if the markup states none."""
    claimed = page_metadata(PageAnalysis.of(document))
    if claimed.metadata.product is None:
        return None
    html = _CLAIMS.sub("", document.html or "")
    analysis = PageAnalysis.of(Document(document.ref, url=document.url, html=html))
    about, other = claimed.metadata, page_metadata(analysis, PageType.PRODUCT).metadata
    given = {fact: getattr(about.product, fact, "") for fact in FACTS} | {"picture": about.main_image}
    gold = {fact: value if is_shown(analysis, fact, value) else "" for fact, value in given.items()}
    said = {fact: getattr(other.product, fact, "") for fact in FACTS} | {"picture": other.main_image}
    return Case(site, document.ref, gold, said)


def is_shown(analysis: PageAnalysis, fact: str, value: str) -> bool:
    """Whether a fact that the markup names is visible on the page."""
    index, text = analysis.index, analysis.shown.text[0]
    if fact == "picture":
        pictures = [number for number in index.tagged("img") if analysis.shown.kept[number]]
        return file_name(value) in {file_name(picture_address(index, number)) for number in pictures}
    if fact == "price":
        whole = value.partition(".")[0]
        return bool(whole.strip("0")) and whole in re.sub(r"(?<=\d)[.,'’\s](?=\d{3})", "", text)
    return fact in ("currency", "availability") or letters(value) in letters(text)


def is_right(fact: str, case: Case) -> bool:
    gold, said = case.gold[fact], case.said[fact]
    if fact == "price":
        return bool(said) and float(gold) == float(said)
    if fact == "picture":
        return file_name(gold) == file_name(said)
    return letters(gold) == letters(said)


def file_name(address: str) -> str:
    """The name of a picture without the size that shops write into it."""
    name = address.partition("?")[0].rpartition("/")[2].rpartition(".")[0]
    return re.sub(r"[-_]\d{2,4}x(?:\d{2,4})?$|-scaled$", "", name)
