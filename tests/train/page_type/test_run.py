"""Short trainings through the real command, on pages drawn here: articles are text, lists rows of links."""

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image
from safetensors.torch import save_file

from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.models.common.network import open_in_torch
from iawce.models.common.record import read_record
from iawce.models.common.runtime import OnnxRuntime
from iawce.models.features.inputs import InputSpec
from iawce.models.networks.efficientnet_lite import build_trunk
from iawce.models.page_type.classifier import Classifier
from iawce.scripts.program import typed
from iawce.train.common.trainer import Machine, get_recipe
from iawce.train.page_type.run import run
from iawce.train.page_type.task import NetworkTask
from iawce.train.page_type.tasks import make_task
from tests.train.page_type.drawn_corpus import FEW, draw, marked, settings, train


def test_a_record_names_the_same_command_however_training_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = []
    for begin in (["train.py"], ["iawce", "train"]):
        monkeypatch.setattr("sys.argv", [*begin, "--model", "lenet5"])
        commands.append(typed("train"))
    assert commands == ["--model lenet5"] * 2


@pytest.mark.usefixtures("drawn")
def test_a_run_learns_and_leaves_everything_behind(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = (*FEW, "-s", "train.size=64", "--epochs", 15, "-s", "train.hold_out=site0")
    finished = train("--model", "lenet5", "--data", corpus, "-o", out, *options)
    assert finished.returncode == 0, finished.stderr
    record = read_record(out / "lenet5-screenshot.json")
    assert record.metrics["pages"] == record.training["pages"] == 42
    assert record.metrics["accuracy"] > 0.9
    assert record.training["held_out_sites"] == ["site0"]
    assert record.training["command"].startswith("train.py --model lenet5")
    for name in ("curves.png", "confusion.png", "mistakes.png"):
        with Image.open(out / name) as picture:
            assert picture.width > 300
    predicted = [json.loads(line) for line in (out / "predictions.jsonl").read_text().splitlines()]
    assert len(predicted) == 42
    assert not any(row["site"] == "site0" for row in predicted)
    classifier = Classifier.from_file(out / "lenet5-screenshot.json")
    draw("article", random.Random(9))[1].save(tmp_path / "new.png")
    seen = classifier.prepare(Document("", screenshot=tmp_path / "new.png"))
    assert classifier.classify([seen])[0].type == "article"


def test_few_pages_have_more_epochs_unless_epochs_are_given() -> None:
    recipe = get_recipe("lenet5")
    assert [recipe.for_pages(count).epochs for count in (1, 60, 200, 5000)] == [300, 150, 43, 20]
    assert replace(recipe, epochs=2, least_steps=0).for_pages(1).epochs == 2


@pytest.mark.usefixtures("drawn")
def test_a_frozen_trunk_is_asked_once_and_its_features_are_kept(corpus: Path, tmp_path: Path) -> None:
    pages = read_labelled_pages(corpus)[:8]
    records = []
    for name in ("one", "two"):
        written = run(pages, replace(settings(tmp_path / name), cache=tmp_path / "cache"))
        assert len(list((tmp_path / "cache").glob("trunk-*/*.npz"))) == len(pages)
        records.append(read_record(written))
    one, two = records
    assert one.metrics == two.metrics
    assert one.sha256 == two.sha256
    with Image.open(tmp_path / "one" / "grad-cam.png") as picture:
        assert picture.width > 300
    path = tmp_path / "one" / "efficientnet_lite0_frozen-screenshot.json"
    exported = path.with_name(one.onnx)
    assert exported.stat().st_size < path.with_name(one.file).stat().st_size / 10, "it refers to the weights"
    noise = np.random.default_rng(0).random((2, 1, 48, 48), np.float32)
    assert OnnxRuntime(exported)(noise) == pytest.approx(open_in_torch(one, path)(noise), rel=1e-4)
    classifier = Classifier.from_file(path)
    _, shot = draw("list", random.Random(1))
    shot.save(tmp_path / "new.png")
    answer = classifier.classify([classifier.prepare(Document("", screenshot=tmp_path / "new.png"))])[0]
    assert set(answer.probabilities) == {"article", "list"}


def test_outputs_of_frozen_stages_are_stored_unless_pages_are_augmented(corpus: Path, tmp_path: Path) -> None:
    pages = read_labelled_pages(corpus)[:8]
    save_file(build_trunk().state_dict(), tmp_path / "trunk.safetensors")
    whole = settings(tmp_path / "out", "efficientnet_lite0", str(tmp_path / "trunk.safetensors"))
    whole = replace(whole, spec=InputSpec("crops", (64, 64)))
    whole = replace(whole, recipe=replace(get_recipe("paper-ramp"), epochs=2))
    record = read_record(run(pages, whole))
    kept = list((tmp_path / "out").glob("trunk-*/*.npz"))
    assert len(kept) == len(pages)
    with np.load(kept[0]) as stored:
        assert stored["features"].shape == (3, 192, 2, 2)
    classifier = Classifier.from_file(tmp_path / "out" / "efficientnet_lite0-crops.json")
    last = pages[-1].document()
    logits = classifier.log_probabilities([classifier.prepare(last)])
    assert logits.shape == (1, 2)
    assert record.input.channels == 9
    augmented = replace(whole, recipe=replace(whole.recipe, augment=True), output=tmp_path / "augmented")
    run(pages, augmented)
    assert not list((tmp_path / "augmented").glob("trunk-*")), "augmented pages differ each time"


def test_without_first_weights_all_layers_train(corpus: Path, tmp_path: Path) -> None:
    pages = read_labelled_pages(corpus)[:4]
    task = make_task(pages, settings(tmp_path, "efficientnet_b0"))
    assert isinstance(task, NetworkTask)
    assert task.transfer is None
    assert all(weight.requires_grad for weight in task.build().parameters())


def test_a_training_that_diverges_ends_with_a_message(corpus: Path, tmp_path: Path) -> None:
    wild = replace(settings(tmp_path, "lenet5"), recipe=replace(get_recipe("paper"), epochs=3, learning_rate=1e30))
    with pytest.raises(UsageError, match="training diverges: no finite loss in epoch"):
        run(read_labelled_pages(corpus), wild)
    damaged = build_trunk().state_dict()
    damaged["top.0.weight"].fill_(torch.nan)
    save_file(damaged, tmp_path / "trunk.safetensors")
    with pytest.raises(UsageError, match="features of pictures overflow"):
        run(read_labelled_pages(corpus), settings(tmp_path, weights=str(tmp_path / "trunk.safetensors")))


def test_a_cpu_trains_in_full_precision_by_default(tmp_path: Path) -> None:
    assert Machine.of("cpu", "auto", "auto", "", tmp_path) == Machine("cpu", checkpoints=tmp_path)
    assert Machine.of("cpu", "1", "auto", "bf16-mixed", None).precision == "bf16-mixed"


def test_lenet_takes_no_foreign_weights(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="lenet5 has no trunk"):
        run(read_labelled_pages(corpus), settings(tmp_path, "lenet5", "imagenet"))


def test_trees_learn_from_numbers_of_the_markup(corpus: Path, tmp_path: Path) -> None:
    chosen = replace(settings(tmp_path / "out", "boosted_trees"), spec=InputSpec("markup"))
    pages = marked(read_labelled_pages(corpus))
    record = read_record(run(pages, chosen))
    assert record.metrics["accuracy"] > 0.9
    assert len(record.input.features) > 50
    classifier = Classifier.from_file(tmp_path / "out" / "boosted_trees-markup.json")
    listing = next(page for page in pages if page.label == "list")
    assert classifier.classify([classifier.prepare(listing.document())])[0].type == "list"


def test_a_run_continues_where_it_was_interrupted(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = read_labelled_pages(corpus)
    given = settings(tmp_path / "whole", "lenet5")
    given = replace(given, recipe=replace(get_recipe("attention"), epochs=3))
    whole = read_record(run(pages, given))
    kept = replace(
        given, output=tmp_path / "kept", machine=Machine("cpu", checkpoints=tmp_path / "kept" / "checkpoints")
    )

    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("iawce.train.page_type.run._write", broken)
        with pytest.raises(KeyboardInterrupt):
            run(pages, kept)
    fitted: list[int] = []
    monkeypatch.setattr("iawce.train.common.trainer.PageTypeModule.training_step", lambda *_: fitted.append(1))
    again = read_record(run(pages, kept))
    assert not fitted, "finished parts are not trained again"
    assert again.metrics == whole.metrics
    with pytest.raises(UsageError, match="other settings"):
        run(pages, replace(kept, seed=5))
    monkeypatch.setattr("iawce.train.page_type.run.code_version", lambda _: "changed since")
    with pytest.raises(UsageError, match="code"):
        run(pages, kept)


def test_a_split_that_comes_with_the_pages_is_kept(corpus: Path, tmp_path: Path) -> None:
    pages = [
        replace(page, split="test" if page.site in ("site0", "site1") else "train")
        for page in marked(read_labelled_pages(corpus))
    ]
    chosen = replace(settings(tmp_path / "out", "boosted_trees"), spec=InputSpec("markup"))
    record = read_record(run(pages, chosen))
    assert record.metrics["pages"] == 8
    assert record.metrics["protocol"] == "the split that came with the pages"
    torn = [replace(page, split="test" if number == 3 else "train") for number, page in enumerate(pages)]
    with pytest.raises(UsageError, match="in two parts"):
        run(torn, chosen)


def test_a_folder_that_cannot_be_made_is_known_before_training(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("iawce.train.page_type.run.cross_validate", lambda *_: pytest.fail("it trains"))
    with pytest.raises(OSError, match="file"):
        run(read_labelled_pages(corpus)[:8], settings(tmp_path / "file" / "out", "lenet5"))


def test_training_stops_when_sites_set_aside_get_no_better(corpus: Path, tmp_path: Path) -> None:
    pages = read_labelled_pages(corpus)
    chosen = settings(tmp_path, "lenet5")
    chosen = replace(chosen, recipe=replace(get_recipe("attention"), epochs=40, patience=1, learning_rate=1e-9))
    record = read_record(run(pages, chosen))
    assert record.training["epochs_run"] < 40
