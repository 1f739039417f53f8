"""How well metadata is found: title, authors and date, the facts of products, and their label and value pairs.

    python -m bench metadata facts --wcxb PATH/wcxb-dev.tar.xz --news PATH/news
    python -m bench metadata labels --pagetype PATH/pagetype --pagetype PATH/pagetype-more --books PATH/books
    python -m bench metadata pairs --pagetype PATH/pagetype --pagetype PATH/pagetype-more

All intervals are of 95 %, by bootstrap over sites.

``facts``: compared with trafilatura, word F1 of title and authors, share of dates with the right day. A page whose gold
does not name a fact is left out of its column. Rules and weights were chosen on three quarters of the sites of WCXB
and half of the news; the rest was only measured.

``labels``: products of 41 shops whose facts were read by eye from the visible page (``tests/pages/product-facts.tsv``;
a fact that a page does not show, or only ambiguously, is empty and not judged). Rules were chosen on one half of the
shops; the other half was only measured. Compared with extruct and price-parser, if they are installed.

``pairs``: the gold is given by selectors, written for each of some shops (``tests/pages/label-pair-selectors.json``):
rows, and the label and the value in them, or lines with a colon between both. Pairs of headers, footers and other
products do not count; pairs elsewhere in a description are not in the gold, and count as wrong if they are found.
"""

import json
import random
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from hashlib import md5
from itertools import product
from pathlib import Path
from typing import Annotated

import typer
from trafilatura import extract_metadata

from iawce.data.analysis.markup_metadata import texts_of, value_at
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.labelled_page import GoldPage, read_pagetype
from iawce.data.document import Document
from iawce.data.dom.words import letters
from iawce.data.labels import PageType
from iawce.data.text.find_pairs import clean_label, clean_value
from iawce.evaluate.measures import field_score
from iawce.extract.content.boilerplate import elsewhere
from iawce.extract.metadata.page_metadata import page_metadata
from iawce.extract.metadata.shown_product import ShownProduct
from iawce.extract.metadata.title import find_title
from iawce.models.common.intervals import site_difference, site_mean

try:
    import extruct
    import price_parser
except ImportError:
    extruct = price_parser = None

FIELDS = "title", "author", "date"
GOLD_PAIRS = Path(__file__).parents[1] / "tests" / "pages" / "label-pair-selectors.json"
_CLAIMS = re.compile(
    r"<script[^>]*ld\+json[^>]*>.*?</script>|<meta[^>]*(?:property|name|itemprop)=[^>]*>|"
    r"(?<=\s)item(?:prop|scope|type|id)(?:=\"[^\"]*\"|='[^']*'|=[^\s>]+)?|<link[^>]*itemprop[^>]*>",
    re.I | re.S,
)
_COLON = re.compile(r"(.*?)(?:[:：](?!\d)|(?<!\d)[:：])(.*)")
"""The colon between a label and its value; a colon between digits, as in ISO 9001:2015, does not count."""
Facts = dict[str, str]
Pairs = set[tuple[str, str]]
Rows = list[tuple[str, str, str]]
Wcxb = Annotated[Path, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")]
News = Annotated[Path, typer.Option(help="Folder of the news set.")]
Pagetype = Annotated[list[Path], typer.Option(help="Sets of pages with their types.")]


def facts(wcxb: Wcxb, news: News) -> None:
    """Title, authors and date, beside trafilatura."""
    learned, parts = learning_pages(wcxb, news), dict[str, list[GoldPage]]()
    for name, path in (("WCXB", wcxb), ("news", news)):
        pages = read_gold(name.lower(), path)
        parts[f"{name}, learned from"] = [page for page in pages if page.id in learned]
        parts[f"{name}, unseen"] = [page for page in pages if page.id not in learned]
    parts["WCXB, unseen, articles"] = [page for page in parts["WCXB, unseen"] if page.type == "article"]
    print("| pages | field | gold | ours | trafilatura | difference |\n| --- | --- | --- | --- | --- | --- |")
    for name, pages in parts.items():
        answers = [(page, ours(page), trafilatura(page)) for page in pages]
        for field in FIELDS:
            known = [(page, one[field], two[field]) for page, one, two in answers if field in page.fields]
            sites = [page.site for page, _, _ in known]
            scores = [field_score(field, one, page.fields[field]) for page, one, _ in known]
            others = [field_score(field, two, page.fields[field]) for page, _, two in known]
            means = site_mean(scores, sites), site_mean(others, sites), site_difference(scores, others, sites).signed()
            print("|", *(f"{cell} |" for cell in (name, field, len(known), *means)), flush=True)


def learning_sites(sites: Sequence[str], quarters: int) -> set[str]:
    """Half of the sites, or three quarters, the same each time."""
    names = sorted(set(sites))
    random.Random(0).shuffle(names)
    rest = sorted(names[len(names) // 2 :])
    random.Random(1).shuffle(rest)
    return {*names[: len(names) // 2], *(rest[: len(rest) // 2] if quarters > 2 else ())}


def learning_pages(wcxb: Path, news: Path) -> dict[str, GoldPage]:
    """The pages from which rules and weights are learned, by id."""
    found = dict[str, GoldPage]()
    for pages, quarters in ((read_gold("wcxb", wcxb), 3), (read_gold("news", news), 2)):
        sites = learning_sites([page.site for page in pages], quarters)
        found |= {page.id: page for page in pages if page.site in sites}
    return found


def is_unseen(shop: str) -> bool:
    """Whether a shop is of the half from which nothing is learned."""
    return bool(md5(shop.encode(), usedforsecurity=False).digest()[-1] % 2)


def ours(page: GoldPage) -> Facts:
    title, about, *_ = page_metadata(PageAnalysis(Document(page.id, url=page.url, html=page.html)))
    date = about.date_published or about.date_modified
    return {"title": title, "author": ", ".join(about.authors), "date": date}


def trafilatura(page: GoldPage) -> Facts:
    found = extract_metadata(page.html, default_url=page.url or None)
    return {name: (getattr(found, name) if found else "") or "" for name in FIELDS}


def documents(pagetype: Iterable[Path]) -> Iterator[tuple[str, Document]]:
    for folder in pagetype:
        for page in read_pagetype(folder):
            if page.label == PageType.PRODUCT and page.html:
                yield page.site, page.document()


def without_markup(document: Document) -> Document:
    """A page without annotations and ``meta`` elements."""
    return Document(document.ref, url=document.url, html=_CLAIMS.sub("", document.html or ""))


def is_right(fact: str, gold: str, said: str) -> bool:
    if fact == "price":
        return bool(said) and float(gold) == float(said)
    return letters(gold) == letters(said)


LABELLED = "name", "price", "currency", "availability", "sku", "brand"
GOLD_PRODUCTS = Path(__file__).parents[1] / "tests" / "pages" / "product-facts.tsv"
_HALVES = "learned from", "unseen"
_PRICE_PATHS = ("offers", "price"), ("offers", "lowPrice"), ("offers", "priceSpecification", "price")


def labels(
    pagetype: Pagetype, books: Annotated[Path | None, typer.Option(help="Folder of the book set.")] = None
) -> None:
    """Products against facts read by eye, beside extruct and price-parser."""
    head, *lines = (line.split("\t") for line in GOLD_PRODUCTS.read_text(encoding="utf-8").splitlines())
    gold = {name: dict(zip(head[1:], values, strict=True)) for name, *values in lines}
    bought = read_gold("books", books) if books else ()
    pages = [*documents(pagetype), *((page.site, Document(f"books-{page.id}", html=page.html)) for page in bought)]
    cases = [(shop, gold[one.ref], answers(one)) for shop, one in pages if one.ref in gold]
    halves = {shop: _HALVES[is_unseen(shop)] for shop, *_ in cases}
    print("| shops | fact | pages | shops | ours | without markup | extruct |\n" + "| --- " * 7 + "|")
    for half, fact in product(_HALVES, LABELLED):
        known = [case for case in cases if case[1][fact] and halves[case[0]] == half]
        sites = [shop for shop, *_ in known]
        right = [[is_right(fact, wanted[fact], one[fact]) for one in said] for _, wanted, said in known]
        shares = [site_mean(column, sites) for column in zip(*right, strict=True)]
        print(f"| {half} | {fact} | {len(known)} | {len(set(sites))} |", *(f"{share} |" for share in shares))
    if extruct is None:
        print("For the last column: pip install extruct price-parser")


def answers(document: Document) -> list[Facts]:
    """The facts of a product page by us, by us without its markup, and by extruct with price-parser if installed."""
    pages = document, without_markup(document)
    found = [page_metadata(PageAnalysis.of(one), PageType.PRODUCT).metadata.product for one in pages]
    ours = [{fact: getattr(one, fact, "") for fact in LABELLED} for one in found]
    return [*ours, peers(document)] if extruct else ours


def peers(document: Document) -> Facts:
    """What extruct reads of the markup, its price by price-parser."""
    found = extruct.extract(document.html or "", base_url=document.url, uniform=True, errors="ignore")
    things = [one for syntax in ("json-ld", "microdata") for one in found[syntax]]
    nested = [one for thing in things for one in (thing, *thing.get("@graph", ())) if isinstance(one, dict)]
    known = next((one for one in nested if "Product" in str(one.get("@type"))), {})
    paths = {fact: [(fact,)] for fact in ("name", "sku", "brand")} | {
        "price": _PRICE_PATHS,
        "currency": [("offers", "priceCurrency")],
        "availability": [("offers", "availability")],
    }
    said = {fact: (text for path in each for text in texts_of(value_at(known, path))) for fact, each in paths.items()}
    texts = {fact: next(values, "") for fact, values in said.items()}
    amount = price_parser.Price.fromstring(texts["price"]).amount
    available = texts["availability"].rpartition("/")[2]
    return texts | {"price": "" if amount is None else str(amount), "availability": available}


def pairs(pagetype: Pagetype) -> None:
    """Label and value pairs of products."""
    gold: dict[str, Rows] = json.loads(GOLD_PAIRS.read_text(encoding="utf-8"))
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
    print("| | pages | sites | share |\n| --- | --- | --- | --- |")
    for name, shares in (("precision", precisions), ("recall", recalls)):
        values, sites = [share for share, _ in shares], [site for _, site in shares]
        print(f"| {name} | {len(shares)} | {len(set(sites))} | {site_mean(values, sites)} |")


def found_pairs(analysis: PageAnalysis) -> Pairs:
    shown = ShownProduct(analysis, analysis.keep(find_title), elsewhere(analysis))
    return {(_plain(pair.label), _plain(pair.value)) for pair in shown.pairs}


def gold_pairs(analysis: PageAnalysis, rows: Rows) -> Iterator[tuple[str, str]]:
    for row, label, value in rows:
        labels, values = ({*analysis.document.select(one)} if one else set() for one in (label, value))
        for number in analysis.document.select(row):
            if not analysis.shown.kept[number]:
                continue
            inside = range(number + 1, int(analysis.index.ends[number]))
            if label:
                texts = [[analysis.texts.line(one) for one in inside if one in chosen] for chosen in (labels, values)]
                found = [tuple(each[0] if each else "" for each in texts)]
            else:
                lines = analysis.texts.lines(number).split("\n")
                found = [match.groups() for match in map(_COLON.match, lines) if match]
            for named, said in found:
                if clean_value(named) and clean_value(said):
                    yield clean_label(named), clean_value(said)


def _plain(text: str) -> str:
    """A text with superscripts, subscripts and fractions as ordinary characters."""
    return unicodedata.normalize("NFKC", text)


COMMANDS = {"facts": facts, "labels": labels, "pairs": pairs}
