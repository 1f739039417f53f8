"""Any page: the text blocks that a learned model classifies as main content.

The block model gives each text block a probability, and the blocks with the best expected word F1 are kept; none where
no block is probable enough. On a page that is one article, several such choices, each in another part of the page, are
candidates, and a judge chooses the best one. Rules add what belongs to the chosen blocks and drop what does not.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise, takewhile
from pathlib import Path
from typing import Self

import numpy as np

from iawce.data.analysis.page_analysis import MAX_TRAILS, PageAnalysis
from iawce.data.arrays import Bools, Floats, Ints
from iawce.data.document import Document
from iawce.data.dom.code_listings import CODE
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.tags import HEADINGS, ROW_GROUPS
from iawce.data.dom.words import split_words
from iawce.data.errors import PageWarning, UsageError, WarningKind, quantity
from iawce.data.labels import PageType
from iawce.data.network.address import host_of, web_address
from iawce.data.text.lexicon.part_names import CONSENTS
from iawce.data.text.lexicon.related_headings import announces_others, labels_advertisement
from iawce.data.text.lexicon.times import CHANGED, PUBLISHED
from iawce.data.text.times import is_short, times_in
from iawce.extract.content.boilerplate import (
    buttons_of_quotations,
    find_dialogs,
    list_controls,
    requests,
    unfilled_contents,
)
from iawce.extract.content.content import BlockRule, Content, Scores, keep_blocks, pictures_among
from iawce.extract.content.method import MethodSettings, register_method
from iawce.extract.content.whole_parts import (
    PARTLY,
    box_around,
    headings_of_entries,
    orphan_headings,
    with_notes,
    with_whole_parts,
)
from iawce.models.blocks.block_model import BlockAnswer, load_block_model
from iawce.models.blocks.candidate_features import HEADING, in_teasers
from iawce.models.blocks.candidates import SINGLE, Favor
from iawce.models.blocks.page_blocks import PageBlocks

MIN_CONFIDENCE = 0.6  # Least expected word F1 without a warning; of pages below it, half have less than 0.7
FREE = 0.5  # Least share of the chosen words of a list outside its controls; below, the page is about these
WHOLE = 0.8  # Least kept share of the words of a container that is printed as a whole, without the rest
MIN_COUNT = 3  # Least entries of a list
ENTRIES = 0.6  # Least share of a container's words in its entries
MAX_LABEL, MAX_NAME = 3, 12  # Most words of a label beside a figure, and of the title of a listing or a part
_TITLE = re.compile(r"(?:^|[\s_-])(?:caption|title)(?:[\s_-]|$)")
_FILE = re.compile(r"(?:[^\W\d_]{2,20}(?::\s|：))?[\w@~-]*+[./\\][\w./\\-]*+(?<=[^\W\d])")
MAX_ASKED = 0.3  # Most share of the chosen words in boxes that ask for something; above, the page is about that
MAX_COPY = 2 / 3  # Most share of a page's words in text areas with markup, which copy the text to be republished
_OPENS = frozenset({"aria-expanded", "aria-controls"})  # Attributes of a button that opens a part
_TEX = {"\\[": "\\]", "$$": "$$"}  # Around a formula on a line of its own
_TAG = re.compile(r"<[a-z][^<>]*>", re.IGNORECASE)
MIN_BESIDE = 20  # Least words of other content beside the choices of a field, which then are none
MAX_TEASER = 30  # Most words of a line that links to another page
MAX_LAST = 10  # Last kept blocks of which one is linked if the text ends with links to other pages
MAX_BLOCKS = 50_000  # Most blocks for the model, about five seconds of computing; on a longer page, the rules decide
SCORES = {
    "blocks": "text blocks of the page",
    "kept": "text blocks that are kept",
    "confidence": "expected word F1, as measured on pages of unseen sites, 0 to 1",
    "candidate": "the chosen set of blocks; `choice` is the one of highest expected word F1",
}


def content_elements(page: PageBlocks, subset: DomMask) -> tuple[int, ...]:
    """Numbers of the elements of the kept part of a page, in document order; none is inside another."""
    kept = page.blocks.sums(subset.text_nodes[page.blocks.text_nodes]) > 0
    words = np.maximum(page.words, 1)
    kept_words, kept_blocks = page.sums(np.where(kept, words, 0)), page.sums(kept)
    is_whole = (kept_words > 0) & (kept_words >= WHOLE * page.sums(words)) & subset.kept
    is_whole[page.elements[kept]] = True
    pictures, holders = pictures_among(page.blocks.subset, subset.text_nodes)
    is_printed = subset.kept & ~page.index.has_tag(("svg", "math"))
    is_whole[holders[is_printed[pictures]]] = True
    is_whole |= page.index.has_tag(("a",)) & (kept_words > 0) & subset.kept  # a card in a link keeps it
    tables = [one for one in page.index.data_tables if kept_words[one] >= PARTLY * page.element_words[one] > 0]
    groups = np.flatnonzero(is_whole & page.index.has_tag(ROW_GROUPS))
    is_whole[[*tables, *page.index.parents[groups]]] = True
    text_counts, found = page.index.text_node_sums(subset.text_nodes & ~page.index.blank), list[int]()
    for number in page.index.topmost(np.flatnonzero(is_whole).tolist()):
        found += _entries(number, subset, kept_words, kept_blocks, text_counts)
    return tuple(found)


def _entries(number: int, subset: DomMask, words: Floats, blocks: Floats, text_counts: Ints) -> list[int]:
    """The innermost element with all kept parts of an element; its children, if most text is in entries.

    Nothing inside a link or a table is innermost, as it would lose the link, the columns.
    ``text_counts``: kept text nodes in each element, since a block may begin in an element and end outside.
    """
    index, children = subset.index, subset.children(number)
    while len(children) == 1 and text_counts[children[0]] == text_counts[number] and blocks[children[0]] > 1:
        if number in index.data_tables or index.tags[number] == "a":
            return [number]
        number = children[0]
        children = subset.children(number)
    kinds: dict[tuple[str, str], list[int]] = {}
    parts = [child for child in children if words[child]]
    for child in parts:
        kinds.setdefault((subset.index.tags[child], subset.index.classes[child]), []).append(child)
    entries = max(kinds.values(), key=lambda kind: float(words[kind].sum()), default=[])
    is_list = len(entries) >= MIN_COUNT and words[entries].sum() >= ENTRIES * words[number]
    are_all = text_counts[parts].sum() == text_counts[number] and number not in index.data_tables
    if is_list and are_all and blocks[entries].mean() >= 2:
        return parts
    return [int(index.parents[number]) if index.tags[number] in ROW_GROUPS else number]


@dataclass(frozen=True, slots=True)
class SegmentationSettings(MethodSettings):
    """Settings of the method.

    ``favor``: precision keeps only certain blocks, recall also doubtful ones. ``page_type``, ``fine_type``: of the
    page; empty if unknown. ``correction``: path of the record of a correction of the block model; empty for none.
    ``probabilities``: of the blocks of the page, one for each, where they are known; else the block model's.
    """

    favor: Favor = "balanced"
    page_type: str = ""
    fine_type: str = ""
    correction: str = ""
    probabilities: tuple[float, ...] = ()

    def for_page_type(self, page_type: str) -> Self:
        """The same choice for a page of a type; pages of some are judged as a whole."""
        return replace(self, page_type=self.page_type or page_type)

    def knowing(self, fine_type: str, correction: str) -> Self:
        """The same choice for a page of a finer type, and with a correction of the block model, if there is one."""
        return replace(self, fine_type=fine_type, correction=correction or self.correction)


@register_method("segmentation", SegmentationSettings, SCORES)
def extract_segmentation(analysis: PageAnalysis, settings: SegmentationSettings) -> Content:
    """Main content by a learned model of text blocks, for every type of page.

    Raises UsageError: the given probabilities are not those of the blocks of this page.
    """
    blocks = analysis.blocks
    if not 0 < len(blocks) <= MAX_BLOCKS:
        return Content((), blocks.subset)
    page = PageBlocks.of(analysis)
    rules = _set_aside(page, _trails(analysis))
    answer = _answer(analysis.document, page, settings, rules)
    index, chosen = analysis.index, answer.chosen
    labels, names = _labels_of_code(page)
    left_out = np.logical_or.reduce([rule.blocks for rule in rules])

    def decide(why: str, blocks: Bools, *, keeps: bool) -> None:
        nonlocal chosen
        rules.append(BlockRule(why, keeps=keeps, blocks=blocks & (chosen != keeps)))
        chosen = chosen | blocks if keeps else chosen & ~blocks

    between = _is_between(chosen, _figures(page, settings.page_type), labels) & ~left_out
    decide("it stands between kept blocks", between, keeps=True)
    if settings.page_type in (*SINGLE, PageType.LIST):
        asked = _asking(page, chosen)
        decide("it asks the reader for something", asked, keeps=False)
        left_out = left_out | asked
    if settings.page_type in SINGLE:
        announced = _announcements(page, chosen)
        announced |= _announced_pages(page, chosen & ~announced, analysis.document.base_url)
        decide("it announces another page or an advertisement", announced, keeps=False)
        chosen, left_out = with_notes(page, chosen), left_out | announced  # a heading may stand above nothing but notes
        decide("nothing of the section below it is kept", orphan_headings(page, chosen), keeps=False)
        decide("it is the day of the text below it", _day_above(page, chosen), keeps=False)
        imprint = _imprint(page, chosen)
        decide("it says when the page was published or changed", imprint, keeps=False)
        left_out = left_out | imprint
    if chosen.any():
        whole = with_whole_parts(page, chosen, quotations=settings.page_type in SINGLE)
        whole = whole | np.isin(np.arange(len(page)), [one for one, code in names.items() if whole[page.span[0][code]]])
        decide("most of the part around it is kept", whole & ~left_out, keeps=True)
    choices = chosen & index.inside(index.tagged("select", "datalist"))[page.owners]
    is_beside = choices.any() and page.words[chosen & ~choices].sum() >= MIN_BESIDE
    if is_beside and settings.page_type != PageType.PRODUCT:  # whose choices are those of the buyer
        decide("it is a choice of a field", choices, keeps=False)
    controls = None
    if settings.page_type == PageType.LIST:
        decide("most of the entry below it is kept", headings_of_entries(page, chosen) & ~left_out, keeps=True)
        free, controls = _without_controls(page, chosen, index.inside(analysis.keep(list_controls)))
        decide("it only works the list", ~free, keeps=False)
    scores: Scores = {"blocks": len(blocks), "kept": int(chosen.sum()), "confidence": round(answer.confidence, 3)}
    scores["candidate"] = answer.candidate
    if not chosen.any():
        return Content((), blocks.subset, scores=scores, rules=tuple(rules))
    left_out = _numbers_and_buttons(page, names)
    if controls is not None:
        left_out |= controls[index.text_nodes.owners]
    subset = keep_blocks(blocks, chosen, left_out)
    remarks = tuple(_remarks(answer, index))
    return Content(content_elements(page, subset), subset, scores=scores, warnings=remarks, rules=tuple(rules))


def _remarks(answer: BlockAnswer, index: ElementIndex) -> Iterator[PageWarning]:
    if answer.further is not None:
        yield PageWarning(WarningKind.FURTHER_ARTICLE, index.path(answer.further))
    if answer.confidence < MIN_CONFIDENCE:
        yield PageWarning(WarningKind.DOUBTFUL_TEXT, f"{answer.confidence:.2f}")


def _asking(page: PageBlocks, chosen: Bools) -> Bools:
    """Whether each block is in a box that asks the reader for something; none if that is what the page is about."""
    asked = page.index.inside(requests(page.index))[page.owners]
    return np.asarray(asked & (page.words[asked & chosen].sum() < MAX_ASKED * page.words[chosen].sum()))


def _numbers_and_buttons(page: PageBlocks, names: Iterable[int]) -> Bools:
    """Texts that only say the number of an item, where all items of a list do, or work what they stand beside.

    That is a listing, a quotation or a heading, but not one that they open: its text may be in a button.
    ``names``: blocks that name listings, beside which are their buttons. The result is bool (text nodes,).
    """
    index = page.index
    named = set(index.parents[page.owners[list(names)]].tolist())
    found = buttons_of_quotations(index)
    found += [one for one in index.tagged("button") if int(index.parents[one]) in named]
    texts = index.text_nodes.texts
    for number in sorted(index.ordered):
        items = [one for one in index.children(number) if index.tags[one] == "li"]
        spans = map(index.text_numbers, items)
        firsts = [node for span in spans for node in [one for one in span if not index.blank[one]][:1]]
        owners = {int(index.text_nodes.owners[node]) for node in firsts}
        said = [texts[node].strip(" \t\n.)").lstrip("0") for node in firsts]
        if said == [str(place) for place in range(1, len(items) + 1)] and owners.isdisjoint(items) and len(items) > 1:
            found += owners
    left_out = index.inside(found)[index.text_nodes.owners]
    left_out[_buttons_behind_headings(page)] = True
    return left_out


def _buttons_behind_headings(page: PageBlocks) -> list[int]:
    """Text nodes of short buttons behind the text of a heading that they do not open, and of the signs between them."""
    index, given, found = page.index, page.index.attributes.given, list[int]()
    if not (buttons := index.tagged("button")):
        return found
    above, within = index.nearest(index.has_tag(HEADINGS)), index.nearest(index.has_tag(("button",)))
    beside, texts = index.words_of(~index.text_nodes_inside(buttons)), index.text_nodes.texts
    for heading, count in Counter(int(above[one]) for one in buttons if above[one] > 0).items():
        behind, signs = list[int](), list[int]()
        most = MAX_LABEL if count > 1 else min(MAX_LABEL, beside[heading])
        for node in reversed(index.text_numbers(heading)):
            one = int(within[index.text_nodes.owners[node]])
            if one <= heading:
                if any(map(str.isalnum, texts[node])):
                    break
                signs.append(node)
                continue
            opens = any(name.startswith("data-") or name in _OPENS for name in given[one])
            if opens or not beside[heading] or len(index.text_of(one).split()) > most:
                break
            behind += [*signs, node]
            signs.clear()
        found += behind
    return found


def _without_controls(page: PageBlocks, chosen: Bools, controls: Bools) -> tuple[Bools, Bools | None]:
    """The chosen blocks with more than what is in controls, bool (elements,); and these, None if they are most.

    A block without words, such as a mark in a table, stays unless its element is in one.
    """
    index, blocks, text_nodes = page.index, page.blocks, page.blocks.text_nodes
    words = index.text_node_words[text_nodes] * chosen[blocks.block_of_text_node]
    rest = words * ~controls[index.text_nodes.owners[text_nodes]]
    if rest.sum() < FREE * words.sum():
        return chosen, None
    is_free = (np.bincount(blocks.block_of_text_node, rest, len(page)) > 0) | (page.words == 0) & ~controls[page.owners]
    return chosen & is_free, controls


def _trails(analysis: PageAnalysis) -> list[int]:
    """Numbers of the elements with the way from the home page to this one; none of many, each of which is a result's.

    What is called so and has a heading is the part that a trail stands in.
    """
    index, shown = analysis.index, analysis.shown
    if not (called := np.flatnonzero(analysis.breadcrumbs & (shown.link_words > 0))).size:
        return []
    trails = index.topmost(called[~shown.holds(index.has_tag(HEADINGS))[called]].tolist())
    return trails if len(set(index.parents[trails].tolist())) <= MAX_TRAILS else []


def _set_aside(page: PageBlocks, trails: Iterable[int]) -> list[BlockRule]:
    """The rules for blocks that are no content, unless they are too much of the page; ``trails``: of its site."""
    index, words = page.index, page.words
    copies = [one for one in index.tagged("textarea") if any(map(_TAG.search, index.texts_in(one)))]
    dialogs = find_dialogs(index)
    names = ((one, (index.classes[one], index.attributes.given[one].get("id", ""))) for one in dialogs)
    consents = [one for one, named in names if any(map(CONSENTS.fits, named))]
    found = []
    for why, parts, most in (
        ("it is in a dialog", dialogs, 1 / 2),
        ("it asks for consent", consents, 2),  # however little the page says
        ("it is a copy to be republished", copies, MAX_COPY),
        ("it heads contents that are not there", unfilled_contents(index), 1),
        ("it is the way from the home page", trails, 1 / 2),
    ):
        inside = index.inside(parts)[page.owners]
        if words[inside].sum() < most * words.sum():
            found.append(BlockRule(why, keeps=False, blocks=inside))
    return found


def _answer(
    document: Document, page: PageBlocks, settings: SegmentationSettings, set_aside: Iterable[BlockRule]
) -> BlockAnswer:
    """The answer of the block model, with the correction if there is one, without the blocks that are ``set_aside``."""
    model, given = load_block_model(), settings.probabilities
    probabilities = _check(given, page) if given else np.asarray(model(page, settings.page_type), np.float64)
    correction = None
    if settings.correction:
        from iawce.models.correction.correction import load_correction  # noqa: PLC0415 - few have labelled pages

        correction = load_correction(Path(settings.correction))
        probabilities = correction.correct_blocks(document, page, probabilities)
    for rule in set_aside:
        probabilities = np.where(rule.blocks, 0.0, probabilities)
    answer = model.answer(page, probabilities, settings.page_type, settings.favor, settings.fine_type)
    if not correction:
        return answer
    return answer._replace(confidence=correction.correct_confidence(document, answer.confidence))


def _check(given: tuple[float, ...], page: PageBlocks) -> Floats:
    """Given probabilities, float64 (blocks,)."""
    if len(given) != len(page.owners):
        raise UsageError(f"{len(given)} probabilities are given for {quantity(len(page.owners), 'text block')}")
    if not all(0 <= one <= 1 for one in given):  # no NaN either
        raise UsageError("a probability of a text block is a number from 0 to 1")
    return np.array(given, np.float64)


def _is_tex(text: str) -> bool:
    """Whether a block is a formula that a script draws on a line of its own, not levels of prices: ``$$ - $$$``."""
    return text[:2] in _TEX and text.endswith(_TEX[text[:2]], 2) and any(map(str.isalnum, text))


def _figures(page: PageBlocks, page_type: str) -> Bools:
    """Blocks in formulas, code, callouts, headings by role; on pages of one item, definitions and headings of parts."""
    index = page.index
    roles, given = index.attributes.having("role"), index.attributes.given
    found = [*index.callouts, *(number for number in roles if given[number]["role"] == "heading")]
    formulas = index.tagged("tr") and np.flatnonzero(index.displayed)
    found += [row for one in formulas for row in islice(index.ancestors(int(one)), 3) if index.tags[row] == "tr"]
    figures = index.displayed | index.verbatim | index.inside(found)
    written = np.array([_is_tex(text) for text in page.blocks.texts], bool)
    if page_type not in SINGLE:
        return np.asarray(figures[page.owners] | written)
    figures |= index.inside(index.tagged("dl")) & index.inside(index.tagged("li"))
    ends = page.span[1][index.parents[index.nearest(index.has_tag(HEADINGS))[page.owners]]]
    is_beside = page.is_heading & ~page.are_in("h1") & (page.words <= MAX_NAME) & ~page.blocks.is_linked
    is_beside &= ends > np.arange(len(page)) + 1
    return np.asarray(figures[page.owners] | written | is_beside)


def _day_above(page: PageBlocks, chosen: Bools) -> Bools:
    """The first chosen block, if it is a heading with a day alone above the heading of the text; no main heading.

    Of several such headings, each has its own text: of a release, or of a day of a programme.
    """
    found, first = np.zeros(len(page), bool), np.flatnonzero(chosen)[:2]
    if len(first) < 2 or not page.is_heading[first].all() or page.are_in("h1")[first[0]]:
        return found
    texts = (page.blocks.texts[one] for one in np.flatnonzero(chosen & page.is_heading).tolist())
    are_days = [bool(times_in(text).whole_day(month_first=False)) for text in texts]
    found[first[0]] = are_days[0] and sum(are_days) == 1
    return found


def _imprint(page: PageBlocks, chosen: Bools) -> Bools:
    """Chosen lines above the second paragraph that say when the page was published or changed, or also by whom."""
    texts, found = chosen & ~page.is_heading, np.zeros(len(page), bool)
    end = np.flatnonzero(texts & page.is_prose)[:2].max(initial=0)
    for line in np.flatnonzero((texts & ~_are_parts(page))[:end]).tolist():
        times = times_in(text) if is_short(text := page.blocks.texts[line]) else None
        if times and times.is_stamp and times.dated(short_years=True):
            said = CHANGED.sub(" ", PUBLISHED.sub(" ", times.rest))
            others = sum(not one.isdecimal() for one in split_words(said)) - page.link_words[line]
            found[line] = said != times.rest and others <= MAX_LABEL
    return found


def _announcements(page: PageBlocks, chosen: Bools) -> Bools:
    """Chosen blocks that announce another page, ``Read also: ...``, or an advertisement."""
    linked, is_part = 2 * page.link_words >= page.words, _are_parts(page)
    found = (
        chosen & ~page.is_heading & (linked | ~is_part) & (page.words <= np.where(linked, MAX_TEASER, MAX_LABEL * 2))
    )
    for block in np.flatnonzero(found).tolist():
        is_teaser = linked[block] and _announces(page, block, is_part=bool(is_part[block]))
        found[block] = is_teaser or labels_advertisement(page.blocks.texts[block])
    return np.asarray(found)


def _are_parts(page: PageBlocks) -> Bools:
    """Whether each block is in an item, a definition, a cell or a callout, which may be named like other pages."""
    index = page.index
    return index.inside([*index.tagged("li", "dt", "dd", "td", "th"), *index.callouts])[page.owners]


def _announces(page: PageBlocks, block: int, *, is_part: bool) -> bool:
    """Whether a line begins with a phrase for another page, up to a colon, or to a sign before its link: an arrow.

    ``is_part``: only phrases that are nothing else count.
    """
    index, text_nodes = page.index, page.index.text_nodes
    label, colon, _ = page.blocks.texts[block].replace("：", ":").partition(":")
    if not colon:
        run = page.blocks.text_nodes[page.blocks.starts[block] : page.blocks.ends[block]].tolist()
        before = takewhile(lambda one: not index.linked[text_nodes.owners[one]], run)
        label = "".join(text_nodes.texts[one] for one in before).strip()
        if label[-1:].isalnum():
            return False
    return announces_others(f"{label}: x") or (not is_part and announces_others(label))  # whatever the title is


def _announced_pages(page: PageBlocks, chosen: Bools, base: str) -> Bools:
    """Chosen lines that announce other pages, if none of these is chosen; with its link, if it is one, or at the end.

    Between its paragraphs, a list of links belongs to a text as often as not, and links to other sites are sources.
    So do an item, a cell, a callout and a section that are named so, and a link within the page.
    """
    index, linked, texts, number = page.index, page.blocks.is_linked, page.blocks.texts, np.arange(len(page))
    found, kept, follows = np.zeros(len(page), bool), np.flatnonzero(chosen), np.append(chosen, [False, False])
    lines = ~linked & (page.words <= HEADING)
    is_last = ~follows[1:-1] & (~follows[2:] | np.append(linked[1:], False))
    alone = np.flatnonzero(lines & chosen & is_last).tolist()
    found[[one for one in alone if announces_others(texts[one])]] = True
    is_entry = linked | in_teasers(page, 2)
    prose = np.flatnonzero(chosen & page.is_prose & ~is_entry)
    end = prose[-1] if len(prose) else len(page)
    is_alone = np.append((linked & chosen)[1:], False) & ~page.is_heading & ~_are_parts(page)
    is_above = (number > end) & linked[kept[-MAX_LAST:]].any() | is_alone
    links, site = index.nearest(index.has_tag(("a",)))[page.owners], host_of(base)
    heads = [one for one in np.flatnonzero(lines & is_above).tolist() if announces_others(texts[one])]
    for head, following in pairwise([*heads, len(page)]):
        behind = kept[slice(*np.searchsorted(kept, (head + 1, following)))]
        entries = [*takewhile(is_entry.__getitem__, behind.tolist())]
        given = [index.attributes.given[links[one]].get("href", "") for one in entries if linked[one]]
        is_owed = head > end or (len(entries) == 1 and not given[0].startswith("#"))
        if entries and is_owed and {host_of(web_address(base, href)) for href in given} <= {"", site}:
            found[[head, *entries]] = True
    return found & chosen


def _labels_of_code(page: PageBlocks) -> tuple[Bools, dict[int, int]]:
    """Whether each block may be a label of code, bool (blocks,); and the code by each that says its name."""
    index, words, (firsts, ends) = page.index, page.element_words, page.span
    found, names, spans = np.zeros(len(page), bool), dict[int, int](), set[tuple[int, int]]()
    for code in index.tagged("pre"):
        box, near = box_around(page, code, ("div", "figure"), MAX_NAME), islice(index.ancestors(code), 2)
        spans |= {(firsts[one], ends[one]) for one in near if CODE.search(index.classes[one])}
        spans.add((firsts[box], firsts[code]))
        before = index.previous(box)
        first = firsts[before if before is not None and words[before] <= MAX_NAME else box]
        for block in range(max(first, firsts[code] - MAX_LABEL), firsts[code]):
            owner = int(page.owners[block])
            called = " ".join(index.classes[one] for one in (owner, *islice(index.ancestors(owner), 2)))
            is_title = page.words[block] > 1 and _TITLE.search(called) is not None
            if words[owner] <= MAX_NAME and (is_title or _FILE.fullmatch(index.text_of(owner))):
                names[block] = code
    for begin, end in spans:
        found[begin:end] |= page.words[begin:end] <= MAX_LABEL
    found[list(names)] = True
    return found | index.inside(index.tabs.lists)[page.owners], names


def _is_between(chosen: Bools, figures: Bools, labels: Bools) -> Bools:
    """Figures right between chosen blocks, which no feature of prose shows to be content; labels do not count."""
    number, skipped = np.arange(len(chosen)), figures | (~chosen & labels)
    before = np.maximum.accumulate(np.where(skipped, -1, number))
    after = np.minimum.accumulate(np.where(skipped, len(number), number)[::-1])[::-1]
    inside = figures & (before >= 0) & (after < len(number))
    return np.asarray(inside & chosen[before] & chosen[np.minimum(after, len(number) - 1)])
