"""``iawce site``: learn the templates of a site, show them, extract by them, see when they no longer fit."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from collections.abc import Iterator
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iawce.data.errors import PageError, UsageError, cause_of, quantity
from iawce.data.sinks.sink import Existing
from iawce.scripts.options import (
    Overwrite,
    Paper,
    Quiet,
    Render,
    RenderChoice,
    Resume,
    RowsOutput,
    SettingsOption,
    existing_of,
    given_sources,
)
from iawce.scripts.program import Command

if TYPE_CHECKING:
    from iawce.data.document import Document
    from iawce.data.page import Page
    from iawce.data.snapshot import Snapshot
    from iawce.data.sources.reader import Item
    from iawce.extract.pipeline.extractor import Extractor
    from iawce.extract.pipeline.settings import ExtractSettings
    from iawce.extract.templates.site.site_templates import SiteTemplates
    from iawce.scripts.open_output import Sources
    from iawce.scripts.summary import Tally


SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
SHEET = ".html"


def show(
    templates: Annotated[Path, typer.Argument(help="File with the site's templates, as site learn writes it.")],
    sources: Annotated[
        list[str], typer.Argument(help="Pages of the site, any mix of these: {sources}.", callback=given_sources)
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Picture (PNG, JPEG or WebP), or HTML with outlines.")
    ] = Path("clusters.png"),
    overwrite: Overwrite = False,
    render: Render = "auto",
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Draw the clusters: for each, one page with the block of its template, its number of pages, and its test.

    Pages are read, as in site learn, until each cluster has one. Snapshots are shown as they are; other chosen pages
    are rendered. With --render never, and in an HTML file, pages are drawn as outlines of their blocks.
    """
    from iawce.extract.inspector.cluster_sheet import choose_pages, largest_clusters
    from iawce.extract.pipeline.extractor import Extractor
    from iawce.extract.templates.site.site_file import read_site
    from iawce.scripts.command_settings import SiteChoices
    from iawce.scripts.console import remark
    from iawce.scripts.fetch_options import opening
    from iawce.scripts.open_output import Sources, new_file
    from iawce.scripts.settings_tables import read_settings
    from iawce.scripts.summary import Tally

    if output.suffix.lower() not in (*SUFFIXES, SHEET):
        raise UsageError(
            f"{output} is not the name of a picture: it must end in one of {', '.join((*SUFFIXES, SHEET))}"
        )
    given = read_settings(settings, "site")
    learned, tally = read_site(templates), Tally()
    with new_file(output, [str(templates), *sources], overwrite=overwrite):
        numbers = largest_clusters(learned, given.make(SiteChoices).clusters)
        with Extractor(**opening(given, render)) as extractor:
            chosen = choose_pages(learned, set(numbers), _opened_pages(Sources.of(sources, given), extractor, tally))
        try:
            _write(output, learned, numbers, chosen, render)
        except (OSError, ValueError) as error:
            raise UsageError(f"{output} cannot be written: {cause_of(error)}") from error
    remark(f"{quantity(len(numbers), 'cluster')}, {len(chosen)} with a page: {output}")
    tally.finish()


def _write(
    output: Path, learned: "SiteTemplates", numbers: list[int], chosen: dict[int, "Item"], render: RenderChoice
) -> None:
    from iawce.data.document import open_document
    from iawce.extract.inspector.cluster_sheet import draw_clusters, outline_clusters

    if output.suffix.lower() == SHEET:
        pages = {number: open_document(item) for number, item in chosen.items()}
        output.write_text(outline_clusters(learned, numbers, pages), encoding="utf-8")
    else:
        draw_clusters(learned, numbers, dict(_rendered(chosen, render))).save(output)


def _opened_pages(sources: "Sources", extractor: "Extractor", tally: "Tally") -> Iterator[tuple["Item", "Document"]]:
    """Pages that can be read, each with its document; the others are counted and named."""
    from iawce.data.document import Document
    from iawce.data.errors import Status
    from iawce.scripts.console import complain

    items, same = tee(sources.read())
    for found, item in zip(extractor.open_many(same), items, strict=True):
        if isinstance(found, Document):
            tally.add(Status.SUCCESS, "")
            yield item, found
        else:
            tally.add_row(found)
            complain(f"{found.ref}: {found.why}")


def _rendered(chosen: dict[int, "Item"], render: RenderChoice) -> "Iterator[tuple[int, Snapshot | Document]]":
    """Snapshots, rendered where they are none; without a browser if all are, or if none is wanted.

    Saved pages without their style sheets would be drawn as nobody saw them: they are outlines.
    """
    from iawce.data.document import open_document
    from iawce.data.page import Page
    from iawce.data.render.background import BackgroundRenderer
    from iawce.data.render.settings import RenderSettings
    from iawce.scripts.console import complain

    yield from ((number, item) for number, item in chosen.items() if not isinstance(item, Page))
    pages = {number: item for number, item in chosen.items() if isinstance(item, Page)}
    plain = {number: open_document(page) for number, page in pages.items() if _is_plain(page, render)}
    yield from plain.items()
    pages = {number: page for number, page in pages.items() if number not in plain}
    if pages:
        with BackgroundRenderer(RenderSettings(screenshot_scale=0.5)) as renderer:
            started = [(number, page, renderer.submit(page)) for number, page in pages.items()]
            for number, page, rendering in started:
                try:
                    yield number, rendering.result()
                except PageError as error:
                    complain(f"{page.ref}: {error.reason}")


def _is_plain(page: "Page", render: RenderChoice) -> bool:
    """Whether a page is not to be rendered, or was saved without any style."""
    from iawce.data.document import open_document
    from iawce.data.render.saved_pages import gains_from_rendering

    if page.is_live or render == "always":
        return False
    return render == "never" or not (gains_from_rendering(page) or len(open_document(page).index.tagged("style")))


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
    from iawce.scripts.open_documents import open_documents
    from iawce.scripts.open_output import Sources, new_file
    from iawce.scripts.settings_tables import read_settings
    from iawce.scripts.site_pages import OneSite, check_examples, describe
    from iawce.scripts.summary import Tally

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
    from iawce.scripts.command_settings import SiteChoices
    from iawce.scripts.fetch_options import opening, run_settings
    from iawce.scripts.open_output import Sources, is_on_terminal, open_output, refuse_source
    from iawce.scripts.settings_tables import read_settings
    from iawce.scripts.site_pages import FieldTable
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
    from iawce.scripts.command_settings import SiteChoices
    from iawce.scripts.console import say
    from iawce.scripts.open_documents import open_documents
    from iawce.scripts.open_output import Sources
    from iawce.scripts.settings_tables import read_settings
    from iawce.scripts.summary import Tally

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
