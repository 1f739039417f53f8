"""Every command line that the documents and the container show is one that the commands take."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from iawce.scripts.cli import gather_verbs
from iawce.scripts.settings_tables import read_settings
from tests.conftest import ROOT
from tests.scripts.commands import own_log

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "compose.yaml", ROOT / "Containerfile"])
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)
SHELLS = ("sh", "console", "bash", "")
BEFORE = re.compile(
    r"(?:\$ |exec |sudo |[A-Z_]+=\S+ |cat \S+ \| |\S*python )*"
    r"(?:(?:\S*/)?(?:iawce|scripts/(?=\w+\.py))\b|sh scripts/run\.sh\b|sh scripts/(?=train\.sh))"
)
VARIABLE = re.compile(r"\$\{\w+:-(?P<default>\w*)\}|\$\{?\w+\}?")
ENDS = {"|", ">", ">>", "&&", ";", "&"}


def lines_of(path: Path) -> Iterator[list[str]]:
    """The words of each command line after ``iawce``."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".yaml":
        services = yaml.safe_load(text)["services"].values()
        yield from (list(map(str, service["command"])) for service in services if "command" in service)
    elif path.name == "Containerfile":
        yield from (re.findall(r'"([^"]*)"', line) for line in text.splitlines() if line.startswith("CMD "))
    for block in (block for language, block in BLOCK.findall(text) if language in SHELLS):
        plain = VARIABLE.sub(lambda found: "1" if found["default"] is None else found["default"], block)
        for line in plain.replace("\\\n", " ").splitlines():
            if begin := BEFORE.match(line.strip()):
                words = shlex.split(line.strip()[begin.end() :], comments=True)
                end = next((place for place, word in enumerate(words) if word in ENDS), len(words))
                yield [re.sub(r"\.(?:py|sh)$", "", word).removeprefix("/") for word in words[:1]] + words[1:end]


LINES = [(path, words) for path in DOCUMENTS for words in lines_of(path)]


@pytest.fixture(scope="module")
def program() -> Any:
    return typer.main.get_command(gather_verbs())


@pytest.mark.parametrize(
    ("path", "words"), LINES, ids=[f"{path.name}: {' '.join(words)[:60]}" for path, words in LINES]
)
def test_a_command_line_is_taken(path: Path, words: list[str], program: Any) -> None:
    command, left, verb = program, list(words), words[0]
    while commands := getattr(command, "commands", None):
        command = commands[left.pop(0)]
    if any("…" in word or word == "COMMAND" for word in left):
        return
    with own_log():
        context = command.make_context(f"iawce {verb}", left)
    assigned = [one for one in context.params.get("settings") or () if "=" in one and "RECORD" not in one]
    read_settings(assigned, verb)


def test_there_are_such_lines() -> None:
    assert {path.name for path, _ in LINES} >= {
        "README.md",
        "extract.md",
        "compose.yaml",
        "Containerfile",
        "service.md",
    }
    assert len(LINES) > 100
