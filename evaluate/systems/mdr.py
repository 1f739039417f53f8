"""MDR: data regions by comparing neighbouring runs of children.

Source: Liu, Grossman and Zhai 2003 (Mining Data Records in Web Pages). At every node, neighbouring combinations of 1 to
10 children are compared by the edit distance of their tag strings; a run of similar combinations is a data region, each
combination in it a record.

Deviations: the paper builds its tag tree from where a browser draws the tags, here it is the parsed tree; of its second
step (records inside of generalised nodes) only this is kept that a combination is one record. Nodes and comparisons
are limited, since the paper's method is known to hang on some pages.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from iawce.data.html.tree import NEVER_TEXT, Element, parse
from iawce.extract.output.text import block_text

MOST_COMBINED = 10
"""K of the paper: children in one combination."""
THRESHOLD = 0.3
"""T of the paper: normalised edit distance up to which two combinations are similar."""
SHALLOWEST = 3
"""Nodes whose subtree is not as deep hold no records (paper)."""
MOST_CHILDREN = 400
LONGEST_STRING = 400
"""Tags of one combination that are compared."""


@dataclass(frozen=True, slots=True)
class Region:
    """Records of one region, each a run of neighbouring elements."""

    records: tuple[tuple[Element, ...], ...]


def find_regions(root: Element) -> list[Region]:
    """All data regions, in document order; none lies in a record of another."""
    regions: list[Region] = []
    waiting: list[Element] = [root]
    strings: dict[Element, list[str]] = {}
    while waiting:
        node = waiting.pop()
        children = [child for child in node if isinstance(child.tag, str) and child.tag not in NEVER_TEXT]
        found = _regions_of(children[:MOST_CHILDREN], strings) if _depth(node) >= SHALLOWEST else []
        regions += found
        covered = {element for region in found for record in region.records for element in record}
        waiting += [child for child in reversed(children) if child not in covered]
    return regions


def record_texts(html: str) -> list[str]:
    """Text of each record of the region with most text; empty if there is none.

    Raises:
        PageError: the page holds no element.
    """
    regions = [
        ["\n".join(block_text(element) for element in record).strip() for record in region.records]
        for region in find_regions(parse(html)[0])
    ]
    return max(regions, key=lambda texts: sum(map(len, texts)), default=[])


def _depth(node: Element) -> int:
    """Levels of the subtree, counted no further than needed."""
    level, depth = [node], 0
    while level and depth < SHALLOWEST:
        level = [child for element in level for child in element if isinstance(child.tag, str)]
        depth += 1
    return depth if level or depth < SHALLOWEST else SHALLOWEST


def _regions_of(children: Sequence[Element], strings: dict[Element, list[str]]) -> list[Region]:
    """Runs of similar combinations among the children, the longest first at each place."""
    regions: list[Region] = []
    start = 0
    while start < len(children) - 1:
        best = max(
            (
                _run(children, start + shift, size, strings)
                for size in range(1, MOST_COMBINED + 1)
                for shift in range(size)
            ),
            key=lambda run: (run[1] * run[2], -run[2]),
        )
        first, count, size = best
        if count < 2:
            start += 1
            continue
        cuts = range(first, first + count * size, size)
        regions.append(Region(tuple(tuple(children[cut : cut + size]) for cut in cuts)))
        start = first + count * size
    return regions


def _run(children: Sequence[Element], first: int, size: int, strings: dict[Element, list[str]]) -> tuple[int, int, int]:
    """From ``first`` on, how many combinations of ``size`` children are each similar to the one before."""
    count = 1
    while first + (count + 1) * size <= len(children):
        middle = first + count * size
        if not _similar(children[middle - size : middle], children[middle : middle + size], strings):
            break
        count += 1
    return first, count if first + size <= len(children) else 0, size


def _similar(one: Sequence[Element], other: Sequence[Element], strings: dict[Element, list[str]]) -> bool:
    from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - of the extra "bench"

    if one[0].tag != other[0].tag:
        return False
    ours, theirs = (_tags(part, strings) for part in (one, other))
    return bool(Levenshtein.normalized_distance(ours, theirs, score_cutoff=THRESHOLD) <= THRESHOLD)


def _tags(elements: Sequence[Element], strings: dict[Element, list[str]]) -> list[str]:
    found: list[str] = []
    for element in elements:
        if element not in strings:
            strings[element] = [str(inner.tag) for inner in element.iter() if isinstance(inner.tag, str)][
                :LONGEST_STRING
            ]
        found += strings[element]
    return found[:LONGEST_STRING]
