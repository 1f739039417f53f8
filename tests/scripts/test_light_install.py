"""Without the extras, a command works, or says which extra it needs."""

import json
import re
from pathlib import Path

import pytest
from PIL import Image

from tests.light import absent_modules, light_distributions, run_light

PAGE = "tests/pages/article-news/source.html"
LIST = "tests/pages/list-blog/source.html"
EXTRAS = {
    "train": (["train", "--data", "{out}/labelled", "-o", "{out}/model"], ["models", "export", "lenet5-screenshot"]),
    "bench": (
        ["evaluate", "run", "folder", "tests/gate/pages", "-o", "{out}/report"],
        ["evaluate", "speed", "folder", "tests/gate/pages", "--step", "parse"],
    ),
    "crawl": (["crawl", "http://127.0.0.1:9/", "-o", "{out}/run", "--contact", "a@example.org"],),
    "serve": (["serve", "--port", "0"], ["label", PAGE, "-o", "{out}/labels"]),
    "parquet": (["extract", PAGE, "-o", "{out}/rows.parquet"],),
    "ray": (["extract", PAGE, "-s", "run.engine=ray"],),
    "corpus": (["extract", PAGE, "-o", "{out}/rows.jsonl", "-s", "corpus.deduplicate=true"],),
}


def test_torch_and_its_kind_are_not_of_the_light_set() -> None:
    heavy = {"torch", "torchvision", "scipy", "scikit-learn", "lightgbm", "pandas", "matplotlib", "onnx", "pyarrow"}
    assert not heavy & set(light_distributions())
    assert {"torch", "scipy", "sklearn", "onnx"} <= absent_modules()


@pytest.mark.browser
def test_pages_become_rows_pictures_and_tables(tmp_path: Path) -> None:
    shot = Image.new("RGB", (683, 900), "white")
    shot.paste("black", (100, 100, 500, 600))  # one in one colour has no type
    shot.save(tmp_path / "shot.png")
    ended = run_light(
        ["extract", PAGE, "--format", "text"],
        ["records", LIST, "-o", tmp_path / "records.csv"],
        ["classify", PAGE],
        ["classify", tmp_path / "shot.png"],
        ["classify", tmp_path / "shot.png", "--model", "lenet5-screenshot"],
        ["inspect", PAGE, "-o", tmp_path / "inspected.html"],
        ["labels", "tasks", PAGE, "-o", tmp_path / "tasks.json", "--labels", tmp_path / "labels", "--render", "never"],
        ["models", "verify"],
        ["doctor"],
    )
    assert [one.code for one in ended] == [0] * len(ended), ended
    assert [json.loads(one.out)["status"] for one in ended[2:5]] == ["success"] * 3
    assert re.search(
        r"not compared with its weights, which needs torch: .+ pip install 'iawce\[train\]'", ended[-2].out
    )
    assert (tmp_path / "records.csv").stat().st_size > 0


def test_commands_that_need_an_extra_name_it(tmp_path: Path) -> None:
    for label in ("article", "list"):
        (tmp_path / "labelled" / label).mkdir(parents=True)
        Image.new("RGB", (9, 9)).save(tmp_path / "labelled" / label / "page.png")
    cases = [
        (extra, [word.format(out=tmp_path) for word in command])
        for extra, commands in EXTRAS.items()
        for command in commands
    ]
    cases.append(("train", ["classify", PAGE, "--model", "lenet5-screenshot", "-s", "page_type.device=cuda"]))
    for (extra, command), ended in zip(cases, run_light(*(command for _, command in cases)), strict=True):
        assert (ended.code, f"iawce[{extra}]" in " ".join(ended.errors.split())) == (5, True), (command, ended)
