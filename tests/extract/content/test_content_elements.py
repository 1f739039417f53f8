"""What is kept of a page is printed, however broken its markup is."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.extract.content.content import Content, keep_blocks
from iawce.extract.content.segmentation import content_elements
from iawce.extract.output.html import clean_html
from iawce.extract.output.markdown.to_markdown import to_markdown
from iawce.models.blocks.page_blocks import PageBlocks

TAGS = (
    "table",
    "tbody",
    "thead",
    "tr",
    "td",
    "th",
    "caption",
    "col",
    "div",
    "p",
    "b",
    "ul",
    "li",
    "form",
    "button",
    "br",
)
tokens = st.lists(
    st.sampled_from(["word", " ", *(f"<{tag}>" for tag in TAGS), *(f"</{tag}>" for tag in TAGS)]), max_size=40
)
"""Markup of which nothing needs to be closed, or to stand where it belongs."""


@given(tokens, st.lists(st.booleans(), min_size=1, max_size=8))
def test_all_text_that_is_kept_and_no_other_is_printed(parts: list[str], pattern: list[bool]) -> None:
    numbered = (f"word{number} " if part == "word" else part for number, part in enumerate(parts))
    document = Document("x", html=f"<body>start {''.join(numbered)}")
    page = PageBlocks(document.text_blocks)
    chosen = np.resize(pattern, len(page))
    subset = keep_blocks(page.blocks, chosen)
    elements = content_elements(page, subset) if chosen.any() else ()
    wanted = sorted(" ".join(text for text, kept in zip(page.blocks.texts, chosen, strict=True) if kept).split())
    plain = "\n".join(Texts(subset).lines(number) for number in elements)
    marked = to_markdown(clean_html(Content(elements, subset), "http://x/"))
    for printed in (plain, marked):
        assert sorted(re.findall(r"start|word\d+", printed)) == wanted


def test_a_table_of_many_groups_is_one_element() -> None:
    groups = "<tbody><tr><td>a<td>b</tbody>" * 5_000
    page = PageBlocks(Document("", html=f"<body><p>Tides<table><tr><th>A<th>B{groups}</table>").text_blocks)
    elements = content_elements(page, keep_blocks(page.blocks, np.arange(len(page)) > 0))
    assert [page.index.tags[one] for one in elements] == ["table"]
