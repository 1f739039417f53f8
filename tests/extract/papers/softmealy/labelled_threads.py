"""Threads of forums whose posts are labelled from gold, so that a wrapper is learned from one page.

The record nodes are known: for each gold post, the element around its text whose siblings are the other posts. Posts
without text are left out, and so are fields that are missing in more than half of the page's posts.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, permutations

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.document import Document, open_document
from iawce.data.dom.read import without_controls
from iawce.data.dom.texts import Texts
from iawce.evaluate.measures import word_scores
from iawce.extract.papers.softmealy.labelled_spans import ElementLabel, Label, LabelledRecord, RecordText, TextLabel
from iawce.extract.papers.softmealy.tokens import Scope, SoftMealySettings, Tokens, without_blanks
from iawce.extract.papers.softmealy.wrapper import WHOLE_PAGE

BEGINNINGS = (60, 30, 15)
"""Characters of the beginning by which a text is found that does not occur literally."""
WIDEST = 5
"""Siblings that one record may span."""


def record_nodes(document: Document, records: Sequence[Mapping[str, str]]) -> tuple[Scope, ...]:
    """Elements of each record: the largest one around its text that has no text of another record.

    Those of a list are children of one element. If a record spans several of these (rows of a table), its scope
    includes the siblings before and after with which most dates are found.

    Args:
        document: the page.
        records: at least two, in document order, each with a ``text``.

    Returns:
        A scope for each record; none at all if two texts stand directly in one element.

    Raises:
        PageError: the page holds no element.
    """
    tokens = Tokens(PageAnalysis(document), WHOLE_PAGE, SoftMealySettings())
    begins = list(_beginnings(RecordText(tokens, *tokens.spans[0]), records))
    index, nodes = document.index, list[int]()
    around = [(number, *index.ancestors(number)) for number in begins]
    holds = Counter(element for elements in around for element in elements)
    for elements in around:
        alone = [element for element in elements if holds[element] == 1]
        if not alone:
            return ()
        nodes.append(alone[-1])
    scopes = _spans(document, nodes)
    return max(scopes, key=lambda scope: _dates_in(document, scope, records))


def _beginnings(text: RecordText, records: Sequence[Mapping[str, str]]) -> Iterator[int]:
    """The element in which each text begins, found by the whole text or else by its beginning."""
    at = 0
    for record in records:
        wanted = without_blanks(without_controls(record["text"]))
        places = ((text.text.find(wanted[:size], at), size) for size in (len(wanted), *BEGINNINGS))
        found, size = next((place for place in places if place[0] >= 0), (at, 0))
        yield int(text.tokens.elements[text.start + int(text.ends.searchsorted(found, "right"))])
        at = found + min(size, len(wanted))


def _spans(document: Document, nodes: Sequence[int]) -> list[tuple[Scope, ...]]:
    """The nodes alone, and with as many siblings before and after as there are from each to the next."""
    siblings = [document.body.children(int(document.index.parents[node])) for node in nodes]
    places = [found.index(node) for found, node in zip(siblings, nodes, strict=True)]
    steps = Counter(later - place for place, later in pairwise(places) if later > place)
    between = min(steps.most_common(1)[0][0] if steps else 1, WIDEST) - 1
    around = [(0, 0), *((between - after, after) for after in range(between + 1))]
    return [
        tuple(
            tuple(found[max(0, place - before) : place + after + 1])
            for found, place in zip(siblings, places, strict=True)
        )
        for before, after in around
    ]


def _dates_in(document: Document, scopes: Sequence[Scope], records: Sequence[Mapping[str, str]]) -> int:
    """How many records have their date in their scope."""
    texts = (without_blanks(" ".join(Texts(document.body).lines(number) for number in scope)) for scope in scopes)
    dates = (without_blanks(record.get("date", "")) for record in records)
    return sum(bool(date) and date in text for date, text in zip(dates, texts, strict=True))


FIELDS = ("text", "author", "date", "link")
MIN_VALUE = 0.8
"""Least word F1 of an element that is labelled as the text of a post without a literal match."""


@dataclass(frozen=True)
class Thread:
    """A page with the record node and the gold of each post."""

    site: str
    id: str
    document: Document
    scopes: tuple[Scope, ...]
    gold: tuple[dict[str, str], ...]


Pair = tuple[Thread, Thread]
"""The page that is labelled, and the one that is extracted."""


def read_thread(page: GoldPage) -> Thread | None:
    """The page with its record nodes, without posts that have no text; None if two posts stand in one node."""
    document = open_document(page.page)
    gold = tuple(record for record in page.records if record.get("text"))
    nodes = record_nodes(document, gold)
    return Thread(page.site, page.id, document, nodes, gold) if nodes else None


def label_posts(thread: Thread, most: int) -> list[LabelledRecord]:
    """The first posts with all fields that can be labelled in half of the page's posts."""
    tokens = Tokens(PageAnalysis(thread.document), thread.scopes, SoftMealySettings())
    texts = [RecordText(tokens, *span) for span in tokens.spans]
    labels = [
        {name: mark(text, name, gold[name]) for name in FIELDS if name in gold}
        for text, gold in zip(texts, thread.gold, strict=True)
    ]
    usual = {
        name: Counter(source_of(text, fields.get(name)) for text, fields in zip(texts, labels, strict=True))
        for name in FIELDS
    }
    sources = {name: found.most_common(1)[0][0] for name, found in usual.items()}
    asked = [name for name in FIELDS if sources[name]]
    records = (
        LabelledRecord(scope, {name: (one,) for name in asked if (one := fields.get(name))})
        for scope, text, fields in zip(thread.scopes, texts, labels, strict=True)
        if all(source_of(text, fields[name]) == sources[name] for name in asked if name in fields)
    )
    return list(islice(records, most))


def source_of(text: RecordText, label: Label | None) -> str:
    """Where the value of a label comes from, empty if there is none."""
    return text.occurrences(label)[0].kind[0] if label else ""


def mark(text: RecordText, name: str, value: str) -> Label | None:
    """A label for a value; for a text without a literal match, the most similar element."""
    if text.occurrences(TextLabel(value)):
        return TextLabel(value)
    if name != "text":
        return None
    inside = [number for number, (first, _) in text.tokens.tags.items() if text.start <= first < text.end]
    scored = ((word_scores(Texts(text.tokens.subset).lines(number), value).f1, number) for number in inside)
    score, best = max(scored, default=(0.0, -1))
    return ElementLabel(best) if score >= MIN_VALUE else None


def pairs_of_hosts(threads: Sequence[Thread]) -> list[Pair]:
    """Pairs of the two pages of every host, in both orders."""
    return [(one, other) for one, other in permutations(threads, 2) if one.site == other.site]
