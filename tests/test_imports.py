"""Who imports a bench: nobody but benches, so that a bench is free to change with the table that it prints."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT

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
