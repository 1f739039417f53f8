"""The data that the inspector shows of a page and its row; evidence of facts is gathered again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from iawce.data.analysis.markup_metadata import texts_of, types_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.visibility import MAX_STYLE, hides
from iawce.data.arrays import Bools, Floats
from iawce.data.document import Document
from iawce.data.dom.texts import Blocks, Texts
from iawce.data.errors import NO_CONTENT, PageError, quantity
from iawce.data.network.address import web_address
from iawce.data.text.lexicon.part_names import SCREEN_READER
from iawce.data.text.times import DAY, read_date
from iawce.extract.content.content import Content, Rectangle
from iawce.extract.content.segmentation import MAX_BLOCKS
from iawce.extract.inspector.picture import PagePicture, page_picture
from iawce.extract.metadata.evidence import Evidence
from iawce.extract.metadata.page_metadata import page_metadata
from iawce.extract.metadata.shown_product import Price
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extract_content import find_content, kept_blocks
from iawce.extract.pipeline.settings import AUTO, PAPER, ExtractSettings
from iawce.models.blocks.block_model import load_block_model
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.correction.correction import load_correction
from iawce.models.features.geometry import VIEWPORT_WIDTH
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.models.page_type.explain import VIEW_HEIGHT, occlusion_map

LEVELS = 8  # Depths among the blocks of a page that are told apart
USUAL_METHODS = ("auto", "rules", "density", "body")
"""Methods that are shown beside that of the row, unless others are named."""
MAX_TITLE = 300  # Characters of a title or an address that are shown
DISTINCTIVE = ("nav", "footer", "header", "aside", "form", "dialog", "button", "figure", "table", "main", "article")
"""Most elements around a block that are mentioned."""
LINKED = 0.5  # Share of linked words above which a block is called linked
PROBABLE = 0.5
MAX_SHOWN = 3000  # Most blocks of a page, as more are slow in a browser
MAX_TEXT = 5000  # Characters of a block that are shown
MAX_PLACES = 8  # Places that are named for each fact
MAX_TEXTS = 20_000  # Texts of a page that are compared with its facts
MAX_FACT = 5000  # Characters of a text that is compared
Place = tuple[str, str]  # The name of a place, and its text
MAX_COUNT = 200  # Texts that are shown
AS_IN_ROW = "as in the row"
MAX_LENGTH = 200_000  # Characters of the text of a method that are shown


class BlockView(NamedTuple):
    """One text block: its place, its text, and the methods that keep it."""

    number: int  # From 0, among the blocks of the page
    path: str
    text: str
    reason: str  # Why a method, the first unless said otherwise, keeps or drops it
    kept: tuple[bool, ...]  # An entry for each method
    probability: float | None = None  # That it is main content, 0 to 1, None if the block model was not applied
    box: Rectangle | None = None  # None if it is not rendered
    level: int = 0  # 0 to 7, its depth among the blocks

    @property
    def shade(self) -> int:
        """The probability in tenths, 0 to 9; 10 without one."""
        return 10 if self.probability is None else min(9, int(10 * self.probability))

    @property
    def bits(self) -> str:
        """1 for each method that keeps it, else 0."""
        return "".join("1" if kept else "0" for kept in self.kept)


class MethodView(NamedTuple):
    """The result of a method on a page: its text, or the reason why there is none."""

    name: str
    text: str = ""
    problem: str = ""


class HiddenText(NamedTuple):
    """An invisible text: its place, and the reason why it is hidden."""

    path: str
    text: str
    reason: str


class FactView(NamedTuple):
    """A fact of the metadata, the places on the page that agree with it, and the evidence for it and for others."""

    name: str
    value: str
    places: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


class EvidencePart(NamedTuple):
    """A part of the page; ``strength``: the fall of the log odds of the type without it, -1 to 1 of the largest."""

    box: tuple[float, float, float, float]
    strength: float

    @property
    def shade(self) -> int:
        """The strength without its sign, in tenths, 0 to 9."""
        return min(9, int(10 * abs(self.strength)))


@dataclass(frozen=True, slots=True)
class PageView:
    """A page and its row; ``methods``: that of the row first; ``cut``: the number of blocks beyond the limit."""

    row: Extraction
    picture: PagePicture | None = None
    blocks: tuple[BlockView, ...] = ()
    methods: tuple[MethodView, ...] = ()
    hidden: tuple[HiddenText, ...] = ()
    facts: tuple[FactView, ...] = ()
    evidence: tuple[EvidencePart, ...] = ()
    cut: int = 0


class IndexEntry(NamedTuple):
    """A line of the index."""

    title: str
    address: str
    type: str
    status: str
    reason: str
    method: str
    confidence: float  # Of the page type, 0 to 1, -1 where no model was used
    doubt: float  # 0 to 1: probability that type or content are wrong, if independent; 1 for a failed page
    words: int
    warnings: tuple[str, ...] = ()
    page: str = ""  # Relative address of the page with the details, empty if there is none

    @classmethod
    def of(cls, row: Extraction, page: str = "") -> Self:
        """The line of a row."""
        return cls(
            row.title[:MAX_TITLE],
            row.source[:MAX_TITLE],
            row.type,
            row.status,
            row.reason,
            row.method,
            row.confidence if row.probabilities else -1.0,
            doubt_of(row),
            len(row.text.split()),
            tuple(str(warning) for warning in row.warnings[:10]),
            page,
        )


def doubt_of(row: Extraction) -> float:
    """Probability that type or content of a page are wrong, 0 to 1: 1 minus the product of their confidences."""
    if row.status in NO_CONTENT:
        return 1.0
    expected = row.scores.get("confidence", 1.0)
    sure = expected if isinstance(expected, int | float) else 1.0
    return 1.0 - min(max(sure, 0.0), 1.0) * (row.confidence if row.probabilities else 1.0)


def reasons_of(
    blocks: Blocks, number: int, probability: float | None, *, kept: bool, method: str, rule: str
) -> Iterator[str]:
    """The reasons why the method keeps or drops a block, and facts about it; ``rule``: the one that decided, if any."""
    done = "kept" if kept else "dropped"
    if rule:
        yield f"{done}: {rule}"
    elif probability is None:
        yield f"{done} by the method {method}"
    elif kept == (probability >= PROBABLE):
        yield f"{done}: {probability:.0%} probable as main content"
    elif kept:
        yield f"kept although {probability:.0%} probable: the blocks around it are kept"
    else:
        yield f"dropped although {probability:.0%} probable: the content is expected to be better without it"
    index, element = blocks.subset.index, int(blocks.elements[number])
    around = {index.tags[one] for one in (element, *index.ancestors(element))}
    yield from (f"in <{tag}>" for tag in DISTINCTIVE if tag in around)
    words, linked = int(blocks.words[number]), int(blocks.link_words[number])
    yield quantity(words, "word")
    if words and linked / words > LINKED:
        yield f"{linked / words:.0%} of them linked"


def block_views(
    analysis: PageAnalysis,
    row: Extraction,
    contents: Sequence[Content | Extraction | None],
    correction: str = "",
    explained: int = 0,
) -> Iterator[BlockView]:
    """The first blocks of a page, in document order.

    ``contents`` of each method, None for nothing, or a row, if only that is known; the reasons explain the choice of
    the one ``explained``. ``correction``: path of the record of the correction of the block model; empty for none.
    """
    blocks = analysis.blocks
    probabilities = block_probabilities(analysis, row.type, correction)
    kept, chosen = [_kept(analysis, content) for content in contents], contents[explained]
    rules = chosen.rules[::-1] if isinstance(chosen, Content) else ()
    index, levels = analysis.index, blocks.levels(LEVELS)
    for number in range(min(len(blocks), MAX_SHOWN)):
        path = index.path(int(blocks.elements[number]))
        probability = None if probabilities is None else float(probabilities[number])
        keeps = tuple(bool(one[number]) for one in kept)
        rule = next((one.reason for one in rules if one.blocks[number] and one.keeps == keeps[explained]), "")
        done = reasons_of(blocks, number, probability, kept=keeps[explained], method=row.method, rule=rule)
        owners = sorted(set(blocks.owners[blocks.starts[number] : blocks.ends[number]].tolist()))
        box, text = analysis.document.own_area(owners), blocks.texts[number][:MAX_TEXT]
        yield BlockView(number, path, text, "; ".join(done), keeps, probability, box, int(levels[number]))


def block_probabilities(analysis: PageAnalysis, page_type: str, correction: str) -> Floats | None:
    """Probability of each block that it is main content; None if the blocks are too few or too many for the model."""
    blocks = analysis.blocks
    if not 0 < len(blocks) <= MAX_BLOCKS:
        return None
    page = PageBlocks.of(analysis)
    found = load_block_model()(page, page_type)
    return load_correction(Path(correction)).correct_blocks(analysis.document, page, found) if correction else found


def _kept(analysis: PageAnalysis, content: Content | Extraction | None) -> Bools:
    """Whether each block is kept: by a row, if it is inside a block of it, and its text in the text of the row."""
    if not isinstance(content, Extraction):
        return kept_blocks(analysis, content)
    paths, text, found = {one.path for one in content.blocks}, " ".join(content.text.split()), list[bool]()
    for number, said in zip(analysis.blocks.elements.tolist(), analysis.blocks.texts, strict=True):
        steps = analysis.index.path(number).split("/")
        is_inside = any("/".join(steps[:end]) in paths for end in range(2, len(steps) + 1))
        found.append(is_inside and said in text)
    return np.array(found, bool)


def fact_views(row: Extraction, analysis: PageAnalysis | None) -> Iterator[FactView]:
    """The title and each known fact of the metadata; without an ``analysis`` no place can be named."""
    places = list(islice(_places(analysis), MAX_TEXTS)) if analysis else []
    base = analysis.document.base_url if analysis else ""
    choices = page_metadata(analysis, row.type).choices if analysis else {}
    about = {name: one for name, one in asdict(row.metadata).items() if name != "confidence"}
    for name, value in [("title", row.title), *_facts(about)]:
        key = _key_of(name, base)
        wanted = key(value)
        found = (place for place, text in places if wanted and key(text) == wanted)
        evidence = choices[name].evidence if name in choices and analysis else ()
        said = tuple(_explained(one, analysis) for one in evidence[:MAX_PLACES] if analysis)
        yield FactView(name, value, tuple(islice(dict.fromkeys(found), MAX_PLACES)), said)


def _explained(one: Evidence[Any], analysis: PageAnalysis) -> str:
    """A piece of evidence in words: its value, its weight, its source, its reason and its place."""
    value = one.value.amount if isinstance(one.value, Price) else one.value
    plain = ", ".join(value) if isinstance(value, tuple) else str(value)
    place = f" at {analysis.index.path(one.element)}" if one.element else ""
    return f"{plain} ({one.weight:+.1f}): {one.source}, {one.reason}{place}"


def _facts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Names and values of known facts; nested ones by the names of both."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _facts(one, f"{name}.{key}" if name else key)
    elif isinstance(value, tuple):
        for one in value:
            yield from _facts(one, name)
    elif value:
        yield name, str(value)


def _key_of(name: str, base: str) -> Callable[[str], str]:
    """A key that is equal for texts with the same fact."""
    if "date" in name:
        return lambda text: read_date(text)[:DAY]
    if name.endswith(("url", "image", "next_page", "license")):
        return lambda text: web_address(base, text) if len(text.split()) == 1 else ""
    return lambda text: " ".join(text.split()).casefold()


def _places(analysis: PageAnalysis) -> Iterator[Place]:
    index, given = analysis.index, analysis.index.attributes.given
    yield "the address of the page", analysis.document.url
    yield from (("<title>", index.opening_text(number)) for number in index.tagged("title")[:1])
    yield from (("<html lang>", given[number].get("lang", "")) for number in index.tagged("html")[:1])
    yield from ((f"<meta> or <link> {name}", value) for name, value in analysis.markup_metadata.tags)
    for thing in analysis.schema_items:
        name = min(types_of(thing), default="thing")
        yield from ((f"schema.org {name}.{key}", text) for key, value in thing.items() for text in texts_of(value))
    for number in analysis.index.attributes.having("datetime", "content"):
        yield index.path(number), given[number].get("datetime") or given[number].get("content", "")
    for number, text in zip(analysis.blocks.elements.tolist(), analysis.blocks.texts, strict=True):
        yield index.path(number), text[:MAX_FACT]


def hiding_reason(analysis: PageAnalysis, number: int) -> str:
    """The reason why an element is hidden, according to its markup and place."""
    document, given = analysis.document, analysis.index.attributes.given[number]
    style = given.get("style", "")
    if "hidden" in given:
        return "its attribute hidden"
    if style and hides(style[:MAX_STYLE]):
        return f"its style: {style}"
    if silent := SCREEN_READER.intersection(analysis.index.classes[number].lower().split()):
        return f"its class {min(silent)}: for screen readers"
    if document.places is not None and max(document.places[number, 2:].tolist()) <= 1:
        return "it has no size on the page"
    return "it is not drawn: a style sheet hides it, or another element covers it"


@dataclass(frozen=True, slots=True)
class Inspection:
    """Settings of an inspection; ``settings``: of the extraction of the row, None if unknown."""

    settings: ExtractSettings | None = ExtractSettings()  # noqa: RUF009 - frozen
    compared: Sequence[str] = USUAL_METHODS  # Methods to show beside that of the row
    ensemble: PageTypeEnsemble | None = None  # Classifies the page again without each of its parts
    correction: str = ""  # Path of the record of the row's correction, empty for none


def view_row(row: Extraction) -> PageView:
    """The view of a row without its page, so that dropped blocks are unknown."""
    methods = (MethodView(row.method or "none", row.text[:MAX_LENGTH], row.why),)
    return PageView(row, blocks=_row_blocks(row, "kept"), methods=methods, facts=tuple(fact_views(row, None)))


def _row_blocks(row: Extraction, reason: str, others: int = 0) -> tuple[BlockView, ...]:
    """The blocks of a row, kept by the first of 1 + ``others`` methods."""
    kept = (True, *[False] * others)
    shown = enumerate(row.blocks[:MAX_SHOWN])
    return tuple(BlockView(number, one.path, one.text, reason, kept, box=one.box) for number, one in shown)


def view_page(document: Document, row: Extraction, wanted: Inspection, scale: float = 1.0) -> PageView:
    """The view of a page, if unreadable that of its row; ``scale``: screenshot pixels for each CSS px."""
    try:
        return _view((wanted.settings or ExtractSettings()).read(document), row, wanted, scale)
    except PageError:
        return replace(view_row(row), picture=page_picture(document, scale))


def _view(analysis: PageAnalysis, row: Extraction, wanted: Inspection, scale: float) -> PageView:
    document, correction = analysis.document, wanted.correction
    given = replace(wanted.settings, correction=correction) if wanted.settings else None
    own = (PAPER if given.mode == "paper" else given.method or AUTO) if given else AS_IN_ROW
    first: Content | Extraction | PageError = content_or_error(analysis, row.type, given) if given else row
    names = [name for name in wanted.compared if name != own]
    settings = (ExtractSettings(method=name, correction=correction) for name in names)
    others = [content_or_error(analysis, row.type, one) for one in settings]
    chosen = [None if isinstance(one, PageError) else one for one in (first, *others)]
    methods = (_method_view(name, one) for name, one in zip(names, others, strict=True))
    picture = page_picture(document, scale)
    if isinstance(first, Content) and first.origins:  # no block of the page is kept
        blocks = _row_blocks(row, "kept: it comes from data in the page", len(others))
    else:
        blocks = tuple(block_views(analysis, row, chosen, correction))
    evidence: tuple[EvidencePart, ...] = ()
    if wanted.ensemble and picture and row.type in row.probabilities:
        answer = Classification(row.type, row.probabilities, row.model)
        evidence = tuple(evidence_parts(document, picture, occlusion_map(wanted.ensemble, document, answer)))
    index = analysis.index
    unseen = ((number, text) for number in analysis.unseen[:MAX_COUNT] if (text := index.text_of(number)))
    return PageView(
        row,
        picture,
        blocks,
        (MethodView(own, row.text[:MAX_LENGTH], row.why), *methods),
        tuple(HiddenText(index.path(number), text, hiding_reason(analysis, number)) for number, text in unseen),
        tuple(fact_views(row, analysis)),
        evidence,
        max(0, len(analysis.blocks) - MAX_SHOWN),
    )


def content_or_error(analysis: PageAnalysis, page_type: str, settings: ExtractSettings) -> Content | PageError:
    """The content of a page of this type by these settings, or the reason why there is none."""
    if settings.needs_type and not page_type:
        return PageError("not_sure/type", "it needs the page type, which is unknown")
    try:
        return find_content(analysis, page_type, settings)[1]
    except PageError as error:
        return error


def _method_view(name: str, found: Content | PageError) -> MethodView:
    if isinstance(found, PageError):
        return MethodView(name, problem=found.message)
    texts, room = [], MAX_LENGTH
    for number in found.elements:
        if room > 0:
            texts.append(Texts(found.subset).lines(number)[:room])
            room -= len(texts[-1])
    return MethodView(name, "\n\n".join(filter(None, texts)), "" if texts else "it keeps nothing")


def evidence_parts(document: Document, picture: PagePicture, falls: Floats) -> Iterator[EvidencePart]:
    """The parts of a page on which the page type depends, with their strength (``occlusion_map``)."""
    strongest = max(float(np.abs(falls).max()), 1e-6)
    drawn = document.boxes is not None
    rows, columns = falls.shape
    high = (VIEW_HEIGHT if drawn else picture.height) / rows
    wide = (VIEWPORT_WIDTH if drawn else picture.width) / columns
    for (row, column), fall in np.ndenumerate(falls):
        part = EvidencePart((column * wide, row * high, wide, high), float(fall) / strongest)
        if part.shade and row * high < picture.height:
            yield part
