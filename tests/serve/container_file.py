"""The steps of the container file, as they stand there."""

import json
import re

from tests.conftest import ROOT

_LINES = re.sub(r"\\\n\s*", " ", (ROOT / "Containerfile").read_text()).splitlines()
STEPS = [(line.partition(" ")[0], line.partition(" ")[2]) for line in _LINES if line and not line.startswith("#")]
"""Words and what stands behind them, in order."""


def values(word: str) -> list[str]:
    """What stands behind each step of a kind."""
    return [value for name, value in STEPS if name == word]


def listed(word: str) -> list[str]:
    """The command of the last step of a kind, which is written as a list."""
    found = json.loads("[" + values(word)[-1].partition("[")[2])
    assert isinstance(found, list)
    return found
