"""How systems are measured, beside what the options of ``iawce evaluate`` say."""

from dataclasses import dataclass
from typing import Literal

from iawce.data.bounds import MOST_JOBS, MOST_SECONDS, check_least, check_most


@dataclass(frozen=True)
class EvaluateSettings:
    """How systems are measured.

    Raises:
        UsageError: a number is out of range.
    """

    measures: Literal["words", "whole"] = "whole"
    """`run`: `words`, the cheap measures; `whole`, also the order of words, and hashes."""
    worst: int = 5
    """`run`: pages shown side by side for each system."""
    screenshots: bool = False
    """`run`: render these pages, and show them."""
    processes: int = 2
    """`run`: systems that run at the same time."""
    limit: float = 20.0
    """`run`: CPU seconds for a page."""
    rendered: int = 8
    """`speed`: pages for the steps with a browser; 0: skip these steps."""
    repeat: int = 3
    """`speed`: number of runs of each part."""

    def __post_init__(self) -> None:
        check_least(self, worst=0, processes=1, limit=0.1, rendered=0, repeat=1)
        check_most(self, processes=MOST_JOBS, limit=MOST_SECONDS)
