"""``iawce forum``: learn the templates of forums, use them; recognize forum software; write labels."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from iawce.data.errors import UsageError, quantity
from iawce.data.page import Page
from iawce.scripts import options
from iawce.scripts.console import say
from iawce.scripts.inputs_and_outputs import Sources, is_on_terminal, new_file, open_output, opened_documents
from iawce.scripts.program import Command, make_app
from iawce.scripts.settings_tables import read_settings

if TYPE_CHECKING:
    from iawce.extract.papers.softmealy.label_file import PageLabels

forum = make_app("Templates for the pages of forums.")


@forum.command("learn", cls=Command)
def learn(
    sources: options.PageSources,
    output: Annotated[Path, typer.Option("--output", "-o", help="File for the templates.")] = Path("forum.json"),
    labels: Annotated[
        list[str] | None,
        typer.Option(help="PAGE=FILE: labels of a page, by its address or path; may be repeated. See forum label."),
    ] = None,
    render: options.Render = "auto",
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    settings: options.SettingsOption = None,
) -> None:
    """Cluster pages of threads or boards, and learn a template for each cluster.

    Each cluster needs a page that FILE labels, or a central page whose own markup labels it. One line on stdout for
    each cluster; for a cluster without labels, it names the page to label.
    """
    from iawce.data.analysis.page_analysis import PageAnalysis
    from iawce.extract.papers.softmealy.label_file import load_labels
    from iawce.extract.templates.forum.forum_templates import learn_templates, write_forum

    given, pairs = read_settings(settings, "forum"), [pair.rpartition("=") for pair in labels or ()]
    if wrong := [file for page, _, file in pairs if not page]:
        raise UsageError(f"which page is {wrong[0]} for? Write PAGE={wrong[0]}")
    with opened_documents(sources, render, given) as documents, new_file(output, sources, overwrite=overwrite):
        known = {page: load_labels(Path(file)) for page, _, file in pairs}
        templates = learn_templates([PageAnalysis(document) for _, document in documents], known)
        write_forum(templates, output)
        for number, one in enumerate(templates.templates, 1):
            line = f"{number}: {quantity(one.pages, 'page')} like {one.medoid} ({one.software or 'software unknown'})"
            if one.wrapper:
                say(f"{line}, by {one.labelled}: {', '.join(one.wrapper.sources)}")
            else:
                say(f"{line}, no fields: label that page with forum label, and learn again with --labels")


@forum.command("apply", cls=Command)
def apply(
    templates: Annotated[Path, typer.Argument(help="File of templates that forum learn wrote.")],
    sources: options.PageSources,
    output: options.RowsOutput = None,
    overwrite: options.Overwrite = False,
    resume: options.Resume = False,
    render: options.Render = "auto",
    follow_pages: options.FollowPages = 1,
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    settings: options.SettingsOption = None,
) -> None:
    """Extract pages as threads, with the fields that a template gives, and the rows and exit codes of extract.

    Pages that fit no template have the fields that are found without one.
    """
    from iawce.extract.pipeline.settings import ExtractSettings
    from iawce.extract.templates.forum.forum_templates import read_forum
    from iawce.scripts.write_rows import write_rows

    given, learned = read_settings(settings, "forum"), read_forum(templates)
    if not any(one.wrapper for one in learned.templates):
        raise UsageError(f"no cluster in {templates} has fields: label a page (forum label) and learn with --labels")
    wanted, processes = Sources.of(sources, given), options.RunSettings.of(given).process_count
    how: dict[str, Any] = {"page_type": "thread", "processes": processes, "follow_pages": follow_pages}
    with (
        open_output(output, wanted, options.existing_of(overwrite, resume)) as sink,
        options.make_extractor(given, render, settings=ExtractSettings(forum=learned), **how) as extractor,
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
    render: options.Render = "auto",
    overwrite: options.Overwrite = False,
    settings: options.SettingsOption = None,
) -> None:
    """Write the labels of a page by clicks in a window, or by CSS selectors, and show what they match.

    The window shows the page without its scripts, with proposals from its markup. With --record and --field there is no
    window.
    """
    from iawce.data.analysis.page_analysis import PageAnalysis
    from iawce.extract.papers.softmealy.label_file import labelled_records, save_labels
    from iawce.extract.templates.labelling.label_window import label_by_clicks

    given, selected = read_settings(settings, "forum"), _labels_by_selectors(record, field or [])
    with opened_documents([page], render, given) as documents, new_file(output, [page], overwrite=overwrite):
        for item, document in documents:
            analysis = PageAnalysis(document)
            shown = item if isinstance(item, Page) else Page(item.ref, item.url, b"")
            labels = selected or label_by_clicks(shown, analysis)
            for number, one in enumerate(labelled_records(analysis, labels), 1):
                say(f"{number}: {', '.join(name for name, found in one.fields.items() if found) or 'nothing matches'}")
            save_labels(output, labels)


def _labels_by_selectors(record: str, fields: list[str]) -> "PageLabels | None":
    """The labels that selectors give; None if there are no selectors."""
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


@forum.command("software", cls=Command)
def software(
    sources: options.PageSources,
    render: options.Render = "auto",
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    settings: options.SettingsOption = None,
) -> None:
    """Name the forum software of each page, with the evidence; at the end, count pages by software and version."""
    from iawce.data.analysis.software import recognise, statistics

    found = []
    with opened_documents(sources, render, read_settings(settings, "forum")) as documents:
        for _, document in documents:
            one = recognise(document)
            found.append(one)
            line = f"{one.name} {one.version}".strip() + f" ({', '.join(one.evidence)})" if one else "unknown"
            say(f"{document.ref}: {line}")
        for name, versions in sorted(statistics(found).items()):
            counts = ", ".join(f"{version or 'no version'}: {count}" for version, count in sorted(versions.items()))
            say(f"{name or 'unknown'}: {sum(versions.values())} of {len(found)} ({counts})")
