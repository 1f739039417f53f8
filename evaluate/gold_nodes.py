"""The record nodes of a page whose records are known: the places of the gold posts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from iawce.data.analysis.page_analysis import PageReading
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.extract.papers.softmealy.labelled_spans import RecordText
from iawce.extract.papers.softmealy.settings import SoftMealySettings
from iawce.extract.papers.softmealy.tokens import Scope, Tokens, without_blanks
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
    tokens = Tokens(PageReading(document), WHOLE_PAGE, SoftMealySettings())
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
        wanted = without_blanks(record["text"])
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
