"""Templates of forums as a file (``docs/forums.md``)."""

from pathlib import Path

import msgspec

from iawce.data.errors import UsageError
from iawce.extract.templates.forum.forum_templates import ForumTemplate, ForumTemplates, Labeller
from iawce.extract.templates.forum.location_library import LocationLibrary, WrittenLibrary
from iawce.extract.templates.softmealy.wrapper_file import WrittenWrapper, wrapper_of, written
from iawce.extract.templates.template_file import (
    VERSION,
    Count,
    TemplateFile,
    packed,
    read_templates,
    unpacked,
    write_templates,
)


class WrittenForumTemplate(msgspec.Struct, forbid_unknown_fields=True):
    """The template of one cluster in the file; ``features``: keys."""

    medoid: str
    software: str
    pages: Count
    labelled: Labeller
    features: bytes
    wrapper: WrittenWrapper | None


class ForumFile(TemplateFile, tag="forum"):
    """The learned templates of forums."""

    library: WrittenLibrary
    templates: list[WrittenForumTemplate]


def write_forum(forum: ForumTemplates, path: Path) -> None:
    """Write a file, completely or not at all.

    Raises:
        OSError: it cannot be written.
    """
    templates = [
        WrittenForumTemplate(
            one.medoid,
            one.software,
            one.pages,
            one.labelled,
            packed(one.features),
            written(one.wrapper) if one.wrapper else None,
        )
        for one in forum.templates
    ]
    write_templates(ForumFile(VERSION, forum.library.written(), templates), path)


def read_forum(path: Path) -> ForumTemplates:
    """Read a file.

    Raises:
        UsageError: it cannot be read, or is not one of this version.
    """
    file = read_templates(path, ForumFile)
    templates = tuple(_read(one, path) for one in file.templates)
    return ForumTemplates(LocationLibrary.of(file.library), templates)


def _read(given: WrittenForumTemplate, path: Path) -> ForumTemplate:
    try:
        features = frozenset(unpacked(given.features).tolist())
    except ValueError as error:
        raise UsageError(f"{path} is damaged: {error}") from error
    wrapper = wrapper_of(given.wrapper, path) if given.wrapper else None
    return ForumTemplate(given.medoid, features, given.software, given.pages, given.labelled, wrapper)
