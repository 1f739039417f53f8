"""Content by tag path ratios (CEPR): text nodes on paths with much text and many marks, which vary from node to node.

Source: Wu, Li, Hu and others 2013, Web news extraction via path ratios; the paper on which templates of a site are
based compares itself with it. Only parts of it are public, so the following is our interpretation: the ratio of a path
is the product of the means and of the standard deviations of characters and of punctuation marks over its text nodes,
deviations counted from 1, so that a path with a single text node is not lost; a neighbour is weighted by a Gaussian of
its distance in the page and by the similarity of its path (1 minus the normalised edit distance); content are the text
nodes above ``SHARE`` of the standard deviation of the smoothed ratios.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.path_keys import Keys, PathKeys, PathSpec
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask, ElementIndex

SHARE = 0.8  # The threshold as a share of the standard deviation
REACH = 3
"""Neighbours on each side by which a text node is smoothed; a third of it, at least 1, is the Gaussian's deviation."""
MAX_DEPTH = 100  # Steps of a path that are compared, from its end
_MARK = re.compile(r"""[.,;:!?'"()،。、,;:!?「」『』“”]""")
Floats = NDArray[np.float64]


def content_by_paths(document: Document) -> DomMask:
    """The text nodes above the threshold. ``PageError`` without any element."""
    body = document.body
    numbers = np.flatnonzero(body.text_nodes & ~document.index.blank)
    chosen = np.zeros(len(body.text_nodes), bool)
    if len(numbers):
        index, owners = document.index, document.index.text_nodes.owners[numbers]
        paths = PathKeys(index).keys(PathSpec.TAGS)[owners]
        texts = [index.text_nodes.texts[number] for number in numbers.tolist()]
        steps = {path: _steps(index, owner) for path, owner in zip(paths.tolist(), owners.tolist(), strict=True)}
        ratios = _smooth(_ratios(texts, paths), paths.tolist(), steps)
        chosen[numbers] = ratios > SHARE * ratios.std()
    return DomMask(document.index, body.kept, chosen)


def _ratios(texts: Sequence[str], paths: Keys) -> Floats:
    """The ratio of the path of each text node, float64 (text nodes,)."""
    _, place, counts = np.unique(paths, return_inverse=True, return_counts=True)
    ratio = np.ones(len(counts))
    measures = [[len(text.strip()) for text in texts], [len(_MARK.findall(text)) for text in texts]]
    for values in np.array(measures, float):
        mean = np.bincount(place, values) / counts
        ratio *= mean
        ratio *= 1 + np.sqrt(np.bincount(place, (values - mean[place]) ** 2) / counts)
    return np.asarray(ratio[place])


def _steps(index: ElementIndex, number: int) -> list[str]:
    """The tags of an element and of those around it, the nearest first."""
    steps = list[str]()
    while number >= 0 and len(steps) < MAX_DEPTH:
        steps.append(index.tags[number])
        number = int(index.parents[number])
    return steps


def _smooth(ratios: Floats, paths: Sequence[int], steps: Mapping[int, Sequence[str]]) -> Floats:
    """Ratios with those of their neighbours, float64 (text nodes,)."""
    from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - of the extra "bench"

    total, weights = ratios.copy(), np.ones(len(ratios))
    alike = cache(lambda one, other: float(Levenshtein.normalized_similarity(steps[one], steps[other])))
    for shift in range(1, REACH + 1):
        near = np.exp(-(shift**2) / 2 / max(1, REACH / 3) ** 2)
        weight = near * np.array([alike(*pair) for pair in zip(paths, paths[shift:], strict=False)])
        total[shift:] += weight * ratios[:-shift]
        total[:-shift] += weight * ratios[shift:]
        weights[shift:] += weight
        weights[:-shift] += weight
    return np.asarray(total / weights)
