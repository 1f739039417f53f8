"""The two printed codes of the paper: an inner node is its tag and number of children, a leaf its tag and a pointer."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.papers.simhtree.alignment import align_records
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree, build_sim_tree

PAPER = SimHTreeSettings.paper()
# a is a picture without an address, as its only value; g is empty but for a picture of its own.
PRINTED = "<body><p><img><b><i>last</i></b></p><p><img><b><i>first</i><s><img></s><i>last</i></b></p>"


def tree_of(html: str) -> tuple[SimTree, list[int]]:
    document = Document("", html=html)
    tree = build_sim_tree(PageAnalysis(document), PAPER)
    return tree, [node for node in range(len(tree)) if tree.tag(node) == "p"]


def levels_of(tree: SimTree, level: Sequence[int]) -> Iterator[Sequence[int]]:
    while level:
        yield level
        level = [child for node in level for child in tree.children[node]]


def item(tree: SimTree, node: int) -> str:
    return tree.tag(node) + ("ptr" if tree.value(node) else str(len(tree.children[node])))


def level_code(tree: SimTree, region: Sequence[int]) -> str:
    return "/".join("".join(item(tree, node) for node in level) for level in levels_of(tree, region))


def printed_against(tree: SimTree, fuller: Sequence[int], matched: Mapping[int, int]) -> str:
    """The code of a record with ``#`` for each missing run of nodes of a more complete one, by whose nodes it is."""
    levels = [
        "".join(
            "".join(item(tree, matched[node]) for node in run) if is_there else "#"
            for is_there, run in groupby(level, matched.__contains__)
        )
        for level in levels_of(tree, fuller)
    ]
    return "/".join(levels).removesuffix("/#")


def test_an_inner_node_is_its_tag_and_children_and_a_leaf_its_tag_and_a_pointer() -> None:
    tree, (first, second) = tree_of("<body><p><u></u><b><i>one</i></b></p><p><q>two</q><b><i>1</i><s>2</s></b></p>")
    assert level_code(tree, [first]) == "p1/b1/iptr"
    assert level_code(tree, [second]) == "p2/qptrb2/iptrsptr"
    assert [value.text for value in tree.values((second,))] == ["two", "1", "2"]


def test_the_codes_of_neighbours_begin_with_their_level() -> None:
    tree, found = tree_of("<body><p><i>one</i><b>two</b></p><p>three</p>")
    assert level_code(tree, found) == "p2pptr/iptrbptr"


@pytest.mark.parametrize(("ties", "printed"), [("alike", "p2/imgptrb1/#iptr"), ("first", "p2/imgptrb1/iptr#")])
def test_a_run_of_missing_nodes_is_printed_as_one_character(ties: str, printed: str) -> None:
    """As ``p2/a0b1/#cptr`` beside ``p2/a0b3/cptrg0cptr``, for which the text has to decide between two equal tags."""
    tree, (first, second) = tree_of(PRINTED)
    model = align_records(tree, [(first,), (second,)], SimHTreeSettings(**PAPER.PAPER | {"ties": ties}))
    matched = {node.filled[1]: node.filled[0] for node in model.pattern.below() if {0, 1} <= node.filled.keys()}
    assert level_code(tree, [second]) == "p2/imgptrb3/iptrs1iptr/imgptr"
    assert printed_against(tree, [second], matched) == printed
