"""The published tests of trees are read as they are written, and compared with what parsers build."""

from pathlib import Path

from iawce.data.datasets.tree_tests import TreeNode, read_tree_tests
from iawce.evaluate.built_trees import is_built_right, lexbor, libxml2

TESTS = """\
#data
<main class=a><p>one
two<!-- no --> three
#errors
(1,6): any words
#document
| <!-- aside -->
| <html>
|   <head>
|   <body>
|     <main>
|       class="a"
|       <p>
|         "one
two"
|         <!-- no -->
|         " three
"

#data
<td>
#errors
#document-fragment
tr
#document
| <td>

#data
<template><b>x</b></template><noscript><i>y</i></noscript><svg xlink:href=z>
#errors
#script-off
#document
| <html>
|   <head>
|     <template>
|       content
|         <b>
|           "x"
|     <noscript>
|   <body>
|     <i>
|       "y"
|     <svg svg>
|       xlink href="z"

#data
<p>a<p>b
#errors
#document
| <html>
|   <head>
|   <body>
|     <p>
|       "a"
|       <p>
|         "b"
"""


def test_published_tests_are_read_and_compared(tmp_path: Path) -> None:
    (tmp_path / "odd-12.dat").write_text(TESTS, encoding="utf-8")
    first, second, third = read_tree_tests(tmp_path)
    assert first.group == "odd"
    assert first.html == "<main class=a><p>one\ntwo<!-- no --> three"
    assert first.nodes[2:] == [
        TreeNode(2, "body", {}),
        TreeNode(3, "main", {"class": "a"}),
        TreeNode(4, "p", {}),
        TreeNode(5, "", {}, "one\ntwo"),
        TreeNode(5, "", {}, " three\n"),
    ]
    assert (first.scripts, second.scripts) == (True, False)
    assert second.nodes[-1] == TreeNode(3, "svg", {"xlink:href": "z"})
    assert not is_built_right(first, lexbor)  # its last text ends in a line break that the page does not have
    assert is_built_right(first._replace(html=first.html + "\n"), lexbor)
    assert [is_built_right(second, parser) for parser in (lexbor, libxml2)] == [True, False]
    assert [is_built_right(third, parser) for parser in (lexbor, libxml2)] == [False, False]
