"""``iawce labels``: labels in the formats of other tools: Label Studio, pictures by page type, a folder of gold."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from pathlib import Path
from typing import Annotated, Literal

import typer

from iawce.scripts.console import remark
from iawce.scripts.inputs_and_outputs import Sources, writing
from iawce.scripts.options import Overwrite, PagesOrRows, Quiet, RenderFirst, SettingsOption, keep_existing
from iawce.scripts.program import Command, make_app
from iawce.scripts.settings_tables import read_settings

labels = make_app("Labels in the formats of other tools: Label Studio, pictures by page type, gold.")
Folder = Annotated[Path, typer.Argument(help="Folder of labels.", show_default=False)]


@labels.command("export", cls=Command)
def export(
    folder: Folder,
    format: Annotated[Literal["label-studio", "images", "gold"], typer.Option(help="Format to write.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="File for Label Studio, else a folder.")],
    overwrite: Overwrite = False,
) -> None:
    """Write labels as tasks of Label Studio, TYPE/SITE/NAME.png for train, or NAME.html and NAME.txt for evaluate.

    The interface for Label Studio (.xml) is written beside the tasks.
    """
    from iawce.data.datasets.label_formats import export_labels

    keep_existing(output, overwrite)
    remark(f"labels in {output}: {export_labels(folder, format, output)}")


@labels.command("import", cls=Command)
def import_(
    file: Annotated[Path, typer.Argument(help="Export of Label Studio (JSON).", show_default=False)],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder of labels to add to.")],
) -> None:
    """Add the answers given in Label Studio to a folder of labels, the last annotation of each task.

    The pages are those in the folder; of other pages, only the text is known.
    """
    from iawce.data.datasets.label_formats import read_label_studio
    from iawce.data.datasets.page_labels import label_writer

    found = list(read_label_studio(file, output))  # all can be read before anything is written
    with label_writer(output) as writer:
        for snapshot, label in found:
            writer.write(label, snapshot)
    remark(f"labels added to {output}: {len(found)}")


@labels.command("tasks", cls=Command)
def tasks(
    sources: PagesOrRows,
    output: Annotated[Path, typer.Option("--output", "-o", help="JSON file for Label Studio.")],
    folder: Annotated[Path, typer.Option("--labels", help="Folder of labels that keeps the pages.")] = Path("labels"),
    render: RenderFirst = "always",
    overwrite: Overwrite = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Write pages that are not labelled as tasks for Label Studio, with the answers of the models as predictions."""
    from iawce.data.datasets.label_formats import write_tasks
    from iawce.scripts.label_pages import label_tasks

    given = read_settings(settings, "labels")
    keep_existing(output, overwrite)
    found = list(label_tasks(Sources.of(sources, given), folder, render, given))
    with writing(output):
        write_tasks(output, found)
    remark(f"tasks in {output}: {len(found)}; their pages are in {folder}")
