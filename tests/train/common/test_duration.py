"""A long training says early, and once, about how long it takes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
import torch
from torch.utils.data import DataLoader, TensorDataset

from iawce.models.networks import NETWORKS, Shape
from iawce.train.common.recipe import get_recipe
from iawce.train.common.trainer import DurationEstimate, Machine, PageTypeModule, fit_module


def said_of(epochs: int, seconds: float, caplog: pytest.LogCaptureFixture, machine: Machine) -> list[str]:
    """What two of six fits say of their duration, if an epoch takes these seconds."""
    ticks: Iterator[float] = count(0, seconds)
    estimate = DurationEstimate(6, lambda: next(ticks))
    recipe = replace(get_recipe("paper"), epochs=epochs, batch_size=4)
    examples = TensorDataset(torch.rand(4, 1, 16, 16), torch.tensor([0, 1, 0, 1]))
    caplog.set_level("INFO")
    caplog.clear()
    for _ in range(2):
        module = PageTypeModule(NETWORKS["lenet5"](Shape(1, (16, 16), 2)), recipe, 2)
        fit_module(module, DataLoader(examples, batch_size=4), recipe, machine, more=[estimate])
    return re.findall(r"takes about (.*): 6 fits", caplog.text)


@pytest.mark.parametrize(
    ("epochs", "seconds", "said"),
    [(10, 6, ["6 minutes"]), (10, 0.5, []), (2, 0.5, []), (2, 70, ["14 minutes"]), (4, 3600, ["24 hours"])],
)
def test_the_first_epochs_of_the_first_fit_say_how_long_all_take(
    epochs: int, seconds: float, said: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert said_of(epochs, seconds, caplog, Machine("cpu")) == said


def test_a_fit_that_resumes_counts_its_own_epochs_only(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    machine = Machine("cpu", checkpoints=tmp_path)
    said_of(5, 0, caplog, machine)
    assert said_of(10, 60, caplog, machine) == ["55 minutes"]
