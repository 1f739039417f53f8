"""``iawce label``: label pages on a local web page."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from pathlib import Path
from typing import Annotated

import typer

from iawce.data.extras import needing
from iawce.scripts.options import PagesOrRows, Quiet, RenderFirst, SettingsOption


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
    from iawce.scripts.label_pages import LabelOrder, label_pages
    from iawce.scripts.open_output import Sources
    from iawce.scripts.settings_tables import read_settings

    chosen = read_settings(settings, "label")
    order = LabelOrder(Sources.of(sources, chosen), output, render, fine=fine, settings=chosen)
    with needing("serve", "labelling"):
        label_pages(order)


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(label)
