"""Files of JSON that a person may read and correct."""

import json
from pathlib import Path
from typing import Any

from iawce.data.errors import UsageError
from iawce.data.sinks.output_file import replacing


def read_json(path: Path) -> Any:
    """What a file of JSON holds.

    Raises:
        UsageError: it cannot be read, or holds something else.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} cannot be read as JSON: {error}"[:300]) from error


def write_json(content: Any, path: Path) -> None:
    """Write a file, as a whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", errors="backslashreplace")
