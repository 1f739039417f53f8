"""The row of a page that is only classified."""

from dataclasses import dataclass
from typing import Literal

from iawce.data.document import Document, open_document
from iawce.data.errors import PageError, Status, status_of
from iawce.data.limits import Checked, Limits, Share
from iawce.extract.output.extraction import Extraction, suspicions
from iawce.extract.pipeline.document_extractor import row_or_failure
from iawce.extract.pipeline.extract_content import doubtful_type
from iawce.extract.pipeline.page_opener import Item
from iawce.models.page_type.classification import NOT_A_PAGE, Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble


@dataclass(frozen=True, slots=True)
class ClassifyChoices(Checked):
    """Which page types are distinguished, and the least confidence. Raises UsageError: a number is out of range."""

    types: Literal["two", "four", "seven"] = "four"
    """`two`: article and list; `four`: with thread and product; `seven` (needs HTML)."""
    min_confidence: Share = 0.0
    """Probability of a type below which a page gets none, 0 to 1."""
    coverage: Literal["", "0.9", "0.95", "0.99"] = ""
    """Also list a set of types with this coverage guarantee: `0.9`, `0.95` or `0.99`."""


@dataclass(frozen=True)
class RowClassifier:
    """Classifies one page at a time, without a browser. It can be pickled; each process loads its own models."""

    ensemble: PageTypeEnsemble
    choices: ClassifyChoices = ClassifyChoices()
    limits: Limits = Limits()  # noqa: RUF009 - frozen; of each page

    def __call__(self, item: Item, *_: object) -> Extraction:
        """The row of a page, in every case. Raises IawceError: as ``row_or_failure``."""

        def work() -> Extraction:
            document = open_document(item, self.limits)
            return classified_row(document, self.ensemble.classify(document), self.choices)

        return row_or_failure(item, work)


def classified_row(
    document: Document, answer: Classification | PageError, choices: ClassifyChoices = ClassifyChoices()
) -> Extraction:
    """The row of a page, without a type if it is not an ordinary page or the confidence is too low."""
    if isinstance(answer, PageError):
        return Extraction.failed(document.ref, answer, url=document.given_url)
    shown = {"two": answer.among(("article", "list")), "four": answer, "seven": answer.as_fine()}[choices.types]
    not_a_page = sorted(NOT_A_PAGE.intersection(answer.flags))
    is_skipped = bool(not_a_page) or shown.confidence < choices.min_confidence
    warnings = (*document.warnings, *suspicions(answer.flags), *doubtful_type(shown))
    return Extraction(
        ref=document.ref,
        status=Status.SKIPPED if is_skipped else status_of(warnings),
        reason=f"not_sure/{not_a_page[0] if not_a_page else 'low_confidence'}" if is_skipped else "",
        final_url=document.url,
        url_source=document.url_source,
        http_status=document.status,
        type="" if is_skipped else shown.type,
        fine_type="" if is_skipped else answer.fine_type,
        probabilities=dict(shown.probabilities),
        possible_types=answer.possible(choices.coverage),
        model=answer.model,
        warnings=warnings,
    )
