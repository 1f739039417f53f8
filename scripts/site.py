"""``iawce site``: learn the templates of a site, show them, extract by them, see when they no longer fit."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iawce.data.errors import UsageError, quantity
from iawce.data.limits import Checked, Range, Share
from iawce.data.network.address import site_of, without_credentials
from iawce.data.page import SAVED_ORIGIN
from iawce.data.sinks.sink import Existing
from iawce.scripts import options
from iawce.scripts.console import complain, remark, say
from iawce.scripts.inputs_and_outputs import (
    PAGES,
    Sources,
    is_on_terminal,
    new_file,
    open_output,
    opened_documents,
    refuse_source,
    writing,
)
from iawce.scripts.program import Command, make_app
from iawce.scripts.settings_tables import read_settings

if TYPE_CHECKING:
    from iawce.data.sinks.growing_table import GrowingTable
    from iawce.data.sources.source import Item
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.templates.site.site_templates import SiteTemplates

site = make_app("Templates of the pages of one site.")
Templates = Annotated[Path, typer.Argument(help="File with the site's templates, as site learn writes it.")]
SiteSources = Annotated[list[str], options.sources_argument("Pages of one site, any mix of these: {sources}.")]
DRIFTED = 4  # Exit code of a check that finds drift
MAX_COUNT = 0.9  # Share of the pages with a known address that must be of one site; the others may be strays
NAMED = 3  # Sites that are named where there are too many


@dataclass(frozen=True)
class SiteChoices(Checked):
    """How the templates of a site are used."""

    fallback: str = "auto"
    """`apply`: method for pages that fit no template; `auto`, the block model, `density` after --paper, or one of the
    registered methods."""
    tolerance: Share = 0.2
    """`check`: how much each of the three shares may fall, 0 to 1."""
    clusters: Annotated[int, Range(1, 100)] = 12
    """`show`: most clusters to show, those with most pages, 1 to 100."""


@site.command("show", cls=Command)
def show(
    templates: Templates,
    sources: Annotated[list[str], options.sources_argument("Pages of the site, any mix of these: {sources}.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="HTML page to write.")] = Path("clusters.html"),
    overwrite: options.Overwrite = False,
    render: options.Render = "auto",
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    settings: options.SettingsOption = None,
) -> None:
    """Show the clusters: for each, the outline of a page with the block of its template, its size, and its test.

    Pages are read, as in site learn, until each cluster has one; iawce inspect shows a page as it is rendered.
    """
    from iawce.extract.inspector.cluster_sheet import choose_pages, largest_clusters, outline_clusters
    from iawce.extract.templates.site.site_templates import read_site

    if output.suffix.lower() not in PAGES:
        raise UsageError(f"{output} is not the name of an HTML page: it must end in one of {', '.join(PAGES)}")
    given, learned = read_settings(settings, "site"), read_site(templates)
    with (
        opened_documents(sources, render, given) as documents,
        new_file(output, [str(templates), *sources], overwrite=overwrite),
    ):
        numbers = largest_clusters(learned, given.make(SiteChoices).clusters)
        chosen = choose_pages(learned, set(numbers), documents)
        with writing(output):
            output.write_text(outline_clusters(learned, numbers, chosen), encoding="utf-8")
        remark(f"{quantity(len(numbers), 'cluster')}, {len(chosen)} with a page: {output}")


@site.command("learn", cls=Command)
def learn(
    sources: SiteSources,
    output: Annotated[Path, typer.Option("--output", "-o", help="File for the templates, JSON.")] = Path("site.json"),
    paper: options.Paper = False,
    examples: Annotated[
        Path | None, typer.Option(help='Values of fields on one or two pages: {"a.html": {"isbn": "9780"}}, JSON.')
    ] = None,
    overwrite: options.Overwrite = False,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the file: add pages to its clusters.")] = False,
    render: options.Render = "auto",
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    settings: options.SettingsOption = None,
) -> None:
    """Cluster the pages of a site, and learn the place of the content of each cluster, and its fields.

    A line on stdout for each cluster and field. Pages of several sites are refused. Exit code 1: some pages could not
    be read; 3: none could, or no template was learned.
    """
    from iawce.extract.templates.fields.learn_fields import read_examples
    from iawce.extract.templates.site.site_page import SiteSettings
    from iawce.extract.templates.site.site_templates import SiteTemplates, describe_site, read_site, write_site

    given, may_exist = read_settings(settings, "site"), options.existing_of(overwrite, resume) is not Existing.REFUSE
    with opened_documents(sources, render, given) as documents, new_file(output, sources, overwrite=may_exist):
        known = read_examples(examples) if examples else None
        if resume and output.exists():
            templates = read_site(output, known)
            if paper and templates.settings != SiteSettings.paper():
                raise UsageError(f"{output} was learned without --paper, so it cannot be continued with it")
        else:
            templates = SiteTemplates(SiteSettings.of_mode("paper" if paper else "default"), examples=known)
        if known and templates.settings.fields == "none":
            raise UsageError("--paper learns no fields, so it takes no --examples")
        counted = [(cluster.seed.page, cluster.pages) for cluster in templates.clusters]  # learned before
        before = len(counted)
        for document in documents:
            counted.append((document.url, 1))
            templates.learn(document)
        if len(counted) > before:
            _refuse_several_sites(counted)
            templates.settle()
            without, unmet = templates.unmet_examples()
            if without:
                missing = f"{', '.join(without)}, which is not among the pages that could be read"
                raise UsageError(f"{examples} has examples of {missing}")
            if unmet:
                remark(f"{examples}: no place on the pages holds the values of the examples for {', '.join(unmet)}")
            if templates.repeated:
                remark(f"{quantity(templates.repeated, 'page')} learned before: each page counts once")
            write_site(templates, output)
            say("".join(f"{line}\n" for line in describe_site(templates)))
            fewest = templates.settings.fewest
            if not any(cluster.template and cluster.pages >= fewest for cluster in templates.clusters):
                needed = f"at least {fewest} similar pages with text"
                complain(f"no template was learned: this needs {needed}; --resume adds pages")
                raise typer.Exit(3)


def _refuse_several_sites(counted: "Iterable[tuple[str, int]]") -> None:
    """Nearly all pages have to be of one registrable domain; saved ones without an address may be of any."""
    pages = Counter[str]()
    for url, count in counted:
        if "://" in url and not url.startswith(SAVED_ORIGIN) and (name := site_of(url)):
            pages[name] += count
    first = pages.most_common(NAMED)
    if first and first[0][1] < MAX_COUNT * pages.total():
        named = ", ".join(f"{site} ({count})" for site, count in first)
        more = ", ..." if len(pages) > NAMED else ""
        raise UsageError(
            f"the pages are of {len(pages)} sites: {named}{more}; templates are of one site, so learn each "
            "site by itself (-s run.base_url=ADDRESS names the site of saved pages)"
        )


@site.command("apply", cls=Command)
def apply(
    templates: Templates,
    sources: SiteSources,
    output: options.RowsOutput = None,
    overwrite: options.Overwrite = False,
    resume: options.Resume = False,
    table: Annotated[
        str,
        typer.Option(
            "--table",
            help="Also write a table of the fields, a row for each page: a database, .csv, .jsonl or .parquet.",
        ),
    ] = "",
    render: options.Render = "auto",
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    settings: options.SettingsOption = None,
) -> None:
    """Extract pages of a site by its templates, with the rows and exit codes of extract."""
    from iawce.data.sinks.growing_table import open_table
    from iawce.extract.pipeline.settings import ExtractSettings
    from iawce.extract.templates.site.site_templates import read_site
    from iawce.scripts.write_rows import write_rows

    given = read_settings(settings, "site")
    run = given.make(options.RunSettings)
    learned, wanted = read_site(templates), Sources.of(sources, given)
    refuse_source(table or None, sources)
    fallback, visible = given.make(SiteChoices).fallback, learned.settings.visible_only
    if fallback == "auto" and learned.settings.voter == "density":  # that of the paper
        fallback = "density"
    density = learned.settings.density if fallback == "density" else None
    content = ExtractSettings(method=fallback, method_settings=density, site=learned, visible_only=visible)
    with (
        open_output(output, wanted, options.existing_of(overwrite, resume)) as sink,
        open_table(table, "fields") if table else nullcontext() as fields,
        options.make_extractor(given, render, run, settings=content, processes=run.process_count) as extractor,
    ):

        def rows(pages: "Iterator[Item]") -> "Iterator[Extraction]":
            found = extractor.extract_many(pages)
            return _with_table(found, learned, fields, table) if fields else found

        write_rows(wanted, rows, sink, is_shown=not is_on_terminal(output))


def _with_table(
    rows: "Iterable[Extraction]", learned: "SiteTemplates", table: "GrowingTable", target: str
) -> "Iterator[Extraction]":
    """The rows; a row with the fields of a cluster goes into the table too, as texts, since types are unknown."""
    from iawce.data.sinks.growing_table import PageRows, TypedValue
    from iawce.data.sinks.schema import TEXT
    from iawce.scripts.write_rows import source_of, written_to

    names = {frozenset(field.name for field in cluster.fields) for cluster in learned.clusters if cluster.fields}
    count = added = 0
    for count, row in enumerate(rows, 1):  # noqa: B007 - used after the loop
        if len(row.records) == 1 and frozenset(row.records[0].fields) in names:
            fields = row.records[0].fields.items()
            values = {name: TypedValue(field.text, field.text) if field else None for name, field in fields}
            with written_to(target):
                table.add(PageRows(source_of(row), dict.fromkeys(values, TEXT), [values]))
            added += 1
        yield row
    if count and not added:
        remark(f"no page has a field, so nothing was written to {without_credentials(target)}")


@site.command("check", cls=Command)
def check(
    templates: Templates, sources: SiteSources, render: options.Render = "auto", settings: options.SettingsOption = None
) -> None:
    """Check whether templates still fit the pages of their site.

    Prints three shares, now and when they were learned. Exit code 4: one has fallen by more than the tolerance; learn
    the site anew.
    """
    from iawce.extract.templates.site.site_templates import Drift, read_site

    given = read_settings(settings, "site")
    chosen, drift = given.make(SiteChoices), Drift(read_site(templates))
    with opened_documents(sources, render, given) as documents:
        for document in documents:
            drift.add(document)
        if drift.pages:
            shares = (f"{name}: {now:.3f}, was {before:.3f}\n" for name, (now, before) in drift.shares().items())
            say("".join(shares).replace("nan", "unknown"))
        if drift.is_beyond(chosen.tolerance):
            complain(f"the pages are no longer like those of {templates}: learn the site anew (iawce site learn)")
            raise typer.Exit(DRIFTED)
