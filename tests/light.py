"""Commands where only the light set is installed: what ``pip install iawce`` brings, without the extras."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

CODE = """
import contextlib, io, json, sys
from importlib.machinery import PathFinder

absent = set(json.loads(sys.argv[1]))

find_spec = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name.partition(".")[0] in absent else find_spec(name, *more)
from iawce.scripts.cli import main

for arguments in json.loads(sys.argv[2]):
    sys.argv, code = ["iawce", *arguments], 0
    written = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    with contextlib.redirect_stdout(written[0]), contextlib.redirect_stderr(written[1]):
        try:
            main()
        except SystemExit as end:
            code = end.code
    print(json.dumps([code or 0, *(stream.buffer.getvalue().decode() for stream in written)]))
"""


class Ended(NamedTuple):
    """How a command ended, and what it wrote."""

    code: int
    out: str
    errors: str


def run_light(*commands: Sequence[object]) -> list[Ended]:
    """Run commands, one after the other in one process, where all but the light set cannot be imported."""
    typed = json.dumps([[str(word) for word in command] for command in commands])
    command = [sys.executable, "-c", CODE, json.dumps(sorted(absent_modules())), typed]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    return [Ended(*json.loads(line)) for line in done.stdout.splitlines()]


def absent_modules() -> set[str]:
    """Names of the installed modules that belong to extras."""
    kept = set(light_distributions())
    return {
        name
        for name, owners in packages_distributions().items()
        if not kept & {canonicalize_name(owner) for owner in owners}
    }


def light_distributions() -> Iterator[str]:
    """The package and all that it requires, directly or not, without its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted, seen = list(_needed(project["dependencies"])), {"iawce"}
    yield "iawce"
    while wanted:
        name = wanted.pop()
        if name in seen:
            continue
        seen.add(name)
        yield name
        with suppress(PackageNotFoundError):  # of another system
            wanted += _needed(requires(name) or [])


def _needed(lines: Iterable[str]) -> Iterator[str]:
    for requirement in map(Requirement, lines):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield canonicalize_name(requirement.name)
