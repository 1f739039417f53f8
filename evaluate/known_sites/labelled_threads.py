"""Threads of forums, whose posts are labelled from gold, so that a wrapper is learned from one page for another.

The record nodes are known: for each gold post, the element around its text whose siblings are the other posts. Posts
without text are left out, and so are fields that are missing in more than half of the page's posts.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, permutations

from iawce.data.analysis.page_analysis import PageReading
from iawce.data.datasets.gold_page import GoldPage
from iawce.data.document import Document, open_document
from iawce.data.dom.texts import Texts
from iawce.evaluate.gold_nodes import record_nodes
from iawce.evaluate.measures.word_overlap import word_scores
from iawce.extract.papers.softmealy.labelled_spans import ElementLabel, Label, LabelledRecord, RecordText, TextLabel
from iawce.extract.papers.softmealy.settings import SoftMealySettings
from iawce.extract.papers.softmealy.tokens import Scope, Tokens

FIELDS = ("text", "author", "date", "link")
LEAST = 0.8
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
    tokens = Tokens(PageReading(thread.document), thread.scopes, SoftMealySettings())
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
    return ElementLabel(best) if score >= LEAST else None


def pairs_of_hosts(threads: Sequence[Thread]) -> list[Pair]:
    """Pairs of the two pages of every host, in both orders."""
    return [(one, other) for one, other in permutations(threads, 2) if one.site == other.site]
