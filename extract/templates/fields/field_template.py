"""A template of one field of the pages of a cluster: the place and the label by which its values are found."""

from collections.abc import Sequence
from typing import Literal

from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.found_records import FoundField, FoundRecord
from iawce.extract.templates.fields.page_texts import PageText, page_texts
from iawce.extract.templates.template import Template, TextPart, find
from iawce.extract.templates.template_file import Count

NamedBy = Literal["example", "markup", "label", "class"]
"""Sources of a field's name: an example of the user, the page's markup, the label before it, its class; in order."""
PRODUCT_FACTS = frozenset({"price", "sku", "isbn", "gtin", "ean", "mpn"})
"""Words in the names of fields that only products have."""
BETWEEN = "; "
"""Between several values of a field."""


class FieldTemplate(Template, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a field stands: a place that is identified by near names, and a part of its texts.

    ``named_by``: what gave the name. ``pages``: on how many pages it was looked for when it was learned; ``found``: on
    how many it was found.
    """

    named_by: NamedBy = "example"
    pages: Count = 0
    found: Count = 0

    def values(self, reading: PageReading, texts: Sequence[PageText]) -> list[str]:
        """The values of the field on a page, from all of its texts: those with the first one, each once."""
        found, label = find(reading, self), self.part.label
        numbers = set(found.numbers) if found else set()
        here = [text for text in texts if text.element in numbers and (not label or text.label == label)]
        return list(dict.fromkeys(said_values(self.part, with_first(here))))


def said_values(part: TextPart, texts: Sequence[PageText]) -> list[str]:
    """The values in the texts with the surroundings of a value."""
    said = (said_at(part, text) for text in texts)
    return [part.cut(text) for text in said if part.fits(text)]


def said_at(part: TextPart, text: PageText) -> str:
    """A text without the label, if the part has one."""
    return text.text if part.label else text.whole


def with_first(found: Sequence[PageText]) -> list[PageText]:
    """The texts at one place in the same surroundings as the first, each value once.

    A page may show its facts twice, and other things with the same layout, such as recommendations.
    """
    near = [text for text in found if text.around == found[0].around]
    return list({text.whole: text for text in reversed(near)}.values())[::-1]


def tells_product(fields: Sequence[FieldTemplate]) -> bool:
    """Whether pages with these fields are each about one product: they have a title, and a price or a number of it.

    A class alone says too little: lists have prices, too.
    """
    names = {field.name for field in fields if field.named_by != "class"}
    return "title" in names and any(PRODUCT_FACTS.intersection(name.split("_")) for name in names)


def extract_fields(reading: PageReading, fields: Sequence[FieldTemplate]) -> FoundRecord | None:
    """The fields of a page as one record, None where a field is absent; no record if all are.

    Raises:
        PageError: the page cannot be read.
    """
    texts = page_texts(reading)
    values = {field.name: field.values(reading, texts) for field in fields}
    if not any(values.values()):
        return None
    found = {name: FoundField(BETWEEN.join(said)) if said else None for name, said in values.items()}
    return FoundRecord(found, (reading.index.tagged("body")[0],))
