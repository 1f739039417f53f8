"""Attention over the parts of pages, taught small on pages written here."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from iawce.data.boxes import Box, dump_boxes
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.models.blocks.block_features import blocks_of
from iawce.models.features.inputs import INPUTS, InputSpec, padded
from iawce.models.features.kinds import Kind
from iawce.models.networks.token_attention import ROLES
from iawce.models.page_type.classifier import Classifier
from iawce.train.common.trainer import Machine, get_recipe, trainer
from iawce.train.page_type.page_tokens import BoxTokens, block_roles, read_tokens, text_roles
from iawce.train.page_type.run import run
from iawce.train.page_type.tasks import RunSettings
from iawce.train.page_type.token_attention import AttentionTask, BatchesOfLikeLength

POST = "<div class=post><span class=author>{name}</span><time>2 May 2021</time><p>Long text of a post</p></div>"
SHOP = (
    "<html><head></head><body><nav><a href=/>Home</a></nav><h1 class=product-title>Chair</h1><b class=price>$ 25</b>"
    "<button>Add to cart</button></body></html>"
)
SHOP_BOXES = [
    Box("t", 4, 10, 10, 50, 20, 1, 4, 16, 400, 1, 0),
    Box("t", 5, 10, 50, 90, 40, 1, 5, 32, 700, 0, 1),
    Box("t", 6, 10, 90, 50, 20, 1, 4, 16, 400, 0, 0),
    Box("t", 7, 10, 130, 90, 20, 1, 11, 16, 400, 0, 0),
    Box("i", -1, 300, 50, 400, 400, 0, 0, 0, 400, 0, 0),
]


def roles_of(boxes: list[Box], html: str) -> list[set[str]]:
    found = text_roles(boxes, Document("", html=html).index)
    return [{role for role, value in zip(ROLES, row, strict=True) if value == 1} for row in found]


def test_roles_are_read_from_names_and_texts() -> None:
    link, title, price, button, picture = roles_of(SHOP_BOXES, SHOP)
    assert {"link", "boilerplate"} <= link
    assert {"heading", "title"} <= title
    assert {"price", "count"} <= price
    assert {"button", "cart"} & button == {"button"}
    assert not picture


def test_roles_that_only_html_knows_are_unknown_where_boxes_and_html_do_not_fit() -> None:
    found = text_roles(SHOP_BOXES, Document("", html="<p>Another page</p>").index)
    assert (found[:4, ROLES.index("heading")] == [0, 1, 0, 0]).all()
    assert np.isnan(found[:, ROLES.index("price")]).all()
    assert np.isnan(text_roles(SHOP_BOXES, None)[4]).all()


def test_a_changed_page_keeps_the_role_of_each_of_its_boxes() -> None:
    torch.manual_seed(0)
    rows = np.array([[0, 40, 30 * number, 100 + number, 20, 1, 9, 16, 400, 0, 0] for number in range(60)], np.float64)
    page = BoxTokens(rows, np.repeat(np.arange(60, dtype=np.float32)[:, None], len(ROLES), axis=1))
    width = INPUTS["box_tokens"].names().index("width")
    lengths = set()
    for _ in range(20):
        tokens, roles = page.changed()
        assert len(tokens) == len(roles)
        lengths.add(len(tokens))
        order = np.argsort(roles[:, 0], kind="stable")
        assert (np.diff(tokens[order, width]) >= -1e-6).all()  # wider ones have higher numbers, stretched or not
    assert len(lengths) > 3


def layout(label: str, chance: random.Random) -> list[Box]:
    left, step = chance.randint(60, 300), 160 if label == "article" else 60
    shape = (900, 120, 6, 500, 16, 400, 0, 0) if label == "article" else (400, 24, 1, 40, 18, 700, 1, 2)
    return [Box("t", -1, left, 90 + number * step, *shape) for number in range(12)]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[LabelledPage]:
    folder, chance, found = tmp_path_factory.mktemp("boxes"), random.Random(0), []
    for number in range(40):
        label = ("article", "list")[number % 2]
        boxes = folder / f"{number}.json.gz"
        boxes.write_bytes(dump_boxes(layout(label, chance)))
        found.append(LabelledPage(f"page{number}", f"site{number // 4}", label, boxes=boxes, html=POST.encode()))
    return found


@pytest.fixture(scope="module")
def task(pages: list[LabelledPage]) -> AttentionTask:
    spec = InputSpec.of("box_tokens")
    recipe = replace(get_recipe("attention"), epochs=5, batch_size=4)
    loaded = read_tokens(pages, "box_tokens")
    return AttentionTask(spec, ("article", "list"), loaded, settings=recipe, machine=Machine("cpu"))


def test_page_types_of_other_sites_are_learned(pages: list[LabelledPage], task: AttentionTask) -> None:
    fitted = task.fit(pages[8:])
    predictions = fitted.predict(pages[:8])
    assert (predictions.logits.argmax(axis=1) == predictions.targets).all()
    assert len(fitted.history) == 5
    assert {array.dtype for array in fitted.arrays().values()} == {np.dtype(np.float16)}


def test_the_same_seed_gives_the_same_weights(pages: list[LabelledPage], task: AttentionTask) -> None:
    once, again = (replace(task, settings=replace(task.settings, epochs=1)).fit(pages[:12]).arrays() for _ in range(2))
    assert all((once[name] == again[name]).all() for name in once)


def test_a_run_leaves_a_model_that_looks_at_boxes(pages: list[LabelledPage], tmp_path: Path) -> None:
    recipe = replace(get_recipe("attention"), epochs=4, batch_size=4)
    machine = Machine("cpu", checkpoints=tmp_path / "checkpoints")
    spec, output = InputSpec("box_tokens"), tmp_path / "run"
    settings = RunSettings("token_attention", spec, ("article", "list"), recipe, output, folds=2, machine=machine)
    classifier = Classifier.from_file(run(pages, settings))
    answers = classifier.classify([classifier.prepare(page.document()) for page in pages[:6]])
    assert [answer.type for answer in answers] == [page.label for page in pages[:6]]
    assert classifier.record.onnx
    assert (tmp_path / "run" / "curves.png").is_file()
    assert (tmp_path / "checkpoints" / "fold-1" / "last.ckpt").is_file()


def test_unsuitable_settings_are_reported_before_anything_is_written(pages: list[LabelledPage], tmp_path: Path) -> None:
    recipe, machine = get_recipe("attention"), Machine("cpu", checkpoints=tmp_path / "checkpoints")
    good = RunSettings(
        "token_attention", InputSpec("box_tokens"), ("article", "list"), recipe, tmp_path, machine=machine
    )
    for changed, message in (
        (replace(good, spec=InputSpec("markup")), "markup, but from box_tokens, block_tokens"),
        (replace(good, model="lenet5"), "lenet5 cannot learn from the input box_tokens, but from screenshot, crops"),
        (replace(good, model="boosted_trees"), "the input box_tokens, but from geometry, markup"),
        (replace(good, model="boosted_trees", spec=InputSpec("lines")), "input lines, but from geometry, markup"),
        (replace(good, model="screenshot_trees", spec=InputSpec("markup")), "input markup, but from lines"),
    ):
        with pytest.raises(UsageError, match=message):
            run(pages, changed)
    assert not machine.checkpoints or not machine.checkpoints.exists()
    with pytest.raises(UsageError, match="no trunk"):
        run(pages, replace(good, weights="file.pth"))
    with pytest.raises(UsageError, match=r"without train\.patience"):
        run(pages, replace(good, recipe=replace(recipe, patience=2), machine=Machine("cpu")))


@pytest.mark.parametrize(
    "machine", [Machine("toaster"), Machine("cpu", precision="13"), Machine("cpu", "x"), Machine("cpu", strategy="x")]
)
def test_a_machine_that_there_is_not_is_refused(machine: Machine) -> None:
    with pytest.raises(UsageError):
        trainer(get_recipe("attention"), machine)


def test_batches_hold_each_page_once() -> None:
    batches = BatchesOfLikeLength([number % 7 for number in range(95)], 4)
    found = list(batches)
    assert len(found) == len(batches)
    assert sorted(number for batch in found for number in batch) == list(range(95))


@pytest.mark.parametrize("kind", ["box_tokens", "block_tokens"])
def test_a_page_is_prepared_for_training_as_for_use(kind: Kind, pages: list[LabelledPage]) -> None:
    spec = InputSpec.of(kind)
    known = read_tokens(pages[:3], kind)
    for page in pages[:3]:
        used = INPUTS[kind].prepare(spec, page.document(), None)
        assert (padded(known[page.id].tokens()[0]) == used).all()


def test_names_of_the_whole_page_and_parts_of_words_are_no_roles() -> None:
    html = SHOP.replace("<body>", '<body class="author tag-x">').replace("class=price", "class='costume authority'")
    price = roles_of(SHOP_BOXES, html)[2]
    assert price == {"price", "count"}  # by its text
    assert "author" not in set().union(*roles_of(SHOP_BOXES, html))
    assert "price" in roles_of(SHOP_BOXES, SHOP.replace("$ 25", "2500").replace("class=price", "class=productPrice"))[2]


def test_roles_of_blocks_are_those_of_their_texts() -> None:
    blocks = blocks_of(Document("", html=SHOP.replace("<button", "<p><button")))
    assert blocks is not None
    roles = dict(zip(blocks.blocks.texts, block_roles(blocks), strict=True))
    said = {text: {role for role, value in zip(ROLES, row, strict=True) if value} for text, row in roles.items()}
    assert {"price", "count"} <= said["$ 25"]
    assert {"link", "boilerplate"} <= said["Home"]


def test_a_page_without_text_teaches_nothing(pages: list[LabelledPage]) -> None:
    empty = replace(pages[0], id="empty", html=b"<body><img src=x></body>")
    assert set(read_tokens([empty, pages[1]], "block_tokens")) == {pages[1].id}


def test_a_label_without_pages_is_said(pages: list[LabelledPage], task: AttentionTask) -> None:
    with pytest.raises(UsageError, match="each label is needed"):
        task.fit(pages[::2])


def test_tokens_are_kept_by_content(pages: list[LabelledPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = read_tokens(pages[:4], "box_tokens", tmp_path)
    read: list[str] = []
    document: Callable[[LabelledPage], Document] = LabelledPage.document

    def counted(page: LabelledPage) -> Document:
        read.append(page.id)
        return document(page)

    monkeypatch.setattr(LabelledPage, "document", counted)
    again = read_tokens(pages[:5], "box_tokens", tmp_path)
    assert read == ["page4"]
    assert all((first[page.id].tokens()[0] == again[page.id].tokens()[0]).all() for page in pages[:4])
