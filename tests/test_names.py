"""A name means one thing in its package: no public function or class is defined twice in one folder."""

import ast
from collections import defaultdict
from pathlib import Path

from tests.conftest import ROOT

ROOMS = ("data", "models", "train", "extract", "serve")
"""Commands have subcommands with the same names, and evaluated systems one interface."""


def test_no_name_is_defined_twice_in_a_package() -> None:
    found = defaultdict[tuple[Path, str], list[str]](list)
    for path in (path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name[0] != "_":
                found[path.parent, node.name].append(path.name)
    assert {name: files for name, files in found.items() if len(files) > 1} == {}
