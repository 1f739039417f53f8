"""Content that stands in the data of a page."""

import html
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.markup_metadata import decode_json
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.data.errors import PageWarning, WarningKind
from iawce.data.limits import Limits
from iawce.extract import Extractor
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.embedded_content import embedded_content
from iawce.extract.pipeline.settings import ExtractSettings

PROSE = "The tide was low and the boats lay on their sides in the mud, as they do twice a day. "
LONG = (PROSE * 3).strip()
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(LONG),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["text", "body", "@type", "cooked", "description", "x"]) | st.text(), inner)
    ),
    max_leaves=20,
)


def script(value: Any, kind: str = "application/json") -> str:
    return f'<script type="{kind}">{json.dumps(value)}</script>'


def ld(value: Any) -> str:
    return script(value, "application/ld+json")


def texts(markup: str, **limits: int) -> list[str]:
    content = embedded_content(PageAnalysis(Document("x", html=f"<body>{markup}</body>", limits=Limits(**limits))))
    return [Texts(content.subset).lines(number) for number in content.elements] if content else []


def extract(markup: str, settings: ExtractSettings | None = None, limits: Limits | None = None) -> Extraction:
    extractor = Extractor(render="never", page_type="article", settings=settings or ExtractSettings())
    return extractor.extract(Document("x", html=f"<body>{markup}</body>", limits=limits or Limits()))


@pytest.mark.parametrize(
    "markup",
    [
        ld({"@type": "NewsArticle", "articleBody": LONG}),
        ld([{"@graph": [{"@type": ["SchemaItem", "https://schema.org/Product"], "description": LONG}]}]),
        f'<script type="application/ld+json">//<![CDATA[\n{{"articleBody": "{LONG}"}}\n//]]></script>',
        f'<script type="application/ld+json">{{"articleBody": "{PROSE}\n{PROSE}{PROSE}"}}</script>',
        f'<meta itemprop="articleBody" content="{LONG}">',
        script({"props": {"post": {"body_html": f"<p>{LONG}</p>"}}}),
        script({"Post:1": {'content({"a":1})': LONG}}),
        script([{"data": 1}, {"post": 2}, {"body": 3}, LONG]),
        f"<script>window.__STATE__ = {json.dumps({'post': {'body': LONG}})}; start()</script>",
        f"<script>self['a-b']=JSON.parse({json.dumps(json.dumps({'text': LONG}))})</script>",
        f'<div data-page="{html.escape(json.dumps({"topic_1": json.dumps({"cooked": f"<p>{LONG}</p>"})}))}"></div>',
    ],
)
def test_data_that_holds_content(markup: str) -> None:
    assert " ".join(" ".join(texts(markup)).split()) == LONG


@pytest.mark.parametrize(
    "markup",
    [
        f'<meta name="description" content="{LONG}">',
        ld({"@type": "WebSite", "description": LONG}),
        ld({"@type": "NewsArticle", "author": {"@type": "Product", "description": LONG}}),
        script({"footer": {"text": LONG}, "i18n": {"body": LONG}, "seoText": {"text": LONG}}),
        script({"labels": [{"text": f"Button {number}"} for number in range(90)]}),
        script({"url": LONG, "excerpt": LONG}),
        f"<script>var body = '{LONG}'; window.a = {{body: '{LONG}'}}; window.b = [1,</script>",
        f'<script type="text/template">{json.dumps({"body": LONG})}</script>',
        script({"html": f"<style>{LONG}</style><script>{LONG}</scr"}),
        ld({"articleBody": PROSE}),
    ],
)
def test_data_that_holds_none(markup: str) -> None:
    assert texts(markup) == []


def test_texts_come_in_order_each_once_with_their_paragraphs() -> None:
    thread = {
        "@type": "QAPage",
        "mainEntity": {
            "@type": "Question",
            "name": "Where do the boats lie?",
            "text": f"&lt;p&gt;{PROSE}&lt;/p&gt;&lt;p&gt;Why?&lt;/p&gt;",
            "acceptedAnswer": {"@type": "Answer", "text": f"<ul><li>{PROSE}<li>Mud &amp; sand</ul></div>"},
            "suggestedAnswer": [{"text": "a < b & c\n\nA second line"}, {"text": "<b>Why?</b>"}, {"text": "Why?"}],
        },
    }
    assert texts(ld(thread)) == [
        "Where do the boats lie?",
        f"{PROSE.strip()}\n\nWhy?",
        f"- {PROSE.strip()}\n- Mud & sand",
        "a < b & c\n\nA second line",
        "Why?",
    ]


def test_fields_that_are_certainly_content_replace_possible_ones() -> None:
    posts = [{"cooked": f"<p>{PROSE} {name}</p>"} for name in ("one", "two", "three")]
    assert len(texts(script({"about": {"description": LONG}, "posts": posts}))) == 3


SAID = ("The tide was low and the boats lay ", "on their sides", " in the mud, as they do ", "twice a day.")


@pytest.mark.parametrize(
    ("key", "text", "around"),
    [
        ("children", {"bold": True}, {"type": "paragraph"}),
        ("children", {"_type": "span"}, {"_type": "block"}),
        ("children", {"type": "text", "format": 1}, {"tag": "p"}),
        ("content", {"type": "text"}, {"type": "paragraph"}),
    ],
)
def test_the_texts_of_a_paragraph_of_rich_text_are_one_line(key: str, text: Any, around: Any) -> None:
    *said, last = [{**text, "text": one} for one in SAID]
    nodes = [*said, {"type": "link", key: [last]}]
    line = "".join(SAID)
    blocks = [{**around, key: nodes}, {**around, key: [*nodes, {**text, "text": " "}, *nodes]}]
    assert texts(script({"post": {"body": {"root": blocks}}})) == [line, f"{line} {line}"]


def test_texts_of_whole_sentences_are_paragraphs_of_their_own() -> None:
    said = [f"{name} said: {PROSE.strip()}" for name in ("Ann", "Bo", "Cy")]
    assert texts(script({"content": [{"type": "text", "text": one} for one in said]})) == said


def test_nodes_with_a_line_each_are_apart() -> None:
    odd = [{"text": LONG}, {"content": 5}, 6, None]
    assert texts(script({"children": odd})) == [LONG]
    comments = [{"text": f"{name} {LONG}", "children": [{"text": f"No. {LONG}", "children": []}]} for name in "ab"]
    assert texts(script({"children": comments})) == [f"a {LONG}", f"No. {LONG}", f"b {LONG}"]
    blocks = [{"type": "paragraph", "text": f"{name} {LONG}"} for name in "ab"]
    assert texts(script({"content": blocks})) == [f"a {LONG}", f"b {LONG}"]


def test_a_row_says_where_its_content_comes_from() -> None:
    data = script({}) + ld({"articleBody": f"<p>{LONG}</p>"})
    row = extract(f"<div>Boats</div>{data}")
    assert (row.status, row.method, row.text) == ("success", "embedded", LONG)
    assert row.scores == {"source": "json-ld", "texts": 1, "words": 60}
    assert PageWarning(WarningKind.EMBEDDED, "json-ld") in row.warnings
    assert [(block.path, block.box) for block in row.blocks] == [("/html/body/script[2]", None)]
    assert Extraction.from_dict(json.loads(row.to_json())).text == LONG


def test_markup_in_data_is_as_harmless_as_that_of_the_page() -> None:
    row = extract(script({"body": f"<p onclick=x()>{LONG}<img src=x onerror=y()><a href='javascript:z()'>go</a></p>"}))
    assert row.method == "embedded"
    assert all(bad not in row.html for bad in ("onclick", "onerror", "javascript"))


def test_content_in_elements_is_kept() -> None:
    data = ld({"articleBody": LONG * 5})
    assert extract(f"<h1>Boats</h1><p>{LONG}</p><p>{LONG}</p>{data}").method != "embedded"
    short = "Nineteen words stand here, which is little, and yet what the data hold is not four times as much as this."
    assert extract(f"<p>{short}</p>{ld({'articleBody': LONG})}").method != "embedded"


@pytest.mark.parametrize(
    "settings", [ExtractSettings(method="rules"), ExtractSettings(method="paper"), ExtractSettings(drop="script")]
)
def test_content_from_data_is_not_used_if_another_source_is_requested(settings: ExtractSettings) -> None:
    assert extract(f"<p>Boats</p>{ld({'articleBody': LONG})}", settings).text == "Boats"


def test_limits_hold_for_data() -> None:
    posts = script([{"body": f"<p>{number} {LONG}</p>"} for number in range(9)])
    row = extract(posts, limits=Limits(output=100))
    assert (len(row.text), row.status) == (100, "partial_success")
    row = extract(posts, limits=Limits(blocks=4))
    assert len(row.blocks) == 4
    assert PageWarning(WarningKind.TRUNCATED, "5_blocks") in row.warnings
    assert PageWarning(WarningKind.TRUNCATED, "elements") in extract(posts, limits=Limits(elements=9)).warnings


@pytest.mark.parametrize(
    "hostile",
    [
        "[" * 200_000,
        '{"a":' * 200_000,
        "9" * 200_000,
        '["' * 100_000,
        "window.a=[" * 40_000,
        'window.a={"b":' * 40_000,
        '"' + "\\" * 200_001,
        "[" + "1," * 100_000 + "1]",
        json.dumps({"body": "<b>word " * 100_000}),
        json.dumps({"body": ["<div>word " * 4_000, "<p><b a=1>word " * 4_000, "</section></body>word " * 4_000]}),
        json.dumps({"text": "<p><b id=%d>word " * 500 % tuple(range(500))}),
        json.dumps([{"@type": ["a"] * 20_000, "text": ["<"] * 20_000}]),
        '{"text": "\\ud800 ' + LONG + '\\udfff \\u0000"}',
        '{"body": NaN, "text": Infinity, "cooked": -1e999}',
    ],
)
@pytest.mark.parametrize("kind", ["application/ld+json", "application/json", ""])
def test_hostile_data_is_read_without_an_error(hostile: str, kind: str) -> None:
    found = texts(f'<script type="{kind}">{hostile}</script>')
    assert not any("<script" in text for text in found)


def test_json_in_json_is_decoded_to_a_bounded_depth() -> None:
    data: Any = {"body": LONG}
    for _ in range(3):
        data = {"a": json.dumps(data)}
    assert texts(script(data)) == [LONG]
    assert texts(script({"a": json.dumps(data)})) == []


def test_too_deep_data_is_none() -> None:
    assert decode_json("[" * 100_000 + "]" * 100_000) == (None, 0)
    assert [one.value for one in PageAnalysis.of(Document("x", html=script(0) + "<p>x")).data] == [0]


@given(VALUES, st.sampled_from(["application/ld+json", "application/json"]))
def test_any_data_is_read(value: Any, kind: str) -> None:
    found = texts(script(value, kind).replace("</", "<\\/").replace("<\\/script>", "</script>"))
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("case", ["article-json-ld", "thread-preloaded", "product-state"])
def test_our_pages_without_a_browser(case: str, pages: Path) -> None:
    row = Extractor(render="never").extract(pages / case / "source.html")
    assert row.method == "embedded"
    assert row.text + "\n" == (pages / case / "expected.txt").read_text(encoding="utf-8")


@pytest.mark.corpus
def test_real_pages_without_text_in_their_elements(wcxb: list[GoldPage]) -> None:
    by_id = {page.id: page.page for page in wcxb}
    extractor = Extractor(render="never")
    shop = extractor.extract(by_id["0585"])
    assert (shop.method, shop.scores["source"]) == ("embedded", "state")
    assert shop.text.count(".") >= 3, "the description of the product, and no label"
    assert len(shop.blocks) == 1
    for emptied in ("4147", "4838", "4871"):  # forums whose store was emptied, a page with scripts alone
        assert extractor.extract(by_id[emptied]).reason == "empty/no_text"
