"""``iawce render``: only make snapshots."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

import json
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from iawce.data.errors import PageError
from iawce.data.page import Page

if TYPE_CHECKING:
    from iawce.data.snapshot import Snapshot, SnapshotStore


def render(
    sources: Annotated[list[str], typer.Argument(help="Any mix of these, snapshots excepted: {sources}.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the snapshots.")] = Path("snapshots"),
    base_url: Annotated[str, typer.Option(help="Address that saved HTML had on the web.")] = "",
    scale: Annotated[float, typer.Option(min=0.05, max=2, help="Pixels of the screenshot for each CSS px.")] = 1.0,
    workers: Annotated[int, typer.Option(min=1, help="Pages rendered at the same time.")] = 2,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds for one page.")] = 30.0,
) -> None:
    """Render pages into snapshots: rendered HTML, screenshot, layout boxes, the rectangle of every element.

    One line of JSON a page. Exit code 0: all rows are ok; 1: some failed; 3: all failed.
    """
    from iawce.data.prefetch import start_ahead
    from iawce.data.render.background import BackgroundRenderer
    from iawce.data.render.settings import RenderSettings
    from iawce.data.snapshot import SnapshotStore
    from iawce.data.sources.read_sources import read_sources
    from iawce.scripts.console import finish, say

    store = SnapshotStore(output)
    settings = RenderSettings(screenshot_scale=scale, deadline=timeout, load_timeout=timeout / 2)
    total = bad = 0
    with BackgroundRenderer(settings, workers) as renderer:
        pages = (page for page in read_sources(sources, base_url) if isinstance(page, Page))
        for page, rendering in start_ahead(pages, renderer.submit, workers):
            row = _row(page, rendering, store)
            total += 1
            bad += row["status"] == "failure"
            say(json.dumps(row, ensure_ascii=False))
    finish(total, bad)


def _row(page: Page, rendering: Future["Snapshot"], store: "SnapshotStore") -> dict[str, Any]:
    row = {"schema_version": 1, "ref": page.ref, "status": "failure", "reason": "", "message": "", "url": page.url}
    empty = {"final_url": "", "http_status": 0, "snapshot": "", "truncated": False, "warnings": [], "timings": {}}
    try:
        snapshot = rendering.result()
    except PageError as error:
        return row | empty | {"reason": error.reason, "message": error.message}
    return row | {
        "status": "partial_success" if snapshot.partial else "success",
        "final_url": snapshot.final_url,
        "http_status": snapshot.status,
        "snapshot": str(store.save(snapshot)),
        "truncated": snapshot.truncated,
        "warnings": list(snapshot.warnings),
        "timings": snapshot.timings,
    }


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(render)
