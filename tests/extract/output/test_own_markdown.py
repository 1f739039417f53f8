"""Our own pages are written as a careful person would, and a parser reads back the same blocks."""

import re

import pytest

from iawce.data.page import Html
from iawce.extract import Extractor
from iawce.extract.output.markdown.to_markdown import to_markdown
from tests.extract.output.own_markdown import PARTS, URL, MarkdownParts, OwnPage, f1_of, own_pages
from tests.extract.output.test_markdown import blocks_of, cleaned, read_back

PAGES = own_pages()
OTHERWISE = {"lists: by roles", "notes: numbers without links", "words: link around blocks"}
"""Pages of which we may lose a part: lists by roles, sources at the end, cards."""
_EXTENDED = re.compile(r"\[\^|\[!|\[[x ]\]|\$|^(?:1\.[^\n]*\n5|3\.[^\n]*\n2)\.", re.M)
"""What a CommonMark parser with GitHub's tables reads otherwise: notes, callouts, tasks, formulas, jumping numbers."""


@pytest.fixture(scope="module")
def written() -> dict[OwnPage, str]:
    extractor = Extractor(render="never")
    return {page: extractor.extract(Html(page.html, URL)).markdown for page in PAGES}


def test_pages_are_written_exactly_as_expected(written: dict[OwnPage, str]) -> None:
    found = {f"{page.kind}: {page.name}" for page in PAGES if written[page] != page.markdown}
    assert found <= OTHERWISE
    assert len(PAGES) >= 340


def test_each_part_is_nearly_always_right(written: dict[OwnPage, str]) -> None:
    pairs = [(MarkdownParts(written[page]), MarkdownParts(page.markdown)) for page in PAGES]
    for part in PARTS:
        shared, both = map(sum, zip(*(f1_of(ours[part], right[part]) for ours, right in pairs), strict=True))
        assert shared >= 0.97 * both > 0, part


def test_a_parser_reads_back_the_blocks_of_each_page() -> None:
    plain = [page for page in PAGES if not _EXTENDED.search(page.markdown)]
    assert len(plain) >= 180
    for page in plain:
        assert blocks_of(to_markdown(cleaned(read_back(page.markdown), URL))) == blocks_of(page.markdown), page.name
