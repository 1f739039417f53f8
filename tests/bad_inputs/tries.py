"""What a campaign tries, and whether each is answered as promised: rows, damaged files, pages that show content."""

import random
import tempfile
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

from iawce.extract import Extractor
from tests.bad_inputs.rows import GOOD, Bad, check, rows_of
from tests.conftest import Site
from tests.extract.inspector.hostile_page import ATTACK
from tests.opened_browser import opened_browser
from tests.scripts.commands import HERE, PLAIN, iawce

Tries = Iterator[tuple[str, bool]]
"""What was tried, and whether it was answered as promised."""
PLACES = (
    "<title>{}</title>",
    "<p title='{}'>",
    "<h1>{}</h1>",
    "<a href='{}'>x</a>",
    "<img alt='{}' src=x>",
    "<p>{}</p>",
)


def held_rows(inputs: Mapping[str, Bad], extractor: Extractor, site: Site | None = None) -> Tries:
    """The rows of bad inputs, and of the next good page after each."""
    for name, found in rows_of(extractor, inputs, site).items():
        try:
            check(inputs[name], *found)
        except AssertionError:
            yield name, False
        else:
            yield name, True


def damaged_files(count: int) -> Tries:
    """Outputs and an archive, each damaged ``count`` times: a message, never a traceback."""
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        page, *files = (
            Path(name, one) for one in ("a.html", "r.jsonl", "r.jsonl.gz", "r.db", "r.parquet", "run", "p.warc")
        )
        page.write_text(GOOD)
        files.pop().write_bytes(b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 9\r\n\r\nHTTP/1.1 \r\n\r\n")
        for output in files:
            iawce(*PLAIN, *HERE, page, "-o", f"{output}/" if output.name == "run" else output)
        for file in (*(one for one in files if one.is_file()), files[-1] / "run.sqlite", Path(name, "p.warc")):
            whole = file.read_bytes()
            for number in range(count):
                place = chance.randrange(len(whole))
                torn = (whole[:place], whole[:place] + chance.randbytes(9) + whole[place + 9 :], chance.randbytes(90))
                file.write_bytes(torn[number % 3])
                target = f"{file.parent}/" if file.name == "run.sqlite" else file
                to = ("-o", target, "--resume") if file.suffix != ".warc" else ()
                done = iawce(*PLAIN, *HERE, page if to else file, *to)
                yield f"{file.name} {number}", done.returncode in {0, 1, 2, 3, 5} and "Traceback" not in done.stderr
            file.write_bytes(whole)


def shown_pages() -> Tries:
    """Texts at every place of a page in the inspector: no script of theirs runs."""
    with tempfile.TemporaryDirectory() as folder, opened_browser() as browser:
        source, output, tab = Path(folder, "page.html"), Path(folder, "shown.html"), browser.new_page()
        problems = list[str]()
        tab.on("pageerror", lambda error: problems.append(str(error)))
        for text, place in product((ATTACK.replace("<", "&lt;").replace("'", "&#39;"), ATTACK), PLACES):
            source.write_text(GOOD.replace("<h1>", f"{place.format(text)}<h1>"))
            iawce("inspect", source, "-o", output, "--render", "never", "--overwrite")
            tab.goto(output.as_uri())
            yield place.format(text), tab.title() != "owned" and not problems
