"""Lists whose markup says what their entries are, against the records of the same pages without that markup.

    python -m bench marked PATH/data         # and --seen

PATH/data has the page sets. A list page of WCXB dev and of the page-type corpora counts if three entries or more are
items of schema.org, entries of hAtom, products of WooCommerce, or elements ``article`` with a linked heading: their
titles, links, pictures, prices, days and authors are gold as far as they are shown. The records are those of the page
as it is; without names, where data and properties are gone and class names and ids say nothing; and without elements,
where also headings, articles, sections and times are ``div`` and ``span``. A record is that of an entry with its title
or its link. The sites are in two halves: what is wrong was looked into on pages of the other one, after a first list of
the wrong values of both. The trees that choose a list are grown on some of these pages (``python -m bench lists`` has
figures of unseen sites), so *record* is too high. Intervals of 95 % by bootstrap over sites.
"""

import gzip
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Annotated, TypeAlias
from urllib.parse import unquote

import lxml.html
import typer

from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.labelled_page import page_of_row
from iawce.data.network.address import join
from iawce.data.page import Html
from iawce.data.text.times import times_in
from iawce.extract.content.content import Record
from iawce.extract.pipeline.extractor import Extractor
from iawce.models.common.intervals import site_mean
from tests.known_sites.judged_lists import plain

_NAMES = ("class", "id", "itemprop", "itemscope", "itemtype", "itemid", "itemref", "property", "typeof", "vocab", "rel")
_BLOCKS = ("article", "section", "header", "main", "figure", "hgroup", "aside", "h1", "h2", "h3", "h4", "h5", "h6")
MIN_ENTRIES = 3
Element: TypeAlias = lxml.html.HtmlElement
Values = dict[str, str]
COLUMNS = ("title", "link", "image", "price", "date", "author")
LISTS = frozenset({"listing", "collection"})
SEVERAL = frozenset(
    {"Product", "BlogPosting", "Article", "NewsArticle", "Event", "Recipe", "Book", "Movie", "JobPosting"}
)
"""Types of items that lists are made of."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_NUMBER = re.compile(r"\d[\d.,\s]*")
_BY = re.compile(r"\A(?:by|von|par|por|av|di|door)\s+", re.I)


def _parse(html: str) -> lxml.html.HtmlElement:
    """The tree of a page; as bytes, since lxml takes no text that declares an encoding."""
    return lxml.html.document_fromstring(html.encode("utf-8", "replace"), lxml.html.HTMLParser(encoding="utf-8"))


def without_names(html: str) -> str:
    """The page without scripts and properties, each class name and id another word; ``data-*`` and roles stay."""
    tree, numbers = _parse(html), count(1)
    words = defaultdict[str, str](lambda: f"x{next(numbers) * 7919 % 99991:05d}")
    lxml.etree.strip_elements(tree, "script", with_tail=False)
    for one in tree.iter(lxml.etree.Element):
        given = {name: str(one.attrib.pop(name)) for name in _NAMES if name in one.attrib}
        for name in ("class", "id") if one.tag not in ("html", "body") else ():
            if text := " ".join(words[word] for word in given.get(name, "").split()):
                one.set(name, text)
    return str(lxml.html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>"))


def without_elements(html: str) -> str:
    """The page with ``div`` for headings but the main one, articles and sections, and ``span`` for times."""
    tree = _parse(html)
    for one in list(tree.iter(*_BLOCKS)):
        if one.tag != "h1" or any(around.tag == "article" for around in one.iterancestors()):
            one.tag = "div"
    for one in list(tree.iter("time")):
        one.tag = "span"
        one.attrib.pop("datetime", "")
    return str(lxml.html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>"))


@dataclass(frozen=True)
class Kind:
    """How the markup of one kind names entries and their values, as CSS selectors; the first one that fits counts."""

    entry: str
    title: Sequence[str]
    price: Sequence[str] = ()
    date: Sequence[str] = ()
    author: Sequence[str] = ()


KINDS = (
    Kind("[itemtype]", ('[itemprop~="name"]', '[itemprop~="headline"]'), ('[itemprop~="price"]',),
         ('[itemprop~="datePublished"]', '[itemprop~="startDate"]'),
         ('[itemprop~="author"] [itemprop~="name"]', '[itemprop~="author"]')),
    Kind(".hentry, .h-entry", (".entry-title", ".p-name"), (), (".published", ".dt-published", ".entry-date"),
         (".author .fn", ".p-author", ".author")),
    Kind("li.product", (".woocommerce-loop-product__title", "h2"), (".price ins .amount", ".price .amount")),
    Kind("article", ("h1", "h2", "h3", "h4"), (), ("time[datetime]:not(.updated)",)),
)  # fmt: skip


@dataclass(frozen=True)
class MarkedPage:
    """A list page and the values of its entries by its markup."""

    name: str
    site: str
    html: str

    @cached_property
    def entries(self) -> list[Values]:
        """The values; none of a page that lxml refuses."""
        with suppress(ValueError, lxml.etree.ParserError):
            return marked_entries(self.html, self.url)
        return []

    @property
    def url(self) -> str:
        """An address of the page."""
        return f"https://{self.site.lower()}.example/"

    @property
    def is_seen(self) -> bool:
        """Whether its site is of the half that was looked at."""
        return hashlib.sha256(f"m{self.site}".encode()).digest()[-1] % 2 == 0

    @cached_property
    def versions(self) -> dict[str, str]:
        """The page as it is, and without its marks."""
        unnamed = without_names(self.html)
        return {"as it is": self.html, "without names": unnamed, "without elements": without_elements(unnamed)}


def _line(element: Element) -> str:
    return " ".join(element.text_content().split())


def _own(entry: Element, selectors: Sequence[str]) -> Iterator[Element]:
    """Elements of an entry; those of an item within it only if it is its offer or its author."""
    for selector in selectors:
        for found in entry.cssselect(selector):
            around = (one for one in found.iterancestors() if one.get("itemscope") is not None or one is entry)
            scope = next(around, None)
            if scope is entry or "author" in selector or "price" in selector:
                yield found


def _values(kind: Kind, entry: Element, base: str) -> Values:
    """What the markup says of an entry, as far as it is shown."""
    shown, found = _line(entry), Values()
    title = next((one for one in _own(entry, kind.title) if _line(one)), None)
    if title is None:
        return {}
    found["title"] = _line(title)
    around = [*title.iter("a"), *title.iterancestors("a")]
    if links := [href for one in around if (href := one.get("href")) and not href.startswith("#")]:
        found["link"] = join(base, links[0])
    pictures = [src for one in entry.iter("img") if (src := one.get("src")) and not src.startswith("data:")]
    if len(pictures) == 1:
        found["image"] = join(base, pictures[0])
    amounts = set[str]()
    for selector in kind.price:
        given = (amount_of(one.get("content") or _line(one)) for one in _own(entry, (selector,)))
        amounts = amounts or {str(amount) for amount in given if amount is not None}
    if len(amounts) == 1:
        (found["price"],) = amounts
    written = (one.get("datetime") or one.get("content") or one.get("title") or "" for one in _own(entry, kind.date))
    days = {day[0] for text in written if (day := _DAY.match(text)) and day[0][:4] in shown}
    if len(days) == 1:
        (found["date"],) = days
    names = [name for one in _own(entry, kind.author) if (name := _BY.sub("", _line(one)))]
    if names and len(names[0]) < 50:
        found["author"] = names[0]
    return found


def amount_of(text: str) -> float | None:
    """The first amount in a text; a mark before one or two last digits parts cents."""
    found = _NUMBER.search(text)
    if not found:
        return None
    digits = "".join(found[0].split()).rstrip(".,")
    whole, cents = re.fullmatch(r"(.*?)(?:[.,](\d\d?))?", digits).groups()  # type: ignore[union-attr]
    return float(f"{re.sub('[.,]', '', whole) or 0}.{cents or 0}")


def marked_entries(html: str, base: str) -> list[Values]:
    """The entries of the kind that names most, none within another."""
    tree, best = lxml.html.document_fromstring(html), list[Values]()
    for kind in KINDS:
        found = tree.cssselect(kind.entry)
        if kind.entry == "[itemtype]":
            types = [one.get("itemtype", "").rstrip("/").rpartition("/")[2] for one in found]
            found = [one for one, name in zip(found, types, strict=True) if name in SEVERAL]
        inside = set(found)
        outer = [one for one in found if inside.isdisjoint(one.iterancestors())]
        groups = defaultdict[object, list[Element]](list)
        for one in outer:
            groups[one.getparent() if kind.entry == "article" else one.get("itemtype")].append(one)
        entries = [_values(kind, one, base) for one in max(groups.values(), key=len, default=[])]
        if kind.entry == "article" and any("link" not in one for one in entries):
            continue
        entries = [one for one in entries if one]
        best = entries if len(entries) > len(best) else best
    return best


def marked_pages(sets: Path, least: int = MIN_ENTRIES) -> Iterator[MarkedPage]:
    """The list pages of the sets whose markup names their entries."""
    wcxb = [
        (page.id, page.site, page.html) for page in read_gold("wcxb", sets / "wcxb-dev.tar.xz") if page.type in LISTS
    ]
    corpora = (sets / name for name in ("pagetype", "pagetype-more"))
    for name, site, html in (*wcxb, *(page for root in corpora for page in _read_corpus(root))):
        page = MarkedPage(name, site, html)
        if len({one["title"] for one in page.entries}) >= least:
            yield page


def _read_corpus(root: Path) -> Iterator[tuple[str, str, str]]:
    for line in (root / "pages.jsonl").read_text(encoding="utf-8").splitlines():
        page = page_of_row(root, row := json.loads(line))
        if page.label == "list" and isinstance(page.html, Path) and not row["ambiguous"]:
            yield page.id, page.site, gzip.decompress(page.html.read_bytes()).decode("utf-8", "replace")


def _address(text: str) -> str:
    return unquote(text.partition("://")[2]).partition("#")[0].rstrip("/")


def _days(text: str) -> set[str]:
    times = times_in(text)
    return {times.whole_day(month_first=False), times.whole_day(month_first=True)}


SAME: dict[str, Callable[[str, str], bool]] = {
    "title": lambda gold, found: plain(gold) == plain(found),
    "link": lambda gold, found: _address(gold) == _address(found),
    "image": lambda gold, found: _address(gold) == _address(found),
    "price": lambda gold, found: gold == str(amount_of(found)),
    "date": lambda gold, found: gold in _days(found),
    "author": lambda gold, found: plain(gold) == plain(found),
}


def judge(entries: Sequence[Values], records: Sequence[Record]) -> dict[str, float]:
    """Share of the entries that are records, and of their values that are right in these."""
    said = [{name: _said(record, name) for name in COLUMNS} for record in records]
    right = defaultdict[str, list[bool]](list)
    for entry in entries:
        own = next((one for one in said if plain(one["title"]) == plain(entry["title"])), None)
        if own is None and "link" in entry:
            own = next((one for one in said if SAME["link"](entry["link"], one["link"])), None)
        right["record"].append(own is not None)
        for name, value in entry.items() if own else ():
            right[name].append(SAME[name](value, own[name]))  # type: ignore[index]
    return {name: sum(each) / len(each) for name, each in right.items()}


def _said(record: Record, name: str) -> str:
    value = record.fields.get(name)
    return "" if value is None else value.image if name == "image" else value.text


def main(
    sets: Annotated[Path, typer.Argument(help="Folder of the page sets.")],
    is_seen: Annotated[bool, typer.Option("--seen", help="The half of the sites that was looked at.")] = False,
) -> None:
    pages = [page for page in marked_pages(sets) if page.is_seen == is_seen]
    print(f"{len(pages)} pages of {len({page.site for page in pages})} sites\n")
    names = ("record", *COLUMNS)
    print(f"| pages | {' | '.join(names)} |\n| --- |{' --- |' * len(names)}")
    scores = defaultdict[str, list[tuple[str, dict[str, float]]]](list)
    with Extractor(render="never") as extractor:
        for page in pages:
            for version, html in page.versions.items():
                found = extractor.extract(Html(html.encode("utf-8", "replace"), page.url))
                scores[version].append((page.site, judge(page.entries, found.records or ())))
    for version, each in scores.items():
        known = [[(one[name], site) for site, one in each if name in one] for name in names]
        cells = [str(site_mean([value for value, _ in own], [site for _, site in own])) for own in known]
        print(f"| {version} | {' | '.join(cells)} |")
