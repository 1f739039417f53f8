"""Wrappers as files.

A pattern is written as text (``Open div .post``, ``Punc :``, ``Num``), a context as the patterns left and right of a
separator, from it outwards.
"""

from pathlib import Path
from typing import Annotated

import msgspec

from iawce.data.errors import UsageError
from iawce.extract.papers.softmealy.contextual_rules import Context, Extent
from iawce.extract.papers.softmealy.settings import WIDEST, SoftMealySettings
from iawce.extract.papers.softmealy.tokens import Pattern, parse_pattern
from iawce.extract.papers.softmealy.transducer import BEGIN, END, Edge, Transducer, dummy
from iawce.extract.papers.softmealy.values import check_name
from iawce.extract.papers.softmealy.wrapper import BODY, Wrapper, WrapperMode
from iawce.extract.templates.template import VERSION, TemplateFile, read_templates, write_templates

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


class _Transducer(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    edges: Annotated[list[_Edge], msgspec.Meta(max_length=500)]
    once: Annotated[list[str], msgspec.Meta(max_length=200)] = []
    extents: Annotated[dict[str, Extent], msgspec.Meta(max_length=200)] = {}


class WrittenWrapper(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A wrapper in a file, alone or among the templates of a forum."""

    mode: WrapperMode
    settings: SoftMealySettings
    fields: Annotated[dict[str, str], msgspec.Meta(max_length=200)]
    tuples: _Transducer
    body: _Transducer | None = None


class WrapperFile(TemplateFile, tag="wrapper"):
    """A file with a wrapper alone."""

    wrapper: WrittenWrapper


def write_wrapper(wrapper: Wrapper, path: Path) -> None:
    """Write a wrapper to a file, completely or not at all.

    Raises:
        OSError: it cannot be written.
    """
    write_templates(WrapperFile(VERSION, written(wrapper)), path)


def read_wrapper(path: Path) -> Wrapper:
    """Read a wrapper from a file.

    Raises:
        UsageError: it cannot be read, or is not a wrapper.
    """
    return wrapper_of(read_templates(path, WrapperFile).wrapper, path)


def written(wrapper: Wrapper) -> WrittenWrapper:
    """A wrapper in the form of files."""
    body = _written(wrapper.body) if wrapper.body else None
    return WrittenWrapper(wrapper.mode, wrapper.settings, wrapper.sources, _written(wrapper.tuples), body)


def wrapper_of(given: WrittenWrapper, path: Path) -> Wrapper:
    """The wrapper from a file.

    Raises:
        UsageError: its parts do not fit each other; the message names the file.
    """
    try:
        fields = {check_name(name): check_name(source) for name, source in given.fields.items()}
        body = _transducer(given.body, {BODY}, closed=True) if given.body else None
        tuples = _transducer(given.tuples, set(fields), closed=given.mode == "page")
        return Wrapper(given.mode, fields, given.settings, tuples, body)
    except (UsageError, ValueError) as error:
        raise UsageError(f"{path} is damaged: {error}"[:300]) from error


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
