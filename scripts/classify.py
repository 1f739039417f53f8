"""``iawce classify``: page types of screenshots, saved HTML, snapshots and corpora."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iawce.data.errors import PageError
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

if TYPE_CHECKING:
    from iawce.data.document import Document
    from iawce.data.page import Page
    from iawce.data.snapshot import Snapshot
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.run.classified_row import ClassifyChoices
    from iawce.models.page_type.classification import Classification

log = logging.getLogger(__name__)


def classify(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="Any mix of these: {pictured_sources}. Addresses must be rendered first.", callback=given_sources
        ),
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
    from iawce.data.prefetch import batches
    from iawce.data.sinks.page_folder import file_name
    from iawce.extract.run.classified_row import ClassifyChoices
    from iawce.scripts.explain_types import TypePictures
    from iawce.scripts.open_output import Sources, is_on_terminal, open_output
    from iawce.scripts.page_type_settings import PageTypeSettings
    from iawce.scripts.settings_values import read_settings
    from iawce.scripts.type_lines import TypeLines
    from iawce.scripts.write_rows import write_rows

    wanted = Sources(sources, screenshots=True)
    given = read_settings(settings, "classify")
    chosen, choices = given.make(PageTypeSettings, model=model), given.make(ClassifyChoices)
    ensemble = chosen.ensemble()

    def rows(pages: Iterator["Page | Snapshot"]) -> Iterator["Extraction"]:
        for batch in batches(pages, chosen.batch_size):
            documents = [_open(page) for page in batch]
            for page, document, answer in zip(batch, documents, ensemble.classify_many(documents), strict=True):
                row = _row(page, document, answer, choices)
                if explain and not isinstance(document, PageError) and not isinstance(answer, PageError):
                    pictures.draw(page, document, answer, explain / f"{file_name(row.ref, row.id)}.png")
                yield row

    is_read = is_on_terminal(output)
    kind = TypeLines if is_read else None
    with TypePictures(ensemble) as pictures, open_output(output, wanted, existing_of(overwrite, resume), kind) as sink:
        write_rows(wanted, rows, sink, is_shown=not is_read)


def _open(page: "Page | Snapshot") -> "Document | PageError":
    from iawce.data.open_document import open_document

    try:
        return open_document(page)
    except PageError as error:
        return error
    except Exception as error:
        log.exception("%s: a defect in the program", page.ref)
        return PageError(f"internal/{type(error).__name__}", str(error))


def _row(
    page: "Page | Snapshot",
    document: "Document | PageError",
    answer: "Classification | PageError",
    choices: "ClassifyChoices",
) -> "Extraction":
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.run.classified_row import classified_row

    if isinstance(document, PageError):
        return Extraction.failed(page.ref, document, url=page.url)
    return replace(classified_row(document, answer, choices), ref=page.ref, url=page.url)


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(classify)
