"""The value of a range of tokens as a field: its text, or an attribute, and its place on the page."""

import re
from itertools import groupby

from iawce.data.errors import UsageError
from iawce.extract.content.content import FieldValue
from iawce.extract.papers.softmealy.tokens import Tokens
from iawce.extract.papers.softmealy.transducer import AttributeSpan

TEXT = "text"
"""The source of a field that is the text of its tokens; other sources are names of attributes."""
ATTRIBUTES = ("href", "src", "datetime", "title", "content", "alt", "id", "name")
"""Attributes with values, in the order in which labels are searched in them."""
_NAME = re.compile(r"[A-Za-z_][\w.-]{0,63}", re.ASCII)


def check_name(name: str) -> str:
    """The name of a field or of an attribute.

    Raises:
        UsageError: it is not a letter followed by up to 63 letters, digits, ``_``, ``-`` or ``.``.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name[:70]!r} is no name of a field or attribute: letters, digits, _, - and . only")
    return name


def field_value(tokens: Tokens, part: AttributeSpan, source: str) -> FieldValue:
    """The value of a part of a tuple: its text, with the lines of the page, or the attribute unchanged.

    Its place is the smallest element around it, its link the first one in it, or else the one around it.
    """
    value = range_text(tokens, part.start, part.end) if source == TEXT else _attribute(tokens, part, source)
    around = _element_around(tokens, part)
    return FieldValue(value, _link(tokens, part, around), elements=(around,))


def range_text(tokens: Tokens, start: int, end: int) -> str:
    """Text of the tokens between two borders, a line for each block of the page, with collapsed white space."""
    is_text = tokens.text_nodes[start:end] >= 0
    if not is_text.any():
        return ""
    breaks, texts = tokens.subset.breaks, tokens.analysis.index.text_nodes.texts
    numbers = list(dict.fromkeys(tokens.text_nodes[start:end][is_text].tolist()))
    said = [texts[number] for number in numbers]
    said[-1] = said[-1][: int(tokens.ends[start:end][is_text][-1])]  # only the first and the last one can be cut
    said[0] = said[0][int(tokens.starts[start:end][is_text][0]) :]
    lines = groupby(zip(numbers, said, strict=True), lambda text_node: int(breaks[text_node[0]]))
    joined = (" ".join("".join(text for _, text in line).split()) for _, line in lines)
    return "\n".join(filter(None, joined))


def _attribute(tokens: Tokens, part: AttributeSpan, name: str) -> str:
    """The attribute of the first tag in the range that has it."""
    given = tokens.analysis.index.attributes.given
    opened = (token for token in range(part.start, part.end) if tokens.is_tag[token])
    found = (given[tokens.elements[token]].get(name) for token in opened)
    return next((value.strip() for value in found if value is not None), "")


def _element_around(tokens: Tokens, part: AttributeSpan) -> int:
    index, inside = tokens.analysis.index, tokens.elements[part.start : part.end]
    number, last = int(inside.min()), int(inside.max())
    while last >= index.ends[number]:
        number = int(index.parents[number])
    return number


def _link(tokens: Tokens, part: AttributeSpan, around: int) -> str:
    index = tokens.analysis.index
    numbers = [*dict.fromkeys(tokens.elements[part.start : part.end].tolist()), around, *index.ancestors(around)]
    links = (index.attributes.given[number].get("href") for number in numbers if index.tags[number] == "a")
    return next((link.strip() for link in links if link), "")
