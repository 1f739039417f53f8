"""Files of templates: readable JSON of one version, with its kind.

A file contains only data: nothing in it is executed, and a file that does not fit the schema is refused. It is written
completely or not at all, and a person may correct it.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
import numpy as np

from iawce.data.errors import UsageError
from iawce.data.json_file import as_schema, read_json, write_json
from iawce.data.reading.places import Keys

VERSION = 4
"""Version of the files of all kinds."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]


class TemplateFile(msgspec.Struct, forbid_unknown_fields=True, tag_field="kind"):
    """The head of all files: their ``kind``, the tag of each schema, and their ``version``."""

    version: int


File = TypeVar("File", bound=TemplateFile)


def write_templates(file: TemplateFile, path: Path) -> None:
    """Write a file, completely or not at all.

    Raises:
        OSError: it cannot be written.
    """
    write_json(msgspec.to_builtins(file), path)


def read_templates(path: Path, schema: type[File]) -> File:
    """Read a file of one kind.

    Raises:
        UsageError: it cannot be read, is of another kind or version, or damaged.
    """
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
    """The keys, ascending, uint64 (keys,).

    Raises:
        ValueError: the length is not that of whole keys.
    """
    return np.unique(np.frombuffer(written, "<u8").astype(np.uint64))
