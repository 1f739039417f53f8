"""Properties of transducers, whatever their rules, and of those that are learned from generated tuples."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any, get_args

from hypothesis import example, given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.papers.softmealy.labelled_spans import ElementLabel, LabelledRecord
from iawce.extract.papers.softmealy.tokens import SoftMealySettings, Tokens, parse_pattern
from iawce.extract.papers.softmealy.transducer import BEGIN, END, Context, Edge, Extent, Matcher, Transducer, dummy
from iawce.extract.papers.softmealy.wrapper import learn_wrapper
from tests.extract.papers.softmealy.forum_pages import nodes

PATTERNS = st.lists(
    st.sampled_from(["Any", "Word", "Num", "Html", "Open b classless", "Close", "Punc ,", "Spc"]).map(parse_pattern),
    max_size=2,
).map(tuple)
STATES = st.sampled_from([BEGIN, "a", dummy("a"), "b", dummy("b")])
EDGES = st.builds(
    Edge,
    st.lists(STATES, min_size=1, max_size=2, unique=True).map(tuple),
    st.one_of(STATES.filter(lambda state: state != BEGIN), st.just(END)),
    st.lists(st.builds(Context, PATTERNS, PATTERNS), min_size=1, max_size=2).map(tuple),
)
Row = list[tuple[str, str]]
"""Field and value, in the order of the page."""
ROWS = st.lists(st.sampled_from(["<b>x</b>", "7", ", ", "word ", "<i>y</i>"]), max_size=8).map("".join)
FIELD = st.sampled_from(["author", "date"])
WORDS = st.text("abcXYZ09 ", min_size=1, max_size=9).filter(str.strip)
TUPLES = st.lists(st.tuples(st.one_of(FIELD, st.just("body")), WORDS), min_size=1, max_size=5)


ATTRIBUTES = st.sampled_from(["a", "b"])
TRANSDUCERS = st.builds(
    Transducer,
    st.lists(EDGES, max_size=6).map(tuple),
    st.frozensets(ATTRIBUTES).map(tuple),
    st.dictionaries(ATTRIBUTES, st.sampled_from(get_args(Extent))),
)


ROUND = (Edge(("(begin)", "a"), "a", (Context((), ()),)),)
"""Leads from an attribute to itself everywhere."""


@example(Transducer(ROUND, (), {"a": "tag"}), [""])
@example(Transducer(ROUND, ("a",), {"a": "tag"}), [""])
@given(TRANSDUCERS, st.lists(ROWS, min_size=1, max_size=3))
def test_it_ends_and_covers_no_token_twice(transducer: Transducer, rows: list[str]) -> None:
    document = Document("x", html="".join(f"<li>{row}</li>" for row in rows))
    tokens = Tokens(PageAnalysis(document), nodes(document, "li"), SoftMealySettings())
    found = transducer.run(Matcher(tokens), tokens.spans)
    assert len(found) == len(rows)
    for (start, end), tuples in zip(tokens.spans, found, strict=True):
        done = start
        for part in chain.from_iterable(tuples):
            assert done <= part.start < part.end <= end
            done = part.end
        for parts in tuples:
            counts = Counter(part.attribute for part in parts)
            assert all(counts[attribute] <= 1 for attribute in transducer.once)


def test_rules_that_go_round_stand_still() -> None:
    always = (Context((), ()),)
    edges = [Edge((one,), other, always) for one, other in ((BEGIN, "a"), ("a", dummy("a")), (dummy("a"), "a"))]
    document = Document("x", html="<li>one two three</li>")
    tokens = Tokens(PageAnalysis(document), nodes(document, "li"), SoftMealySettings())
    (tuples,) = Transducer(tuple(edges)).run(Matcher(tokens), tokens.spans)
    covered = [token for part in tuples[0] for token in range(part.start, part.end)]
    assert len(covered) == len(set(covered)) > 0


def page(tuples: Sequence[Row]) -> Document:
    rows = ("".join(f"<span class={field}>{value}</span> " for field, value in row) for row in tuples)
    return Document("x", html="<main>" + "".join(f"<li>{row}<hr></li>" for row in rows) + "</main>")


def found_values(
    document: Document, tuples: Sequence[Sequence[tuple[str, str]]], mode: Any
) -> list[list[tuple[str, str]]]:
    """What a wrapper that is learned from all records of the page takes out of it."""
    records = []
    for (node,), row in zip(nodes(document, "li"), tuples, strict=True):
        spans = iter(number for number in document.select("span") if node <= number < document.index.ends[node])
        fields: dict[str, list[ElementLabel]] = {}
        for field, _ in row:
            fields.setdefault(field, []).append(ElementLabel(next(spans)))
        records.append(LabelledRecord((node,), fields))
    if mode == "page":
        found = learn_wrapper(PageAnalysis(document), records, "page").extract(PageAnalysis(document))
    else:
        settings = SoftMealySettings(orders=mode)
        found = learn_wrapper(PageAnalysis(document), records, settings=settings).extract(
            PageAnalysis(document), nodes(document, "li")
        )
    return [[(name, value.text) for name, value in record] for record in found]


@given(st.lists(TUPLES, min_size=1, max_size=4), st.sampled_from(["any", "seen"]))
def test_labelled_records_are_extracted_as_they_are(tuples: list[Row], orders: str) -> None:
    """In any order, with fields that are missing or repeated, touching or not."""
    expected = [[(field, " ".join(value.split())) for field, value in row] for row in tuples]
    assert found_values(page(tuples), tuples, orders) == expected


@given(st.lists(st.tuples(st.lists(st.tuples(FIELD, WORDS), max_size=4), WORDS), min_size=2, max_size=4))
def test_labelled_tuples_of_a_page_are_extracted_as_they_are(rows: list[tuple[Row, str]]) -> None:
    """As before, where a page is one sequence and all tuples end with the same field."""
    tuples = [[*row, ("body", last)] for row, last in rows]
    expected = [[(field, " ".join(value.split())) for field, value in row] for row in tuples]
    assert found_values(page(tuples), tuples, "page") == expected
