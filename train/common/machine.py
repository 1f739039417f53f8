"""The machine on which a network is trained, and its batches."""

import os
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, Dataset

Example = tuple[Tensor, int]
WORKERS = 8
"""Most processes that make inputs for a GPU."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where and how a network trains, as in Lightning; ``checkpoints``: folder of states, one each epoch."""

    accelerator: str = "auto"
    devices: str = "auto"
    strategy: str = "auto"
    precision: str = "32-true"
    checkpoints: Path | None = None

    @classmethod
    def of(cls, accelerator: str, devices: str, strategy: str, precision: str, checkpoints: Path | None) -> Self:
        """The machine with the precision that suits it where none is given: mixed on an Nvidia GPU."""
        machine = cls(accelerator, devices, strategy, precision or "32-true", checkpoints)
        if precision or machine.device.type != "cuda":
            return machine
        has_bfloat = torch.cuda.is_bf16_supported(including_emulation=False)
        return replace(machine, precision="bf16-mixed" if has_bfloat else "16-mixed")

    @property
    def device(self) -> torch.device:
        """The device of a network that is not trained: the first GPU if one may be used, else the CPU."""
        if self.accelerator in ("auto", "gpu", "cuda") and torch.cuda.is_available():
            return torch.device("cuda")
        if self.accelerator in ("auto", "gpu", "mps") and torch.backends.mps.is_available():
            return torch.device("mps")
        return torch.device("cpu")

    @property
    def one_device(self) -> Self:
        """The same with the first device alone."""
        return replace(self, devices="1", strategy="auto")

    def outputs(
        self, network: nn.Module, run: Callable[[Tensor], Tensor], dataset: Dataset[Example], size: int
    ) -> Iterator[Tensor]:
        """What ``run``, a part of an evaluated network, gives of each batch, on ``device`` and in ``precision``."""
        kind = {"16-mixed": torch.float16, "bf16-mixed": torch.bfloat16}.get(self.precision)
        network.to(self.device).eval()
        for pictures, _ in self.batches(dataset, size):
            with torch.inference_mode(), torch.autocast(self.device.type, kind) if kind else nullcontext():
                yield run(pictures.to(self.device)).cpu()
        network.to("cpu")

    def batches(self, dataset: Dataset[Example], size: int, *, shuffle: bool = False) -> DataLoader[Example]:
        """Batches of examples; a last one of a single page, which has no batch statistics, is left out of training.

        For a GPU, processes prepare the inputs in memory that it reads directly; on a CPU, they would compete with the
        training.
        """
        count: int = len(dataset)  # type: ignore[arg-type] # ours have a length
        is_odd = shuffle and count > size and count % size == 1
        workers = min(WORKERS, os.cpu_count() or 1) if self.device.type == "cuda" else 0
        return DataLoader(
            dataset,
            size,
            shuffle=shuffle,
            collate_fn=_collate,
            drop_last=is_odd,
            num_workers=workers,
            persistent_workers=workers > 0,
            pin_memory=workers > 0,
        )


def _collate(examples: list[Example]) -> tuple[Tensor, Tensor]:
    pictures = torch.stack([picture for picture, _ in examples])
    if pictures.ndim == 4:
        pictures = pictures.contiguous(memory_format=torch.channels_last)
    return pictures, torch.tensor([target for _, target in examples])
