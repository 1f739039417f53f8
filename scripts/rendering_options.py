"""Options that say how pages are rendered, and the part of an ``Extractor`` that they decide."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from iawce.scripts.network_options import NetworkOptions
from iawce.scripts.option_groups import OptionGroup
from iawce.scripts.options import Render, RenderChoice

if TYPE_CHECKING:
    from iawce.data.network.settings import NetworkSettings
    from iawce.data.render.settings import RenderSettings
    from iawce.data.snapshot import SnapshotStore


class Opening(TypedDict):
    """Arguments of an ``Extractor`` that say how pages come to be at hand."""

    render: RenderChoice
    render_settings: "RenderSettings"
    network: "NetworkSettings"
    store: "SnapshotStore | None"
    workers: int


@dataclass(frozen=True, kw_only=True)
class TabOptions(OptionGroup):
    """What a page is waited for in its tab, and how many tabs there are."""

    workers: Annotated[int, typer.Option(min=1, help="Pages rendered at the same time.")] = 2
    wait_for: Annotated[
        str, typer.Option(help="CSS selector of an element that must be there before a page is recorded.")
    ] = ""
    scroll: Annotated[
        int,
        typer.Option(
            min=0, max=100, help="How far down a page that grows is scrolled, in steps of 5464 px; 0: not at all."
        ),
    ] = 1

    def settings(self, timeout: float, screenshot_scale: float = 1.0) -> "RenderSettings":
        """How to render; ``timeout``: seconds for a page."""
        from iawce.data.render.settings import RenderSettings

        return RenderSettings(
            screenshot_scale=screenshot_scale,
            deadline=timeout,
            load_timeout=timeout / 2,
            wait_for=self.wait_for,
            scrolls=self.scroll,
        )


@dataclass(frozen=True, kw_only=True)
class RenderingOptions(TabOptions):
    """Which pages are rendered, how, and where their snapshots are kept."""

    render: Render = "auto"
    snapshots: Annotated[Path | None, typer.Option(help="Keep a snapshot of every page in this folder.")] = None

    def opening(self, network: NetworkOptions, timeout: float) -> Opening:
        """What an ``Extractor`` is made with, beside what it is to extract; ``timeout``: seconds to render a page.

        Raises:
            UsageError: as ``network.settings``.
        """
        from iawce.data.snapshot import SnapshotStore

        return Opening(
            render=self.render,
            render_settings=self.settings(timeout),
            network=network.settings(fetch=network.fetch),
            store=SnapshotStore(self.snapshots) if self.snapshots else None,
            workers=self.workers,
        )
