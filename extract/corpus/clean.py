"""Leaves rows out of a corpus: those that fail a filter, and duplicates."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from iawce.data.closing import Closing
from iawce.data.dom.words import count_words
from iawce.data.errors import ReasonKind, Status, UsageError, is_left_out, not_known, quantity
from iawce.data.labels import PageType
from iawce.data.limits import check_least
from iawce.extract.corpus.duplicates import Duplicates, RowKeys, row_keys_of
from iawce.extract.output.extraction import Extraction
from iawce.models.language import LANGUAGES


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions for a row; empty ones and 0 leave nothing out. UsageError: unknown type, language, or range."""

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
        sure = row.scores.get("confidence")
        if self.types and row.type not in self.types:
            return "type", f"its page type is {row.type or 'not known'}"
        if self.languages and row.language not in self.languages:
            return "language", f"its language is {row.language or 'not known'}"
        if isinstance(sure, float) and not sure >= self.min_confidence:
            return "confidence", f"the confidence in its content is {sure}"
        if self.min_words and (words := count_words(row.text)) < self.min_words:
            return "words", f"it has {quantity(words, 'word')}"
        return "", ""


class Cleaner(Closing):
    """A stage after the extraction: returns each row unchanged, or with the status ``skipped`` and a reason.

    ``filters``: conditions for a row. ``deduplicate``: whether duplicates are left out; the first row stays. The order
    of rows matters then. ``base_url``: address shared by several pages, which does not make them duplicates. ``keep``:
    whether omitted rows are written, too.
    """

    def __init__(
        self, filters: Filters = Filters(), deduplicate: bool = False, *, base_url: str = "", keep: bool = False
    ) -> None:
        self._filters, self.deduplicates, self._base_url, self._keep = filters, deduplicate, base_url, keep
        self._duplicates: Duplicates | None = None

    def start(self, state: Path | None = None, rows: Iterable[Extraction] = ()) -> None:
        """Begin, or continue.

        ``state``: file for the keys of rows, from one start to the next; None for a temporary one. ``rows``: earlier
        rows, if the file does not have them. Raises OSError: the file cannot be written; EnvironmentMissing: a library
        is not installed.
        """
        if not self.deduplicates:
            return
        self._duplicates = Duplicates(state)
        for row in rows:
            if row.status not in (Status.FAILURE, Status.SKIPPED):
                self._duplicates.add(self._keys(row))

    def __call__(self, row: Extraction) -> Extraction:
        """The row, marked if it is left out; rows without content are unchanged."""
        if row.status in (Status.FAILURE, Status.SKIPPED):
            return row
        name, why = self._filters.failed_by(row)
        if name:
            return skipped(row, f"{ReasonKind.FILTERED}/{name}", why)
        if not self.deduplicates:
            return row
        if not self._duplicates:
            self.start()
        assert self._duplicates  # noqa: S101 - it was started
        new = self._keys(row)
        if found := self._duplicates.find(new):
            like = f" (Jaccard index {found.similarity})" if found.similarity < 1 else ""
            return skipped(row, f"{ReasonKind.DUPLICATE}/{found.kind}", f"it is a duplicate of {found.ref}{like}")
        self._duplicates.add(new)
        return row

    def _keys(self, row: Extraction) -> RowKeys:
        found = row_keys_of(row)
        return replace(found, addresses=()) if self._base_url and row.url == self._base_url else found

    def leaves_out(self, row: Extraction) -> bool:
        """Whether a marked row is not written."""
        return not self._keep and is_left_out(row.reason)

    def close(self) -> None:
        """Close the file of keys."""
        if self._duplicates:
            self._duplicates.close()


def skipped(row: Extraction, reason: str, message: str) -> Extraction:
    """The row with all its content, marked as left out."""
    return replace(row, status=Status.SKIPPED, reason=reason, message=message)
