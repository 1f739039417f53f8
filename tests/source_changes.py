"""Changes of a page's source that are invisible to its reader: the extracted text should stay the same.

Changes in ``HARMLESS`` do not concern the content. Changes in ``NAMES`` remove from a page the names given by its
author, which learned methods use.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from string import ascii_lowercase
from typing import NamedTuple

from iawce.data.dom.tags import BLOCKS, CELLS, VOID

_RAW = "script|style|textarea|title|xmp|iframe|noembed|noframes|plaintext|svg|math"
_TOKEN = re.compile(
    rf"<!--.*?(?:-->|\Z)|<[!?][^>]*+(?:>|\Z)|<({_RAW})\b.*?(?:</\1\s*>|\Z)"
    r"""|<(?P<end>/?)(?P<name>[a-z][^\s/>"']*+)(?P<rest>(?:[^"'>]++|"[^"]*+"|'[^']*+')*+)>""",
    re.IGNORECASE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=>"'/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?""")
BLANKS = " \t\n\r\f"
_BLANKS = re.compile(f"[{BLANKS}]+")
_LINES = (BLOCKS | CELLS) - {"pre"}
_REFERENCES = frozenset({"for", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"})
EVERY = 10
"""Tags from one comment to the next."""
MAX_DEPTH = 20
"""Blocks that are nested deeper are not indented further."""
Attributes = list[tuple[str, str]]


class Token(NamedTuple):
    """A part of the source: a tag, or the text between two. ``name`` is empty for text.

    ``verbatim``: comments, scripts and such, and all inside of ``pre``: blanks there must stay.
    """

    source: str
    name: str = ""
    rest: str = ""
    is_end: bool = False
    verbatim: bool = False

    @property
    def is_line(self) -> bool:
        """Whether it begins or ends a line, so that spaces beside it make no difference."""
        is_read = not (self.is_end and self.name in VOID)  # some parsers take </br> for a break, others for nothing
        return self.name in _LINES and is_read and not self.verbatim


def tokens_of(html: str) -> Iterator[Token]:
    """All parts of the source in order."""
    done, inside = 0, False
    for match in _TOKEN.finditer(html):
        if done < match.start():
            yield Token(html[done : match.start()], verbatim=inside)
        done, name, is_end = match.end(), (match["name"] or "").lower(), bool(match["end"])
        if name == "pre":
            inside = not is_end
        yield Token(match[0], name, match["rest"] or "", is_end, inside or not name)
    if done < len(html):
        yield Token(html[done:], verbatim=inside)


def minify(html: str) -> str:
    """Each run of white space in texts and between tags as one space, or as one line break if it has one."""
    return "".join(
        token.source if token.name or token.verbatim else _BLANKS.sub(_shortest, token.source)
        for token in tokens_of(html)
    )


def _shortest(blanks: re.Match[str]) -> str:
    return "\n" if "\n" in blanks[0] else " "  # between wide characters a line break is not a space


def trim(html: str) -> str:
    """No spaces at the beginning and end of lines."""
    parts, tokens = list[str](), list(tokens_of(html))
    for before, token, after in zip([Token(""), *tokens], tokens, [*tokens[1:], Token("")], strict=False):
        is_text = not (token.name or token.verbatim)
        source = token.source.lstrip(BLANKS) if is_text and before.is_line else token.source
        parts.append(source.rstrip(BLANKS) if is_text and after.is_line else source)
    return "".join(parts)


def pretty_print(html: str) -> str:
    """Each tag of a block on a line of its own, where it follows another one; indented."""
    parts, depth = list[str](), 0
    for token, following in pairwise([*_without_layout(list(tokens_of(html))), Token("")]):
        parts.append(token.source)
        if token.name not in VOID:
            depth = max(depth - 1, 0) if token.is_end else depth + bool(token.name)
        indent = "  " * min(depth - following.is_end, MAX_DEPTH)
        parts.append("\n" + indent if token.is_line and following.is_line else "")
    return "".join(parts)


def _without_layout(tokens: list[Token]) -> Iterator[Token]:
    """All but white space between two tags of blocks."""
    for before, token, after in zip([Token(""), *tokens], tokens, [*tokens[1:], Token("")], strict=False):
        if _BLANKS.fullmatch(token.source) is None or not (before.is_line and after.is_line):
            yield token


def add_comments(html: str) -> str:
    """A comment after every tenth tag."""
    parts, tags = list[str](), 0
    for token in tokens_of(html):
        tags += bool(token.name)
        is_due = token.name and token.name != "pre" and tags >= EVERY
        parts.append(token.source + "<!-- a remark -->" * bool(is_due))
        tags = 0 if is_due else tags
    return "".join(parts)


def cut_texts(html: str) -> str:
    """A comment in the middle of each text, as written by libraries that join texts."""
    return "".join(
        token.source if token.name or token.verbatim or not token.source.isalnum() else _cut(token.source)
        for token in tokens_of(html)
    )


def _cut(text: str) -> str:
    return f"{text[: len(text) // 2]}<!-- -->{text[len(text) // 2 :]}"


def reorder_attributes(html: str) -> str:
    """The attributes of each element in the opposite order."""
    return _with_attributes(html, lambda attributes: attributes[::-1])


def add_attributes(html: str) -> str:
    """An unknown attribute on each element."""
    return _with_attributes(html, lambda attributes: [("data-unheard-of", '"1"'), *attributes])


def shuffle_names(html: str) -> str:
    """Each class name and id replaced by a random one, the same everywhere, also in references to ids."""
    return _with_attributes(
        html, lambda attributes: [(name, _renamed(name.lower(), value)) for name, value in attributes]
    )


def remove_ids(html: str) -> str:
    """No element has an id."""
    return _with_attributes(html, lambda attributes: [pair for pair in attributes if pair[0].lower() != "id"])


def _renamed(attribute: str, value: str) -> str:
    given = value.strip("\"'")
    if attribute in ("class", "id") or attribute in _REFERENCES:
        return f'"{" ".join(map(_random_name, given.split()))}"'
    if attribute == "href" and given.startswith("#") and given[1:]:
        return f'"#{_random_name(given[1:])}"'
    return value


def _random_name(name: str) -> str:
    return "".join(Random(name).choices(ascii_lowercase, k=8))


def _with_attributes(html: str, change: Callable[[Attributes], Attributes]) -> str:
    """The source with other attributes; tags that are not well-formed stay as they are."""
    parts = list[str]()
    for token in tokens_of(html):
        found = [(name, value or "") for name, value in _ATTRIBUTE.findall(token.rest)]
        names = {name.lower() for name, _ in found}
        is_plain = not _ATTRIBUTE.sub("", token.rest.rstrip().removesuffix("/")).strip()
        if not token.name or token.is_end or len(names) < len(found) or not is_plain:
            parts.append(token.source)
            continue
        changed = "".join(f" {name}={value}" if value else f" {name}" for name, value in change(found))
        closing = " /" if token.rest.endswith("/") and not _ends_in_value(found) else ""
        parts.append(f"<{token.name}{changed}{closing}>")
    return "".join(parts)


def _ends_in_value(attributes: Attributes) -> bool:
    """Whether a slash at the end of the tag belongs to the last value, which has no quotation marks."""
    return bool(attributes) and attributes[-1][1].endswith("/")


HARMLESS: dict[str, Callable[[str], str]] = {
    "minified": minify,
    "trimmed": trim,
    "pretty-printed": pretty_print,
    "comments": add_comments,
    "texts cut by comments": cut_texts,
    "attributes reordered": reorder_attributes,
    "attribute added": add_attributes,
}
NAMES: dict[str, Callable[[str], str]] = {"names shuffled": shuffle_names, "ids removed": remove_ids}
