"""Batches of pages of different lengths."""

from collections.abc import Iterator, Sequence

import torch
from torch.utils.data import Sampler

ALIKE = 10
"""Batches among whose pages those of like length are sought."""


class BatchesOfLikeLength(Sampler[list[int]]):
    """Batches of pages in random order, with pages of about as many tokens in one batch, since the rest is padding."""

    def __init__(self, lengths: Sequence[int], size: int) -> None:
        self.lengths, self.size = lengths, size

    def __len__(self) -> int:
        whole, rest = divmod(len(self.lengths), self.size * ALIKE)
        return whole * ALIKE + -(-rest // self.size)

    def __iter__(self) -> Iterator[list[int]]:
        shuffled: list[int] = torch.randperm(len(self.lengths)).tolist()
        for start in range(0, len(shuffled), self.size * ALIKE):
            ordered = sorted(shuffled[start : start + self.size * ALIKE], key=self.lengths.__getitem__)
            yield from (ordered[first : first + self.size] for first in range(0, len(ordered), self.size))
