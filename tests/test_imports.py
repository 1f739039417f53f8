"""Imports are in no circle; only benches import a bench, so that it is free to change with its table."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT
from tests.module_map import circles, import_graph

ROOMS = ("data", "models", "train", "extract", "evaluate", "serve", "scripts", "tests")


def imported_by(path: Path) -> Iterator[str]:
    """The names of modules that a module imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_only_a_bench_imports_a_bench() -> None:
    modules = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    found = [path for path in modules if any(name.split(".")[0] == "bench" for name in imported_by(path))]
    assert found == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles(import_graph(ROOT)) == []


def test_a_circle_is_found_whoever_begins_it() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": set(), "e": {"d"}}) == [["a", "b", "c"]]
