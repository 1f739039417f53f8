"""The posts of a thread as records, found without any label: author, date, text, quote, link, position.

The records are located by repetition (``record_location.py``), answers inside of them by their times (``answers.py``),
their fields by the values that differ between records (``post_fields.py``). The text of a post is its main content or,
if that is unknown, everything except other fields. If the block model kept far less of a page than its posts say, these
are content, too: short posts among many names and buttons look like boilerplate. If it kept hardly any of their texts,
but others, the posts alone are the content.

Some posts are in no group of equal records. The first one (Liu et al. 2017, section on the main post) is the left
sibling of the first record, or of the governing node, with a time expression and enough text; by default also of some
elements around it, since today's pages wrap the replies more than once, and with fewer words (``main_levels``,
``main_words``). The question above its answers may be a head with name and time and a text below it. The only one is
the innermost element with nearly all main content, or the nearest around it, that also holds a time expression and a
person's name, without the rules of the board. Posts of different layout: for each time of writing, the nearest element
around it with an author and other main content.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import RecordGroup, Unit
from iawce.data.arrays import Ints
from iawce.data.dom.attributes import NamePattern
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.tree import sums_before
from iawce.extract.content.content import BlockRule, Content, FoundRecord, keep_text_nodes
from iawce.extract.records.posts.answers import find_answers
from iawce.extract.records.posts.field_candidates import CandidateReader
from iawce.extract.records.posts.post_fields import FieldFinder
from iawce.extract.records.posts.post_text import PostTexts
from iawce.extract.records.posts.record_location import (
    LocationSettings,
    governing_node,
    is_called_post,
    kind_names,
    locate_records,
    nested_records,
)
from iawce.extract.records.posts.write_posts import PostText, texts_of_posts, write_posts

CALLED = re.compile(
    r"(?<![a-z])(?:ads?|adverts?|advertisements?|advertising|sponsor(?:ed)?|promo(?:ted|tion)?|anzeigen?|werbung|"
    r"publicit[eé]|publicidad|reklama?)(?![a-z])",
    re.I,
)
"""Parts of the class name or the id of an advert."""
RULES = NamePattern(r"(?<![^\W_])(?:forum|board)?[-_]?rules(?![^\W_])", "rules")  # The rules of a board
MIN_WORDS = 5
"""Words, outside links, of a record that the markup does not name a post, on average; fewer are links to threads."""
TIMES_LONGER = 3  # Least factor of length at which posts are added to the content
MIN_COUNT = 2  # Least posts that are added to it, or that have different layouts
LONG = 200  # Least words outside links of a long content
MIN_SAID = 0.5  # Least words of posts that replace a long content, as share of its words outside links
MAX_REST = 0.7
"""Most words outside links of the rest of the page, as share of those of a long content, that is not sought further."""
MAX_UNSAID = 0.5  # Share of the posts without a text above which the content is none of these
NEARLY = 0.9  # Least share of the main content in the element
MAX_LEVELS = 10  # Elements around it that are examined
MAX_LINKED = 0.5
"""Least share of words in links for which an element around the content is a menu or a list, not a post."""
MIN_OWN = 3  # Least words of main content in a post, without links, headings and lines with a time
MAX_HEAD = 4  # Most other words in the line of the name and the time above a post
MAX_TIMES = 200  # Times that are examined
MAX_POST_LEVELS = 6  # Most levels from a time to its post


def thread_content(analysis: PageAnalysis, content: Content, *, has_records: bool = True) -> Content:
    """The content of a thread with its posts as records; with their texts, if the content is much shorter than these.

    ``content``: found by a method; ``has_records``: whether the posts are wanted as records.

    Raises PageError: the page holds no element.
    """
    shown, words = analysis.shown, content.subset.text_words
    chosen = list(content.elements)
    prose = int((words - content.subset.link_words)[chosen].sum())
    rest = int(shown.words[0] - shown.link_words[0]) - prose
    is_whole = prose >= LONG and rest < MAX_REST * prose
    if is_whole and not has_records:
        return content
    least = TIMES_LONGER * max(1, int(words[chosen].sum()))
    if shown.words[0] >= least and not is_whole:
        posts = PostTexts(locate_posts(analysis, shown))
        if said := _said_posts(posts, least, has_records=has_records):
            elements = analysis.index.topmost([*content.elements, *said.elements])
            both = keep_text_nodes(shown, said.subset.text_nodes | content.text_nodes)
            rules = (*content.rules, *said.rules[:1])  # what is in no post stays
            return replace(content, elements=tuple(elements), subset=both, records=said.records, rules=rules)
    posts = PostTexts(locate_posts(analysis, content.subset))
    if is_whole:
        return replace(content, records=_written(posts, content.subset))
    within = posts.within(content.subset)
    texts = texts_of_posts(posts.finder, within)
    enough = int(MIN_SAID * prose) if prose >= LONG else 1
    is_short = sum(not text for text, _ in texts) > MAX_UNSAID * len(texts)
    if is_short and (said := _said_posts(posts, enough, has_records=has_records)):
        return replace(said, scores=content.scores, warnings=content.warnings, framed=content.framed)
    return replace(content, records=_written(posts, content.subset, texts) if has_records else ())


def _said_posts(posts: PostTexts, least: int, *, has_records: bool) -> Content | None:
    """Posts with all of their texts on a page; None if there are too few, or fewer words than ``least``."""
    finder, shown = posts.finder, posts.finder.shown
    if len(finder.records) < MIN_COUNT:
        return None
    elements = tuple(element for row in finder.records for element in row)
    within = posts.within(shown)
    said = keep_text_nodes(shown, within.text_nodes & shown.index.text_nodes_inside(elements))
    if said.text_words[0] < least:
        return None
    is_said = said.text_nodes[finder.analysis.blocks.text_nodes[finder.analysis.blocks.starts]]
    is_beside = ~shown.index.inside(elements)[finder.analysis.blocks.firsts]
    rules = BlockRule("it is in a post", True, is_said), BlockRule("it is in no post", False, is_beside)
    return Content(elements, said, _written(posts, shown) if has_records else (), rules=rules)


def _written(posts: PostTexts, content: DomMask, texts: Sequence[PostText] = ()) -> tuple[FoundRecord, ...]:
    """The posts, and the comments inside of them, which are records but no main content; ``texts``: of the posts."""
    analysis, rows = posts.finder.analysis, posts.finder.records
    if comments := _comments_in(analysis, rows):
        posts, texts = PostTexts(posts.finder.of(sorted([*rows, *comments]))), ()
        inside = posts.index.text_nodes_inside([row[0] for row in comments])
        content = keep_text_nodes(analysis.shown, content.text_nodes | (analysis.shown.text_nodes & inside))
    return write_posts(posts.finder, posts.within(content), texts)


def find_posts(analysis: PageAnalysis, content: DomMask) -> tuple[FoundRecord, ...]:
    """The posts of a thread in document order; a single one if nothing repeats, none without a time.

    ``content``: the main content; other parts of the page are in the text of a post only inside its body.

    Raises PageError: the page holds no element.
    """
    return _written(PostTexts(locate_posts(analysis, content)), content)


def locate_posts(analysis: PageAnalysis, content: DomMask) -> FieldFinder:
    """The posts of a thread, in document order, with their fields.

    Raises PageError: the page holds no element.
    """
    settings, shown = LocationSettings(), analysis.shown
    located = locate_records(analysis, settings, content)
    if located is None or not _are_posts(analysis, located, content):
        single = find_single_post(analysis, content)
        rows = [] if single is None else find_unlike_posts(analysis, content, single) or [(single,)]
        finder = FieldFinder(analysis, rows)
        return finder.of(sorted([*rows, *find_answers(finder)]))
    nested = nested_records(shown, governing_node(analysis.index, located), located.units, by_class=False)
    finder = FieldFinder(analysis, [*located.units, *nested])
    rows = sorted({*finder.records, *find_answers(finder)})
    rows = [row for row in rows if not _is_advert(analysis, row)] or rows
    rows = [*_without_events(finder.of(rows))]
    rows = _answers_after(analysis, rows, content) or rows
    main = find_main_post(analysis, rows, settings, content)
    if main is not None:
        return finder.of(sorted([*_alike_before(analysis, main), (main,), *rows]))
    finder = finder.of(rows)
    headed = find_headed_post(finder, settings, content)
    return finder.of([headed, *rows]) if headed else finder


def _are_posts(analysis: PageAnalysis, located: RecordGroup, content: DomMask) -> bool:
    """Whether records are posts, not links to threads: the markup says so, or they have enough words."""
    if all(is_called_post(analysis.index, unit[0]) for unit in located.units):
        return True
    words = float((content.words - content.link_words)[located.members].sum())
    return words >= MIN_WORDS * len(located.units)


def _comments_in(analysis: PageAnalysis, rows: Sequence[Unit]) -> list[Unit]:
    """The comments inside posts of other markup: named so, numbered, and with a time and the name of an author.

    An element with all times of a post is this post.
    """
    index, named, read = analysis.index, analysis.comment_names, analysis.keep(CandidateReader)
    heads, times = [row[0] for row in rows if not named[row[0]]], sums_before(analysis.times.timed)
    around = index.nearest(index.among(heads))
    whole = times[index.ends[around]] - times[around] == times[index.ends] - times[:-1]
    likely = np.flatnonzero(named & index.inside(heads) & ~whole & analysis.shown.holds(read.written)).tolist()
    found = [one for one in likely if is_called_post(index, one) and (one,) not in rows and any(read.names((one,)))]
    return [(one,) for one in analysis.index.topmost(found)]


def _answers_after(analysis: PageAnalysis, rows: Sequence[Unit], content: DomMask) -> list[Unit]:
    """The posts that the markup names behind comments on the first one: these repeat, an only answer does not."""
    index, named, read = analysis.index, analysis.comment_names, analysis.keep(CandidateReader)
    after = (one for one in index.attributes.having("id", "itemtype") if one >= index.ends[rows[-1][0]])
    said = [one for one in after if is_called_post(index, one) and not named[one] and content.words[one]]
    posts: list[Unit] = [(one,) for one in index.topmost(said) if any(read.names((one,)))]
    return posts if all(named[row[0]] for row in rows) else []


def _without_events(finder: FieldFinder) -> Sequence[Unit]:
    """The records without lines such as *Ann added the label bug 3 days ago*, if posts have heads of name and time.

    Such a line has its name, its time, and a text where no head of a post has one.
    """
    index, blocks, rows = finder.index, finder.analysis.blocks, finder.records
    firsts, lasts = index.first_text_node, index.last_text_node

    def text_nodes(elements: Unit) -> slice:
        """Those of elements, by their places among those of blocks."""
        return slice(*np.searchsorted(blocks.text_nodes, [firsts[elements[0]], lasts[elements[-1]]]).tolist())

    inside = [*map(text_nodes, rows)]
    of_rows = [blocks.block_of_text_node[each] for each in inside]
    likely = [number for number, own in enumerate(of_rows) if len(own) > MIN_COUNT and own[0] == own[-1]]
    if not 0 < len(likely) < len(rows):
        return rows
    kin, heads, are_headed = finder.kin, set[int](), list[bool]()
    for number in sorted({*range(len(rows))}.difference(likely)):
        fields = finder.authors[number], finder.dates[number]
        ends = [blocks.block_of_text_node[text_nodes(one.elements)][:1].tolist() if one else [] for one in fields]
        words = sum(int(finder.shown.words[one.element]) for one in fields if one)
        is_headed = ends[0] == ends[1] != [] and blocks.words[ends[0][0]] <= words + MAX_HEAD
        are_headed.append(is_headed)
        if is_headed:
            heads.update(kin[blocks.owners[inside[number]][of_rows[number] == ends[0][0]]].tolist())
    if 2 * sum(are_headed) <= len(are_headed):
        return rows
    events = {
        n for n in likely if finder.authors[n] and finder.dates[n] and {*kin[blocks.owners[inside[n]]].tolist()} - heads
    }
    return [row for number, row in enumerate(rows) if number not in events]


def _is_advert(analysis: PageAnalysis, row: Unit) -> bool:
    """Whether a record is named an advert and has no plausible name of an author."""
    called = f"{analysis.index.classes[row[0]]} {analysis.index.attributes.given[row[0]].get('id', '')}"
    return CALLED.search(called) is not None and not any(analysis.keep(CandidateReader).names(row))


def find_main_post(
    analysis: PageAnalysis, rows: Sequence[Unit], settings: LocationSettings, content: DomMask | None = None
) -> int | None:
    """Number of the main post's element; None if there is none, so that the first of the ``rows`` is the first post.

    ``content``: the main content, if known; only its words count.
    """
    shown = analysis.shown
    times, words = shown.subtree_sums(analysis.times.timed), _own_words(analysis, content or shown)
    before = _elements_before(shown, rows[0][0], settings.main_levels)
    return next((one for one in before if times[one] and words[one] >= settings.main_words), None)


def _alike_before(analysis: PageAnalysis, main: int) -> Iterator[Unit]:
    """The posts before the first one that was found separately: those with the same names."""
    index, names = analysis.index, kind_names(analysis.index, main) - {analysis.index.tags[main]}
    for child in analysis.shown.children(int(index.parents[main])):
        if child < main and kind_names(index, child) & names and is_called_post(index, child):
            yield (child,)


def find_headed_post(finder: FieldFinder, settings: LocationSettings, content: DomMask) -> Unit | None:
    """The head with name and time, and the text below it; None if one is missing or the first record has the name."""
    read, words, body = finder.analysis.keep(CandidateReader), _own_words(finder.analysis, content), None
    times = finder.shown.subtree_sums(read.written)
    for element in _elements_before(finder.shown, finder.records[0][0], settings.main_levels):
        if body is None and words[element] >= settings.main_words:
            if times[element]:
                return None
            body = element
        elif body is not None and times[element] and words[element] < settings.main_words:
            names, first = set(read.names((element,))), finder.authors[0]
            return (element, body) if names and not (first and first.text in names) else None
    return None


def _elements_before(shown: DomMask, element: int, levels: int) -> Iterator[int]:
    """The siblings before an element, the nearest first, then those before the elements around it."""
    for _ in range(levels + 1):
        parent = int(shown.index.parents[element])
        if parent < 0:
            return
        yield from (child for child in reversed(shown.children(parent)) if child < element)
        element = parent


def _own_words(analysis: PageAnalysis, content: DomMask) -> Ints:
    """Words of content in each element, except links, headings and lines with a time.

    The head of a thread has no other words: it consists of its author, time and number of answers.
    """
    blocks, index = analysis.blocks, analysis.index
    heading = index.text_nodes_inside(index.tagged(*HEADINGS))
    timed = blocks.sums(analysis.times.timed[blocks.owners]) > 0
    text_nodes = content.text_nodes & ~heading & ~blocks.text_nodes_in(timed)
    return index.words_of(text_nodes & ~index.linked[index.text_nodes.owners])


def find_single_post(analysis: PageAnalysis, content: DomMask) -> int | None:
    """Number of the element of a thread's only post: named so, or else with a time and a name near its content."""
    shown, index, read = analysis.shown, analysis.index, analysis.keep(CandidateReader)
    times = shown.subtree_sums(read.written)
    # What is around a field for an answer, but holds no time, says how to write one
    answering = (index.subtree_sums(index.has_tag(("textarea",)).astype(np.int64)) > 0) & (times == 0)
    apart = index.text_nodes_inside(np.flatnonzero(index.attributes.named(RULES) | answering))
    said = index.words_of(content.text_nodes & ~apart)
    words = said if said[0] else content.words
    called = [one for one in index.attributes.having("id", "itemtype") if times[one] and is_called_post(index, one)]
    only = outer if len(outer := index.topmost(called)) == 1 else []
    if not words[0]:
        return None
    element = int(np.flatnonzero(words >= NEARLY * words[0])[-1])
    if only and (not said[0] or (only[0] > element and content.words[only[0]])):
        own, before = _own_words(analysis, content), _elements_before(shown, only[0], MAX_LEVELS)
        element = element if any(own[one] for one in before) else only[0]
    if len(called) == 1 and called[0] <= element < index.ends[called[0]]:
        return called[0]
    for number in [element, *index.ancestors(element)][: MAX_LEVELS + 1]:
        is_linked = shown.link_words[number] > MAX_LINKED * shown.words[number] and number not in only
        if is_linked or index.tags[number] in ("body", "html"):
            break
        if times[number] and any(read.names((number,))):
            return number
    return None


def find_unlike_posts(analysis: PageAnalysis, content: DomMask, around: int) -> list[Unit]:
    """The posts of different layouts in an element; none if there are fewer than two, or one beside other content."""
    index, words, read = analysis.index, _own_words(analysis, content), analysis.keep(CandidateReader)

    def head(time: int) -> int | None:
        """The post of a time: the nearest element around it with a name and main content; None without one nearby."""
        near = itertools.takewhile(around.__lt__, itertools.islice(index.ancestors(time), MAX_POST_LEVELS))
        return next((one for one in near if words[one] >= MIN_OWN and any(read.names((one,)))), None)

    inside = around + np.flatnonzero(read.written[around : index.ends[around]])
    times = itertools.islice((number for number in inside.tolist() if read.time(number)), MAX_TIMES)
    heads = {one for time in times if (one := head(time)) is not None}
    is_part = not is_called_post(index, around) and sum(int(words[one]) for one in heads) > MAX_UNSAID * words[around]
    return [(one,) for one in sorted(heads)] if is_part or len(heads) >= MIN_COUNT else []
