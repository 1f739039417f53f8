"""Tables of benches in pages, with the command that printed them, its date and its commit.

A page has a place for each command, between two comments: ``<!-- bench NAME ARGUMENT ... -->`` and ``<!-- end -->``.
Folders of this machine are written as ``PATH``. If a command has several places, each takes one of its tables.
"""

import io
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

END = "<!-- end -->"
_TABLE = re.compile(r"^\|.*\|$(?:\n\|.*\|$)+", re.M)


class Copied(io.StringIO):
    """Text that is written to stdout and kept, too."""

    def __init__(self) -> None:
        super().__init__()
        self._stdout = sys.stdout

    def write(self, text: str) -> int:
        """Write to both."""
        self._stdout.write(text)
        self._stdout.flush()
        return super().write(text)


def command_of(name: str, arguments: Sequence[str]) -> str:
    """A bench and its arguments as in the comment before its place, without folders of this machine."""
    return shlex.join([name, *map(_masked, arguments)])


def _masked(argument: str) -> str:
    before, equals, path = argument.rpartition("=")
    return f"{before}{equals}PATH/{Path(path).name}" if Path(path).is_absolute() else argument


def source_of_today(root: Path) -> str:
    """Date and commit of a checkout, as ``2026-11-25, f7933d9``.

    Raises:
        ValueError: the code differs from its commit, or it is no checkout.
    """
    if _git(root, "status", "--porcelain", "--", ".", ":!docs"):
        raise ValueError("the code has changes that are in no commit")
    return f"{datetime.now(UTC):%Y-%m-%d}, {_git(root, 'rev-parse', '--short=7', 'HEAD')}"


def _git(root: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)  # noqa: S603, S607
    except (OSError, subprocess.CalledProcessError) as error:
        raise ValueError(f"{root} is no checkout of git") from error
    return done.stdout.strip()


def find_place(command: str, folder: Path) -> Path:
    """The page of a folder, or of one in it, with the place of a command.

    Raises:
        ValueError: no page has one.
    """
    for path in sorted(folder.rglob("*.md")):
        if f"<!-- bench {command} -->" in path.read_text(encoding="utf-8"):
            return path
    raise ValueError(f"no page of {folder} has <!-- bench {command} -->")


def replace_tables(page: str, command: str, printed: str, source: str) -> str:
    """The page with the printed tables in the places of the command.

    Args:
        page: Text of the page.
        command: Bench and arguments, as in the comment before its places.
        printed: What the command printed.
        source: Date and commit.

    Raises:
        ValueError: the tables are neither as many as the places nor all for one.
    """
    places = re.compile(rf"(<!-- bench {re.escape(command)} -->\n).*?(?={END})", re.S)
    tables, count = _TABLE.findall(printed), len(places.findall(page))
    if not tables or count not in (1, len(tables)):
        raise ValueError(f"{len(tables)} tables for {count} places")
    texts = iter(tables if count > 1 else ["\n\n".join(tables)])
    head = f"    python -m bench {command}"
    return places.sub(lambda match: f"{match[1]}\n{head}\n\n{next(texts)}\n\nRecorded {source}.\n\n", page)
