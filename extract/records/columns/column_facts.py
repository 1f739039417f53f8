"""The facts of one column of a table: its values and their markup."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, pairwise

from iawce.data.dom.tags import HEADINGS, STRUCK
from iawce.data.dom.words import split_words
from iawce.data.text.lexicon.columns import classes_of, role_of_class, role_of_label
from iawce.extract.content.content import FieldValue
from iawce.extract.papers.simhtree.table import Column, Table

_COUNT = re.compile(
    r"\(?(\d{1,3}(?:[ ,.\u00a0]\d{3})+|\d+(?:[.,]\d{1,2}(?=\s?[kKmM万]))?)\s?([kKmM万]?)\)?\+?(?![\w.,])"
)
_BRACKETED = re.compile(r"[(（]([^()（）]*)[)）]")
_TIMES = {"": 1, "k": 1_000, "m": 1_000_000, "万": 10_000}


def plain_count(text: str) -> str:
    """A text that is a number, in digits: ``1.2k`` is 1200; empty if it is not one."""
    found = _COUNT.fullmatch(text.strip())
    if found is None:
        return ""
    times = _TIMES[found[2].lower()]
    if times > 1:
        return str(round(float(found[1].replace(",", ".").replace(" ", "")) * times))
    return re.sub(r"\D", "", found[1])


def counted(text: str) -> tuple[str, str]:
    """Number and word of a text that counts something: ``12 views`` is 12 of views; both empty if it does not."""
    bracketed = _BRACKETED.fullmatch(text.strip())
    text = (bracketed[1] if bracketed else text).strip()
    number, _, word = text.rpartition(" ")
    if number and re.fullmatch(r"[^\W\d_]+", word) and (digits := plain_count(number)):
        return digits, word.lower()
    glued = re.fullmatch(r"(\d[\d.,]*)([^\W\d_]+)", text)
    return (plain_count(glued[1]), glued[2].lower()) if glued else ("", "")


USUAL = 0.6
EXAMPLES = 5
"""Most records whose elements are examined."""
LONGEST = 8
"""Most words of a value that has a label."""
NO_PAGES = ("mailto:", "tel:", "javascript:")
"""Prefixes of addresses that are not pages."""
FORMS = 3
"""Of a word in labels."""
SAMPLE = 200
"""Most values that are examined."""
Values = list[FieldValue | None]


@dataclass(eq=False)
class ColumnFacts:
    """One column: ``values`` of the records in order, its ``place`` in reading order, and the markup of its values.

    ``label``: the text above, before or after all of them. ``classes``: class names, properties and ids for tests of
    its elements, the innermost first, each element a tuple. ``tags``: of these elements. ``path``: in the record.
    ``beside``: the columns before and after it.
    """

    place: int
    values: Values
    label: str
    classes: tuple[tuple[str, ...], ...]
    tags: tuple[str, ...]
    path: str
    beside: list["ColumnFacts"] = field(default_factory=list, repr=False)

    @cached_property
    def said(self) -> list[FieldValue]:
        """The existing values; of a long list only the first ones."""
        return list(islice((value for value in self.values if value is not None), SAMPLE))

    @cached_property
    def texts(self) -> list[str]:
        """The texts of these, without pictures."""
        return [value.text for value in self.said if value.text and not value.image]

    @cached_property
    def filled(self) -> float:
        """Share of the records that have a value."""
        return sum(value is not None for value in self.values) / max(len(self.values), 1)

    @cached_property
    def distinct(self) -> float:
        """Distinct texts or pictures divided by values."""
        return len({value.image or value.text for value in self.said}) / max(len(self.said), 1)

    @property
    def is_constant(self) -> bool:
        """Whether there are several records, all with the same value."""
        return len(self.said) > 2 and len({value.text for value in self.said}) == 1

    @cached_property
    def is_picture(self) -> bool:
        """Whether it holds pictures."""
        return self.share(lambda value: value.image) > 0.5

    @cached_property
    def mean_words(self) -> float:
        """Words of a value."""
        return sum(len(split_words(text)) for text in self.texts) / max(len(self.texts), 1)

    @cached_property
    def linked(self) -> float:
        """Share of the values with a link to a page."""
        return self.share(lambda value: value.link and not value.link.startswith(NO_PAGES))

    @property
    def heading(self) -> bool:
        """Whether its values are headings."""
        return not set(HEADINGS).isdisjoint([*self.tags, *self.path.split("/")])

    @property
    def struck(self) -> bool:
        """Whether its values are struck out."""
        return not STRUCK.isdisjoint(self.tags)

    @cached_property
    def labelled(self) -> str:
        """The role that its label names."""
        return role_of_label(self.label)

    @cached_property
    def named(self) -> str:
        """The role named by the names of the innermost element that names one."""
        roles = (role for names in self.classes for name in names if (role := role_of_class(name)))
        return next(roles, "")

    @cached_property
    def said_role(self) -> str:
        """The role that all of its texts name: ``comments`` and ``comment``."""
        texts = set(self.texts)
        roles = {role_of_label(text) for text in texts} if len(self.texts) > 2 and len(texts) <= FORMS else {""}
        return roles.pop() if len(roles) == 1 and not self.is_picture else ""

    def is_called(self, role: str) -> bool:
        """Whether its label, or else its names, give it a role."""
        return (self.labelled or self.named) == role

    def share(self, is_one: Callable[[FieldValue], object]) -> float:
        """Share of the values of a kind."""
        return sum(bool(is_one(value)) for value in self.said) / max(len(self.said), 1)

    def share_of_texts(self, is_one: Callable[[str], object]) -> float:
        """Share of the texts of a kind."""
        return sum(bool(is_one(text)) for text in self.texts) / max(len(self.texts), 1)


def read_columns(table: Table) -> list[ColumnFacts]:
    """The columns of a table with their facts."""
    found = list[ColumnFacts]()
    for place, column in enumerate(table.columns):
        values = [row[place] for row in table.rows]
        elements = list(dict.fromkeys(_elements(table, column)))
        given = table.model.tree.analysis.index.attributes.given
        classes = tuple(tuple(classes_of(given[number])) for number in elements)
        tags = tuple(table.model.tree.analysis.index.tags[number] for number in elements)
        found.append(ColumnFacts(place, values, column.label, classes, tags, column.path))
    return _neighbours(_labelled(found))


def _labelled(columns: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The columns without those that always have the name of a role of an adjacent column.

    Such are ``By`` before names and ``comments`` after numbers.
    """
    labels = set[ColumnFacts]()
    for before, after in pairwise(columns):
        for label, column in ((before, after), (after, before)):
            role = label.said_role
            is_value = bool(column.texts) and not column.said_role and {label, column}.isdisjoint(labels)
            is_counted = label is before or column.share_of_texts(plain_count) > USUAL
            if role and is_value and not column.label and is_counted and column.mean_words < LONGEST:
                column.label = label.texts[0]
                labels.add(label)
    return [column for column in columns if column not in labels]


def _neighbours(columns: list[ColumnFacts]) -> list[ColumnFacts]:
    """The columns, each of which knows those beside it."""
    for before, after in pairwise(columns):
        before.beside.append(after)
        after.beside.append(before)
    return columns


def _elements(table: Table, column: Column) -> Iterator[int]:
    """Elements of a column's values, the innermost first, then those around that hold nothing else."""
    tree = table.model.tree
    nodes = list(islice((own for pattern in column.nodes for own in pattern.filled.values()), EXAMPLES))
    own = {node for pattern in column.nodes for node in pattern.filled.values()}
    while nodes:
        yield from (tree.parts[node].element for node in nodes)
        around = dict.fromkeys(tree.parents[node] for node in nodes)
        nodes = [node for node in around if node > 0 and own.issuperset(tree.children[node])]
        own.update(nodes)
