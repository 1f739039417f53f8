"""Pages drawn here to train on: articles are text, lists rows of links; and the command that trains."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PIL import Image, ImageDraw

from iawce.data.boxes import Box, dump_boxes
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.features.inputs import InputSpec
from iawce.scripts import train as verb
from iawce.scripts.program import run_command
from iawce.train.common.trainer import Machine, get_recipe
from iawce.train.page_type.boosting import BoostSettings, ScreenshotTreesTask
from iawce.train.page_type.tasks import RunSettings
from tests.scripts.commands import Done, run_here

FEW = ("-s", "train.folds=2")
FEW_TREES = BoostSettings(max_iter=10, min_samples_leaf=2)
SMALL = BoostSettings(max_iter=10, max_leaf_nodes=6, balance=0.0)
"""Enough for drawn pages, and a tenth of the work."""
small_task = partial(ScreenshotTreesTask, settings=FEW_TREES, line_settings=SMALL)


def draw(label: str, chance: random.Random) -> tuple[list[Box], Image.Image]:
    picture = Image.new("RGB", (170, 340), "white")
    pen = ImageDraw.Draw(picture)
    boxes = []
    for row in range(12):
        is_link = label == "list"
        width, height = (500, 20) if is_link else (900, 180)
        x, y = chance.randint(100, 300), 40 + row * 210
        boxes.append(Box("t", row, x, y, width, height, 1, 80, 16, 400, int(is_link), 0))
        pen.rectangle([x // 8, y // 8, (x + width) // 8, (y + height) // 8], fill="black")
    return boxes, picture


def write_corpus(folder: Path) -> Path:
    """48 drawn pages of twelve sites, as a page-type corpus with screenshots and boxes."""
    chance = random.Random(0)
    rows = []
    for number in range(48):
        label, name = ("article", "list")[number % 2], f"page{number}"
        boxes, picture = draw(label, chance)
        picture.save(folder / f"{name}.png")
        (folder / f"{name}.json.gz").write_bytes(dump_boxes(boxes))
        row = {"id": name, "site": f"site{number // 4}", "label": label, "ambiguous": number > 45, "height": 2720}
        rows.append(row | {"shot": f"{name}.png", "boxes": f"{name}.json.gz"})
    (folder / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def marked(pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    """The same pages with HTML, of paragraphs or of links."""
    parts = {"article": "<p>A sentence that goes on for a while.</p>", "list": "<li><a href=/x>An item</a>"}
    return [replace(page, html=f"<body>{parts[page.label] * 12}".encode()) for page in pages]


def train(*arguments: object) -> Done:
    return run_here(lambda: run_command(verb.train), "train.py", *arguments)


def settings(out: Path, model: str = "efficientnet_lite0_frozen", weights: str = "none") -> RunSettings:
    spec, recipe = InputSpec("screenshot", (48, 48)), replace(get_recipe("default"), epochs=2)
    labels = ("article", "list")
    return RunSettings(model, spec, labels, recipe, out, folds=2, machine=Machine("cpu"), weights=weights)
