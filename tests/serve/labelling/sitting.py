"""A sitting at the labelling page: pages that wait, a server in a thread, a tab that looks at it."""

import io
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from iawce.data.boxes import Box
from iawce.data.datasets.page_labels import PageLabel, is_labels, label_writer, read_labels
from iawce.data.document import open_document
from iawce.data.labels import FineType, PageType
from iawce.data.snapshot import Snapshot, SnapshotStore
from iawce.extract.content.content import Rectangle
from iawce.extract.pipeline.document_extractor import DocumentExtractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.serve.labelling.label_server import LabellingServer
from iawce.serve.labelling.label_session import LabelSession, LabelTask
from iawce.serve.labelling.task_view import PageSettings

STORY = (
    "The harbour was closed for three days while the storm went by, and the boats that had been out came home late.",
    "Nobody was hurt, the harbour master said, but two of the older boats will have to be repaired before the winter.",
    "The council will talk about a second wall next week, and about who is to pay for it if the county does not.",
)


def drawn(
    name: str, texts: Sequence[tuple[str, str]], title: str = "", sizes: dict[int, Rectangle] | None = None
) -> Snapshot:
    """A page of elements with a text each, drawn one below the other, or where ``sizes`` has them by number."""
    tags = "".join(f'<{tag} data-iawce-element="{n}">{escape(text)}</{tag}>' for n, (tag, text) in enumerate(texts, 4))
    html = (
        '<html data-iawce-element="0"><head data-iawce-element="1"><title data-iawce-element="2">'
        f'{escape(title or name)}</title></head><body data-iawce-element="3">{tags}</body></html>'
    )
    return _snapshot(name, html, {n: (20, 20 + 50 * n, 600, 40) for n in range(4, 4 + len(texts))} | dict(sizes or {}))


def notes(name: str, count: int = 3) -> Snapshot:
    """A list of notes, each a link and a date."""
    number, rows, boxes = 5, "", dict[int, Rectangle]()
    for one in range(count):
        rows += (
            f'<li data-iawce-element="{number}"><a href="/{one}" data-iawce-element="{number + 1}">Note {one} on the '
            f'harbour and its boats</a> <time data-iawce-element="{number + 2}">{one + 1} May 2026</time></li>'
        )
        boxes |= {number + 1: (20, 100 + 60 * one, 300, 30), number + 2: (400, 100 + 60 * one, 100, 30)}
        number += 3
    html = (
        f'<html data-iawce-element="0"><head data-iawce-element="1"><title data-iawce-element="2">{name}</title></head>'
        f'<body data-iawce-element="3"><ul data-iawce-element="4">{rows}</ul></body></html>'
    )
    return _snapshot(name, html, boxes)


def _snapshot(name: str, html: str, places: dict[int, Rectangle]) -> Snapshot:
    stream = io.BytesIO()
    Image.new("RGB", (700, 500), "white").save(stream, "PNG")
    boxes = tuple(Box("t", number, *place, 1, 100, 16, 400, 0, 0) for number, place in sorted(places.items()))
    url = f"https://{name}.example/page"
    return Snapshot(url, url, url, 200, html, boxes, 700, 500, 500, (700, 500), stream.getvalue())


def story(name: str) -> Snapshot:
    """An article with a menu and a footer."""
    return drawn(name, [("nav", "Home News Sport"), *(("p", text) for text in STORY), ("footer", "Imprint")])


@contextmanager
def serving(
    folder: Path, pages: Iterable[Snapshot], page_type: str = "article", *, fine: bool = False
) -> Iterator[tuple[str, LabelSession]]:
    """The address of a labelling page, and what it keeps in ``folder / "labels"``."""
    extract, store = (
        DocumentExtractor(ExtractSettings(), PageTypeEnsemble(), page_type),
        SnapshotStore(folder / "store"),
    )
    labels = folder / "labels"
    known = read_labels(labels) if is_labels(labels) else []
    tasks = [LabelTask.of(page, extract(open_document(page)), store) for page in pages]
    with label_writer(labels) as writer:
        session = LabelSession(writer, known)
        for task in tasks:
            session.add(task)
        with LabellingServer(session, (), PageSettings(tuple(FineType if fine else PageType), str(labels))) as server:
            thread = threading.Thread(target=server.serve, daemon=True)
            thread.start()
            try:
                yield server.address, session
            finally:
                server.stop()
                thread.join()


class Sitting:
    """A tab with the labelling page, with all that it complained of and asked for."""

    def __init__(self, browser: Browser, address: str, width: int = 1200) -> None:
        self.address = address
        self.tab: Page = browser.new_page(viewport={"width": width, "height": 800})
        self.tab.set_default_timeout(200_000)
        self.problems: list[str] = []
        self.tab.on("pageerror", lambda error: self.problems.append(str(error)))
        self.tab.on("console", lambda message: self.problems.append(message.text))
        self.tab.on("request", lambda request: self._ask(request.url))
        self.tab.goto(address)

    def _ask(self, url: str) -> None:
        if not url.startswith((self.address, "data:")):
            self.problems.append(url)

    @property
    def id(self) -> str:
        return self.tab.locator("body").get_attribute("data-id") or ""

    def keys(self, *names: str) -> None:
        for name in names:
            self.tab.keyboard.press(name)

    def leave(self, *names: str) -> None:
        """Press keys, the last of which leads to another page."""
        self.keys(*names[:-1])
        with self.tab.expect_navigation():
            self.keys(names[-1])

    def kept(self) -> list[int]:
        found = self.tab.locator("li.kept[data-block]").evaluate_all("all => all.map(one => one.dataset.block)")
        return [int(number) for number in found]

    def pressed(self) -> str:
        return self.tab.locator("[data-type][aria-pressed=true]").get_attribute("data-type") or ""

    def note(self) -> str:
        return self.tab.locator("#note").inner_text()


def labels_in(folder: Path) -> list[PageLabel]:
    return read_labels(folder / "labels")
