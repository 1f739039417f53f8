"""Judges whole answers: the word F1 to expect of each candidate for a page's main content.

Blocks are judged one by one, and nothing asks whether what is kept is one article. The judge does, from what is inside
and what is left out: their probabilities, links, headings, repetitions, and how far the candidates agree.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from iawce.data.labels import PageType
from iawce.models.segmentation.candidates import CANDIDATES, CHOICE, Candidates
from iawce.models.segmentation.choose import expected_f1
from iawce.models.segmentation.features.page_blocks import Floats
from iawce.models.segmentation.page_evidence import Bools, PageEvidence

JUDGED = frozenset({PageType.ARTICLE, PageType.PRODUCT})
"""Types of pages that are one thing; on lists and threads several are content, and the choice of blocks stays."""
BETTER = 0.02
"""How much more another candidate must promise than the choice of blocks."""
PROSE, SHORT = 20, 15
"""Words of a block of prose at the least; of a short one at the most."""
_OWN = (
    "share", "inside", "left_out", "left_out_words", "added", "added_words", "expected", "mean_agreement",
    "most_agreement", "least_agreement", "median_agreement", "words", "of_page", "links", "headings", "linked_headings",
    "titles", "headings_linked", "start", "end", "compact", "repeated_links", "repeated_short", "prose", "prose_words",
    "copied", "announced", "titles_left_out", "linked_headings_left_out", "repeated_links_left_out", "copied_left_out",
    "announced_left_out", "left_out_behind", "prose_left_out",
)  # fmt: skip
_PAGE = (
    "page_words", "page_blocks", "unspaced", "candidates", "choice_expected", "choice_inside", "choice_of_page", "mass",
    "agreement",
)  # fmt: skip
FEATURES = ("candidate", *_OWN, *_PAGE, *(f"agrees_with_{name}" for name in CANDIDATES))
"""Names of the features of a candidate in their order."""


def describe_candidates(evidence: PageEvidence, probabilities: Floats, candidates: Candidates) -> NDArray[np.float32]:
    """The features of each candidate, float32 (candidates, ``len(FEATURES)``).

    Args:
        evidence: of the page.
        probabilities: that each block is main content, float64 (blocks,).
        candidates: of the page, at least one.
    """
    masks = np.stack(list(candidates.values()))
    agreements = _agreements(masks, evidence.words)
    page = _page_features(evidence, probabilities, candidates, agreements)
    with_each = np.full((len(masks), len(CANDIDATES)), -1.0)
    with_each[:, [CANDIDATES.index(name) for name in candidates]] = agreements
    sides = _Sides(evidence, probabilities, candidates[CHOICE])
    rows = [
        [float(CANDIDATES.index(name)), *sides.describe(inside, np.delete(agreements[place], place)), *page]
        for place, (name, inside) in enumerate(candidates.items())
    ]
    return np.column_stack([rows, with_each]).astype(np.float32)


def best_candidate(promised: Floats) -> tuple[int, float]:
    """Place of the candidate to take, and the word F1 that is promised of it, 0 to 1.

    Args:
        promised: word F1 of each candidate of a page, that of the choice of blocks first, float64 (candidates,).
    """
    best = int((promised + BETTER * (np.arange(len(promised)) == 0)).argmax())
    return best, float(np.clip(promised[best], 0.0, 1.0))


def _agreements(masks: Bools, words: Floats) -> Floats:
    """Word F1 of each two candidates, float64 (candidates, candidates)."""
    weighed = masks * words
    sizes = weighed.sum(axis=1)
    return np.asarray(2 * (weighed @ masks.T) / (sizes[:, None] + sizes))


def _page_features(
    evidence: PageEvidence, probabilities: Floats, candidates: Candidates, agreements: Floats
) -> list[float]:
    words, choice = evidence.words, candidates[CHOICE]
    total, chosen = float(words.sum()), float(words[choice].sum())
    return [
        float(np.log1p(total)),
        float(len(words)),
        evidence.unspaced,
        float(len(candidates)),
        expected_f1(probabilities, words, choice),
        float((probabilities * words)[choice].sum()) / chosen,
        chosen / total,
        float((probabilities * words).sum()) / total,
        float(agreements.mean()),
    ]


class _Sides:
    """What stands inside of a candidate, what of the choice it leaves out, and what it adds to it."""

    def __init__(self, evidence: PageEvidence, probabilities: Floats, choice: Bools) -> None:
        self._evidence, self._choice, self._probabilities = evidence, choice, probabilities
        words, linked = evidence.words, 2 * evidence.link_words > evidence.words
        self._words, self._mass, self._read = words, probabilities * words, np.cumsum(words)
        self._linked_headings = evidence.is_heading & linked
        self._repeated_links = evidence.is_repeated & linked
        self._repeated_short = evidence.is_repeated & (words < SHORT)
        self._elsewhere = (evidence.is_copy, evidence.is_announced)
        self._numbers = np.arange(len(words))
        self._prose = words >= PROSE
        self._prose_words = self._prose & (3 * evidence.link_words < words)

    def describe(self, inside: Bools, others: Floats) -> list[float]:
        """The features of one candidate, by its agreements with the others."""
        left_out, added, of_words = self._choice & ~inside, inside & ~self._choice, self._words
        words, total = float(of_words[inside].sum()), float(self._read[-1])
        left_words = float(of_words[left_out].sum())
        agreed = others if len(others) else np.ones(1)
        return [
            float(self._mass[inside].sum() / max(self._mass.sum(), 1e-9)),
            self._mean(inside),
            self._mean(left_out),
            left_words / float(of_words[self._choice].sum()),
            self._mean(added),
            float(of_words[added].sum()) / words,
            expected_f1(self._probabilities, of_words, inside),
            *(float(one) for one in (agreed.mean(), agreed.max(), agreed.min(), np.median(agreed))),
            *self._inside(inside, words, total),
            float((self._evidence.is_title & left_out).sum()),
            float((self._linked_headings & left_out).sum()),
            *(self._share(kind, left_out) for kind in (self._repeated_links, *self._elsewhere)),
            float(of_words[left_out & (self._numbers > self._numbers[inside][-1])].sum()) / max(left_words, 1.0),
            float((self._prose & left_out).sum()),
        ]

    def _inside(self, inside: Bools, words: float, total: float) -> Sequence[float]:
        evidence, numbers = self._evidence, np.flatnonzero(inside)
        first, last = float(self._read[numbers[0]]), float(self._read[numbers[-1]])
        headings, linked = int(evidence.is_heading[inside].sum()), int(self._linked_headings[inside].sum())
        return [
            float(np.log1p(words)),
            words / total,
            float(evidence.link_words[inside].sum()) / words,
            float(headings),
            float(linked),
            float(evidence.is_title[inside].sum()),
            linked / max(headings, 1),
            first / total,
            last / total,
            words / (last - first + float(self._words[numbers[0]])),
            self._share(self._repeated_links, inside),
            self._share(self._repeated_short, inside),
            float(self._prose[inside].sum()),
            self._share(self._prose_words, inside),
            *(self._share(kind, inside) for kind in self._elsewhere),
        ]

    def _mean(self, blocks: Bools) -> float:
        """Mean probability of the words of blocks, -1 of none."""
        return float(self._mass[blocks].sum() / self._words[blocks].sum()) if blocks.any() else -1.0

    def _share(self, kind: Bools, blocks: Bools) -> float:
        """Share of the words of blocks that stand in those of a kind, 0 of none."""
        return float(self._words[kind & blocks].sum() / max(self._words[blocks].sum(), 1.0))
