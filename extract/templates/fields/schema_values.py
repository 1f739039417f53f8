"""Extracts the user's own fields from a page, or from each of its records."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from operator import itemgetter

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.select import select, select_by_xpath
from iawce.data.dom.web_address import picture_address
from iawce.data.network.address import join
from iawce.data.text.money import read_amount, read_money
from iawce.data.text.times import read_date
from iawce.extract.content.content import FieldValue, FoundRecord
from iawce.extract.templates.fields.field_schema import (
    PAGE,
    RECORD,
    FieldSchema,
    FieldType,
    SchemaField,
    ScrapySelector,
    select_any,
)

BETWEEN = "; "
"""Separator of several values of a field."""
Said = tuple[int, str | None]
"""The number of an element, and the selected text or attribute; None for the whole element."""


def schema_records(analysis: PageAnalysis, schema: FieldSchema, known: Sequence[FoundRecord] = ()) -> list[FoundRecord]:
    """The records of a page by a schema, without those that have no field.

    Args:
        analysis: of the page.
        schema: of the fields.
        known: the records of the page, whose elements are used for ``each = "record"``.
    """
    found = {field.name: sorted(_said(analysis, field), key=itemgetter(0)) for field in schema.fields}
    records = []
    for elements in _elements(analysis, schema, known):
        fields = {field.name: _value(analysis, field, found[field.name], elements) for field in schema.fields}
        if any(fields.values()):
            records.append(FoundRecord(fields, tuple(elements)))
    return records


def _elements(analysis: PageAnalysis, schema: FieldSchema, known: Sequence[FoundRecord]) -> Iterator[Sequence[int]]:
    """The elements of each record."""
    if schema.each == PAGE:
        yield (0,)
    elif schema.each == RECORD:
        yield from (record.elements for record in known if record.list == 1)
    else:
        yield from ((number,) for number in select_any(analysis.index, schema.each) if analysis.shown.kept[number])


def _said(analysis: PageAnalysis, field: SchemaField) -> Iterator[Said]:
    """All results for a field on the page, in document order."""
    index = analysis.index
    if field.xpath:
        yield from select_by_xpath(index, field.xpath)
    elif field.css:
        selector = ScrapySelector.of(field.css)
        for number in select(index, selector.css or "*"):
            if selector.attribute:
                if (given := index.attributes.given[number].get(selector.attribute)) is not None:
                    yield number, given
            elif selector.is_text:
                text_nodes = range(int(index.first_text_node[number]), int(index.last_text_node[number]))
                yield from (
                    (number, index.text_nodes.texts[one])
                    for one in text_nodes
                    if index.text_nodes.owners[one] == number
                )
            else:
                yield number, None
    else:
        named = {_plain(label) for label in field.labels}
        yield from ((pair.value_at.element, pair.value) for pair in analysis.pairs if _plain(pair.label) in named)


def _plain(label: str) -> str:
    return " ".join(label.casefold().split()).strip(" :：.")


def _value(
    analysis: PageAnalysis, field: SchemaField, found: Sequence[Said], around: Sequence[int]
) -> FieldValue | None:
    """The first value of a field in these elements, or all of its values; None if there are none."""
    read = _READERS[field.type]
    inside = dict.fromkeys(_inside(analysis, field, found, around))
    values = ((number, value) for number, text in inside if (value := read(analysis, number, text)))
    chosen = list(dict.fromkeys(values)) if field.many else list(islice(values, 1))
    if not chosen:
        return None
    return FieldValue(BETWEEN.join(value for _, value in chosen), elements=tuple(sorted({one for one, _ in chosen})))


def _inside(analysis: PageAnalysis, field: SchemaField, found: Sequence[Said], around: Sequence[int]) -> Iterator[Said]:
    """The results, in document order, inside some elements."""
    itself = bool(field.css) and not ScrapySelector.of(field.css).css  # "::text" alone refers to the record itself
    for one in sorted(around):
        end = one + 1 if itself else int(analysis.index.ends[one])
        yield from found[bisect_left(found, one, key=itemgetter(0)) : bisect_left(found, end, key=itemgetter(0))]


def _text(analysis: PageAnalysis, number: int, text: str | None) -> str:
    return " ".join((analysis.texts.line(number) if text is None else text).split())


def _number(analysis: PageAnalysis, number: int, text: str | None) -> str:
    amount = read_amount(_text(analysis, number, text))
    return "" if amount is None else f"{amount:f}"


def _price(analysis: PageAnalysis, number: int, text: str | None) -> str:
    """The amount of the first price, else of the first number."""
    money = read_money(_text(analysis, number, text))
    return f"{money.amount:f}" if money else _number(analysis, number, text)


def _date(analysis: PageAnalysis, number: int, text: str | None) -> str:
    """The first day in ISO 8601; a machine-readable one has priority."""
    given = analysis.index.attributes.given[number].get("datetime", "") if text is None else ""
    said = (given, _text(analysis, number, text))
    orders = (False, True)
    return next((day for one in said for order in orders if (day := read_date(one, month_first=order))), "")


def _link(analysis: PageAnalysis, number: int, text: str | None) -> str:
    """The address of a link, or of the first link in an element, absolute."""
    return _address(analysis, number, text, "a", lambda one: analysis.index.attributes.given[one].get("href", ""))


def _picture(analysis: PageAnalysis, number: int, text: str | None) -> str:
    return _address(analysis, number, text, "img", partial(picture_address, analysis.index))


def _address(analysis: PageAnalysis, number: int, text: str | None, tag: str, of: Callable[[int], str]) -> str:
    if text is None:
        inside = range(number, int(analysis.index.ends[number]))
        text = next(filter(None, (of(one) for one in inside if analysis.index.tags[one] == tag)), "")
    return join(analysis.document.base_url, text.strip()) if text.strip() else ""


_READERS: dict[FieldType, Callable[[PageAnalysis, int, str | None], str]] = {
    "text": _text,
    "number": _number,
    "price": _price,
    "date": _date,
    "link": _link,
    "picture": _picture,
}
