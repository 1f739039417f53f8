"""Commands for every kind of output for which two of them may compete, and readers of these outputs."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from iawce.data.sinks import address_of, read_rows
from iawce.data.sinks.schema import TEXT
from iawce.data.sinks.sink import KEY, SINKS
from iawce.extract.output.row_schema import row_schema

EXTRACT = (
    *("extract", "--render", "never", "--type", "article", "--quiet"),
    *("-s", "run.site_aware=off", "-s", "run.processes=0"),
)
RECORDS = ("records", "--render", "never", "-s", "records.min_confidence=0", "--quiet")
TABLE = "records"


class Contest(NamedTuple):
    """A command and the output for which two of it compete; ``rows`` reads the rows there, each as a text."""

    name: str
    command: Callable[[Path], list[str]]
    rows: Callable[[Path], Iterator[str]]


def contests(pages: Path, lists: Path) -> list[Contest]:
    """Every sink of rows, a folder of pages, a run folder, and every table to which columns are added."""

    def extract(name: str, target: Path) -> list[str]:
        place = {
            "folder": ["--format", "md", "-o", f"{target}/"],
            "run": ["-o", f"{target}/", "-s", "run.shard_rows=70"],
        }
        return [*EXTRACT, str(pages), *place.get(name, ["-o", str(target)])]

    def fill(target: Path) -> list[str]:
        return [*RECORDS, str(lists), "-o", str(target)]

    suffixes = [name for name in SINKS if name.startswith(".")]
    files = [Contest(f"rows{end}", partial(extract, end), read_extracted) for end in suffixes if end != ".sqlite"]
    tables = [Contest(f"table{end}", fill, read_table) for end in suffixes if end != ".sqlite"]
    run = Contest("run", partial(extract, "run"), read_extracted)
    return [*files, Contest("folder", partial(extract, "folder"), read_folder), run, *tables]


def read_extracted(target: Path) -> Iterator[str]:
    """The rows of pages, without their times."""
    for row in read_rows(target, row_schema()):
        yield json.dumps(row | {"timings": {}}, sort_keys=True)


def read_folder(target: Path) -> Iterator[str]:
    """The rows of a folder with the texts of their files, and files without a row."""
    lines = [json.loads(line) for line in (target / "index.jsonl").read_text("utf-8").splitlines()]
    for row in lines:
        yield json.dumps([row | {"timings": {}}, (target / row["file"]).read_text("utf-8")], sort_keys=True)
    named = {row["file"] for row in lines} | {"index.jsonl"}
    yield from (path.name for path in target.iterdir() if path.name not in named and path.name[0] != ".")


def read_table(target: Path) -> Iterator[str]:
    """The rows of a table, empty cells left out."""
    kind = SINKS[address_of(str(target))]
    schema = kind(str(target), {KEY: TEXT}, TABLE)._columns()
    for row in kind(str(target), schema, TABLE).read():
        yield json.dumps({name: cell for name, cell in row.items() if cell not in (None, "")}, sort_keys=True)


def make_pages(folder: Path, count: int) -> tuple[Path, Path]:
    """Sources of ``count`` articles, and of a tenth as many lists."""
    articles, lists = folder / "articles.jsonl", folder / "lists.jsonl"
    with articles.open("w") as file:
        for number in range(count):
            html = f"<title>Page {number}</title><p>This is page number {number}, and it says a few words."
            file.write(json.dumps({"ref": f"page {number}", "html": html}) + "\n")
    with lists.open("w") as file:
        for number in range(count // 10):
            items = "".join(f"<li><b>Lamp {number}.{item}</b><p>{item}.50 EUR" for item in range(8))
            row = {"ref": f"list {number}", "html": f"<h1>Lamps</h1><ul>{items}</ul>"}
            file.write(json.dumps(row) + "\n")
    return articles, lists
