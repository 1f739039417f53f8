"""How alike the subtrees of a tree are in shape: the kinds of nodes in their upper levels."""

from collections.abc import Sequence

from iawce.extract.records.leaves import TEXT
from iawce.extract.records.sim_tree import SimTree
from iawce.extract.records.telling_names import telling_names

LEVELS = 4
"""Levels of a subtree that its shape tells."""
ALIKE = 0.5
"""Dice coefficient of two shapes above which nodes are of one kind."""
NAMED_ALIKE = 0.25
"""The same for nodes that have the same class names, too: a record with a picture and one without."""
MOST_KINDS = 24
"""Kinds among the children of one node; what comes later and is like none of them is of no kind."""
Shape = frozenset[int]


def find_shapes(tree: SimTree) -> list[Shape]:
    """The shape of each node: tag paths below it, with and without the class names of their ends."""
    numbers: dict[tuple[object, ...], int] = {}
    shapes: list[set[int]] = [set() for _ in tree.parts]
    classes = tree.document.index.classes
    for node in range(1, len(tree)):
        tag = tree.tag(node)
        names = telling_names(classes[tree.parts[node].element]) if tag != TEXT else ()
        path: tuple[str, ...] = (tag,)
        around = node
        for level in range(LEVELS):
            shapes[around].add(numbers.setdefault(path, len(numbers)))
            if level:  # what itself is called says less than what it holds
                shapes[around].update(numbers.setdefault((*path, "." + name), len(numbers)) for name in names)
            elif names:
                shapes[around].add(numbers.setdefault((*path, "." + min(names)), len(numbers)))
            around = tree.parents[around]
            if around <= 0:
                break
            path = (tree.tag(around), *path)
    return [frozenset(shape) for shape in shapes]


def dice(one: Shape, other: Shape) -> float:
    """Dice coefficient, 0 to 1."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def sort_by_kind(tree: SimTree, nodes: Sequence[int], shapes: Sequence[Shape]) -> list[int]:
    """The kind of each of these siblings, from 0; -1 for none. Of one kind are nodes with one tag and alike shapes."""
    examples: list[list[int]] = []
    kinds: list[int] = []
    for node in nodes:
        kind = _kind_of(tree, node, examples, shapes)
        if kind < 0 and len(examples) < MOST_KINDS:
            kind = len(examples)
            examples.append([node, node])
        elif kind >= 0:
            examples[kind][1] = node
        kinds.append(kind)
    return kinds


def _kind_of(tree: SimTree, node: int, examples: Sequence[Sequence[int]], shapes: Sequence[Shape]) -> int:
    """The most alike kind: its first and its latest node are compared."""
    best, found = 0.0, -1
    names = _names(tree, node)
    for kind, nodes in enumerate(examples):
        if tree.tag(nodes[0]) != tree.tag(node):
            continue
        alike = max(dice(shapes[node], shapes[other]) for other in nodes)
        least = NAMED_ALIKE if names and names == _names(tree, nodes[0]) else ALIKE
        if alike > max(best, least):
            best, found = alike, kind
    return found


def _names(tree: SimTree, node: int) -> frozenset[str]:
    return telling_names(tree.document.index.classes[tree.parts[node].element])
