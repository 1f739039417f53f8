"""Features of a block from the trees' probabilities of all blocks around it, which attention reads.

Trees classify each block by its features; whether its region, its section and similar blocks are content is known only
after these have been classified, too (stacked generalisation, Wolpert 1992).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iawce.models.blocks.block_features import REGIONS, sections, shift
from iawce.models.blocks.page_blocks import Columns, Floats, Ints, PageBlocks

OFFSETS = (-3, -2, -1, 1, 2, 3)
WINDOWS = (5, 15, 40)
"""Blocks on either side."""
SURE = 0.7
FAR = 99


@dataclass(frozen=True, slots=True)
class BlockContext:
    """Groups of blocks that belong together.

    ``words`` of each block; ``starts``, ``ends`` of the regions around it, as numbers of blocks, int64 (regions,
    blocks); ``groups``: a group number for each block, by the name of the grouping, ``section`` among them.
    """

    words: Floats
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    groups: dict[str, Ints]

    @classmethod
    def of(cls, page: PageBlocks) -> "BlockContext":
        """The context of a page's blocks."""
        first, last = page.span
        here, starts, ends = page.elements, [], []
        for _ in range(REGIONS + 1):
            starts.append(first[here])
            ends.append(last[here])
            here = page.growing[here]
        groups = page.path_groups | {"section": sections(page), "copies": page.copy_groups}
        words = np.maximum(page.words, 1).astype(np.float64)
        return cls(words, np.stack(starts), np.stack(ends), groups)

    def describe(self, probabilities: Floats) -> Columns:
        """Features of each block from the probability of every block."""
        columns: Columns = {"first": probabilities, "rank": _ranks(probabilities)}
        for offset in OFFSETS:
            columns[f"first{offset:+d}"] = shift(probabilities, offset)
        before = np.concatenate([[0], np.cumsum(self.words)])
        content = np.concatenate([[0], np.cumsum(self.words * probabilities)])
        for width in WINDOWS:
            columns[f"window{width}"] = self._window(before, content, width)
        columns |= self._regions(before, content)
        for name, group in self.groups.items():
            columns |= self._group(name, group, probabilities)
        columns |= self._sections(probabilities)
        return columns | self._whole(probabilities, content)

    def _window(self, before: Floats, content: Floats, width: int) -> Floats:
        number = np.arange(len(self.words))
        start, end = np.maximum(number - width, 0), np.minimum(number + width + 1, len(number))
        return np.asarray((content[end] - content[start]) / (before[end] - before[start]))

    def _regions(self, before: Floats, content: Floats) -> Columns:
        """Mean of each region, of the additional blocks of the next one, and the share of all content in it."""
        found: Columns = {}
        words = before[self.ends] - before[self.starts]
        expected = content[self.ends] - content[self.starts]
        for level in range(REGIONS):
            grown = words[level + 1] - words[level]
            rest = np.divide(
                expected[level + 1] - expected[level], grown, out=np.full(len(grown), -1.0), where=grown > 0
            )
            found |= {
                f"region{level}_content": expected[level] / np.maximum(words[level], 1),
                f"region{level}_of_all": expected[level] / max(content[-1], 1e-6),
                f"region{level}_rest": rest,
            }
        return found

    def _group(self, name: str, group: Ints, probabilities: Floats) -> Columns:
        total = np.bincount(group, self.words)
        weighted = np.bincount(group, self.words * probabilities) / np.maximum(total, 1)
        largest = np.zeros(len(total))
        np.maximum.at(largest, group, probabilities)
        return {
            f"{name}_content": weighted[group],
            f"{name}_even": (np.bincount(group, probabilities) / np.maximum(np.bincount(group), 1))[group],
            f"{name}_largest": largest[group],
        }

    def _sections(self, probabilities: Floats) -> Columns:
        section = self.groups["section"]
        size = int(section[-1]) + 1
        mean = np.bincount(section, self.words * probabilities, size) / np.maximum(
            np.bincount(section, self.words, size), 1
        )
        heading = probabilities[np.minimum(np.searchsorted(section, np.arange(size)), len(section) - 1)]
        return {
            "heading_content": heading[section],
            "next_section": np.append(mean[1:], -1)[section],
            "previous_section": np.append([-1], mean[:-1])[section],
        }

    def _whole(self, probabilities: Floats, content: Floats) -> Columns:
        """Distances to the first and last sure block, content before and after, and values of the whole page."""
        number, size = np.arange(len(probabilities)), len(probabilities)
        sure = np.flatnonzero(probabilities > SURE)
        first, last = (int(sure[0]), int(sure[-1])) if len(sure) else (0, size - 1)
        total = max(float(content[-1]), 1e-6)
        unsure = float((self.words * probabilities * (1 - probabilities)).sum())
        certain = float(self.words[probabilities > 0.9].sum())
        page = {
            "content": total / self.words.sum(),
            "size": np.log1p(total),
            "unsure": unsure / total,
            "sure": certain / total,
        }
        return {
            "from_first_sure": np.clip(number - first, -FAR, 2 * FAR),
            "to_last_sure": np.clip(last - number, -FAR, 2 * FAR),
            "content_before": content[:-1] / total,
            "content_after": 1 - content[1:] / total,
        } | {f"page_{name}": np.full(size, value) for name, value in page.items()}


def _ranks(values: Floats) -> Floats:
    """Rank of each value from 0, the smallest, to almost 1."""
    ranks = np.empty(len(values))
    ranks[np.argsort(values, kind="stable")] = np.arange(len(values))
    return ranks / len(values)
