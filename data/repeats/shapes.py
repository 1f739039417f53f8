"""How alike the subtrees of a tree are in shape: the kinds of nodes in their upper levels."""

from collections.abc import Sequence

from iawce.data.repeats.nodes import Nodes

LEVELS = 4
"""Levels of a subtree that its shape tells."""
ALIKE = 0.5
"""Dice coefficient of two shapes above which nodes are of one kind."""
NAMED_ALIKE = 0.25
"""The same for nodes that have the same class names, too: a record with a picture and one without."""
MOST_KINDS = 24
"""Kinds among the children of one node; what comes later and is like none of them is of no kind."""
Shape = frozenset[int]


def find_shapes(nodes: Nodes) -> list[Shape]:
    """The shape of each node: tag paths below it, with and without the class names of their ends."""
    numbers: dict[tuple[object, ...], int] = {}
    shapes: list[set[int]] = [set() for _ in nodes.tags]
    for node in range(1, len(nodes)):
        if not nodes.values[node]:
            continue
        names = nodes.names[node]
        path: tuple[str, ...] = (nodes.tags[node],)
        around = node
        for level in range(LEVELS):
            shapes[around].add(numbers.setdefault(path, len(numbers)))
            if level:  # what itself is called says less than what it holds
                shapes[around].update(numbers.setdefault((*path, "." + name), len(numbers)) for name in names)
            elif names:
                shapes[around].add(numbers.setdefault((*path, "." + min(names)), len(numbers)))
            around = nodes.parents[around]
            if around <= 0:
                break
            path = (nodes.tags[around], *path)
    return [frozenset(shape) for shape in shapes]


def dice(one: Shape, other: Shape) -> float:
    """Dice coefficient, 0 to 1."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0


def sort_by_kind(nodes: Nodes, siblings: Sequence[int], shapes: Sequence[Shape]) -> list[int]:
    """The kind of each of these siblings, from 0; -1 for none. Of one kind are nodes with one tag and alike shapes."""
    examples: list[list[int]] = []
    kinds: list[int] = []
    for node in siblings:
        kind = _kind_of(nodes, node, examples, shapes)
        if kind < 0 and len(examples) < MOST_KINDS:
            kind = len(examples)
            examples.append([node, node])
        elif kind >= 0:
            examples[kind][1] = node
        kinds.append(kind)
    return kinds


def _kind_of(nodes: Nodes, node: int, examples: Sequence[Sequence[int]], shapes: Sequence[Shape]) -> int:
    """The most alike kind: its first and its latest node are compared."""
    best, found = 0.0, -1
    names = nodes.names[node]
    for kind, (first, latest) in enumerate(examples):
        if nodes.tags[first] != nodes.tags[node]:
            continue
        alike = max(dice(shapes[node], shapes[other]) for other in (first, latest))
        least = NAMED_ALIKE if names and names == nodes.names[first] else ALIKE
        if alike > max(best, least):
            best, found = alike, kind
    return found
