"""A training that a signal ends says what is kept, and continues where it can."""

import signal
from pathlib import Path

import pytest
from torch import Tensor

from iawce.train.common.trainer import PageTypeModule
from tests.train.page_type.drawn_corpus import FEW, train


def interrupt_at(step: int, number: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> list[Tensor]:
    """A signal comes in a step of the training, counted over all parts; returns the losses of the steps."""
    losses, add_loss = list[Tensor](), PageTypeModule.add_loss

    def add(module: PageTypeModule, loss: Tensor) -> None:
        losses.append(loss)
        if len(losses) == step:
            signal.raise_signal(number)
        add_loss(module, loss)

    monkeypatch.setattr(PageTypeModule, "add_loss", add)
    return losses


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_training_says_that_nothing_is_kept_and_how_it_would_be(
    number: signal.Signals, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt_at(1, number, monkeypatch)
    options = ("--input", "screenshot", "-s", "train.size=48", "--epochs", 1, *FEW)
    done = train("--data", corpus, *options, "-o", tmp_path / "out")
    assert done.returncode == 128 + number, done.stderr
    assert "interrupted: nothing is kept; with --resume from the start it would be" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list((tmp_path / "out").glob("*.json"))


def test_an_interrupted_training_that_is_kept_is_continued_by_the_same_command(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ("--input", "screenshot", "-s", "train.size=48", "--epochs", 1, *FEW)
    command = ("--data", corpus, *options, "-o", tmp_path / "out", "--resume")
    steps = interrupt_at(2, signal.SIGINT, monkeypatch)  # in the second part, of which each has one step
    done = train(*command)
    assert (done.returncode, "interrupted: the same command continues" in done.stderr) == (130, True), done.stderr
    steps.clear()
    monkeypatch.setattr(signal, "raise_signal", lambda _: None)
    again = train(*command)
    assert again.returncode == 0, again.stderr
    assert len(steps) == 3, "the second part, and two steps of the final training"
