"""The record model: one tree with which all records of a cluster are aligned."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from iawce.data.analysis.units.nodes import TEXT, distinctive_names
from iawce.data.text.pairs import LABEL_ELEMENTS
from iawce.data.text.time_grammar import IN_NUMBERS
from iawce.extract.papers.simhtree.leaves import Value
from iawce.extract.papers.simhtree.sim_tree import SimTree

RECORD = "record"
"""Tag of the pattern's root."""
SAME_KIND, SAME_TEXT, SAME_CLASS, OTHER_CLASS = 1.0, 2.0, 2.0, 0.1
"""The similarity of two nodes with one tag is 1 plus these, for values of one kind, equal values, and similar class
names."""
LABEL_DEPTH = 4
"""Depth to which the label of a part of a record is searched."""
MOST_TEXTS = 50
"""Most different texts of a node that are stored."""


class ValueKind(StrEnum):
    """The kind of a value by a quick test."""

    NONE = "none"
    IMAGE = "image"
    NUMBER = "number"
    PRICE = "price"
    DATE = "date"
    TEXT = "text"


_CURRENCY = r"[$€£¥₹₽₩฿₺₴₫]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|kr|zł|Kč|Ft|RM|Rs|元|円|원)\b|元|円|원"
_PRICE = re.compile(rf"(?:{_CURRENCY})\s*[0-9]|[0-9]\s*(?:{_CURRENCY})", re.IGNORECASE)
_NUMBER = re.compile(r"[-+(]?[0-9][0-9.,\s]*[)%]?")
LONGEST_KIND = 40
"""Most characters of a text that may be of another kind."""


@dataclass(eq=False, slots=True)
class PatternNode:
    """A node of the record model.

    ``names`` counts the distinctive class names of its nodes; ``filled`` has the node of each record by the record's
    number.
    """

    tag: str
    column: int = -1
    names: Counter[str] = field(default_factory=Counter)
    kinds: Counter[ValueKind] = field(default_factory=Counter)
    texts: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)
    children: list["PatternNode"] = field(default_factory=list)
    filled: dict[int, int] = field(default_factory=dict)

    def below(self) -> Iterator["PatternNode"]:
        """The node and its descendants, in order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def fill(self, record: int, node: int, look: "NodeLook") -> None:
        """Add the node of a record."""
        self.filled[record] = node
        self.names.update(look.names)
        self.kinds[look.kind] += 1
        if look.text and len(self.texts) < MOST_TEXTS:
            self.texts.add(look.text)
        if look.label and len(self.labels) < MOST_TEXTS:
            self.labels.add(look.label)


class NodeLook(NamedTuple):
    """The compared properties of a node.

    Its tag, its column if it is a cell, its distinctive class names, and the kind and text of its value.
    """

    tag: str
    column: int
    names: frozenset[str]
    kind: ValueKind
    text: str
    label: str


def look_of(tree: SimTree, node: int, column: int) -> NodeLook:
    """The compared properties of a node; a text beside elements has no class names."""
    part, value = tree.parts[node], tree.value(node)
    names = distinctive_names(tree.analysis.index.classes[part.element]) if part.tag != TEXT else frozenset[str]()
    return NodeLook(part.tag, column, names, kind_of(value), value.text if value else "", _label_of(tree, node))


def _label_of(tree: SimTree, node: int) -> str:
    """The label at the beginning of a part of a record, such as a row of a table of facts; empty without one."""
    inner, steps = node, 0
    while tree.children[inner] and steps < LABEL_DEPTH:
        inner, steps = tree.children[inner][0], steps + 1
    value = tree.value(inner)
    if value is None or len(value.text) > LONGEST_KIND:
        return ""
    is_named = steps > 0 and tree.tag(inner) in LABEL_ELEMENTS
    return value.text if is_named or value.text.endswith((":", "：")) else ""


def kind_of(value: Value | None) -> ValueKind:
    """The kind of a value."""
    if value is None:
        return ValueKind.NONE
    if value.image:
        return ValueKind.IMAGE
    text = value.text
    if len(text) > LONGEST_KIND:
        return ValueKind.TEXT
    if _PRICE.search(text):
        return ValueKind.PRICE
    if IN_NUMBERS.search(text):
        return ValueKind.DATE
    return ValueKind.NUMBER if _NUMBER.fullmatch(text) else ValueKind.TEXT


def node_likeness(pattern: PatternNode, look: NodeLook) -> float:
    """Similarity of a node to the nodes of a pattern node; 0 if they do not match."""
    if pattern.tag != look.tag or pattern.column != look.column:
        return 0.0
    if look.label and pattern.labels and look.label not in pattern.labels:
        return 0.0
    score = 1.0
    if look.names and pattern.names:
        shared = len(look.names & pattern.names.keys())
        if not shared and (look.kind in (ValueKind.TEXT, ValueKind.NONE) or look.kind not in pattern.kinds):
            return 0.0
        score += SAME_CLASS * shared / len(look.names) if shared else OTHER_CLASS - 1
    if look.kind in pattern.kinds:
        score += SAME_KIND * pattern.kinds[look.kind] / pattern.kinds.total()
    return score + (SAME_TEXT if look.text and look.text in pattern.texts else 0.0)
