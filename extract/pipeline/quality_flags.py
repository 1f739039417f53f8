"""Doubts about a page: whether it is the wanted page, not an error or a wall, and whether its type is right."""

from collections.abc import Iterable
from dataclasses import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.extract.output.extraction import Extraction, suspicions
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.unusual_pages import NOT_A_PAGE, flags_of, message_of

DOUBTED = 0.5
"""Highest confidence in the content of a page that may not be the wanted one. It was chosen, not measured, because such
pages are rare in all sets with gold."""


DOUBTFUL_TYPE = 0.6
"""Confidence below which a page type is doubtful: six of ten such types are right (docs/lab/page-types.md)."""
POSSIBLE = 0.2
"""Least probability of a type that is considered for a doubtful page."""


def doubt_type(answer: Classification, settings: ExtractSettings) -> tuple[ExtractSettings, tuple[PageWarning, ...]]:
    """Settings and warnings that follow from the confidence of the type: what may be posts is kept."""
    likely = possible_types(answer)
    if not likely:
        return settings, ()
    comments = "keep" if settings.comments == "drop" else settings.comments
    of_method = settings.of_method.doubting(likely) if settings.of_method else None
    settings = replace(settings, comments=comments, method_settings=of_method)
    return settings, doubtful_type(answer)


def doubtful_type(answer: Classification) -> tuple[PageWarning, ...]:
    """The warning that the type is uncertain; none if it is certain enough."""
    likely = possible_types(answer)
    return (PageWarning(WarningKind.DOUBTFUL_TYPE, ",".join(likely)),) if likely else ()


def possible_types(answer: Classification) -> list[str]:
    """The types that a page may be whose type is doubtful, the most probable first; none if it is certain enough."""
    if answer.confidence >= DOUBTFUL_TYPE:
        return []
    ranked = sorted(answer.probabilities.items(), key=lambda item: -item[1])
    return [name for name, share in ranked if share >= POSSIBLE or name == answer.type]


def doubt(row: Extraction, flags: Iterable[str]) -> Extraction:
    """The row with a warning for each flag, and with limited confidence if a flag indicates a page without content."""
    flags = tuple(flags)
    warnings = tuple(dict.fromkeys((*row.warnings, *suspicions(flags))))
    confidence = row.scores.get("confidence")
    if NOT_A_PAGE.isdisjoint(flags) or not isinstance(confidence, float):
        return replace(row, warnings=warnings)
    return replace(row, warnings=warnings, scores=row.scores | {"confidence": min(confidence, DOUBTED)})


def check_message(analysis: PageAnalysis, row: Extraction) -> Extraction:
    """The row, with a warning if its content looks like the message of an error or a wall.

    Raises:
        PageError: ``empty/error_page`` or ``empty/consent_page`` if the page has no content but this message.
    """
    message = message_of(f"{row.title}\n{row.text}")
    if not message:
        return row
    if message in flags_of(None, f"{row.title.lower()} {analysis.document.body.lower_text}"):
        raise PageError(f"empty/{message}", "the page holds only the message of an error or a wall")
    return doubt(row, [message])
