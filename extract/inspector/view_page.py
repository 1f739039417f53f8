"""Collects the data that the inspector shows of a page and its row."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.texts import Texts
from iawce.extract.content.content import Content
from iawce.extract.inspector.block_views import MOST_SHOWN, block_views
from iawce.extract.inspector.fact_places import fact_views
from iawce.extract.inspector.hidden_texts import hidden_texts
from iawce.extract.inspector.page_picture import evidence_parts, page_picture
from iawce.extract.inspector.page_view import COMPARED, BlockView, EvidencePart, MethodView, PagePicture, PageView
from iawce.extract.output.extraction import Extraction
from iawce.extract.run.extract_content import find_content
from iawce.extract.run.settings import AUTO, PAPER, ExtractSettings
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.models.page_type.explain import occlusion_map

AS_IN_ROW = "as in the row"
LONGEST = 200_000
"""Characters of the text of a method that are shown."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """Settings of an inspection.

    Args:
        settings: of the extraction of the row; None if unknown.
        compared: methods to show beside that of the row.
        ensemble: the classifier of the page; with it, the page is classified again without each of its parts.
        correction: path of the record of the correction that the row was extracted with; empty for none.
    """

    settings: ExtractSettings | None = ExtractSettings()  # noqa: RUF009 - frozen
    compared: Sequence[str] = COMPARED
    ensemble: PageTypeEnsemble | None = None
    correction: str = ""


def view_row(row: Extraction) -> PageView:
    """The view of a row without its page, so that dropped blocks are unknown."""
    methods = (MethodView(row.method or "none", row.text[:LONGEST], row.why),)
    return PageView(row, blocks=_row_blocks(row, "kept"), methods=methods, facts=tuple(fact_views(row, None)))


def _row_blocks(row: Extraction, reason: str, others: int = 0) -> tuple[BlockView, ...]:
    """The blocks of a row, kept by the first of 1 + ``others`` methods."""
    kept = (True, *[False] * others)
    shown = enumerate(row.blocks[:MOST_SHOWN])
    return tuple(BlockView(number, one.path, one.text, reason, kept, box=one.box) for number, one in shown)


def view_page(document: Document, row: Extraction, wanted: Inspection, scale: float = 1.0) -> PageView:
    """The view of a page; of an unreadable one, that of its row.

    Args:
        document: the page.
        row: its row.
        wanted: settings of the inspection.
        scale: pixels of its screenshot for each CSS px.
    """
    try:
        return _view((wanted.settings or ExtractSettings()).read(document), row, wanted, scale)
    except PageError:
        return replace(view_row(row), picture=page_picture(document, scale))


def _view(reading: PageReading, row: Extraction, wanted: Inspection, scale: float) -> PageView:
    document, correction = reading.document, wanted.correction
    given = replace(wanted.settings, correction=correction) if wanted.settings else None
    own = _name_of(given) if given else AS_IN_ROW
    first: Content | Extraction | PageError = _content(reading, row.type, given) if given else row
    names = [name for name in wanted.compared if name != own]
    others = [_content(reading, row.type, ExtractSettings(method=name, correction=correction)) for name in names]
    chosen = [None if isinstance(one, PageError) else one for one in (first, *others)]
    methods = (_method_view(name, one) for name, one in zip(names, others, strict=True))
    picture = page_picture(document, scale)
    if isinstance(first, Content) and first.origins:  # no block of the page is kept
        blocks = _row_blocks(row, "kept: it comes from data in the page", len(others))
    else:
        blocks = tuple(block_views(reading, row, chosen, correction))
    return PageView(
        row,
        picture,
        blocks,
        (MethodView(own, row.text[:LONGEST], row.why), *methods),
        tuple(hidden_texts(reading)),
        tuple(fact_views(row, reading)),
        _evidence(document, row, wanted.ensemble, picture),
        max(0, len(reading.blocks) - MOST_SHOWN),
    )


def _name_of(settings: ExtractSettings) -> str:
    """The name on the command line for the method of these settings."""
    return PAPER if settings.mode == "paper" else settings.method or AUTO


def _content(reading: PageReading, page_type: str, settings: ExtractSettings) -> Content | PageError:
    """The content of a method, or the reason why there is none."""
    if settings.needs_type and not page_type:
        return PageError("not_sure/type", "it needs the page type, which is unknown")
    try:
        return find_content(reading, page_type, settings)[1]
    except PageError as error:
        return error


def _method_view(name: str, found: Content | PageError) -> MethodView:
    if isinstance(found, PageError):
        return MethodView(name, problem=found.message)
    texts, room = [], LONGEST
    for number in found.elements:
        if room <= 0:
            break
        texts.append(Texts(found.subset).lines(number)[:room])
        room -= len(texts[-1])
    return MethodView(name, "\n\n".join(filter(None, texts)), "" if texts else "it keeps nothing")


def _evidence(
    document: Document, row: Extraction, ensemble: PageTypeEnsemble | None, picture: PagePicture | None
) -> tuple[EvidencePart, ...]:
    """The parts on which the page type depends; none if the page was not classified or not rendered."""
    if ensemble is None or picture is None or not row.type or row.type not in row.probabilities:
        return ()
    answer = Classification(row.type, row.probabilities, row.model)
    return tuple(evidence_parts(document, picture, occlusion_map(ensemble, document, answer)))
