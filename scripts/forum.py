"""``iawce forum``: learn the templates of forums, use them; recognize forum software; write labels."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iawce.data.errors import UsageError, quantity
from iawce.scripts.options import (
    FollowPages,
    Overwrite,
    Quiet,
    Render,
    Resume,
    RowsOutput,
    SettingsOption,
    existing_of,
    given_sources,
)
from iawce.scripts.program import Command

if TYPE_CHECKING:
    from iawce.data.analysis.page_analysis import PageAnalysis
    from iawce.data.page import Page
    from iawce.extract.papers.softmealy.label_file import PageLabels
    from iawce.scripts.open_output import Sources


def labels_by_selectors(record: str, fields: list[str]) -> "PageLabels | None":
    """The labels that selectors give; None if there are no selectors.

    Raises:
        UsageError: a field is not written as it should be, or only records or only fields are given.
    """
    from iawce.extract.papers.softmealy.label_file import PageLabels, RecordLabels, Selected

    if bool(record) != bool(fields):
        raise UsageError("labels by selectors need --record and at least one --field; without both a window opens")
    found = {}
    for given in fields:
        name, equals, selector = given.partition("=")
        selector, _, attribute = selector.partition("@")
        if not (name and equals and selector):
            raise UsageError(f"a field is NAME=SELECTOR or NAME=SELECTOR@ATTRIBUTE, not {given!r}")
        found[name] = Selected(selector, attribute)
    return PageLabels(1, [RecordLabels(record, dict(found))]) if record else None


forum = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Templates for the pages of forums.")
Templates = Annotated[Path, typer.Argument(help="File of templates that forum learn wrote.")]
ForumSources = Annotated[list[str], typer.Argument(help="Any mix of these: {sources}.", callback=given_sources)]


@forum.command("learn", cls=Command)
def learn(
    sources: ForumSources,
    output: Annotated[Path, typer.Option("--output", "-o", help="File for the templates.")] = Path("forum.json"),
    labels: Annotated[
        list[str] | None,
        typer.Option(help="PAGE=FILE: labels of a page, by its address or path; may be repeated. See forum label."),
    ] = None,
    render: Render = "auto",
    overwrite: Overwrite = False,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Cluster pages of threads or boards, and learn a template for each cluster.

    Each cluster needs a page that FILE labels, or a central page whose own markup labels it. One line on stdout for
    each cluster; for a cluster without labels, it names the page to label.
    """
    from iawce.data.analysis.page_analysis import PageAnalysis
    from iawce.extract.papers.softmealy.label_file import load_labels
    from iawce.extract.templates.forum.forum_templates import learn_templates, write_forum
    from iawce.scripts.console import say
    from iawce.scripts.open_documents import open_documents
    from iawce.scripts.open_output import Sources, new_file
    from iawce.scripts.settings_tables import read_settings
    from iawce.scripts.summary import Tally

    chosen, tally = read_settings(settings, "forum"), Tally()
    pairs = [given.rpartition("=") for given in labels or ()]
    if wrong := [file for page, _, file in pairs if not page]:
        raise UsageError(f"which page is {wrong[0]} for? Write PAGE={wrong[0]}")
    with new_file(output, sources, overwrite=overwrite):
        templates = learn_templates(
            [PageAnalysis(document) for document in open_documents(Sources.of(sources, chosen), render, chosen, tally)],
            {page: load_labels(Path(file)) for page, _, file in pairs},
        )
        write_forum(templates, output)
    for number, one in enumerate(templates.templates, 1):
        line = f"{number}: {quantity(one.pages, 'page')} like {one.medoid} ({one.software or 'software unknown'})"
        if one.wrapper:
            say(f"{line}, by {one.labelled}: {', '.join(one.wrapper.sources)}")
        else:
            say(f"{line}, no fields: label that page with forum label, and learn again with --labels")
    tally.finish()


@forum.command("apply", cls=Command)
def apply(
    templates: Templates,
    sources: ForumSources,
    output: RowsOutput = None,
    overwrite: Overwrite = False,
    resume: Resume = False,
    render: Render = "auto",
    follow_pages: FollowPages = 1,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Extract pages as threads, with the fields that a template gives, and the rows and exit codes of extract.

    Pages that fit no template have the fields that are found without one.
    """
    from iawce.extract.pipeline.extractor import Extractor
    from iawce.extract.pipeline.settings import ExtractSettings
    from iawce.extract.templates.forum.forum_templates import read_forum
    from iawce.scripts.fetch_options import opening, run_settings
    from iawce.scripts.open_output import Sources, is_on_terminal, open_output
    from iawce.scripts.settings_tables import read_settings
    from iawce.scripts.write_rows import write_rows

    chosen, learned = read_settings(settings, "forum"), read_forum(templates)
    if not any(one.wrapper for one in learned.templates):
        raise UsageError(f"no cluster in {templates} has fields: label a page (forum label) and learn with --labels")
    wanted = Sources.of(sources, chosen)
    with (
        open_output(output, wanted, existing_of(overwrite, resume)) as sink,
        Extractor(
            settings=ExtractSettings(forum=learned),
            page_type="thread",
            processes=run_settings(chosen).process_count,
            follow_pages=follow_pages,
            **opening(chosen, render),
        ) as extractor,
    ):
        write_rows(wanted, extractor.extract_many, sink, is_shown=not is_on_terminal(output))


@forum.command("label", cls=Command)
def label(
    page: Annotated[str, typer.Argument(help="The page: an address or a path.")],
    record: Annotated[str, typer.Option(help="CSS selector of the records, instead of clicks.")] = "",
    field: Annotated[
        list[str] | None, typer.Option(help="NAME=SELECTOR or NAME=SELECTOR@ATTRIBUTE; may be repeated.")
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="File for the labels.")] = Path("labels.json"),
    render: Render = "auto",
    overwrite: Overwrite = False,
    settings: SettingsOption = None,
) -> None:
    """Write the labels of a page by clicks in a window, or by CSS selectors, and show what they match.

    The window shows the page without its scripts, with proposals from its markup. With --record and --field there is no
    window.
    """
    from iawce.data.analysis.page_analysis import PageAnalysis
    from iawce.extract.papers.softmealy.label_file import save_labels
    from iawce.extract.templates.labelling.label_window import label_by_clicks
    from iawce.scripts.open_documents import open_documents
    from iawce.scripts.open_output import Sources, new_file
    from iawce.scripts.settings_tables import read_settings
    from iawce.scripts.summary import Tally

    chosen, tally = read_settings(settings, "forum"), Tally()
    given = labels_by_selectors(record, field or [])
    source = Sources.of([page], chosen)
    with new_file(output, [page], overwrite=overwrite):
        for document in open_documents(source, render, chosen, tally):
            analysis = PageAnalysis(document)
            labels = given or label_by_clicks(_page_of(source), analysis)
            _show_labels(analysis, labels)
            save_labels(output, labels)
    tally.finish()


def _page_of(source: "Sources") -> "Page":
    """Where a document came from."""
    from iawce.data.page import Page

    item = next(iter(source.read()))
    return item if isinstance(item, Page) else Page(item.ref, item.url, b"")


def _show_labels(analysis: "PageAnalysis", labels: "PageLabels") -> None:
    """One line for each record that is labelled."""
    from iawce.extract.papers.softmealy.label_file import labelled_records
    from iawce.scripts.console import say

    for number, one in enumerate(labelled_records(analysis, labels), 1):
        say(f"{number}: {', '.join(name for name, found in one.fields.items() if found) or 'nothing matches'}")


@forum.command("software", cls=Command)
def software(
    sources: ForumSources,
    render: Render = "auto",
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Name the forum software of each page, with the evidence; at the end, count pages by software and version."""
    from iawce.data.analysis.software import recognise, statistics
    from iawce.scripts.console import say
    from iawce.scripts.open_documents import open_documents
    from iawce.scripts.open_output import Sources
    from iawce.scripts.settings_tables import read_settings
    from iawce.scripts.summary import Tally

    chosen = read_settings(settings, "forum")
    found, tally = [], Tally()
    for document in open_documents(Sources.of(sources, chosen), render, chosen, tally):
        one = recognise(document)
        found.append(one)
        line = f"{one.name} {one.version}".strip() + f" ({', '.join(one.evidence)})" if one else "unknown"
        say(f"{document.ref}: {line}")
    for name, versions in sorted(statistics(found).items()):
        counts = ", ".join(f"{version or 'no version'}: {count}" for version, count in sorted(versions.items()))
        say(f"{name or 'unknown'}: {sum(versions.values())} of {len(found)} ({counts})")
    tally.finish()


if __name__ == "__main__":
    from iawce.scripts.program import run_app

    run_app(forum)
