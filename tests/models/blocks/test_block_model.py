"""The block model: features, learned scores of names, and the shipped weights."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.data.errors import EnvironmentMissing
from iawce.models.blocks.block_features import describe_blocks
from iawce.models.blocks.block_model import SHIPPED, TREES, StagedTrees, load_block_model
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.record import read_weights
from iawce.models.common.runtime import BoostedTrees
from tests.data.dom.markup import markup

PROSE = "The committee met on Tuesday, and after a long debate it decided to build the bridge where the old ferry was. "
HTML = (
    "<html><head><title>The bridge</title></head><body><nav class=main-menu><ul><li><a href=/>Home</a>"
    "<li><a href=/n>News</a><li><a href=/c>Contact</a></ul></nav><article class=entry-content><h1>The bridge</h1>"
    f"<p>{PROSE}</p><p>{PROSE[4:]}</p><p>{PROSE[14:]}</p></article>"
    "<footer class=site-footer>© 2024 All rights reserved <a href=/p>Privacy</a></footer></body></html>"
)


def page_of(html: str) -> PageBlocks:
    document = Document("x", html=html)
    return PageBlocks(document.text_blocks)


def test_prose_is_content_and_menus_and_footers_are_not() -> None:
    page = page_of(HTML)
    probabilities = dict(zip(page.blocks.texts, load_block_model()(page).tolist(), strict=True))
    prose = [value for text, value in probabilities.items() if "committee met" in text]
    assert len(prose) == 2
    assert min(prose) > 0.8
    assert max(probabilities[text] for text in ("Home", "News", "Contact")) < 0.2
    assert probabilities["© 2024 All rights reserved Privacy"] < 0.2


def test_features_are_those_that_the_weights_were_trained_on_and_finite_on_any_page() -> None:
    names = load_block_model().record.input.features
    for html in (HTML, "<p>a", "<p>" * 300 + "deep", "<table><tr><td>1<td>2</table>", "<li>" * 50 + "x"):
        page = page_of(html)
        columns = describe_blocks(page)
        assert tuple(columns) == names
        assert all(np.isfinite(np.asarray(values, float)).all() for values in columns.values())


def test_onnx_answers_as_the_weights_do() -> None:
    model = load_block_model()
    arrays = read_weights(SHIPPED, model.record)
    trees = BoostedTrees.from_arrays(
        {name.removeprefix("trees."): array for name, array in arrays.items() if name.startswith("trees.")}
    )
    blocks = np.random.default_rng(0).normal(0, 3, (300, len(model.record.input.features))).astype(np.float32)
    assert model.trees.of_all(blocks) == pytest.approx(trees(blocks), abs=1e-4)


def test_only_blocks_in_doubt_are_shown_to_the_later_trees() -> None:
    model, shown = load_block_model(), list[int]()

    def rest(features: NDArray[np.float32]) -> NDArray[np.float64]:
        shown.append(len(features))
        return model.trees.rest(features) if model.trees.rest else np.zeros((len(features), 1))

    page = page_of((Path(__file__).parents[2] / "pages" / "article-news" / "source.html").read_text())
    found = replace(model, trees=model.trees._replace(rest=rest))(page)
    every = replace(model, trees=StagedTrees(model.trees.of_all))(page)
    assert sum(shown) < 0.6 * len(page)
    assert np.abs(found - every).max() < 0.05
    assert ((found > 0.5) == (every > 0.5)).all()


@pytest.mark.parametrize("page_type", ["article", "list", "product"])
def test_trees_of_a_type_count_unless_no_block_is_content_by_them(page_type: str) -> None:
    page, model = page_of("<p>A short note on the harbour."), load_block_model()
    alone, doubtful = (
        model(page),
        replace(model, own_trees={page_type: StagedTrees(lambda rows: np.zeros((len(rows), 1)))}),
    )
    assert doubtful(page, page_type) == pytest.approx((alone + 0.5) / 2, abs=1e-6)
    assert (doubtful(page, "thread") == alone).all()
    refusing = StagedTrees(lambda rows: np.full((len(rows), 1), -20.0))
    unsure = StagedTrees(lambda rows: np.full((len(rows), 1), -1.2))  # 0.23, and 0.12 with the others
    found = replace(model, trees=unsure, own_trees={page_type: refusing})(page, page_type)
    assert found == pytest.approx(1 / (1 + np.exp(1.2)), abs=1e-6)


def test_another_kind_of_model_is_refused(tmp_path: Path) -> None:
    record = json.loads(SHIPPED.read_text()) | {"architecture": "lenet5"}
    (tmp_path / "other.json").write_text(json.dumps(record))
    with pytest.raises(EnvironmentMissing, match="another kind"):
        load_block_model(tmp_path / "other.json")


@pytest.mark.parametrize(
    "missing",
    [{"training": {}}, {"training": {"onnx": {"trees": ["x.onnx"]}}}, {"metrics": {}}, {"metrics": {"confidence": 1}}],
)
def test_a_record_that_lacks_a_part_is_refused(missing: dict[str, object], tmp_path: Path) -> None:
    record = json.loads(SHIPPED.read_text())
    for path in SHIPPED.parent.glob("blocks*"):
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / "lacking.json").write_text(json.dumps(record | missing))
    with pytest.raises(EnvironmentMissing, match=r"lacking\.json is no whole record of a block model"):
        load_block_model(tmp_path / "lacking.json")


def test_weights_that_were_changed_are_refused(tmp_path: Path) -> None:
    for path in SHIPPED.parent.glob("blocks*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    for path in [path for path in tmp_path.iterdir() if path.suffix != ".json"]:
        whole = path.read_bytes()
        path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        with pytest.raises(EnvironmentMissing, match="SHA-256 differs"):
            load_block_model(tmp_path / SHIPPED.name)
        path.unlink()
        with pytest.raises(EnvironmentMissing, match="cannot be read"):
            load_block_model(tmp_path / SHIPPED.name)
        path.write_bytes(whole)
    assert load_block_model(tmp_path / SHIPPED.name).record.architecture == TREES


@given(markup)
def test_the_region_around_a_region_is_the_nearest_with_more_blocks(html: str) -> None:
    page = page_of(f"<body>start{html}")
    parents, counts = page.index.parents.tolist(), page.element_blocks.tolist()
    for number, found in enumerate(page.growing.tolist()):
        around = parents[number]
        while around > 0 and counts[around] <= counts[number]:
            around = parents[around]
        assert found == max(around, 0)
