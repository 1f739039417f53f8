"""A template of one field of the pages of a cluster: the place and the label that locate its values."""

from collections.abc import Sequence
from typing import Literal

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.text.money import read_amount, read_money
from iawce.extract.content.content import FieldValue, FoundRecord
from iawce.extract.templates.fields.page_texts import PageText, page_texts
from iawce.extract.templates.template import Count, Template, TextPart, find

NamedBy = Literal["example", "markup", "label", "class"]
"""Sources of the name of a field, in order of priority: an example of the user, the markup, the label before it, its
class."""
PRODUCT_FACTS = frozenset({"price", "sku", "isbn", "gtin", "ean", "mpn"})
"""Words in the names of fields that only products have."""
BETWEEN = "; "
"""Between several values of a field."""
COMMON = 0.75
"""Least share of the letters of the shorter form of a word with which both forms begin."""
MAX_ENDING = 3


class FieldTemplate(Template, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The location of a field: a place identified by the names of near elements, and a part of its texts.

    ``named_by``: the source of its name. ``pages``: number of pages from which it was learned; ``found``: number of
    these on which it was found.
    """

    named_by: NamedBy = "example"
    pages: Count = 0
    found: Count = 0

    def values(self, analysis: PageAnalysis, texts: Sequence[PageText]) -> list[str]:
        """The values of the field on a page, each once: those in the same group as the first one (``with_first``)."""
        found, label = find(analysis, self), self.part.label
        numbers = set(found.numbers) if found else set()
        here = [text for text in texts if text.element in numbers]
        if label:
            said = [text for text in here if text.label == label]
            here = said or [text for text in here if are_alike(text.label, label)]
        values = list(dict.fromkeys(values_of_part(self.part, with_first(here))))
        return values if self.named_by == "example" or self.name != "price" else _lowest(values)


def _lowest(prices: list[str]) -> list[str]:
    """The lower end of a range of prices, which is the price in records and in schema.org, too."""
    amounts = [money.amount if (money := read_money(price)) else read_amount(price) for price in prices]
    known = [amount for amount in amounts if amount is not None]
    return [prices[amounts.index(min(known))]] if known else prices


def are_alike(one: str, other: str) -> bool:
    """Whether labels have forms of the same words: ``Category`` of pages with one, ``Categories`` of others."""
    words, others = one.casefold().split(), other.casefold().split()
    return len(words) == len(others) and all(map(_are_forms, words, others))


def _are_forms(one: str, other: str) -> bool:
    shorter = min(len(one), len(other))
    common = next((place for place in range(shorter) if one[place] != other[place]), shorter)
    endings = one[common:], other[common:]
    have_letters = all(not ending or ending.isalpha() for ending in endings)
    is_most = common >= max(1, COMMON * shorter)
    return one == other or (have_letters and is_most and len(max(endings, key=len)) <= MAX_ENDING)


def values_of_part(part: TextPart, texts: Sequence[PageText]) -> list[str]:
    """The values in the texts that have the text around a value."""
    said = (text_of_part(part, text) for text in texts)
    return [part.cut(text) for text in said if part.fits(text)]


def text_of_part(part: TextPart, text: PageText) -> str:
    """The text without its label if the part has a label."""
    return text.text if part.label else text.whole


def with_first(found: Sequence[PageText]) -> list[PageText]:
    """The texts in the element of the first, each once; others may repeat it, or be of other items."""
    near = [text for text in found if text.around == found[0].around]
    return list({text.whole: text for text in reversed(near)}.values())[::-1]


def are_product_fields(fields: Sequence[FieldTemplate]) -> bool:
    """Whether the fields have a title, and a price or number by more than a class, which lists have, too."""
    names = {field.name for field in fields if field.named_by != "class"}
    return "title" in names and any(PRODUCT_FACTS.intersection(name.split("_")) for name in names)


def field_values(analysis: PageAnalysis, fields: Sequence[FieldTemplate]) -> dict[str, list[str]]:
    """The values of the fields of a page by name; of several fields with one name, those of the first that has some."""
    texts, values = page_texts(analysis), dict[str, list[str]]()
    for field in fields:
        values[field.name] = values.get(field.name) or field.values(analysis, texts)
    return values


def extract_fields(analysis: PageAnalysis, fields: Sequence[FieldTemplate]) -> FoundRecord | None:
    """The fields of a page as one record, None for missing fields; no record if all are missing."""
    values = field_values(analysis, fields)
    if not any(values.values()):
        return None
    found = {name: FieldValue(BETWEEN.join(said)) if said else None for name, said in values.items()}
    return FoundRecord(found, (analysis.index.tagged("body")[0],))
