"""A template: a place on pages of one layout, a part of the text there, and a name.

The content of a site, its fields and the records of forums have such templates. Source of the three identifiers of a
place, and of their order: Wang, Chen and Dai 2018, section on content rules, L = <class, id, path>.

A file contains only data, written completely or not at all; one that does not fit the schema is refused.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeVar

import msgspec
import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import Keys, PathSpec
from iawce.data.arrays import Bools
from iawce.data.errors import UsageError
from iawce.data.json_file import as_schema, read_json, write_json

ToldBy = Literal["id", "class", "path"]  # The property by which an element is found
VERSION = 4  # Version of the files of all kinds
Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The place of an element; empty parts are unknown or irrelevant."""

    id: str = ""  # As in ``classes``, ``d+`` may represent runs of digits
    classes: str = ""  # Its class attribute with single spaces
    steps: tuple[str, ...] = ()  # The path to it, according to ``strictness``
    strictness: Literal["ORDINALS", "NEAR_NAMES", "LAST_NAMES"] = "ORDINALS"  # A ``PathSpec``

    @property
    def key(self) -> tuple[ToldBy, str]:
        """The first known one of id, class and path, and which one it is."""
        if self.id:
            return "id", self.id
        return ("class", self.classes) if self.classes else ("path", "/".join(self.steps))


class TextPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a text: the text after its ``label``, without the parts ``before`` and ``after`` it."""

    label: str = ""
    before: str = ""
    after: str = ""

    def fits(self, text: str) -> bool:
        """Whether a text, without its label, begins and ends with these parts and has a text between them."""
        has_more = len(text) > len(self.before) + len(self.after)
        return has_more and text.startswith(self.before) and text.endswith(self.after)

    def cut(self, text: str) -> str:
        """This part of a text."""
        return text.removeprefix(self.before).removesuffix(self.after).strip()


class Template(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A name for the text at a place, or a part of this text."""

    name: str
    place: Place
    part: TextPart = TextPart()


class Found(NamedTuple):
    """Numbers of elements in document order, at least one, and the property by which they were found."""

    numbers: list[int]
    by: ToldBy


def find(analysis: PageAnalysis, template: Template, among: Bools | None = None) -> Found | None:
    """The elements at the place of a template: by id, else by class, else by path; None if there are none.

    ``among``: whether each element counts, bool (elements,); by default the visible ones.
    """
    keys, place = analysis.path_keys, template.place
    counts = analysis.shown.kept if among is None else among
    ways: dict[ToldBy, Sequence[int]] = {
        "id": keys.named("id", place.id),
        "class": keys.named("class", place.classes),
        "path": keys.at(place.steps, PathSpec[place.strictness]),
    }
    found = (Found([number for number in numbers if counts[number]], by) for by, numbers in ways.items())
    return next((one for one in found if one.numbers), None)


class TemplateFile(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind"):
    """The head of all files: their ``kind``, the tag of each schema, and their ``version``."""

    version: int


File = TypeVar("File", bound=TemplateFile)


def write_templates(file: TemplateFile, path: Path) -> None:
    """Write a file, completely or not at all. Raises OSError: it cannot be written."""
    write_json(msgspec.to_builtins(file, enc_hook=str), path)


def read_templates(path: Path, schema: type[File]) -> File:
    """Read a file of one kind. Raises UsageError: it cannot be read, is of another kind or version, or damaged."""
    content, kind = read_json(path), schema.__struct_config__.tag
    head = content if isinstance(content, dict) else {}
    if head.get("kind") != kind:
        raise UsageError(f"{path} is no file of the kind {kind!r}")
    if head.get("version") != VERSION:
        raise UsageError(f"{path} has another version than {VERSION}, which this program reads: learn it again")
    return as_schema(content, schema, f"{path} is damaged")


def packed(keys: Iterable[int]) -> bytes:
    """Keys of 64 bits in the form of a file: ascending, little-endian, in base64 as all bytes in JSON."""
    return np.unique(np.fromiter(keys, np.uint64)).astype("<u8").tobytes()


def unpacked(written: bytes) -> Keys:
    """The keys, ascending, uint64 (keys,). Raises ValueError: the length is not that of whole keys."""
    return np.unique(np.frombuffer(written, "<u8").astype(np.uint64))
