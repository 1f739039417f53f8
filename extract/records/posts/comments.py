"""The comments under an article as records, and the article without them.

Class names, an id or microdata of the records or around them mark them as comments; on a page without such names they
are what follows a line that counts them, ``4 comments``. They are located there like the posts of a thread
(``record_location.py``). Answers are elements with the names that all records of the list have, anywhere below its
governing node.
"""

import re
from dataclasses import replace
from itertools import islice

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.arrays import Bools
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.texts import Blocks
from iawce.data.dom.tree import sums_before
from iawce.data.errors import PageError
from iawce.extract.content.content import BlockRule, Content, keep_text_nodes
from iawce.extract.records.choices import Comments
from iawce.extract.records.posts.answers import find_answers
from iawce.extract.records.posts.field_candidates import CandidateReader
from iawce.extract.records.posts.post_fields import FieldFinder
from iawce.extract.records.posts.post_text import PostTexts
from iawce.extract.records.posts.record_location import governing_node, is_called_post, locate_all, nested_records
from iawce.extract.records.posts.write_posts import write_posts

MAX_DISTANCE = 4  # Elements around the records whose names count
ANNOUNCED = re.compile(
    r"\bcomment(?:s|aires?|i|o)?\b|comentario|kommentar|reacties?\b|\brespons?es?\b|\brepl(?:y|ies)\b|thoughts? on|"
    r"antworten|réponses?\b|respuestas?\b|discussion|комментари|评论|評論|回复|コメント|댓글",
    re.I,
)
"""Words of a heading above comments, and of a link below them: ``2 comments``, ``Leave a reply``."""
MAX_LENGTH = 60  # Characters of such a line
MAX_COUNTING, MAX_CHARACTERS = 25, 200
"""Most words of a line that counts comments, which may have the title of the page, and characters that are read."""
_NUMBER = r"\d{1,3}[.,]\d{3}(?!\d)|\d{1,6}(?!\d)"
_COUNTED = re.compile(
    rf"\W*(?:(?P<number>{_NUMBER})\s*+(?:[^\W\d]++\s++)?(?:{ANNOUNCED.pattern})"  # 4 comments, 3 new replies
    rf"|(?:{ANNOUNCED.pattern})\s*+[:：(（]?\s*+(?P<count>{_NUMBER})"  # Comments (4)
    rf"|\w++\s++(?:{ANNOUNCED.pattern}).{{0,9}}?[“«„‚‘\"'](?P<title>.{{3,99}}?)[”»“‘’\"'])",  # A reply to “Tide”
    re.I,
)
MAX_LINES = 20  # Lines that count comments
MIN_PROSE = 8  # Least words of a text, neither linked nor a heading, after which comments may be counted
MAX_TIMES = 2  # Most times that must stand behind a line, however many comments it counts
MAX_GAP = 3  # Most elements without a time between those with one
ONE = re.compile(r"(?<!\S)(?:comment|kommentar|comentario|commentaire)(?!\S)", re.I)  # The class name of one comment
LISTS = ("ol", "ul", "li", "article", "form")  # One of them in an element named after comments holds some


def find_comment_parts(analysis: PageAnalysis) -> Bools:
    """Whether each element is named after comments, on a page without such names behind a line that counts them.

    Bool (elements,). The line stands below a text of the page. What follows it, up to the next heading of its level,
    has as many times as it counts comments.
    """
    index, blocks, found = analysis.index, analysis.blocks, set[int]()
    if analysis.comment_names.any():
        return analysis.comment_names
    is_prose = (blocks.words - blocks.link_words >= MIN_PROSE) & ~index.inside(index.tagged(*HEADINGS))[blocks.firsts]
    first = int(np.argmax(is_prose)) if is_prose.any() else len(blocks)
    short = first + np.flatnonzero((blocks.words[first:] <= MAX_COUNTING) & (blocks.link_words[first:] == 0))
    read = ((block, _COUNTED.match(blocks.texts[block][:MAX_CHARACTERS])) for block in short.tolist())
    titles = " ".join(index.text_of(one) for one in index.tagged("title", "h1")).casefold()
    for block, counted in islice(((block, one) for block, one in read if one), MAX_LINES):
        number = int(re.sub(r"\D", "", counted["number"] or counted["count"] or "1"))
        if (counted["title"] or "").casefold() in titles:
            found.update(_timed_after(analysis, block, number))
    return index.among(sorted(found))


def _timed_after(analysis: PageAnalysis, block: int, number: int) -> list[int]:
    """The elements with a time behind a line and beside the outermost element that ends with it; none if too few."""
    index, blocks, timed = analysis.index, analysis.blocks, analysis.keep(CandidateReader).written
    line, order = int(blocks.firsts[block]), index.texts_before
    end = order[blocks.text_nodes[blocks.ends[block] - 1]] + 1
    level = next((index.tags[one] for one in (line, *index.ancestors(line)) if index.tags[one] in HEADINGS), "")
    while index.parents[line] > 0 and order[index.last_text_node[index.parents[line]]] == end:
        line = int(index.parents[line])
    found, gap, times = list[int](), 0, 0
    one, last = int(index.ends[line]), int(index.ends[index.parents[line]])
    while one < last and gap <= MAX_GAP and not (level and index.tags[one] in HEADINGS and index.tags[one] <= level):
        inside = int(timed[one : index.ends[one]].sum())
        times, gap = times + inside, 0 if inside else gap + 1
        found += [one] if inside else []
        one = int(index.ends[one])
    return found if times >= min(number, MAX_TIMES) else []


def locate_comments(analysis: PageAnalysis, called: Bools | None = None) -> list[Unit]:
    """The elements of each comment of a page in document order; answers come after what they answer.

    ``called``: the elements that may be comments, or be around them, bool (elements,); by default all of the page.
    Raises PageError: the page holds no element.
    """
    index, found = analysis.index, set[Unit]()
    called = analysis.keep(find_comment_parts) if called is None else called
    if not called.any():
        return []
    around = called.copy()
    for _ in range(MAX_DISTANCE - 1):
        around[1:] |= around[index.parents[1:]]
    governing = around.copy()
    governing[index.parents[1:][called[1:]]] = True
    for group in locate_all(analysis, governing):
        holder = governing_node(index, group)
        if around[holder] or called[group.units[0][0]]:
            rows = [*group.units, *nested_records(analysis.document.body, holder, group.units, by_class=True)]
            found |= {*rows, *find_answers(FieldFinder(analysis, rows))}
    found = found or set(_only_comments(analysis, called))
    return sorted(found)[: analysis.document.limits.records + 1]  # one too many, so that the row gets a warning


def _only_comments(analysis: PageAnalysis, called: Bools) -> list[Unit]:
    """The only comment and those within it: numbered or named one, in a part named so, with a time and a name."""
    index, read = analysis.index, analysis.keep(CandidateReader)
    timed = np.flatnonzero(called & analysis.shown.holds(read.written)).tolist()
    numbered = [one for one in timed if is_called_post(index, one)]
    named = [one for one in timed if ONE.search(index.classes[one])]
    likely = numbered or (named if len(index.topmost(named)) == 1 else [])
    inside = index.inside(set(timed).difference(likely))
    rows = [(one,) for one in index.topmost(likely) if inside[one] and any(read.names((one,)))]
    return [*rows, *nested_records(analysis.document.body, 0, rows, by_class=True)] if rows else []


def _called_in(content: Content, analysis: PageAnalysis) -> Bools:
    """The elements that may be comments of which a part is content, or all if a text of the content announces some."""
    index, kept, called = analysis.index, content.subset.text_nodes, analysis.keep(find_comment_parts)
    texts = (text for text, is_kept in zip(index.text_nodes.texts, kept.tolist(), strict=True) if is_kept)
    if ANNOUNCED.search("\n".join([text for text in texts if len(text) <= MAX_LENGTH])):
        return called
    return np.asarray(called & (index.text_node_sums(kept) > 0))


def _sections(analysis: PageAnalysis, called: Bools) -> list[int]:
    """Elements named after comments that hold a list or a form, and begin with a text so named or announcing some.

    Without such names, those behind a line that counts comments.
    """
    index, blocks, found = analysis.index, analysis.blocks, list[int]()
    if not analysis.comment_names.any():
        return np.flatnonzero(called).tolist()
    held = sums_before(called & index.has_tag(LISTS))
    begins = blocks.text_nodes[blocks.starts]
    may_be = called & (held[index.ends] > held[1:])
    for element in np.flatnonzero(may_be).tolist():
        block = int(np.searchsorted(begins, index.first_text_node[element]))
        if block == len(begins) or (found and element < index.ends[found[-1]]):
            continue
        text, owner = blocks.texts[block], int(blocks.firsts[block])
        within = [one for one in (owner, *index.ancestors(owner)) if element < one < index.ends[element]]
        if within and (called[within].any() or (len(text) <= MAX_LENGTH and ANNOUNCED.search(text))):
            found.append(element)
    return found


def apply_comments(analysis: PageAnalysis, content: Content, choice: Comments) -> Content:
    """The content without the comments of the page, with them as its last blocks and as records, or only these.

    Raises PageError: the page holds no element; ``empty/no_comments`` if only comments are wanted and it has none.
    """
    called = _called_in(content, analysis) if choice == "drop" else analysis.keep(find_comment_parts)
    rows = locate_comments(analysis, called)
    if not rows and choice == "only":
        raise PageError("empty/no_comments", "the page holds no comments")
    elements = [element for row in rows for element in row]
    elements += _sections(analysis, called) if choice == "drop" else []
    if not elements:
        return content
    inside = analysis.index.inside(elements)
    is_comment = inside[analysis.blocks.firsts]
    rules = [*content.rules, BlockRule("it is a comment", choice != "drop", is_comment)]
    rules += [BlockRule("only the comments are wanted", False, ~is_comment)] if choice == "only" else []
    content = replace(content, rules=tuple(rules))
    kept = keep_text_nodes(content.subset, content.subset.text_nodes & ~_announcing(analysis.blocks, inside))
    subset = DomMask(analysis.index, content.subset.kept & ~inside & kept.kept, kept.text_nodes)
    rest = tuple(number for number in content.elements if subset.kept[number] and subset.text_words[number])
    article = replace(content, elements=rest, subset=subset)
    if choice == "drop":
        return article if article.elements else content
    posts, shown = PostTexts(FieldFinder(analysis, rows)), analysis.shown
    in_posts = posts.finder.record_of[shown.index.text_nodes.owners] >= 0
    said = keep_text_nodes(shown, shown.text_nodes & in_posts & ~posts.boilerplate)
    records, top = write_posts(posts.finder, posts.within(said)), tuple(analysis.index.topmost(elements))
    if choice == "only":
        return replace(content, elements=top, subset=said, records=records)
    both = DomMask(content.subset.index, article.subset.kept | said.kept, article.subset.text_nodes | said.text_nodes)
    return replace(article, elements=tuple(sorted({*article.elements, *top})), subset=both, records=records)


def _announcing(blocks: Blocks, inside: Bools) -> Bools:
    """Text nodes right before and after comments that say no more than that there are some; bool (text nodes,)."""
    found, commented = np.zeros(len(blocks), bool), inside[blocks.firsts]
    announces = [len(text) <= MAX_LENGTH and ANNOUNCED.search(text) is not None for text in blocks.texts]
    for step in (1, -1):
        is_near = False
        for block in range(len(blocks))[::step]:
            is_near = bool(commented[block]) or (is_near and announces[block])
            found[block] |= is_near
    return blocks.text_nodes_in(found & ~commented)
