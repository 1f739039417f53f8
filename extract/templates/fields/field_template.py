"""A template of one field of the pages of a cluster: the place and the label that locate its values."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathSpec
from iawce.data.dom.tree import sums_before
from iawce.data.text.find_pairs import COLON_ENDS, LABEL_TAGS
from iawce.data.text.money import read_amount, read_money
from iawce.extract.content.boilerplate import find_cards
from iawce.extract.content.content import FieldValue, FoundRecord
from iawce.extract.metadata.title import find_title
from iawce.extract.templates.template import Count, Template, TextPart, find

MAX_LENGTH = 300  # Most characters of a text that may be a field; longer ones are prose
MAX_LABEL = 40
MAX_COUNT = 2_000  # Texts of a page that are examined
MAX_DEPTH = 100  # Depth below which elements are not examined
EDGES = " \t:：,;|·"  # Characters between a label and a text that are not part of either
_LETTER = re.compile(r"[^\W\d_]")
_INLINE = re.compile(r"([^\W\d_][^:：]{0,38}?)\s*[:：](?:\s+|(?<=：))(?=\S)")
Said = tuple[int, int, str, str, str]
"""The number of the first text node of a text, its element, label, text, and text with the label."""
NamedBy = Literal["example", "markup", "label", "class"]
"""Sources of the name of a field, in order of priority: an example of the user, the markup, the label before it, its
class."""
PRODUCT_FACTS = frozenset({"price", "sku", "isbn", "gtin", "ean", "mpn"})
"""Words in the names of fields that only products have."""
BETWEEN = "; "  # Between several values of a field
COMMON = 0.75  # Least share of the letters of the shorter form of a word with which both forms begin
MAX_ENDING = 3


class PageText(NamedTuple):
    """One text of a page."""

    element: int  # The number of its element
    around: int  # That of the outermost one with nothing else
    place: int  # Key of the place of the element
    label: str  # Its label, empty without one
    text: str  # Without the label
    whole: str  # With the label, if it is part of the text


def page_texts(analysis: PageAnalysis) -> list[PageText]:
    """The first texts of the body of a page that are neither prose nor of other products, in document order."""
    around, found = _around_alone(analysis), list[PageText]()
    places = analysis.path_keys.keys(PathSpec.NEAR_NAMES).tolist()
    in_card = find_cards(analysis, analysis.keep(find_title).heading)
    for _, element, label, text, whole in sorted([*_values(analysis), *_others(analysis)]):
        if (plain := text.strip(EDGES)) and len(whole) <= MAX_LENGTH and not in_card[element]:
            parts = label.strip(EDGES), plain, whole.strip(EDGES)
            found.append(_like_the_one_before(PageText(element, around(element), places[element], *parts), found))
            if len(found) == MAX_COUNT:
                break
    return found


def _values(analysis: PageAnalysis) -> Iterator[Said]:
    """The value of each pair, or each of its values if these are links separated by punctuation alone."""
    index, texts = analysis.index, analysis.index.text_nodes.texts
    for pair in analysis.pairs:
        element, start, end = pair.value_at
        inside = range(start.text_node, end.text_node + 1)
        shown = [one for one in inside if analysis.shown.text_nodes[one] and not index.blank[one]]
        owners = dict(zip(shown, index.text_nodes.owners[shown].tolist(), strict=True))
        named = {text_node: owner for text_node, owner in owners.items() if index.linked[owner]}
        between = "".join(texts[text_node] for text_node in shown if text_node not in named)
        if len(named) > 1 and not between.strip(EDGES) and len({index.kinds[owner] for owner in named.values()}) == 1:
            for text_node, owner in named.items():
                text = " ".join(texts[text_node].split())
                yield text_node, owner, pair.label, text, text
        else:
            is_whole = pair.label_at.start.text_node == start.text_node
            whole = f"{pair.label}: {pair.value}" if is_whole else pair.value
            yield start.text_node, element, pair.label, pair.value, whole


def _others(analysis: PageAnalysis) -> Iterator[Said]:
    """The texts directly in elements that are no values of pairs, in document order."""
    index, texts, before = analysis.index, analysis.index.text_nodes.texts, ""
    paired, labels = np.zeros((2, len(texts)), bool)
    for pair in analysis.pairs:
        paired[pair.value_at.start.text_node : pair.value_at.end.text_node + 1] = True
        labels[pair.label_at.start.text_node : pair.label_at.end.text_node + 1] = True
    chosen = analysis.shown.text_nodes & ~paired & ~index.blank & (index.depths[index.text_nodes.owners] <= MAX_DEPTH)
    own: dict[int, list[int]] = {}
    for text_node in np.flatnonzero(chosen).tolist():
        own.setdefault(int(index.text_nodes.owners[text_node]), []).append(text_node)
    for element, text_nodes in own.items():
        whole = " ".join(" ".join(texts[text_node] for text_node in text_nodes).split())
        inline = _INLINE.match(whole)
        label, text = (inline[1], whole[inline.end() :]) if inline else (before, whole)
        first = texts[text_nodes[0]].strip()  # it may be the label of the next one
        is_label = first.endswith(COLON_ENDS) or index.tags[element] in LABEL_TAGS
        is_label &= len(first) <= MAX_LABEL and not labels[text_nodes[0]] and _LETTER.search(first) is not None
        before = first if is_label else ""
        yield text_nodes[0], element, label, text, whole


def _around_alone(analysis: PageAnalysis) -> Callable[[int], int]:
    """A function to the nearest ancestor with more text than the element: in ``<ul><li><a>x</a>`` the list."""
    index = analysis.index
    texts = sums_before(analysis.document.body.text_nodes & ~index.blank)
    counts, parents = (texts[index.last_text_node] - texts[index.first_text_node]).tolist(), index.parents.tolist()

    def around(element: int) -> int:
        outer: int = parents[element]
        while outer >= 0 and counts[outer] == counts[element]:
            outer = parents[outer]
        return outer

    return around


def _like_the_one_before(text: PageText, found: list[PageText]) -> PageText:
    """The text, with the label of the one before it if both are in a row of values: ``by <a>one</a>, <a>other</a>``."""
    is_beside = bool(found) and (found[-1].around, found[-1].place) == (text.around, text.place)
    is_next = is_beside and found[-1].element != text.element
    return text._replace(label=found[-1].label) if is_next and not text.label else text


class FieldTemplate(Template, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The location of a field: a place identified by the names of near elements, and a part of its texts."""

    named_by: NamedBy = "example"  # The source of its name
    pages: Count = 0  # Number of pages from which it was learned
    found: Count = 0  # Number of these on which it was found

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
    """Whether two labels have equal words, or forms of the same words in any language with endings.

    ``Category`` is the label of a page with one category, ``Categories`` that of others.
    """
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
    """The texts at one place that are in the same element as the first, each value once.

    A page may show its facts twice, and may show other items in the same layout, such as recommendations.
    """
    near = [text for text in found if text.around == found[0].around]
    return list({text.whole: text for text in reversed(near)}.values())[::-1]


def are_product_fields(fields: Sequence[FieldTemplate]) -> bool:
    """Whether pages with these fields are pages of one product: they have a title, and a price or a product number.

    A class name is not sufficient, since lists have prices, too.
    """
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
