"""What only changes the source of a page, and nothing that its reader sees, changes nothing that is extracted."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.page import Html
from iawce.evaluate.measures import word_scores
from iawce.extract import Extractor
from iawce.extract.content.method import METHODS
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extract_content import extract_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.blocks.block_features import describe_blocks
from iawce.models.blocks.page_blocks import PageBlocks
from tests.source_changes import HARMLESS, NAMES

SENTENCE = "The committee met on Tuesday, and after a long debate it decided to build the bridge again. "
CONTAINERS = ("div", "section", "article", "nav", "footer", "ul", "li", "blockquote")
LINES = ("p", "h1", "h2")
INLINE = ("b", "span", "a", "em", "sup", "code")
NAMES_OF_ELEMENTS = ("", "class=menu", "class='entry-content post' id=main", "id=sidebar", "href=/x", "class=caption")
texts = st.sampled_from(
    ["word", SENTENCE, 3 * SENTENCE, " ", "\n  ", "two words", "中文。", "&amp;", "x²", "<br>", "- "]
)


def element(tags: tuple[str, ...], inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    parts = st.tuples(st.sampled_from(tags), st.sampled_from(NAMES_OF_ELEMENTS), st.lists(inside, max_size=5))
    return parts.map(lambda it: f"<{it[0]} {it[1]}>{''.join(it[2])}</{it[0]}>")


lines = st.recursive(texts, lambda inner: element(INLINE, inner), max_leaves=6)
codes = texts.map(lambda text: f"<pre>\n  {text}\n\n{text}</pre>")
cells = element(("td", "th"), lines)
rows = st.lists(cells, min_size=1, max_size=3).map(lambda row: f"<tr>{''.join(row)}</tr>")
tables = st.lists(rows, min_size=1, max_size=3).map(lambda table: f"<table>{''.join(table)}</table>")
leaves = lines | element(LINES, lines) | codes | tables
bodies = st.recursive(leaves, lambda inner: element(CONTAINERS, inner), max_leaves=25)


def extracted(document: Document, method: str) -> str:
    try:
        row = extract_content(PageAnalysis.of(document), "article", ExtractSettings(method=method))
    except PageError as error:
        return error.reason
    return f"{row.method}\n{row.text}\n{row.title}"


@settings(max_examples=20)  # each is read by every method, as it is and with every change
@given(body=bodies)
@example(body="<div><b>word<br>two words</b><p><b>\n  中文。<br>word</b></p></div>")
@example(body="<table><tr><td><code>word</code>\n  </td></tr></table>")
@example(body="<table><tr><td><code>word\n  word</code></td></tr><tr><td><code>  word</code></td></tr></table>")
def test_every_method_chooses_the_same_text_of_any_page(body: str) -> None:
    html = f"<html><head><title>A page</title></head><body>{body}</body></html>"
    before = Document("x", html=html)
    expected = {method: extracted(before, method) for method in METHODS}
    for name, change in HARMLESS.items():
        after = Document("x", html=change(html))
        assert {method: extracted(after, method) for method in METHODS} == expected, name


@settings(max_examples=30)
@given(body=bodies)
def test_every_feature_of_a_block_stays_the_same(body: str) -> None:
    texts, features = described(f"<p>start</p>{body}")
    for name, change in HARMLESS.items():
        changed_texts, changed_features = described(change(f"<p>start</p>{body}"))
        assert changed_texts == texts, name
        for feature, values in features.items():
            assert changed_features[feature] == values, (name, feature)


def described(body: str) -> tuple[list[str], dict[str, list[float]]]:
    """Texts of the blocks, and their features by name."""
    document = Document("x", html=f"<body>{body}</body>")
    features = describe_blocks(PageBlocks(document.text_blocks))
    return list(document.text_blocks.texts), {name: values.tolist() for name, values in features.items()}


@pytest.fixture(scope="module")
def unchanged(wcxb: list[GoldPage]) -> dict[str, Extraction]:
    """Rows of real pages, by their source."""
    sources = [page.html for page in wcxb[3::60]]
    return dict(zip(sources, Extractor(render="never").extract_many(map(Html, sources)), strict=True))


@pytest.mark.corpus
@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_harmless_changes_of_real_pages_change_no_text(unchanged: dict[str, Extraction], step: int) -> None:
    """Each change of every third page, the next one of others; or of all."""
    extractor = Extractor(render="never")
    assert len(unchanged) >= 20
    for number, (name, change) in enumerate(HARMLESS.items()):
        sources = list(unchanged)[number % step :: step]
        rows = extractor.extract_many(Html(change(source)) for source in sources)
        before = [unchanged[source] for source in sources]
        assert [said(row) for row in rows] == [said(row) for row in before], name


def said(row: Extraction) -> tuple[str, str, str]:
    return row.type, row.method, row.text


@pytest.mark.corpus
def test_text_of_pages_without_familiar_names_is_much_the_same(unchanged: dict[str, Extraction]) -> None:
    extractor, sources = Extractor(render="never"), list(unchanged)[::2]
    before = [unchanged[source].text for source in sources]
    for change in NAMES.values():
        after = [row.text for row in extractor.extract_many(Html(change(source)) for source in sources)]
        same = [word_scores(text, wanted).f1 for text, wanted in zip(after, before, strict=True)]
        assert sum(same) / len(same) >= 0.85
