"""What looks at screenshots alone, taught small on pages drawn here."""

import random
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from iawce.data.boxes import Box, dump_boxes
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.data.picture import open_picture
from iawce.models.common.record import read_record
from iawce.models.features.inputs import InputSpec
from iawce.models.features.line_kinds import LINE_KINDS, find_lines
from iawce.models.page_type.classification import LABELS as LABELS_OF_ALL
from iawce.models.page_type.classification import read_fusion
from iawce.models.page_type.classifier import Classifier
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.train.common.trainer import Machine, get_recipe
from iawce.train.page_type import run as training
from iawce.train.page_type import tasks as module
from iawce.train.page_type.boosting import ScreenshotTreesTask
from iawce.train.page_type.ensemble import train_ensemble
from iawce.train.page_type.inner_maps import MapSettings, MapsTask
from iawce.train.page_type.page_tokens import UNKNOWN, label_lines_of_page, true_kinds
from iawce.train.page_type.tasks import EnsembleSettings, RunSettings, choose_rules
from tests.train.page_type.drawn_corpus import FEW_TREES, SMALL, small_task

LABELS = ("article", "list")


def draw(label: str, chance: random.Random) -> tuple[list[Box], Image.Image]:
    """A title above paragraphs, or linked titles with a line below each; in any colours. Boxes are in CSS px."""
    paper, ink, link = ("white", "black", "blue") if chance.random() < 0.5 else ("black", "white", "orange")
    picture = Image.new("RGB", (683, 683), paper)
    pen = ImageDraw.Draw(picture)
    left, top = chance.randint(40, 200), 80
    boxes: list[Box] = []

    def write(lines: int, size: int, length: int, *, is_link: bool, heading: int) -> None:
        nonlocal top
        for row in range(lines):
            for at in range(left, left + length - 20 * (row == lines - 1), size // 2 + 2):
                pen.rectangle([at, top + row * 16, at + 1, top + row * 16 + size], fill=link if is_link else ink)
        box = (2 * left, 2 * top, 2 * length, 2 * (16 * (lines - 1) + size), lines, 40 * lines)
        boxes.append(Box("t", len(boxes), *box, 2 * size, 400, int(is_link), heading))
        top += 16 * lines + 24

    if label == "article":
        write(1, 18, 300, is_link=False, heading=1)
    for _ in range(4):
        if label == "article":
            write(5, 9, 350, is_link=False, heading=0)
        else:
            write(1, 14, chance.randint(120, 300), is_link=True, heading=2)
            write(1, 9, 340, is_link=False, heading=0)
            write(1, 9, 80, is_link=True, heading=0)
    return boxes, picture


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[LabelledPage]:
    chance, found, folder = random.Random(0), [], tmp_path_factory.mktemp("pages")
    for number in range(24):
        label = LABELS[number % 2]
        boxes, picture = draw(label, chance)
        shot, table = folder / f"{number}.png", folder / f"{number}.json.gz"
        picture.save(shot)
        table.write_bytes(dump_boxes(boxes))
        found.append(LabelledPage(f"page{number}", f"site{number // 4}", label, shot, table))
    return found


def test_the_kind_of_a_line_is_that_of_the_box_it_lies_in(pages: list[LabelledPage]) -> None:
    article, listing = label_lines_of_page(pages[0]), label_lines_of_page(pages[1])
    names = [LINE_KINDS[kind] for kind in article.kinds]
    assert names == ["heading"] + ["running"] * 20
    assert [LINE_KINDS[kind] for kind in listing.kinds[:3]] == ["linked_heading", "plain", "link"]
    lines = article.lines.found.lines
    assert (true_kinds(lines, ()) == UNKNOWN).all()
    assert (true_kinds(lines, (pages[0].document().boxes or ())[:1]) == UNKNOWN).sum() == 20


def test_page_types_are_learned_from_screenshots_of_other_sites(pages: list[LabelledPage]) -> None:
    seen = {page.id: label_lines_of_page(page) for page in pages[:24]}
    task = ScreenshotTreesTask(InputSpec.of("lines"), LABELS, seen, 0, FEW_TREES, line_settings=SMALL)
    predictions = task.fit(pages[8:24]).predict(pages[:8])
    assert (predictions.logits.argmax(axis=1) == predictions.targets).all()
    bare = {page.id: label_lines_of_page(replace(page, boxes=None)) for page in pages[:8]}
    with pytest.raises(UsageError, match="need screenshots with layout boxes"):
        small_task(InputSpec.of("lines"), LABELS, bare).fit(pages[:8])


def test_a_run_leaves_a_model_that_looks_at_pictures(
    pages: list[LabelledPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ScreenshotTreesTask", small_task)
    settings = RunSettings(
        "screenshot_trees", InputSpec("lines"), LABELS, get_recipe("default"), tmp_path / "run", folds=2
    )
    classifier = Classifier.from_file(training.run(pages[:16], settings))
    assert classifier.input.needs == "screenshot"
    looks = [Document(page.id, screenshot=page.screenshot) for page in pages[:6]]
    answers = classifier.classify([classifier.prepare(look) for look in looks])
    assert [answer.type for answer in answers] == [page.label for page in pages[:6]]
    assert pages[0].screenshot
    features = find_lines(open_picture(pages[0].screenshot)).features
    assert np.isfinite(features).all()


def test_the_rule_of_screenshots_is_trained_by_itself(
    pages: list[LabelledPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ScreenshotTreesTask", small_task)
    monkeypatch.setattr(module, "MapsTask", partial(MapsTask, settings=MapSettings((4, 8), (1.0,), parts=2)))
    named = [replace(page, label=LABELS_OF_ALL[number % 4]) for number, page in enumerate(pages[:16])]
    settings = EnsembleSettings(
        tmp_path,
        replace(get_recipe("attention"), epochs=2),
        folds=2,
        rules=choose_rules("screenshot"),
        weights="none",
        machine=Machine("cpu"),
    )
    fusion = read_fusion(train_ensemble(named, settings))
    assert list(fusion.rules) == ["screenshot"]
    worth = fusion.rules["screenshot"].metrics["members"]
    assert set(worth) == {"screenshot-trees", "screenshot-attention", "screenshot-maps"}
    for scores in worth.values():
        gain, low, high = scores["gain_of_all"]["all_labels"]
        assert low <= gain <= high
        together = fusion.rules["screenshot"].metrics["pages_with_boxes"]["all_labels"]["accuracy"]
        assert gain == pytest.approx(together - scores["all_labels"]["accuracy"], abs=1e-3)
    assert {path.stem for path in tmp_path.glob("*.json")} == {"ensemble", *worth}
    network = read_record(tmp_path / "screenshot-maps.json")
    assert network.input.kind == "crops"
    assert network.architecture == "efficientnet_lite0_maps"
    assert network.onnx
    pictures = {"confusion-screenshot", "mistakes-screenshot", "curves-screenshot-attention"}
    assert {path.stem for path in tmp_path.glob("*.png")} == pictures
    assert network.training["weights"] == "none"
    answer = PageTypeEnsemble(model=str(tmp_path / "ensemble.json")).classify(
        Document("", screenshot=pages[0].screenshot)
    )
    assert answer.model == "page_type/screenshot"


def test_a_rule_that_is_not_there_is_refused() -> None:
    assert choose_rules("") == ("boxes", "html", "screenshot")
    assert choose_rules("screenshot,html") == ("html", "screenshot")
    with pytest.raises(UsageError, match="is called picture; there are boxes,"):
        choose_rules("html,picture")
