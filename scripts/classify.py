"""``iawce classify``: page types of screenshots, saved HTML, snapshots and corpora."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from pathlib import Path
from typing import Annotated

import typer

from iawce.scripts.options import (
    WHERE,
    Model,
    Overwrite,
    Quiet,
    Resume,
    RowsOutput,
    SettingsOption,
    existing_of,
    given_sources,
)


def classify(
    sources: Annotated[
        list[str],
        typer.Argument(help="Any mix of these: {pictured_sources}. Addresses are rendered.", callback=given_sources),
    ],
    model: Model = None,
    output: RowsOutput = None,
    overwrite: Overwrite = False,
    resume: Resume = False,
    explain: Annotated[
        Path | None,
        typer.Option(
            help="Folder for pictures, one for each page: what its type depends on. Saved HTML is rendered for it.",
            rich_help_panel=WHERE,
        ),
    ] = None,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Classify pages: article, list, thread or product.

    One row per page, in order, with the probability of each type; on a terminal one line per page. A page that is
    blank, an error or a consent wall is flagged and gets no type. Exit code 0: all rows are ok; 1: some failed; 3: all
    failed. After an interruption (130, 143) or with a full disk (5), the rows written so far are whole, and --resume
    continues.
    """
    from iawce.extract.pipeline.classified_row import ClassifyChoices
    from iawce.extract.pipeline.page_opener import PageOpener
    from iawce.scripts.classify_pages import PageClassifier, TypeLines, TypePictures
    from iawce.scripts.fetch_options import PageTypeSettings, opening
    from iawce.scripts.open_output import Sources, is_on_terminal, open_output
    from iawce.scripts.settings_tables import read_settings
    from iawce.scripts.write_rows import write_rows

    wanted = Sources(sources, screenshots=True)
    given = read_settings(settings, "classify")
    chosen, choices = given.make(PageTypeSettings, model=model), given.make(ClassifyChoices)
    ensemble = chosen.ensemble()

    is_read = is_on_terminal(output)
    kind = TypeLines if is_read else None
    with (
        PageOpener(spool=None, **opening(given, "always")) as opener,
        TypePictures(ensemble, explain) as pictures,
        open_output(output, wanted, existing_of(overwrite, resume), kind) as sink,
    ):
        classifier = PageClassifier(ensemble, opener, choices, chosen.batch_size, pictures.draw)
        write_rows(wanted, classifier.rows, sink, is_shown=not is_read)


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(classify)
