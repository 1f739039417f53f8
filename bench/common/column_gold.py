"""Records of list pages according to their own annotations, and the pages without these."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from iawce.data.analysis.markup_metadata import SchemaItem, texts_of, types_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.web_address import web_address
from iawce.data.text.money import find_money, read_amount
from iawce.data.text.times import times_in
from iawce.evaluate.measures.records import plain, same_address, same_picture

LISTED = re.compile(
    r"Article$|Posting$|Product|Recipe$|Event$|CreativeWork$|Book$|Movie$|Course$|Report$|Residence$|Hotel$"
    r"|LocalBusiness$|Restaurant$|VideoObject$|JobPosting$|Apartment$|House$|Vehicle$|Car$"
)
FEWEST = 3
"""Least number of things of a list."""
_MICRODATA = re.compile(rb"\s(?:itemprop|itemscope|itemtype|itemid)(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+))?", re.I)
_JSON_LD = re.compile(rb"<script\b[^>]*ld\+json[^>]*>.*?</script\s*>", re.I | re.S)
_TAG = re.compile(rb"<[a-zA-Z][^>]*\bitem(?:prop|scope|type)[^>]*>")
Gold = dict[str, str]


def without_annotations(body: bytes) -> bytes:
    """The page without JSON-LD and microdata."""
    return _TAG.sub(lambda match: _MICRODATA.sub(b"", match[0]), _JSON_LD.sub(b"", body))


def annotated_records(document: Document, things: Sequence[SchemaItem]) -> list[Gold]:
    """The things of the most frequent type of the page, each with the fields of its annotations."""
    groups: dict[str, dict[str, Gold]] = {}
    for kind, thing in _listed(things):
        gold = _fields(document, thing)
        if gold.get("title") and (gold.get("link") or len(gold) > 1):
            groups.setdefault(kind, {}).setdefault(gold.get("link") or gold["title"], gold)
    best = max(groups.values(), key=lambda group: (sum(map(len, group.values())), len(group)), default={})
    return list(best.values()) if len(best) >= FEWEST else []


def _listed(things: Sequence[SchemaItem]) -> Iterator[tuple[str, SchemaItem]]:
    for thing in things:
        kinds = types_of(thing)
        for entry in thing.get("itemListElement") or () if "ItemList" in kinds else ():
            if isinstance(entry, Mapping):
                item = entry.get("item")
                yield "ItemList", {**entry, **item} if isinstance(item, Mapping) else entry
        yield from ((kind, thing) for kind in kinds if LISTED.search(kind))


def _fields(document: Document, thing: SchemaItem) -> Gold:
    offer = _first(thing.get("offers"))
    price = (texts_of(offer.get("price")) or texts_of(offer.get("lowPrice")) or [""])[0]
    amount = read_amount(price)
    days = (times_in(text).whole_day(month_first=False) for text in texts_of(thing.get("datePublished")))
    image = thing.get("image")
    pictures = texts_of(image.get("url") or image.get("contentUrl")) if isinstance(image, Mapping) else texts_of(image)
    found = {
        "title": next(iter(texts_of(thing.get("headline")) or texts_of(thing.get("name"))), ""),
        "link": next((web_address(document.base_url, url) for url in _addresses(thing)), ""),
        "image": pictures[0] if pictures else "",
        "price": "" if amount is None else str(amount.normalize()),
        "date": next((day[:10] for day in days if day), ""),
        "author": next(iter(texts_of(thing.get("author"))), ""),
    }
    return {name: value for name, value in found.items() if value}


def _addresses(thing: SchemaItem) -> list[str]:
    return [url for name in ("url", "@id", "mainEntityOfPage") for url in texts_of(thing.get(name)) if "/" in url]


def _first(value: Any) -> SchemaItem:
    one = value[0] if isinstance(value, list) and value else value
    return one if isinstance(one, Mapping) else {}


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """The visible part of a record; only annotations of visible values are compared with it."""

    analysis: PageAnalysis
    elements: Sequence[int]

    def shows(self, name: str, gold: str) -> bool:
        """Whether the record shows a value."""
        index = self.analysis.index
        inside = [number for one in self.elements for number in range(one, int(index.ends[one]))]
        text = " ".join(self.analysis.texts.line(one) for one in self.elements)
        match name:
            case "image":
                tags = (index.attributes.given[number] for number in inside if index.tags[number] in ("img", "source"))
                return any(same_picture(gold, value) for given in tags for value in given.values() if "/" in value)
            case "link":
                return any(same_address(gold, web_address(self.analysis.document.base_url, href)) for number in inside
                           if (href := index.attributes.given[number].get("href")))  # fmt: skip
            case "price":
                return any(str(money.amount.normalize()) == gold for money in find_money(text))
            case "date":
                times = [
                    self.analysis.times.in_piece(text_node)
                    for one in self.elements
                    for text_node in range(int(index.first_text_node[one]), int(index.last_text_node[one]))
                ]
                times += [stamp for number in inside for stamp in self.analysis.times.in_attributes(number)]
                return any(gold == one.whole_day(month_first=order)[:10] for one in times for order in (False, True))
        return plain(gold) in plain(text)
