import warnings
from dataclasses import replace

import pytest
import pytorch_lightning as pl
import torch
from torch.utils.data import DataLoader, TensorDataset

from iawce.models.networks import NETWORKS, Shape
from iawce.train.common.trainer import Machine, PageTypeModule, fit_module, get_recipe, ramp_rate, trainer


@pytest.mark.parametrize(
    ("epoch", "rate"),
    [
        (0, 1.0e-5),
        (1, 3.6e-5),
        (7, 1.92e-4),
        (14, 3.74e-4),
        (15, 4.0e-4),
        (16, 3.22e-4),
        (20, 1.378e-4),
        (29, 2.715e-5),
    ],
)
def test_the_paper_s_rates(epoch: int, rate: float) -> None:
    assert ramp_rate(epoch) == pytest.approx(rate, rel=1e-3)


def test_the_ramp_drives_the_optimizer() -> None:
    seen: list[float] = []

    class Watch(pl.Callback):
        def on_train_epoch_start(self, trainer: pl.Trainer, pl_module: pl.LightningModule) -> None:
            seen.append(trainer.optimizers[0].param_groups[0]["lr"])

    recipe = replace(get_recipe("paper-ramp"), epochs=17, batch_size=4)
    module = PageTypeModule(NETWORKS["lenet5"](Shape(1, (16, 16), 2)), recipe, 2)
    examples = TensorDataset(torch.rand(4, 1, 16, 16), torch.tensor([0, 1, 0, 1]))
    runner = trainer(recipe, Machine("cpu"))
    runner.callbacks.append(Watch())  # type: ignore[attr-defined] # it is made by its connectors
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runner.fit(module, DataLoader(examples, batch_size=4))
    assert seen == pytest.approx([ramp_rate(epoch) for epoch in range(17)])


@pytest.mark.parametrize("steps", [1, 5, 11])
def test_a_cycle_may_have_few_steps(steps: int) -> None:
    recipe = replace(get_recipe("attention"), epochs=steps, batch_size=4)
    module = PageTypeModule(NETWORKS["lenet5"](Shape(1, (16, 16), 2)), recipe, 2)
    examples = TensorDataset(torch.rand(4, 1, 16, 16), torch.tensor([0, 1, 0, 1]))
    fit_module(module, DataLoader(examples, batch_size=4), recipe, Machine("cpu").one_device)
    assert len(module.history) == steps
