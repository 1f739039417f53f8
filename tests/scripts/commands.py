"""Commands as a person types them: in this process, since starting one costs seconds, or in one of their own."""

import io
import json
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import jsonschema

from iawce.data.sinks import read_rows
from iawce.extract.output.row_schema import row_json_schema, row_schema
from iawce.scripts.cli import main
from tests.conftest import ROOT

Done = subprocess.CompletedProcess[str]
IAWCE = [sys.executable, "-m", "iawce.scripts"]
PLAIN = ("extract", "--render", "never", "--type", "article")
HERE = ("-s", "run.processes=0")
"""In the command's own process: to start others takes longer than all that a test asks of it."""


def iawce(*arguments: object, text: bytes = b"", folder: Path = ROOT) -> Done:
    """``iawce ARGUMENTS`` in this process, with ``text`` on its standard input."""
    return run_here(main, "iawce", *arguments, text=text, folder=folder)


def iawce_process(*arguments: object, text: bytes = b"") -> Done:
    """The same in a process of its own."""
    command = [*IAWCE, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, input=text, cwd=ROOT, check=False)  # noqa: S603
    return Done(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def run_here(program: Callable[[], object], *typed: object, text: bytes = b"", folder: Path = ROOT) -> Done:
    """Run a program whose name and arguments are ``typed``, as if it were alone in its process."""
    command = [str(word) for word in typed]
    stdin, stdout, stderr = (io.TextIOWrapper(io.BytesIO(start), "utf-8") for start in (text, b"", b""))
    code = 0
    with patch.multiple(sys, argv=command, stdin=stdin), redirect_stdout(stdout), redirect_stderr(stderr), own_log():
        try:
            with chdir(folder):
                program()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return Done(command, code, _written(stdout), _written(stderr))


@contextmanager
def own_log() -> Iterator[None]:
    """What a program sets up of its log ends with it."""
    loggers = [logging.getLogger(name) for name in (None, "iawce")]
    before = [(logger.level, logger.handlers[:]) for logger in loggers]
    try:
        yield
    finally:
        for logger, (level, handlers) in zip(loggers, before, strict=True):
            logger.level, logger.handlers[:] = level, handlers


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def rows(done: Done) -> list[dict[str, object]]:
    """The rows on stdout, each of which is of the one schema."""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    for row in found:
        jsonschema.Draft202012Validator(row_json_schema()).validate(row)
    return found


def ids(path: Path) -> list[str]:
    """The ids of the rows in an output."""
    return [row["id"] for row in read_rows(path, row_schema())]
