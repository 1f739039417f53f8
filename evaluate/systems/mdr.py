"""MDR: data regions by comparing neighbouring runs of children.

Source: Liu, Grossman and Zhai 2003 (Mining Data Records in Web Pages). At every node, neighbouring combinations of 1 to
10 children are compared by the edit distance of their tag strings; a run of similar combinations is a data region, each
combination in it a record.

Deviations: the paper builds its tag tree from the positions at which a browser draws the tags, here it is the parsed
tree; of its second step (records inside generalised nodes), only the rule is kept that a combination is one record.
Nodes and comparisons are limited, since the paper's method is known not to end on some pages.
"""

from collections.abc import Sequence

from iawce.data.document import Document
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.texts import Texts

MAX_COMBINED = 10  # K of the paper: children in one combination
THRESHOLD = 0.3  # T of the paper: normalised edit distance up to which two combinations are similar
SHALLOWEST = 3  # Least depth of the subtree of a node with records (paper)
MAX_CHILDREN = 400
MAX_STRING = 400  # Most tags of one combination that are compared
Region = list[Sequence[int]]  # Records of one region, each a run of neighbouring elements by number


def find_regions(document: Document) -> list[Region]:
    """All data regions, in document order; none is inside a record of another. ``PageError`` without any element."""
    regions: list[Region] = []
    subset, depths, waiting = document.index.without(), document.index.depths, [0]
    while waiting:
        node = waiting.pop()
        children = subset.children(node)
        deepest = depths[node : document.index.ends[node]].max()
        is_deep = deepest - depths[node] + 1 >= SHALLOWEST
        found = _regions_of(document.index, children[:MAX_CHILDREN]) if is_deep else []
        regions += found
        covered = {element for region in found for record in region for element in record}
        waiting += [child for child in reversed(children) if child not in covered]
    return regions


def record_texts(document: Document) -> list[str]:
    """Text of each record of the region with most text; empty if there is none. ``PageError`` without any element."""
    subset = document.index.without()
    regions = [
        ["\n".join(Texts(subset).lines(number) for number in record).strip() for record in region]
        for region in find_regions(document)
    ]
    return max(regions, key=lambda texts: sum(map(len, texts)), default=[])


def _regions_of(index: ElementIndex, children: Sequence[int]) -> list[Region]:
    """Runs of similar combinations among the children, the longest first at each place."""
    regions: list[Region] = []
    start = 0
    while start < len(children) - 1:
        sizes = range(1, MAX_COMBINED + 1)
        runs = (_run(index, children, start + shift, size) for size in sizes for shift in range(size))
        first, count, size = max(runs, key=lambda run: (run[1] * run[2], -run[2]))
        if count < 2:
            start += 1
            continue
        regions.append([children[cut : cut + size] for cut in range(first, first + count * size, size)])
        start = first + count * size
    return regions


def _run(index: ElementIndex, children: Sequence[int], first: int, size: int) -> tuple[int, int, int]:
    """From ``first`` on, how many combinations of ``size`` children are each similar to the one before."""
    count = 1
    while first + (count + 1) * size <= len(children):
        middle = first + count * size
        if not _similar(index, children[middle - size : middle], children[middle : middle + size]):
            break
        count += 1
    return first, count if first + size <= len(children) else 0, size


def _similar(index: ElementIndex, one: Sequence[int], other: Sequence[int]) -> bool:
    from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - of the extra "bench"

    if index.tags[one[0]] != index.tags[other[0]]:
        return False
    ours, theirs = (_tags(index, part) for part in (one, other))
    return bool(Levenshtein.normalized_distance(ours, theirs, score_cutoff=THRESHOLD) <= THRESHOLD)


def _tags(index: ElementIndex, elements: Sequence[int]) -> list[str]:
    found: list[str] = []
    for number in elements:
        found += index.tags[number : min(int(index.ends[number]), number + MAX_STRING)]
    return found[:MAX_STRING]
