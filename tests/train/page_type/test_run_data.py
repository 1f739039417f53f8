"""What a training says of its data, through the real command: folders, sites, labels, damaged pictures."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.data.errors import UsageError
from iawce.train.page_type.run import select
from tests.train.page_type.drawn_corpus import FEW, settings, train


def test_the_folders_of_pictures_are_the_labels_and_the_pictures_the_input(corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    for number in range(46):
        target = folder / ("article", "cat", "dog")[number % 3] / f"site{number // 4}" / f"{number}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        (corpus / f"page{number}.png").rename(target)
    arguments = ("--data", folder, "-s", "train.size=48", "--epochs", 1, *FEW)
    finished = train(*arguments, "-o", tmp_path / "out")
    assert finished.returncode == 0, finished.stderr
    record = json.loads(finished.stdout)
    assert (record["labels"], record["input"]["kind"]) == (["article", "cat", "dog"], "screenshot")
    assert record["metrics"]["sites"] == 12
    assert "on unseen sites (46 pages of 12 sites)" in finished.stderr
    some = train(*arguments, "--labels", "cat,dog", "-o", tmp_path / "some")
    assert json.loads(some.stdout)["labels"] == ["cat", "dog"]
    assert "16 article; --labels cat,dog,article" in some.stderr


def test_few_sites_are_fewer_parts_and_one_site_cannot_be_measured(corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    for number in range(12):
        target = folder / ("article", "list")[number % 2] / f"site{number // 4}" / f"{number}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        (corpus / f"page{number}.png").rename(target)
    arguments = ("--data", folder, "-s", "train.size=48", "--epochs", 1)
    finished = train(*arguments, "-o", tmp_path / "out")
    assert finished.returncode == 0, finished.stderr
    assert json.loads(finished.stdout)["metrics"]["protocol"].startswith("3-fold")
    assert "only 3 sites" in finished.stderr
    early = train(*arguments, "-s", "train.patience=1", "-s", "train.hold_out=site0", "-o", tmp_path / "early")
    assert (early.returncode, "two sites" in early.stderr) == (2, True)
    held = train(*arguments, "-s", "train.hold_out=site0,site1", "-o", tmp_path / "one")
    assert (held.returncode, "LABEL/SITE/NAME.png" in held.stderr) == (2, True)


def test_pictures_without_a_site_count_as_sites_and_labels_that_cannot_be_learned_are_remarked_on(
    corpus: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    for number in range(32):
        target = folder / ("even", "odd")[number // 2 % 2] / f"{number}.png"  # as many of both kinds of pages in each
        target.parent.mkdir(parents=True, exist_ok=True)
        (corpus / f"page{number}.png").rename(target)
    finished = train("--data", folder, "-s", "train.size=48", "--epochs", 1, *FEW, "-o", tmp_path / "out")
    assert finished.returncode == 0, finished.stderr
    assert "32 pages of 32 sites: 16 even, 16 odd" in finished.stderr
    assert "LABEL/SITE/" in finished.stderr
    assert "on unseen pages (32), not reliably better than 0.500" in finished.stderr


def test_a_folder_that_cannot_be_made_is_bad_usage(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = train("--data", corpus, "--input", "screenshot", "-s", "train.size=48", "-o", tmp_path / "file" / "run")
    assert (done.returncode, "Errno" in done.stderr, "file/run" in done.stderr) == (2, False, True)


def test_bad_data_is_named_before_training(corpus: Path, tmp_path: Path) -> None:
    (corpus / "page3.png").write_bytes(b"no picture")
    Image.new("1", (9000, 9000)).save(corpus / "page7.png")
    Image.new("CMYK", (60, 90)).save(corpus / "page8.png".replace("png", "jpg"))
    (corpus / "page8.jpg").rename(corpus / "page8.png")
    finished = train("--data", corpus, "--input", "screenshot", "-s", "train.size=48", "-o", tmp_path / "out")
    assert finished.returncode == 2
    message = " ".join(finished.stderr.split())
    assert "2 pages cannot be trained on" in message
    assert "page3.png (bad_picture/unreadable)" in message
    assert "page7.png (bad_picture/too_large)" in message
    with pytest.raises(UsageError, match="at least two folders"):
        read_labelled_pages(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="labelled thread"):
        select(read_labelled_pages(corpus), replace(settings(tmp_path), labels=("article", "thread")))


def test_labels_without_a_page_type_are_nothing_to_train_on(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text("")
    done = train("--data", tmp_path, "-o", tmp_path / "out")
    assert (done.returncode, "labelled article, list" in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize("labels", ["", "article", "article,article", "article, "])
def test_fewer_than_two_labels_are_refused(labels: str, corpus: Path, tmp_path: Path) -> None:
    done = train("--data", corpus, "--labels", labels, "-o", tmp_path / "out")
    assert (done.returncode, "--labels" in done.stderr) == (2, True), done.stderr
