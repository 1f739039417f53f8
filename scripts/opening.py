"""How pages are opened, and their limits, by options and settings: a part of an ``Extractor``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from iawce.scripts.options import RenderChoice
from iawce.scripts.settings_values import Settings

if TYPE_CHECKING:
    from iawce.data.limits import Limits
    from iawce.data.network.settings import NetworkSettings
    from iawce.data.render.settings import RenderSettings
    from iawce.data.snapshot import SnapshotStore
    from iawce.scripts.run_settings import RunSettings


class Opening(TypedDict):
    """Arguments of an ``Extractor`` for opening pages and for their limits."""

    render: RenderChoice
    render_settings: "RenderSettings"
    network: "NetworkSettings"
    store: "SnapshotStore | None"
    workers: int
    limits: "Limits"


def opening(
    settings: Settings,
    render: RenderChoice,
    *,
    timeout: float | None = None,
    snapshots: Path | None = None,
    jobs: int | None = None,
) -> Opening:
    """What an ``Extractor`` is made with, beside what it is to extract.

    Args:
        settings: those of tables that open pages.
        render: which pages are rendered; with ``never``, live ones are fetched.
        timeout: seconds to render a page, and CPU seconds to extract it.
        snapshots: folder for a snapshot of every page.
        jobs: pages that are rendered at the same time.

    Raises:
        UsageError: a header, a file or the proxy cannot be used.
    """
    from iawce.data.snapshot import SnapshotStore

    run = run_settings(settings, jobs, snapshots=snapshots)
    return Opening(
        render=render,
        render_settings=render_settings(settings, timeout),
        network=network_settings(settings, fetch=render == "never"),
        store=SnapshotStore(run.snapshots) if run.snapshots else None,
        workers=run.workers,
        limits=page_limits(settings, timeout),
    )


def render_settings(settings: Settings, timeout: float | None = None) -> "RenderSettings":
    """How to render; ``timeout``: seconds for a page. Its document has half of them, unless settings say otherwise."""
    from iawce.data.render.settings import RenderSettings

    found = settings.with_options(RenderSettings, deadline=timeout)
    if "render.deadline" in found.changed():
        found = found.with_defaults(RenderSettings, load_timeout=found.make(RenderSettings).deadline / 2)
    return found.make(RenderSettings)


def page_limits(settings: Settings, timeout: float | None) -> "Limits":
    """What a page may cost; ``timeout``: CPU seconds to extract it."""
    from iawce.data.limits import Limits

    return settings.make(Limits, seconds=timeout)


def network_settings(settings: Settings, *, fetch: bool = False) -> "NetworkSettings":
    """How pages are reached; ``fetch``: plain HTTP instead of a browser.

    Raises:
        UsageError: a header, a file or the proxy cannot be used.
    """
    from iawce.data.network.politeness import Politeness
    from iawce.scripts.network_options import NetworkOptions

    return settings.make(NetworkOptions).settings(settings.make(Politeness), fetch=fetch)


def run_settings(settings: Settings, jobs: int | None = None, **options: Any) -> "RunSettings":
    """How the work is divided; ``jobs``: pages that are worked on at the same time."""
    from iawce.scripts.run_settings import RunSettings

    return settings.make(RunSettings, workers=jobs, processes=jobs, **options)
