"""The pages on which each system is worst: the expected and the extracted text, and their differences."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from iawce.data.datasets.gold_page import GoldPage
from iawce.evaluate.measures.word_overlap import WORD, words
from iawce.evaluate.outputs import Outputs
from iawce.evaluate.scores import ScoreTable

LONGEST = 8_000
"""Characters of a text that are shown."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text; ``is_marked``: it is a word that the other text lacks, or has less often."""

    text: str
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """The result of one system on one page."""

    system: str
    page: GoldPage
    f1: float
    got: str
    error: str

    @property
    def wanted(self) -> list[Span]:
        """The expected text, missing words marked."""
        return list(_spans(self.page.text or "", self.got))

    @property
    def got_spans(self) -> list[Span]:
        """The extracted text, surplus words marked."""
        return list(_spans(self.got, self.page.text or ""))


def worst_cases(table: ScoreTable, outputs: Mapping[str, Outputs], count: int) -> list[Case]:
    """The ``count`` pages with a gold text and the lowest scores, system by system, worst first."""
    cases: list[Case] = []
    for system, rows in table.rows.items():
        scored = [(row["f1"], page) for row, page in zip(rows, table.pages, strict=True) if "f1" in row and page.text]
        for f1, page in sorted(scored, key=lambda item: item[0])[:count]:
            output = outputs[system][page.id]
            cases.append(Case(system, page, f1, output.text, output.error))
    return cases


def _spans(text: str, other: str) -> Iterator[Span]:
    """The beginning of a text, divided into words that the other text has or lacks."""
    left, end = Counter(words(other)), 0
    for found in WORD.finditer(text[:LONGEST]):
        word = found[0].lower()
        left[word] -= 1
        if left[word] < 0:
            yield Span(text[end : found.start()])
            yield Span(found[0], is_marked=True)
            end = found.end()
    yield Span(text[end:LONGEST] + (" …" if len(text) > LONGEST else ""))
