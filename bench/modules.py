"""The size of the house: modules and lines of each room, modules that a page of each type enters, circles of imports.

    python -m bench modules

Each figure stands beside the last recorded one in ``modules.json``; ``--keep`` records today's, and draws the way of an
article (``docs/code.svg``). A circle of imports ends it with exit code 1. ``tests/module_map.py`` says what counts.
"""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from iawce.evaluate.report.tables import Section
from tests.module_map import PAGES, calls_of, circles, draw_way, entered, import_graph, lines_by_room

ROOT = Path(__file__).resolve().parent.parent
KEPT = Path(__file__).with_suffix(".json")
TITLES = {"entered": "Modules that a page enters", "modules": "Modules of the product", "lines": "Lines of the product"}
Figures = dict[str, dict[str, int]]


def measure() -> Figures:
    rooms, pages = lines_by_room(ROOT), ROOT / "tests" / "pages"
    found = {
        "entered": {kind: len(entered(calls_of(pages / case / "source.html"))) for kind, case in PAGES.items()},
        "modules": {room: modules for room, (modules, _) in rooms.items()},
        "lines": {room: lines for room, (_, lines) in rooms.items()},
    }
    return found | {name: found[name] | {"all": sum(found[name].values())} for name in ("modules", "lines")}


def main(keep: Annotated[bool, typer.Option("--keep", help="Record the figures of today.")] = False) -> None:
    today, before = measure(), json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for name, title in TITLES.items():
        old = before.get(name, {})
        rows = [(room, str(count), str(old.get(room, "-"))) for room, count in today[name].items()]
        print(Section(title, ("of", "now", "recorded"), rows).markdown() + "\n")
    if keep:
        KEPT.write_text(json.dumps(today, indent=1) + "\n", encoding="utf-8")
        way = draw_way(calls_of(ROOT / "tests" / "pages" / PAGES["article"] / "source.html"))
        (ROOT / "docs" / "code.svg").write_text(way, encoding="utf-8")
    if found := circles(import_graph(ROOT)):
        sys.exit("circles of imports: " + "; ".join(", ".join(circle) for circle in found))
    print("no circle of imports")
