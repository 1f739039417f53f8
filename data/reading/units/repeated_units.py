"""Repeated units of a tree, by their kind of evidence; each kind is found once, when it is first needed.

SimHTree, the default lists of a page and the posts of a thread read this. Algorithms that are printed with their own
definition keep it: the groups of like size of SimHTree in its mode ``paper``, the path clusters of forum records in
theirs, and the elements of one depth and class of I-AWCE, which the features of the page-type models count, too.
"""

from collections.abc import Sequence
from functools import cached_property

from iawce.data.html.subset import Subset
from iawce.data.reading.units.groups import equally_named, table_rows
from iawce.data.reading.units.nodes import Nodes, nodes_of
from iawce.data.reading.units.regions import RepeatedRegion, find_regions
from iawce.data.reading.units.shapes import Shape, find_shapes


class RepeatedUnits:
    """The repeated units of a tree.

    Args:
        nodes: the tree.
    """

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes

    @classmethod
    def of(cls, subset: Subset) -> "RepeatedUnits":
        """The repeated units of a part of a page; their nodes are numbers of elements."""
        return cls(nodes_of(subset))

    @cached_property
    def shapes(self) -> Sequence[Shape]:
        """The shape of each node."""
        return find_shapes(self.nodes)

    @cached_property
    def regions(self) -> Sequence[RepeatedRegion]:
        """Similar siblings, those in several rows first, the others in document order of their parents."""
        return find_regions(self.nodes, self.shapes)

    @cached_property
    def equally_named(self) -> Sequence[Sequence[int]]:
        """Elements of one depth, tag and set of class names, in document order of their first."""
        return equally_named(self.nodes)

    @cached_property
    def table_rows(self) -> Sequence[Sequence[int]]:
        """The rows of each table with more than headers."""
        return table_rows(self.nodes)
