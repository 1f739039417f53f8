"""A template of one field of the pages of a cluster: the place and the label by which its values are found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.places import key_of
from iawce.extract.content.found_records import FoundField, FoundRecord
from iawce.extract.templates.fields.page_texts import PageText, page_texts

NamedBy = Literal["example", "markup", "label", "class"]
"""What named a field: an example of the user, the page's own markup, the label before it, its class; surest first."""
PRODUCT_FACTS = frozenset({"price", "sku", "isbn", "gtin", "ean", "mpn"})
"""Words in the names of fields that only products have."""
BETWEEN = "; "
"""Between several values of a field."""


@dataclass(frozen=True, slots=True)
class FieldTemplate:
    """Where a field stands.

    ``kinds``: of the elements from below ``body`` down to the one that holds the values: names, of the last also its
    classes, ``name.classes``, of the one before its first class, runs of digits as ``d+``. ``label``: the text that
    names them, empty where none is needed. ``before``, ``after``: what stands around each value in its text and is cut
    off. ``named_by``: what gave the name. ``pages``: on how many pages it was looked for when it was learned;
    ``found``: on how many it was found.
    """

    name: str
    kinds: tuple[str, ...]
    label: str = ""
    before: str = ""
    after: str = ""
    named_by: NamedBy = "example"
    pages: int = 0
    found: int = 0

    def values(self, texts: Sequence[PageText]) -> list[str]:
        """What a page says of the field: the texts that stand with the first, each once."""
        key = key_of(self.kinds)
        here = [text for text in texts if text.place == key and (not self.label or text.label == self.label)]
        return list(dict.fromkeys(self.cut(text) for text in self.fitting(with_first(here))))

    def fitting(self, texts: Sequence[PageText]) -> list[PageText]:
        """Those of the texts at its place that have what stands around a value."""
        return [text for text in texts if self.said(text).startswith(self.before) and self._ends(text)]

    def cut(self, text: PageText) -> str:
        """A value without what stands around it."""
        return self.said(text).removeprefix(self.before).removesuffix(self.after).strip()

    def said(self, text: PageText) -> str:
        """A text without the label of the field."""
        return text.text if self.label else text.whole

    def _ends(self, text: PageText) -> bool:
        said = self.said(text)
        return said.endswith(self.after) and len(said) > len(self.before) + len(self.after)


def with_first(found: Sequence[PageText]) -> list[PageText]:
    """Of texts at one place those in the same surroundings as the first, each value once.

    A page may show its facts twice, and other things that look alike: what is recommended beside it.
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
    values = {field.name: field.values(texts) for field in fields}
    if not any(values.values()):
        return None
    found = {name: FoundField(BETWEEN.join(said)) if said else None for name, said in values.items()}
    return FoundRecord(found, (reading.index.tagged("body")[0],))
