"""Text blocks of the HTML as tokens for the page type."""

import numpy as np
import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.models.blocks import block_features as module
from iawce.models.blocks.block_features import block_feature_names, block_features, block_tokens
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.features.layout_tokens import MAX_COUNT

PAGE = "<body><h1>A title</h1><p>First text, of some words.</p><p class=price>$ 25</p></body>"


def test_each_block_is_a_token_of_finite_values() -> None:
    tokens = block_tokens(Document("", html=PAGE))
    assert tokens.shape == (3, len(block_feature_names()))
    assert tokens.dtype == np.float32
    assert np.isfinite(tokens).all()
    names = block_feature_names()
    assert (tokens[:, names.index("is_heading")] > 0).tolist() == [True, False, False]
    assert (tokens[:, names.index("price")] > 0).tolist() == [False, False, True]


def test_large_values_grow_slowly_and_keep_their_sign() -> None:
    words = block_feature_names().index("words_from_title")
    found = block_tokens(Document("", html=f"<body><h1>A title</h1>{'<p>Some words of text.</p>' * 300}</body>"))
    assert 0 < found[:, words].max() < 12


def test_the_first_blocks_of_a_long_page_are_described(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Document("", html=f"<body>{'<p>Some text.</p>' * (MAX_COUNT + 9)}</body>")
    assert len(block_tokens(page)) == MAX_COUNT
    monkeypatch.setattr(module, "MAX_KEPT", MAX_COUNT)
    assert not len(block_tokens(page))


def test_a_page_without_text_has_no_tokens() -> None:
    assert block_tokens(Document("", html="<body><img></body>")).shape == (0, len(block_feature_names()))
    with pytest.raises(PageError):
        block_tokens(Document("", html=""))


def test_features_are_computed_once_for_blocks_of_the_same_parts() -> None:
    page = "<body><section><p>First text.</p><img src=a><img src=b></section><p>Second text, longer.</p></body>"
    document = Document("", html=page)
    block_tokens(document)
    whole, without = (PageAnalysis.of(document, drop=drop) for drop in ("", "img"))
    assert block_features(PageBlocks.of(whole)) is block_features(PageBlocks.of(whole))
    alone = PageBlocks.of(PageAnalysis.of(Document("", html=page), drop="img"))
    assert (block_features(PageBlocks.of(without)) == block_features(alone)).all()
    assert (block_features(PageBlocks.of(whole)) != block_features(alone)).any()


def test_a_rendered_page_is_read_as_saved_ones_of_the_training() -> None:
    box = Box("t", 2, 0, 0, 100, 20, 1, 11, 16, 400, 0, 0)
    page = (
        "<body data-iawce-element=1><p data-iawce-element=2>First text.</p><p data-iawce-element=3>Second.</p></body>"
    )
    assert len(block_tokens(Document("", html=page, boxes=(box,)))) == 2
