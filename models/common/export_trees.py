"""Writes boosted trees as ONNX, whose runtime evaluates hundreds of them on hundreds of rows in a millisecond."""

from pathlib import Path
from typing import Any

import numpy as np
from onnx import NodeProto, TensorProto, checker, helper, save

from iawce.models.common.trees import BoostedTrees

OPSET = 3
"""Version of the operators for classical models."""


def export_trees(trees: BoostedTrees, features: int, path: Path) -> Path:
    """Write the trees as one operator: float32 (rows, features) to the sums of the leaves, float32 (rows, classes)."""
    graph = helper.make_graph(
        [_operator(trees)],
        "trees",
        [helper.make_tensor_value_info("rows", TensorProto.FLOAT, [None, features])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [None, len(trees.baseline)])],
    )
    opsets = [helper.make_opsetid("ai.onnx.ml", OPSET), helper.make_opsetid("", 18)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    checker.check_model(model)
    save(model, str(path))
    return path


def _operator(trees: BoostedTrees) -> NodeProto:
    return helper.make_node(
        "TreeEnsembleRegressor",
        ["rows"],
        ["logits"],
        domain="ai.onnx.ml",
        n_targets=len(trees.baseline),
        aggregate_function="SUM",
        post_transform="NONE",
        base_values=trees.baseline.tolist(),
        **_nodes(trees),
    )


def _nodes(trees: BoostedTrees) -> dict[str, Any]:
    """Attributes of the operator: a value for each node of all trees, or for each leaf."""
    tree_of, node_of = _numbers(trees)
    is_leaf = trees.left == np.arange(len(trees.left))
    return {
        "nodes_treeids": tree_of.tolist(),
        "nodes_nodeids": node_of.tolist(),
        "nodes_featureids": trees.feature.tolist(),
        "nodes_modes": ["LEAF" if leaf else "BRANCH_LEQ" for leaf in is_leaf.tolist()],
        "nodes_values": np.where(is_leaf, 0, _single_thresholds(trees)).astype(np.float32).tolist(),
        "nodes_truenodeids": np.where(is_leaf, 0, node_of[trees.left]).tolist(),
        "nodes_falsenodeids": np.where(is_leaf, 0, node_of[trees.right]).tolist(),
        "target_treeids": tree_of[is_leaf].tolist(),
        "target_nodeids": node_of[is_leaf].tolist(),
        "target_ids": (tree_of[is_leaf] % len(trees.baseline)).tolist(),
        "target_weights": trees.value[is_leaf].tolist(),
    }


def _single_thresholds(trees: BoostedTrees) -> np.ndarray:
    """Thresholds in single precision, rounded down, so that the same values go left."""
    nearest = trees.threshold.astype(np.float32)
    below = np.nextafter(nearest, -np.inf, dtype=np.float32)
    return np.where(nearest.astype(np.float64) <= trees.threshold, nearest, below)


def _numbers(trees: BoostedTrees) -> tuple[np.ndarray, np.ndarray]:
    """Number of the tree of each node, round by round and in these by class; and the node's number in it."""
    roots = trees.roots.ravel()
    tree_of = np.searchsorted(roots, np.arange(len(trees.left)), side="right") - 1
    return tree_of, np.arange(len(trees.left)) - roots[tree_of]
