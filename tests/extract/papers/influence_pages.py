"""Pages for the tests of the influence-weighted DOM, and what becomes of them."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.extract.content.content import Content
from iawce.extract.papers.influence import InfluenceSettings, NodeExtension, extend_nodes, extract_influence

PAPER = InfluenceSettings.paper()
TAGS = st.sampled_from(["p", "div", "span", "a href=x", "li", "ul", "td", "table", "b", "h2", "font color=red", "nav"])
TREE = st.recursive(
    st.sampled_from(["one two", "three", "four five six", " ", "<img src=a.png>", ""]),
    lambda inner: st.tuples(TAGS, st.lists(inner, max_size=4)).map(
        lambda it: f"<{it[0]}>{''.join(it[1])}</{it[0].split()[0]}>"
    ),
    max_leaves=25,
)
PAGE = (
    "<title>Topic</title><body><ul id=menu><li><a href=1>home</a><li><a href=2>news</a><li><a href=3>shop</a></ul>"
    "<div id=main><p>A paragraph of words with <a href=4>a link</a> in it.</p><p>And <b>more</b> of it.</p></div>"
    "<table id=empty><tr><td> <td></table>"
)


def extended(html: str, **options: Any) -> tuple[Document, NodeExtension]:
    document = Document("", html=html)
    return document, extend_nodes(PageAnalysis(document), document.index.without(), **options)


def extracted(html: str, settings: InfluenceSettings = PAPER, **changes: Any) -> tuple[Document, Content]:
    document = Document("", html=html)
    return document, extract_influence(PageAnalysis(document), replace(settings, **changes))


def text_of(content: Content) -> str:
    return "\n".join(Texts(content.subset).lines(number) for number in content.elements)
