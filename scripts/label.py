"""``iawce label``: label pages on a local web page."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.errors import UsageError, needing
from iawce.data.labels import FineType, PageType
from iawce.data.limits import Checked, Port
from iawce.scripts.console import remark
from iawce.scripts.inputs_and_outputs import Sources, refuse_source
from iawce.scripts.options import PagesOrRows, Quiet, RenderFirst, SettingsOption
from iawce.scripts.settings_tables import read_settings


@dataclass(frozen=True)
class LabelSettings(Checked):
    """How the page on which pages are labelled is shown."""

    port: Port = 0
    """Port to listen on; 0: any free port."""
    open: bool = True
    """Open the page in a browser; other users of the machine can then see its address in the list of processes."""


def label(
    sources: PagesOrRows,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder of labels; pages that it already labels are not shown.")
    ] = Path("labels"),
    fine: Annotated[bool, typer.Option("--fine", help="Distinguish seven page types instead of four.")] = False,
    render: RenderFirst = "always",
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Label pages on a web page of this machine: page types, content, records; saved at once.

    Each page is shown as the models see it, the most informative page first. Stop with Ctrl-C; the same command
    continues.
    """
    from iawce.scripts.label_pages import NOTHING, open_session

    given = read_settings(settings, "label")
    with needing("serve", "labelling"):
        from iawce.serve.labelling.label_server import LabellingServer
    from iawce.serve.labelling.task_view import PageSettings

    wanted, shown = Sources.of(sources, given), given.make(LabelSettings)
    refuse_source(output, sources)
    if wanted.count() == 0:
        raise UsageError(NOTHING)
    with open_session(wanted, output, render, given) as (session, tasks, content):
        page = PageSettings(tuple(FineType if fine else PageType), str(output))
        try:
            LabellingServer(session, tasks, page, content, shown.port).run(opens=shown.open)
        finally:
            remark(f"pages labelled in {output}: {session.progress.labelled}")
