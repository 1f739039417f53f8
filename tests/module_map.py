"""The modules of the project: their imports, circles of these, and the modules that a page enters on its way to a row.

    python -m tests.module_map tests/pages/article-news/source.html

prints the calls between modules, in the order of their first time, in a process that has read no page before.
"""

import ast
import gc
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOMS = ("data", "models", "train", "extract", "evaluate", "serve", "scripts")
PAGES = {"article": "article-news", "list": "list-blog", "thread": "thread-opening-author", "product": "product-title"}
"""The page of ``tests/pages/`` with which the way of each page type is followed."""
Call = tuple[str, str]
"""The module that calls, and the one that is called; as paths without suffix, such as ``data/dom/tree``."""
WAY = "extract/pipeline/"
ROOT = Path(__file__).resolve().parent.parent


def modules(root: Path) -> dict[str, Path]:
    """The modules of the product in a checkout, by their import names."""
    found = {}
    for room in ROOMS:
        for path in sorted((root / room).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(("iawce", *(parts[:-1] if parts[-1] == "__init__" else parts)))] = path
    return found


def lines_by_room(root: Path) -> dict[str, tuple[int, int]]:
    """Modules and lines of each package that holds modules, by its path."""
    files, lines = Counter[str](), Counter[str]()
    for path in modules(root).values():
        room = str(path.parent.relative_to(root))
        files[room] += 1
        lines[room] += path.read_text(encoding="utf-8").count("\n")
    return {room: (files[room], lines[room]) for room in sorted(files)}


def import_graph(root: Path) -> dict[str, set[str]]:
    """The modules that each module imports anywhere, also inside of functions and for types alone."""
    found = modules(root)
    return {name: {*_imported(path, found)} - {name} for name, path in found.items()}


def _imported(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in known else node.module for name in inner if {name, node.module} & known.keys())


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Groups of modules each of which imports all others, directly or not, in order of their names."""
    reached = {name: _reached(graph, name) for name in graph}
    groups = {tuple(sorted(other for other in reached[name] if name in reached.get(other, ()))) for name in graph}
    return sorted(list(group) for group in groups if len(group) > 1)


def _reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    """All that a module imports, directly or not, and itself only if it is in a circle."""
    found, waiting = set[str](), [start]
    while waiting:
        new = graph.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def calls_of(page: Path) -> list[Call]:
    """The calls between modules while a saved page becomes a row, each once, in a process of its own."""
    asked = [sys.executable, "-m", __spec__.name, str(page.resolve())]
    own = os.environ | {"PYTHONPATH": str(ROOT / ".typings")}  # of this checkout, whatever tests have named
    done = subprocess.run(asked, cwd=ROOT, env=own, capture_output=True, text=True, check=True)  # noqa: S603 - this module
    return [(caller, called) for caller, called in json.loads(done.stdout)]


def entered(calls: Sequence[Call]) -> list[str]:
    """The modules of which a function is called, in the order of their first time."""
    return list(dict.fromkeys(name for call in calls for name in call if name))


def _trace(page: Path) -> list[Call]:
    from iawce.extract import Extractor, Html  # noqa: PLC0415 - what is imported is not traced

    extractor = Extractor(render="never")
    names, found = dict[CodeType, str](), dict[Call, None]()

    def name_of(code: CodeType) -> str:
        if code not in names:
            path = Path(code.co_filename).resolve()
            inside = path.relative_to(ROOT) if path.is_relative_to(ROOT) else None
            is_ours = inside and inside.parts[0] in ROOMS and code.co_flags & CO_OPTIMIZED  # a function's
            names[code] = str(inside.with_suffix("")) if inside and is_ours else ""
        return names[code]

    def follow(frame: FrameType, event: str, _: Any) -> None:
        if event != "call" or not (called := name_of(frame.f_code)):
            return
        above = frame.f_back
        while above and not name_of(above.f_code):
            above = above.f_back
        call = name_of(above.f_code) if above else "", called
        if call[0] != called and call not in found and not _is_importing(frame):
            found[call] = None

    markup = Html(page.read_bytes(), "https://site.example/page")
    gc.disable()  # to end a generator that is garbage is a call, too, at no fixed time
    sys.setprofile(follow)
    try:
        extractor.extract(markup)
    finally:
        sys.setprofile(None)
        extractor.close()
    return list(found)


WIDE, HIGH, GAP, COLUMNS = 224, 24, 8, 4
"""Of the boxes in px, and how many called modules stand side by side."""
STYLE = (
    "text{font:12px sans-serif}text.way,text.caller{font-weight:bold}"
    "rect{fill:#fff;stroke:#98a2ad}rect.way{fill:#cfe3f5}rect.caller{fill:#eef2f5}"
)


def _is_importing(frame: FrameType | None) -> bool:
    while frame:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def draw_way(calls: Sequence[Call]) -> str:
    """The way of a page as SVG: each module that calls others, and beside it those that nothing has called before."""
    rows, seen = dict[str, list[str]](), {""}
    for caller, called in calls:
        rows.setdefault(called, [])
        if called not in seen:
            rows.setdefault(caller, []).append(called)
            seen.add(called)
    parts, top = list[str](), GAP
    for row, others in rows.items():
        if not (row and others):
            continue
        parts.append(_box(GAP, top, row, "way" if row.startswith(WAY) else "caller"))
        for place, other in enumerate(others):
            left = 2 * GAP + WIDE + GAP + place % COLUMNS * (WIDE + GAP)
            parts.append(_box(left, top + place // COLUMNS * (HIGH + GAP), other))
        top += -(-len(others) // COLUMNS) * (HIGH + GAP)
    width = 2 * GAP + (1 + COLUMNS) * (WIDE + GAP)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top}" viewBox="0 0 {width} {top}">'
    return "\n".join([head, f"<style>{STYLE}</style>", *parts, "</svg>", ""])


def _box(left: int, top: int, text: str, kind: str = "called") -> str:
    box = f'<rect class="{kind}" x="{left}" y="{top}" width="{WIDE}" height="{HIGH}" rx="4"/>'
    return f'{box}<text class="{kind}" x="{left + 7}" y="{top + 16}">{escape(text)}</text>'


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_trace(Path(sys.argv[1]))))
