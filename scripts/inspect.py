"""``iawce inspect``: see results: an HTML page, an index of many, or a picture."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from itertools import chain, count
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.errors import UsageError
from iawce.scripts.options import Overwrite, PagesOrRows, Quiet, RenderFirst, SettingsOption

PICTURES = (".png", ".jpg", ".jpeg", ".webp")
PAGES = (".html", ".htm")
FIRST = Path("inspected.html")


def inspect(
    sources: PagesOrRows,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="HTML page to write; for several pages an index, with a folder of pages beside it. "
            "Or a picture of one page (PNG, JPEG or WebP). If left out, inspected.html, or a new name like it.",
        ),
    ] = None,
    overwrite: Overwrite = False,
    type: Annotated[str, typer.Option(help="Page type to use instead of classifying.")] = "",
    render: RenderFirst = "always",
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Show what was extracted and why: blocks on the screenshot, page type, text, records, metadata, hidden text.

    The HTML page is self-contained. If the source is rows, the most doubtful ones are shown in detail; dropped text is
    shown if extract kept the snapshots (--snapshots). The exit codes are those of extract.
    """
    from iawce.extract.inspector.write_html import pages_folder
    from iawce.extract.pipeline.settings import ExtractSettings
    from iawce.scripts.fetch_options import PageTypeSettings
    from iawce.scripts.inspect_pages import StepKey, draw_picture, inspect_pages
    from iawce.scripts.inspect_settings import InspectSettings
    from iawce.scripts.open_output import Sources, new_file
    from iawce.scripts.options import keep_existing
    from iawce.scripts.settings_tables import read_settings

    output = output or _new_name(overwrite)
    if output.suffix.lower() not in (*PICTURES, *PAGES):
        raise UsageError(
            f"{output} is neither a page nor a picture: it must end in one of {', '.join((*PAGES, *PICTURES))}"
        )
    given = read_settings(settings, "inspect")
    look = StepKey(
        Sources.of(sources, given),
        given.make(ExtractSettings),
        given.make(PageTypeSettings),
        type,
        render,
        given.make(InspectSettings),
        given,
    )
    with new_file(output, sources, overwrite=overwrite):
        if output.suffix.lower() in PICTURES:
            draw_picture(look, output)
        else:
            keep_existing(pages_folder(output), overwrite)
            inspect_pages(look, output)


def _new_name(overwrite: bool) -> Path:
    """``inspected.html``, or with the first number that makes it a new name."""
    names = chain([FIRST], (FIRST.with_stem(f"{FIRST.stem}-{number}") for number in count(2)))
    return FIRST if overwrite else next(name for name in names if not name.exists())


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(inspect)
