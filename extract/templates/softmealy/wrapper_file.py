"""Wrappers as files: readable JSON with a version.

A pattern is written in words (``Open div .post``, ``Punc :``, ``Num``), a context as what stands left and right of a
separator, read outward. A file is data: nothing of it is evaluated, and what does not fit is refused.
"""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from iawce.data.errors import UsageError
from iawce.data.sinks.output_file import replacing
from iawce.extract.templates.softmealy.contextual_rules import Context
from iawce.extract.templates.softmealy.extents import Extent
from iawce.extract.templates.softmealy.settings import WIDEST, SoftMealySettings
from iawce.extract.templates.softmealy.taxonomy import Pattern, parse_pattern
from iawce.extract.templates.softmealy.transducer import BEGIN, END, Edge, Transducer, dummy
from iawce.extract.templates.softmealy.values import check_name
from iawce.extract.templates.softmealy.wrapper import BODY, Wrapper, WrapperMode

VERSION: Literal[1] = 1
LARGEST = 1 << 20
"""Bytes of a file."""
_Patterns = Annotated[list[Annotated[str, msgspec.Meta(max_length=3_000)]], msgspec.Meta(max_length=WIDEST)]


class _Context(msgspec.Struct, forbid_unknown_fields=True):
    left: _Patterns
    right: _Patterns
    support: Annotated[int, msgspec.Meta(ge=1, le=1 << 31)] = 1


class _Edge(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    sources: Annotated[list[str], msgspec.Meta(min_length=1, max_length=200)]
    target: str
    contexts: Annotated[list[_Context], msgspec.Meta(min_length=1, max_length=200)]
    ambiguous: bool = False


class _Settings(msgspec.Struct, forbid_unknown_fields=True):
    width: int
    blanks: str
    values: str
    orders: str
    extents: str


_Edges = Annotated[list[_Edge], msgspec.Meta(max_length=500)]


class _Transducer(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    edges: Annotated[list[_Edge], msgspec.Meta(max_length=500)]
    once: Annotated[list[str], msgspec.Meta(max_length=200)] = []
    extents: Annotated[dict[str, Extent], msgspec.Meta(max_length=200)] = {}


class _File(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    version: Literal[1]
    mode: WrapperMode
    settings: _Settings
    fields: Annotated[dict[str, str], msgspec.Meta(max_length=200)]
    tuples: _Transducer
    body: _Transducer | None = None


def wrapper_json(wrapper: Wrapper) -> str:
    """A wrapper as JSON, indented."""
    settings = _Settings(**asdict(wrapper.settings))
    body = _written(wrapper.body) if wrapper.body else None
    file = _File(VERSION, wrapper.mode, settings, wrapper.sources, _written(wrapper.tuples), body)
    return msgspec.json.format(msgspec.json.encode(file), indent=2).decode() + "\n"


def parse_wrapper(text: str | bytes, name: str = "this") -> Wrapper:
    """The wrapper that ``wrapper_json`` wrote.

    Raises:
        UsageError: it is none, or of another version; the message begins with ``name``.
    """
    if len(text) > LARGEST:
        raise UsageError(f"{name} is no wrapper: it has more than {LARGEST} bytes")
    try:
        file = msgspec.json.decode(text, type=_File)
        return _wrapper(file)
    except (msgspec.MsgspecError, ValueError, RecursionError, UsageError) as error:
        raise UsageError(f"{name} is no wrapper of version {VERSION}: {str(error)[:300]}") from error


def save_wrapper(path: Path, wrapper: Wrapper) -> None:
    """Write a wrapper to a file, as a whole or not at all."""
    with replacing(path) as part:
        part.write_text(wrapper_json(wrapper), encoding="utf-8")


def load_wrapper(path: Path) -> Wrapper:
    """Read a wrapper from a file.

    Raises:
        UsageError: it cannot be read or is no wrapper.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    return parse_wrapper(raw, str(path))


def _written(transducer: Transducer) -> _Transducer:
    edges = [
        _Edge(
            list(edge.sources),
            edge.target,
            [_Context(_names(one.left), _names(one.right), one.support) for one in edge.contexts],
            edge.is_ambiguous,
        )
        for edge in transducer.edges
    ]
    return _Transducer(edges, sorted(transducer.once), dict(transducer.extents))


def _names(patterns: tuple[Pattern, ...]) -> list[str]:
    return [str(pattern) for pattern in patterns]


def _wrapper(file: _File) -> Wrapper:
    settings = SoftMealySettings(**msgspec.structs.asdict(file.settings))  # which check their own values
    fields = {check_name(name): check_name(source) for name, source in file.fields.items()}
    closed = file.mode == "page"
    body = _transducer(file.body, {BODY}, closed=True) if file.body else None
    return Wrapper(file.mode, fields, settings, _transducer(file.tuples, set(fields), closed=closed), body)


def _transducer(given: _Transducer, attributes: set[str], *, closed: bool) -> Transducer:
    states = {BEGIN, END, *attributes, *map(dummy, attributes)}
    named = {state for edge in given.edges for state in (*edge.sources, edge.target)}
    if unknown := (named - states) | ({*given.once, *given.extents} - attributes):
        raise UsageError(f"there are no fields for the states {', '.join(sorted(unknown))[:100]}")
    return Transducer(tuple(map(_edge, given.edges)), closed, frozenset(given.once), given.extents)


def _edge(edge: _Edge) -> Edge:
    contexts = (
        Context(tuple(map(parse_pattern, one.left)), tuple(map(parse_pattern, one.right)), one.support)
        for one in edge.contexts
    )
    return Edge(tuple(edge.sources), edge.target, tuple(contexts), edge.ambiguous)
