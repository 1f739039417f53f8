"""Extracts the content of one document whose page type is known."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.visibility import screen_reader_texts
from iawce.data.arrays import Bools, Floats
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import BLOCKS, CELLS
from iawce.data.dom.texts import Texts
from iawce.data.errors import PageError, PageWarning, WarningKind, status_of
from iawce.data.limits import Deadline, Limits
from iawce.data.text.money import find_money
from iawce.extract.content.content import Content, Scores, keep_text_nodes
from iawce.extract.content.segmentation import SegmentationSettings
from iawce.extract.metadata.page_metadata import PageMetadata, page_metadata, page_title
from iawce.extract.metadata.title import Title, find_title
from iawce.extract.output.chunks import cut_content
from iawce.extract.output.extraction import Extraction, RowPlaces, suspicions, title_heading
from iawce.extract.output.html import clean_html, cut_html
from iawce.extract.pipeline.follow_pages import FIRST_PAGE, EarlierPages, without_repeats
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.pipeline.ways import TEMPLATE, WAYS, any_content
from iawce.models.page_type.classification import NOT_A_PAGE, Classification, flags_of, may_be_message, message_of

MAX_AMOUNT = 60  # Most characters of what is struck in which an amount of money is looked for
DOUBTED = 0.5
"""Highest confidence in the content of a page that may not be the wanted one. It was chosen, not measured, because such
pages are rare in all sets with gold."""
DOUBTFUL_TYPE = 0.6
"""Confidence below which a page type is doubtful: six of ten such types are right (docs/lab/page-types.md)."""
POSSIBLE = 0.2  # Least probability of a type that is considered for a doubtful page
MAX_KEPT = 0.5  # Share of a block's words above which it counts as kept


class _Printed(NamedTuple):
    """The printed content: its elements, the text of each, their HTML, and the names of what was cut."""

    content: Content
    texts: dict[int, str]
    html: str
    cut: tuple[PageWarning, ...]


def extract_content(
    analysis: PageAnalysis,
    page_type: str,
    settings: ExtractSettings,
    deadline: Deadline | None = None,
    earlier: EarlierPages = FIRST_PAGE,
) -> Extraction:
    """The row of a page, without the fields of the renderer and the models.

    ``analysis``: of the page, without the elements that ``settings`` exclude (``ExtractSettings.read``). ``page_type``:
    determines the method for ``rules``, and for ``auto`` if the block model is not sufficient. ``settings``: of the
    extraction. ``deadline``: after which printing stops; by default that of the document's limits, from now on.
    ``earlier``: facts about the pages before a further page; their records are left out. Raises PageError: the page has
    no text, no content or no new content, only the message of an error or a wall, or the time is over before anything
    is printed; UsageError: no such page type.
    """
    document = analysis.document
    name, content = find_content(analysis, page_type, settings, earlier)
    content = _first_records(content, document.limits)
    printed = _print(analysis, content, settings, deadline or Deadline(document.limits.seconds))
    if not any(printed.texts.values()):
        raise _no_text(analysis, name)
    about = PageMetadata("")
    if settings.metadata:
        about = page_metadata(analysis, page_type, content)
    elif settings.title or settings.html or settings.chunk_words:
        about = page_title(analysis)
    row = _row(analysis, printed, about, settings)
    if settings.chunk_words:
        read = replace(printed.content, subset=_as_read(printed.content.subset))
        cut = cut_content(read, settings.chunk_words, about.title, document.limits.output)
        row = replace(row, chunks=RowPlaces(analysis, printed.content).chunks(cut))
    if settings.html and settings.is_judged and settings.comments != "only" and not earlier.page_type:
        heading = title_heading(analysis, Title(about.title, about.heading), printed.content, row.text)
        row = replace(row, html="\n".join(filter(None, (heading, row.html))))
    row = replace(row, type=page_type, method=name)
    return check_message(analysis, row) if settings.is_judged else row


def find_content(
    analysis: PageAnalysis, page_type: str, settings: ExtractSettings, earlier: EarlierPages = FIRST_PAGE
) -> tuple[str, Content]:
    """The method that chose the content, and the content with its records; arguments as of ``extract_content``.

    Raises PageError: there is no content, or no new content; UsageError: no such page type.
    """
    name, content = WAYS.get(page_type, any_content)(analysis, settings)
    if earlier.records:
        content = without_repeats(analysis, content, earlier.records)
    if name == TEMPLATE and settings.site:
        from iawce.extract.templates.site.site_templates import add_fields  # noqa: PLC0415 - few pages are of a known site

        content = add_fields(analysis, content, settings.site)
    if settings.fields:
        from iawce.extract.templates.fields.field_schema import schema_records  # noqa: PLC0415 - few have a schema

        content = replace(content, records=tuple(schema_records(analysis, settings.fields, content.records)))
    return name, content


def _first_records(content: Content, limits: Limits) -> Content:
    """The content with as many records as a page may have."""
    if len(content.records) <= limits.records:
        return content
    cut = PageWarning(WarningKind.TRUNCATED, "records")
    added: Scores = {"records": limits.records} if "records" in content.scores else {}
    return replace(
        content,
        records=content.records[: limits.records],
        scores={**content.scores, **added},
        warnings=(*content.warnings, cut),
    )


def _row(analysis: PageAnalysis, printed: _Printed, about: PageMetadata, settings: ExtractSettings) -> Extraction:
    texts = {number: text for number, text in printed.texts.items() if text}
    content, places = printed.content, RowPlaces(analysis, printed.content)
    read_aloud = () if content.origins else content.elements
    undrawn = list(analysis.undrawn) if settings.blocks else []
    blocks, records = places.blocks(texts) if settings.blocks else (), places.records()
    page = [PageWarning(WarningKind.HIDDEN_ELEMENTS, str(len(analysis.undrawn)))] if analysis.undrawn else []
    page += [PageWarning(WarningKind.TRUNCATED, cut)] if (cut := analysis.index.cut) else []
    remarks = dict.fromkeys((*analysis.document.warnings, *page, *printed.cut, *content.warnings, *about.warnings))
    warnings = (*remarks, PageWarning(WarningKind.TRUNCATED, "paths")) if places.is_cut else tuple(remarks)
    return Extraction(
        ref=analysis.document.ref,
        status=status_of(warnings),
        final_url=analysis.document.url,
        url_source=analysis.document.url_source,
        http_status=analysis.document.status,
        title=about.title,
        text="\n\n".join(texts.values()) if settings.needs_text else "",
        html=printed.html,
        blocks=blocks,
        records=records,
        metadata=about.metadata,
        screen_reader_text=screen_reader_texts(analysis.document, undrawn, read_aloud),
        scores=content.scores,
        warnings=warnings,
    )


def _no_text(analysis: PageAnalysis, method: str) -> PageError:
    unread = [warning.detail for warning in analysis.document.warnings if warning.kind is WarningKind.SKIPPED]
    if unread:
        return PageError("empty/no_dom_text", f"the page shows only parts that cannot be read: {', '.join(unread)}")
    if cut := analysis.index.cut:
        return PageError(f"truncated/{cut}", f"the page is larger than the limit of {cut}, and its beginning is empty")
    if analysis.shown.text[0]:
        return PageError("empty/no_main_content", f"the method {method} finds no main content in the text of the page")
    return PageError("empty/no_text", "the page holds no text")


def _print(analysis: PageAnalysis, content: Content, settings: ExtractSettings, deadline: Deadline) -> _Printed:
    most = analysis.document.limits.output
    is_whole, lines = settings.needs_text, Texts(content.subset).lines  # else a first text shows that there is one
    first = ((one, text) for one in content.elements if (text := lines(one)))
    texts, cut = _print_texts(content, analysis.document.limits, deadline) if is_whole else (dict(islice(first, 1)), [])
    shown = replace(content, elements=tuple(texts))
    address = analysis.document.base_url
    html = clean_html(shown, address, links=settings.links, images=settings.images) if settings.html else ""
    if len(html) > most:
        html, cut = cut_html(html, most), [*cut, PageWarning(WarningKind.TRUNCATED, "output")]
    return _Printed(shown, texts, html, tuple(cut))


def _print_texts(content: Content, limits: Limits, deadline: Deadline) -> tuple[dict[int, str], list[PageWarning]]:
    """Text of each chosen element, within the limits, and the names of what was cut.

    Footnotes are at the end of each; elements of nothing else are the last ones.
    """
    deadline.check()
    texts, room, last = dict[int, str](), limits.output, dict[int, int]()
    whole = _as_read(content.subset)
    subset, notes = _without_notes(whole, content.elements)
    count = len(content.elements)
    cut = [PageWarning(WarningKind.TRUNCATED, f"{count}_blocks")] if count > limits.blocks else []
    for number in content.elements[: limits.blocks]:
        lines, inside = Texts(subset).lines(number), notes.get(number, {})
        said = "\n".join(filter(None, map(Texts(whole).lines, inside)))
        last[number] = min(inside.values(), default=0) if said and not lines else 0
        texts[number] = "\n\n".join(filter(None, (lines, said)))[:room]
        room -= len(texts[number])
        if not room:
            cut = [PageWarning(WarningKind.TRUNCATED, "output")]
            break
        if deadline.is_over:
            cut = [PageWarning(WarningKind.PARTIAL, "timeout")]
            break
    return {number: texts[number] for number in sorted(texts, key=last.__getitem__)}, cut


def _without_notes(subset: DomMask, elements: Sequence[int]) -> tuple[DomMask, dict[int, dict[int, int]]]:
    """The subset without footnotes; and what is left out in each element, in the order of the notes with their numbers.

    That is the element itself if it is a part of a note.
    """
    index, numbers = subset.index, {note.element: note.number for note in subset.index.footnotes}
    notes = index.topmost(sorted(numbers))
    if not notes:
        return subset, {}
    found, around = dict[int, dict[int, int]](), index.nearest(index.among(notes))
    for number in elements:
        inside = notes[bisect_left(notes, number) : bisect_left(notes, index.ends[number])]
        own = numbers.get(int(around[number]))
        parts = {number: own} if own else {one: numbers[one] for one in inside}
        found[number] = dict(sorted(parts.items(), key=itemgetter(1)))
    is_text = subset.text_nodes & ~index.text_nodes_inside(notes)
    before = index.first_text_node[notes] - 1
    is_text[before[index.blank[before] & (before >= 0)]] = False
    return keep_text_nodes(subset, is_text), found


def _as_read(subset: DomMask) -> DomMask:
    """The subset without words for those who cannot play a recording, the lists of tabs, and struck words.

    The labels of tabs stand above their panels. Struck amounts of money and whole paragraphs stay.
    """
    if left_out := {*subset.index.tabs.lists, *subset.index.recordings}:
        subset = keep_text_nodes(subset, subset.text_nodes & ~subset.index.text_nodes_inside(left_out))
    index = subset.index
    struck = index.topmost(number for number in sorted(index.struck) if subset.kept[number])
    is_struck = index.inside([one for one in struck if not any(find_money(index.raw_text(one)[:MAX_AMOUNT]))])
    is_struck &= ~index.verbatim
    if not is_struck.any():
        return subset
    owners, words = index.text_nodes.owners, np.where(subset.text_nodes, index.text_node_words, 0)
    around = index.nearest(index.has_tag(BLOCKS | CELLS))[owners]
    others = np.bincount(around, np.where(is_struck[owners], 0, words), len(index))
    return keep_text_nodes(subset, subset.text_nodes & ~(is_struck[owners] & (others[around] > 0)))


def doubt_type(answer: Classification, settings: ExtractSettings) -> ExtractSettings:
    """The settings for a page whose type may be doubtful: what may be posts is kept."""
    likely = possible_types(answer)
    if not likely:
        return settings
    comments = "keep" if settings.comments == "drop" else settings.comments
    of_method = settings.of_method.doubting(likely) if settings.of_method else None
    return replace(settings, comments=comments, method_settings=of_method)


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

    Raises PageError: ``empty/error_page`` or ``empty/consent_page`` if the page has no content but this message.
    """
    if not may_be_message(row.text):
        return row
    title = row.title or analysis.keep(find_title).text
    message = message_of(f"{title}\n{row.text}")
    if not message:
        return row
    if message in flags_of(None, f"{title.lower()} {analysis.document.body.lower_text}"):
        raise PageError(f"empty/{message}", "the page holds only the message of an error or a wall")
    return doubt(row, [message])


def kept_blocks(analysis: PageAnalysis, content: Content | None) -> Bools:
    """Whether a content has most of each block, bool (blocks,); content from data has none."""
    blocks = analysis.blocks
    if content is None or content.origins:
        return np.zeros(len(blocks), bool)
    words, inside = analysis.index.text_node_words[blocks.text_nodes], content.text_nodes[blocks.text_nodes]
    weights = words + 1e-3  # so that characters count in blocks without words
    whole = np.bincount(blocks.block_of_text_node, weights, len(blocks))
    held = np.bincount(blocks.block_of_text_node, np.where(inside, weights, 0), len(blocks))
    return np.asarray(held > MAX_KEPT * whole)


def answer_blocks(analysis: PageAnalysis, page_type: str, probabilities: Floats) -> tuple[Bools, float]:
    """The blocks that extraction keeps if these are their probabilities, and the confidence of the row.

    ``analysis``: of the page; ``page_type``: of the page; ``probabilities``: of each block, in place of the block
    model's, float64 (blocks,).
    """
    given = SegmentationSettings(probabilities=tuple(probabilities.tolist()))
    try:
        content = find_content(analysis, page_type, ExtractSettings(method_settings=given))[1]
    except PageError:
        return np.zeros(len(analysis.blocks), bool), 0.0
    return kept_blocks(analysis, content), float(content.scores.get("confidence", 0.0))
