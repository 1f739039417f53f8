"""The regular expressions of the product, and by which methods each is used.

Those that a module holds, itself or in its classes, functions and tables, are found by following its references; those
that are written in a call within a function, by reading its source. In these, a name that is known only when the
function runs stands for the text ``a``.
"""
# ruff: noqa: S307 - expressions of our own source

import ast
import builtins
import gc
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from tests.conftest import ROOT
from tests.module_map import modules

Pattern = re.Pattern[Any]
METHODS = frozenset({"match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"})
_ALIKE = dict.fromkeys(("sub", "subn", "split", "findall"), "finditer")
"""Methods that find all matches."""
CONTAINERS = {"iawce", "builtins", "collections", "functools", "operator"}
"""Packages whose objects may hold patterns of ours."""


class Unknown(dict[str, object]):
    """Values of names that a function's own variables have."""

    def __missing__(self, name: str) -> object:
        if hasattr(builtins, name):
            raise KeyError(name)
        return "a"


class Source:
    """What a module's source says of patterns.

    Args:
        name: of the module.
        path: of its file.
    """

    def __init__(self, name: str, path: Path) -> None:
        self.module = import_module(name)
        self.uses, self.unnamed = defaultdict[str, set[str]](set), set[str]()
        self.within = defaultdict[Pattern, set[str]](set)
        tree = ast.parse(path.read_text("utf-8"))
        self._around = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                name, methods = node.id if isinstance(node, ast.Name) else node.attr, self._called_on(node)
                if name.strip("_").isupper():
                    self.uses[name] |= methods - {"pattern", "flags"}
                elif name != "re":
                    self.unnamed |= methods & METHODS
            elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.") and self._is_in_function(node):
                self._read(node, ast.unparse(node.func).removeprefix("re."))

    def _called_on(self, node: ast.AST) -> set[str]:
        """The attributes of a value; those of the name that stands for it in a loop over several; else ``?``."""
        around = self._around[node]
        while isinstance(around, ast.IfExp):
            node, around = around, self._around[around]
        if isinstance(around, ast.Attribute):
            return {around.attr}
        loop = self._around[around] if isinstance(around, ast.Tuple) else None
        if not isinstance(loop, ast.comprehension) or not isinstance(loop.target, ast.Name):
            return {"?"}
        within = (one for one in ast.walk(self._around[loop]) if isinstance(one, ast.Name) and one.id == loop.target.id)
        return {name for one in within if isinstance(one.ctx, ast.Load) for name in self._called_on(one)}

    def _is_in_function(self, node: ast.AST) -> bool:
        while node in self._around and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node = self._around[node]
        return node in self._around

    def _read(self, call: ast.Call, method: str) -> None:
        if method not in METHODS | {"compile"}:
            return
        given = [ast.unparse(one) for one in (*call.args[1:], *(word.value for word in call.keywords))]
        flags = [eval(text, {"re": re}) for text in given if re.match(r"re\.[A-Z]", text)]
        text = eval(compile(ast.Expression(call.args[0]), "", "eval"), vars(self.module), Unknown())
        self.within[re.compile(text, *flags)].add(method if method in METHODS else "")

    def named(self) -> Iterator[tuple[str, Pattern]]:
        """The patterns that the module, its classes and the modules of ours that it names have under a name."""
        own = [
            one
            for one in vars(self.module).values()
            if (isinstance(one, type) and one.__module__ == self.module.__name__)
            or (isinstance(one, ModuleType) and one.__name__.startswith("iawce."))
        ]
        for names in (vars(self.module), *map(vars, own)):
            yield from ((name, one) for name, one in names.items() if isinstance(one, re.Pattern))

    def methods(self, used: set[str]) -> set[str]:
        """Those of a pattern; one that is not called by its name may be any of the unnamed ones."""
        return used & METHODS | (self.unnamed or {"search"} if used - METHODS or not used else set())


def held_by(module: ModuleType) -> Iterator[Pattern]:
    """All patterns that a module leads to, without passing through another one."""
    todo, seen = [vars(module)], set[int]()
    while todo:
        one: Any = todo.pop()
        if isinstance(one, re.Pattern):
            yield one
        is_others = isinstance(one, type | FunctionType) and not str(one.__module__).startswith("iawce.")
        is_module = isinstance(one, ModuleType) or (isinstance(one, dict) and "__spec__" in one and seen)
        if id(one) in seen or is_others or is_module or type(one).__module__.partition(".")[0] not in CONTAINERS:
            continue
        seen.add(id(one))
        todo += gc.get_referents(one)


@cache
def patterns() -> dict[Pattern, tuple[str, frozenset[str]]]:
    """Each pattern with the first module that has it and the methods by which it is called."""
    sources = [
        Source(name, path) for name, path in modules(ROOT).items() if re.search(r"\bre\.", path.read_text("utf-8"))
    ]
    first, used = dict[Pattern, str](), defaultdict[Pattern, set[str]](set)
    for source in sources:
        for name, one in source.named():
            used[one] |= source.methods(source.uses[name]) if source.uses[name] else set()
        for one, found in source.within.items():
            used[one] |= source.methods(found)
    for source in sources:
        for one in (*source.within, *held_by(source.module)):
            first.setdefault(one, source.module.__name__)
            used[one] = used[one] or source.methods(set())
    return {one: (name, frozenset(_ALIKE.get(method, method) for method in used[one])) for one, name in first.items()}
