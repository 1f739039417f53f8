import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.arrays import connected_components


@given(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_components_are_what_edges_join(graph: tuple[int, list[tuple[int, int]]]) -> None:
    nodes, edges = graph
    groups = [{node} for node in range(nodes)]
    for one, other in edges:
        joined = groups[one] | groups[other]
        for node in joined:
            groups[node] = joined
    ends = np.array(edges, np.int64).reshape(-1, 2)
    first = sorted({min(group) for group in groups})
    assert connected_components(nodes, ends[:, 0], ends[:, 1]).tolist() == [first.index(min(g)) for g in groups]
