"""One name means one thing: no public function or class of data, models and extract is defined twice."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = ("data", "models", "extract")


def test_no_name_is_defined_twice() -> None:
    found = defaultdict[str, list[str]](list)
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name[0] != "_":
                found[node.name].append(str(path.relative_to(ROOT)))
    assert {name: modules for name, modules in found.items() if len(modules) > 1} == {}
