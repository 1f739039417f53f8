"""Both ways of measuring a page agree: one call of the DevTools protocol, and a walk by script."""

import asyncio
import gzip
import json
import tarfile
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import numpy as np
import pytest

from iawce.data.page import Page
from iawce.data.render.renderer import Renderer
from tests.conftest import PATIENT, POLL
from tests.data.render.both_ways import measure

pytestmark = pytest.mark.browser

DRAWN = """<!doctype html><title>x</title><body style="margin:8px">
<h1>A <em>large</em> heading</h1><p>First line of <a href="/x">a link <b>in bold</b></a> and some more text that goes on
for long enough to be broken into two lines, since the window is wide but not that wide, as anybody who counts will see,
and then it goes on for yet another line, to be sure.</p>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="50" height="40"><img width="4" height="4">
<svg width="30" height="30"><text y="20">drawn</text></svg><canvas width="20" height="20"></canvas>
<form><input value="typed"><textarea>area</textarea><select><option>one</option></select><button>Send it</button></form>
<div style="background-image:url(data:,x);width:60px;height:60px"></div><noscript>no script</noscript>
<div style="visibility:hidden">unseen</div><div style="opacity:0"><p>unseen too</p></div><p style="display:none">nor</p>
<div style="position:absolute;left:-500px">far off</div><a name="anchor">no link</a><template><p>tpl</p></template>
<pre>two
lines</pre><ul><li>one<li>two</ul><iframe src="data:text/html,<p>framed" width="100" height="50"></iframe>
"""


def compare(*pages: str) -> None:
    for ours, boxes, rectangles in asyncio.run(measure(*pages)):
        assert ours.boxes, "nothing is drawn"
        assert sorted(ours.boxes) == sorted(boxes)
        np.testing.assert_allclose(ours.rectangles, rectangles, rtol=0, atol=0.1)


def test_a_page_of_every_kind() -> None:
    compare(DRAWN)


def test_our_pages(pages: Path) -> None:
    found = sorted(pages.glob("*/source.html"))[:4]
    assert len(found) == 4
    compare(*(path.read_text(encoding="utf-8", errors="replace") for path in found))


@pytest.fixture(scope="module")
def mirror(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """A real site, served, with what the corpus knows of its pages."""
    folder = tmp_path_factory.mktemp("mirror")
    with tarfile.open(shared / "sites" / "squarepenguin.tar.xz") as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # None before Python 3.11.4
        archive.extractall(folder)  # noqa: S202 - of ours
    index = (shared / "pagetype" / "pages.jsonl").read_text(encoding="utf-8")
    rows = (json.loads(line) for line in index.splitlines())
    known = [row for row in rows if row["site"] == "squarepenguin" and row.get("boxes")]

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder / "squarepenguin")))
    threading.Thread(target=server.serve_forever, args=(POLL,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}", known
    server.shutdown()
    server.server_close()


@pytest.mark.corpus
def test_boxes_of_a_snapshot_are_those_of_the_corpus(shared: Path, mirror: tuple[str, list[dict[str, str]]]) -> None:
    """All columns but the element's number: the corpus was made with one style element added to each page."""
    origin, known = mirror

    async def compare_all() -> None:
        async with Renderer(PATIENT) as renderer:
            for row in known[:6]:
                snapshot = await renderer.render(Page("x", f"{origin}/{quote(row['path'])}"))
                wanted = json.loads(gzip.decompress((shared / "pagetype" / row["boxes"]).read_bytes()))
                assert [(box[0], *box[2:]) for box in snapshot.boxes] == [(box[0], *box[2:]) for box in wanted]

    asyncio.run(compare_all())
