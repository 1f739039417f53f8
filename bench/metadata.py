"""How well title, authors and date of pages are found, compared with trafilatura.

    python -m bench metadata --wcxb PATH/wcxb-dev.tar.xz --news PATH/news

Rules were chosen on the sites of half A of WCXB; half B and the news were only measured. Prints means with 95 %
intervals (bootstrap over sites) as a Markdown table: word F1 of title and authors, share of dates with the right day. A
page whose gold does not name a fact is left out of its column. ``--misses FIELD``: the pages of half A where it goes
wrong.
"""

import random
from collections import Counter
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Annotated

import typer
from trafilatura import extract_metadata

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import Document
from iawce.data.dom.words import letters
from iawce.data.text.times import YEAR, read_date
from iawce.evaluate.measures.records import field_score
from iawce.extract.metadata.dates import DAY
from iawce.extract.metadata.page_metadata import page_metadata
from iawce.models.common.intervals import site_difference, site_mean

Fields = dict[str, str]
FIELDS = "title", "author", "date"
NOWHERE = "nowhere on the page"


def main(
    wcxb: Annotated[Path, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")],
    news: Annotated[Path, typer.Option(help="Folder of the news set.")],
    misses: Annotated[
        str, typer.Option(help="Print the pages of half A where this goes wrong: title, author, date.")
    ] = "",
) -> None:
    known = read_gold("wcxb", wcxb)
    half = first_half([page.site for page in known])
    parts = {
        "WCXB A": [page for page in known if page.site in half],
        "WCXB B": [page for page in known if page.site not in half],
        "WCXB B, articles": [page for page in known if page.site not in half and page.type == "article"],
        "news": read_gold("news", news),
    }
    if misses:
        print_misses(parts["WCXB A"], misses)
    else:
        print_table(parts)


def first_half(sites: Sequence[str]) -> set[str]:
    """Half of the sites, the same each time."""
    names = sorted(set(sites))
    random.Random(0).shuffle(names)
    return set(names[: len(names) // 2])


def ours(page: GoldPage) -> Fields:
    title, about, *_ = page_metadata(PageAnalysis(Document(page.id, url=page.url, html=page.html)))
    date = about.date_published or about.date_modified
    return {"title": title, "author": ", ".join(about.authors), "date": date}


def trafilatura(page: GoldPage) -> Fields:
    found = extract_metadata(page.html, default_url=page.url or None)
    return {name: (getattr(found, name) if found else "") or "" for name in FIELDS}


def print_table(parts: dict[str, list[GoldPage]]) -> None:
    print("| pages | field | gold | ours | trafilatura | difference |\n| --- | --- | --- | --- | --- | --- |")
    for name, pages in parts.items():
        answers = [(page, ours(page), trafilatura(page)) for page in pages]
        for field in FIELDS:
            known = [(page, one[field], two[field]) for page, one, two in answers if field in page.fields]
            sites = [page.site for page, _, _ in known]
            scores = [field_score(field, one, page.fields[field]) for page, one, _ in known]
            others = [field_score(field, two, page.fields[field]) for page, _, two in known]
            cells = (name, field, len(known), site_mean(scores, sites), site_mean(others, sites))
            print(
                "|", *(f"{cell} |" for cell in cells), site_difference(scores, others, sites).signed(), "|", flush=True
            )


def print_misses(pages: Sequence[GoldPage], field: str) -> None:
    """Print the pages, and how many of them have a gold value that is not on the page."""
    counted = Counter[str]()
    for page in pages:
        got = ours(page)[field]
        if field in page.fields and field_score(field, got, page.fields[field]) < 0.7:
            said = fault_of_gold(page, field)
            counted[said] += 1
            print(page.id, page.type, repr(page.fields[field]), repr(got), said, sep="\t")
    print(f"{counted.total()} pages", *(f"{count} {said}" for said, count in counted.items() if said), sep=", ")


def fault_of_gold(page: GoldPage, field: str) -> str:
    """Evidence against the gold; empty if there is none."""
    gold, document = page.fields[field], Document(page.id, url=page.url, html=page.html)
    if field != "date":
        return "" if letters(gold) in letters(unescape(page.html)) else NOWHERE
    if page_metadata(PageAnalysis(document)).metadata.date_modified[:DAY] == gold[:DAY]:
        return "the day of the last change"
    texts = filter(YEAR.search, document.index.text_nodes.texts)
    said = {read_date(text, month_first=first)[:DAY] for text in texts for first in (True, False)}
    return "" if gold[:DAY] in said or gold[:DAY] in page.html else NOWHERE
