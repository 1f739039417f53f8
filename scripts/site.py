"""``iawce site``: learn the templates of a site from its pages, extract by them, see when they no longer fit."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iawce.data.sinks.sink import Existing
from iawce.scripts.options import (
    Overwrite,
    Paper,
    Quiet,
    Render,
    Resume,
    RowsOutput,
    SettingsOption,
    existing_of,
    given_sources,
)
from iawce.scripts.program import Command
from iawce.scripts.site_show import show

if TYPE_CHECKING:
    from iawce.extract.pipeline.settings import ExtractSettings
    from iawce.extract.templates.site.site_templates import SiteTemplates

site = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Templates of the pages of one site.")
SiteSources = Annotated[
    list[str], typer.Argument(help="Pages of one site, any mix of these: {sources}.", callback=given_sources)
]
Templates = Annotated[Path, typer.Argument(help="File with the site's templates, as site learn writes it.")]
DRIFTED = 4
"""Exit code of a check that finds drift."""
site.command("show", cls=Command)(show)


@site.command("learn", cls=Command)
def learn(
    sources: SiteSources,
    output: Annotated[Path, typer.Option("--output", "-o", help="File for the templates, JSON.")] = Path("site.json"),
    paper: Paper = False,
    examples: Annotated[
        Path | None, typer.Option(help='Values of fields on one or two pages: {"a.html": {"isbn": "9780"}}, JSON.')
    ] = None,
    overwrite: Overwrite = False,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the file: add pages to its clusters.")] = False,
    render: Render = "auto",
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Cluster the pages of a site, and learn the place of the content of each cluster, and its fields.

    A line on stdout for each cluster and field. Pages of several sites are refused. Exit code 1: some pages could not
    be read; 3: none could.
    """
    from iawce.extract.templates.site.site_file import write_site
    from iawce.scripts.learned_site import check_examples, describe
    from iawce.scripts.one_site import OneSite
    from iawce.scripts.open_documents import open_documents
    from iawce.scripts.open_output import Sources, new_file
    from iawce.scripts.settings_values import read_settings
    from iawce.scripts.tally import Tally

    given = read_settings(settings, "site")
    with new_file(output, sources, overwrite=existing_of(overwrite, resume) is not Existing.REFUSE):
        templates, tally = _opened(output if resume else None, examples, is_paper=paper), Tally()
        one_site = OneSite(templates)
        for document in open_documents(Sources.of(sources, given), render, given, tally):
            one_site.add(document)
            templates.learn(document)
        if tally.failed < tally.total:
            one_site.check()
            templates.settle()
            check_examples(templates, examples)
            write_site(templates, output)
            describe(templates)
    tally.finish()


def _opened(file: Path | None, examples: Path | None, *, is_paper: bool) -> "SiteTemplates":
    """The templates of a file that is there, or new ones."""
    from iawce.extract.templates.fields.field_examples import read_examples
    from iawce.extract.templates.site.settings import SiteSettings
    from iawce.extract.templates.site.site_file import read_site
    from iawce.extract.templates.site.site_templates import SiteTemplates

    given = read_examples(examples) if examples else None
    if file and file.exists():
        return read_site(file, given)
    return SiteTemplates(SiteSettings.of_mode("paper" if is_paper else "default"), examples=given)


@site.command("apply", cls=Command)
def apply(
    templates: Templates,
    sources: SiteSources,
    output: RowsOutput = None,
    overwrite: Overwrite = False,
    resume: Resume = False,
    table: Annotated[
        str,
        typer.Option(
            "--table",
            help="Also write a table of the fields, a row for each page: a database, .csv, .jsonl or .parquet.",
        ),
    ] = "",
    render: Render = "auto",
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Extract pages of a site by its templates, with the rows and exit codes of extract."""
    from iawce.extract.pipeline.extractor import Extractor
    from iawce.extract.templates.site.site_file import read_site
    from iawce.scripts.field_table import FieldTable
    from iawce.scripts.open_output import Sources, is_on_terminal, open_output, refuse_source
    from iawce.scripts.opening import opening, run_settings
    from iawce.scripts.settings_values import read_settings
    from iawce.scripts.site_settings import SiteChoices
    from iawce.scripts.write_rows import write_rows

    given = read_settings(settings, "site")
    learned, wanted = read_site(templates), Sources.of(sources, given)
    refuse_source(table or None, sources)
    with (
        open_output(output, wanted, existing_of(overwrite, resume)) as sink,
        FieldTable(table, learned) as fields,
        Extractor(
            settings=_apply_settings(learned, given.make(SiteChoices).fallback),
            processes=run_settings(given).process_count,
            **opening(given, render),
        ) as extractor,
    ):
        rows = lambda pages: fields.added(extractor.extract_many(pages))  # noqa: E731 - a function of one use
        write_rows(wanted, rows, sink, is_shown=not is_on_terminal(output))


def _apply_settings(learned: "SiteTemplates", fallback: str) -> "ExtractSettings":
    from iawce.extract.pipeline.settings import ExtractSettings

    density = learned.settings.density if fallback == "density" else None
    visible = learned.settings.visible_only
    return ExtractSettings(method=fallback, method_settings=density, site=learned, visible_only=visible)


@site.command("check", cls=Command)
def check(
    templates: Templates,
    sources: SiteSources,
    render: Render = "auto",
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Check whether templates still fit the pages of their site.

    Prints three shares, now and when they were learned. Exit code 4: one has fallen by more than the tolerance; learn
    the site anew.
    """
    from iawce.extract.templates.site.drift import Drift
    from iawce.extract.templates.site.site_file import read_site
    from iawce.scripts.console import say
    from iawce.scripts.open_documents import open_documents
    from iawce.scripts.open_output import Sources
    from iawce.scripts.settings_values import read_settings
    from iawce.scripts.site_settings import SiteChoices
    from iawce.scripts.tally import Tally

    given = read_settings(settings, "site")
    chosen = given.make(SiteChoices)
    learned, tally = read_site(templates), Tally()
    drift = Drift(learned)
    for document in open_documents(Sources.of(sources, given), render, given, tally):
        drift.add(document)
    say("".join(f"{name}: {now:.3f}, was {before:.3f}\n" for name, (now, before) in drift.shares().items()))
    if drift.is_beyond(chosen.tolerance):
        raise typer.Exit(DRIFTED)
    tally.finish()


if __name__ == "__main__":
    from iawce.scripts.program import run_app

    run_app(site)
