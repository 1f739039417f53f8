"""Filters for the rows of a corpus, by the fields of each row."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from iawce.data.bounds import check_least
from iawce.data.errors import UsageError
from iawce.data.html.words import count_words
from iawce.data.labels import PageType
from iawce.data.nearest import not_known
from iawce.data.quantity import quantity
from iawce.extract.output.extraction import Extraction
from iawce.models.language import LANGUAGES


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions for a row. Empty ones and 0 leave nothing out.

    Raises:
        UsageError: there is no such page type or language, or a number is out of range.
    """

    types: tuple[str, ...] = ()
    """Leave out pages of other page types, such as `["article", "thread"]`."""
    languages: tuple[str, ...] = ()
    """Leave out pages in other or unknown languages, such as `["en", "de"]`: codes of ISO 639."""
    min_confidence: float = 0.0
    """Leave out pages whose content was extracted with less confidence, 0 to 1; a row without a confidence stays."""
    min_words: int = 0
    """Leave out pages whose text has fewer words; each Chinese or Japanese character is one."""

    def __post_init__(self) -> None:
        if not 0 <= self.min_confidence <= 1:
            raise UsageError(f"min_confidence is 0 to 1, not {self.min_confidence}")
        check_least(self, min_words=0)
        if unknown := sorted(set(self.types) - set(PageType)):
            raise not_known("no page type is called", unknown[0], PageType)
        if unknown := sorted(set(self.languages) - LANGUAGES):
            raise UsageError(f"{unknown[0]!r} is no known language; known are {', '.join(sorted(LANGUAGES))}")

    def failed_by(self, row: Extraction) -> tuple[str, str]:
        """The name of the first filter that a row fails, and the reason in words; both empty if it passes all."""
        return next(((name, why) for name, check in _CHECKS.items() if (why := check(self, row))), ("", ""))


def _check_type(filters: Filters, row: Extraction) -> str:
    passes = not filters.types or row.type in filters.types
    return "" if passes else f"its page type is {row.type or 'not known'}"


def _check_language(filters: Filters, row: Extraction) -> str:
    passes = not filters.languages or row.language in filters.languages
    return "" if passes else f"its language is {row.language or 'not known'}"


def _check_confidence(filters: Filters, row: Extraction) -> str:
    sure = row.scores.get("confidence")
    passes = not isinstance(sure, float) or sure >= filters.min_confidence
    return "" if passes else f"the confidence in its content is {sure}"


def _check_words(filters: Filters, row: Extraction) -> str:
    words = count_words(row.text) if filters.min_words else 0
    return "" if words >= filters.min_words else f"it has {quantity(words, 'word')}"


_CHECKS: Mapping[str, Callable[[Filters, Extraction], str]] = {
    "type": _check_type,
    "language": _check_language,
    "confidence": _check_confidence,
    "words": _check_words,
}
"""Filters in order."""
