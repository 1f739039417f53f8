"""A page is parsed once and indexed once, whatever method and models run."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from iawce.data import document as document_module
from iawce.data.document import Document, open_document
from iawce.data.dom import element_index
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tree import Tree, parse
from iawce.data.limits import Limits
from iawce.data.page import Page
from iawce.extract import Extractor
from iawce.extract.content.method import METHODS
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """How often a page was parsed and indexed; once more without scripts if that is what tells."""
    counts: Counter[str] = Counter()

    def parse_counted(html: str, limits: Limits, *, scripts: bool = True) -> Tree:
        counts["parses"] += scripts
        return parse(html, limits, scripts=scripts)

    class CountedIndex(ElementIndex):
        @classmethod
        def of(cls, *args: Any) -> ElementIndex:
            counts["indexes"] += 1
            return ElementIndex.of(*args)

    monkeypatch.setattr(element_index, "parse", parse_counted)
    monkeypatch.setattr(document_module, "ElementIndex", CountedIndex)
    yield counts


@pytest.mark.parametrize("method", ["", *METHODS])
def test_extraction_with_page_type(method: str, made: Counter[str], pages: Path) -> None:
    extractor = Extractor(render="never", settings=ExtractSettings(method=method, drop="nav, .x"))
    sources = {case: pages / case / "source.html" for case in ("article-news", "list-blog", "thread-noscript")}
    for source in sources.values():  # loads the models, which ask for the names of their features
        extractor.extract(source)
    for case, source in sources.items():
        made.clear()
        row = extractor.extract(source)
        assert row.text or (method == "posts" and row.reason.startswith("empty/")), case
        assert made == {"parses": 1, "indexes": 1}, case


def test_models_and_method_share_one_document(made: Counter[str], pages: Path) -> None:
    ensemble = PageTypeEnsemble()
    ensemble.classify(Document("", html="<p>loads the models"))
    made.clear()
    document = open_document(Page("r", body=(pages / "list-blog" / "source.html").read_bytes()))
    answer = ensemble.classify(document)
    row = Extractor(render="never", page_type=answer.type).extract(document)
    assert (row.method, bool(document.text_blocks)) == ("segmentation", True)
    assert made == {"parses": 1, "indexes": 1}


def test_a_page_of_which_only_boxes_are_known_is_never_parsed(made: Counter[str]) -> None:
    PageTypeEnsemble("boxes").classify(Document("", boxes=()))
    assert not made
