"""``iawce forum``: learn the templates of forums, use them; recognize forum software; write labels."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from pathlib import Path
from typing import Annotated, Any

import typer

from iawce.data.errors import UsageError, quantity
from iawce.scripts import options
from iawce.scripts.console import say
from iawce.scripts.inputs_and_outputs import Sources, is_on_terminal, new_file, open_output, opened_documents
from iawce.scripts.program import Command, make_app
from iawce.scripts.settings_tables import read_settings

forum = make_app("Templates for the pages of forums.")


@forum.command("learn", cls=Command)
def learn(
    sources: options.PageSources,
    output: Annotated[Path, typer.Option("--output", "-o", help="File for the templates.")] = Path("forum.json"),
    labels: Annotated[
        list[str] | None,
        typer.Option(
            help="PAGE=FILE: labels of a page, by its address or path, from forum label; or a folder of labels with "
            "records, from iawce label. Repeatable."
        ),
    ] = None,
    paper: options.Paper = False,
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
    from iawce.data.datasets.page_labels import is_labels, open_labelled, read_labels
    from iawce.extract.papers.softmealy.label_file import load_labels
    from iawce.extract.templates.forum.forum_templates import Labels, learn_templates, write_forum

    given, folders = read_settings(settings, "forum"), [Path(one) for one in labels or () if is_labels(Path(one))]
    pairs = [one.rpartition("=") for one in labels or () if Path(one) not in folders]
    if wrong := [file for page, _, file in pairs if not page]:
        raise UsageError(f"which page is {wrong[0]} for? Write PAGE={wrong[0]}")
    with opened_documents(sources, render, given) as documents, new_file(output, sources, overwrite=overwrite):
        known: dict[str, Labels] = {page: load_labels(Path(file)) for page, _, file in pairs}
        clicked = [(folder, one) for folder in folders for one in read_labels(folder) if one.records]
        shown = {one.ref: open_labelled(folder, one).replace(ref=one.ref) for folder, one in clicked}
        known |= {one.ref: one.records for _, one in clicked if one.records}
        others = (document for document in documents if document.ref not in shown)
        pages = [PageAnalysis(document) for document in (*others, *shown.values())]
        templates = learn_templates(pages, known, "paper" if paper else "default")
        write_forum(templates, output)
        for number, one in enumerate(templates.templates, 1):
            line = f"{number}: {quantity(one.pages, 'page')} like {one.medoid} ({one.software or 'software unknown'})"
            if one.wrapper:
                say(f"{line}, by {one.labelled}: {', '.join(one.wrapper.sources)}")
            else:
                say(f"{line}, no fields: label that page (forum label, or iawce label), and learn again with --labels")


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

    Pages that fit no template have the fields that are found without one, and the warning no_template.
    """
    from iawce.extract.pipeline.settings import ExtractSettings
    from iawce.extract.templates.forum.forum_templates import read_forum
    from iawce.scripts.write_rows import write_rows

    given, learned = read_settings(settings, "forum"), read_forum(templates)
    if not any(one.wrapper for one in learned.templates):
        raise UsageError(f"no cluster in {templates} has fields: label a page (forum label) and learn with --labels")
    wanted, processes = Sources.of(sources, given), given.make(options.RunSettings).process_count
    how: dict[str, Any] = {"page_type": "thread", "processes": processes, "follow_pages": follow_pages}
    with (
        open_output(output, wanted, options.existing_of(overwrite, resume)) as sink,
        options.make_extractor(given, render, settings=ExtractSettings(forum=learned), **how) as extractor,
    ):
        write_rows(wanted, extractor.extract_many, sink, is_shown=not is_on_terminal(output))


@forum.command("label", cls=Command)
def label(
    page: Annotated[str, typer.Argument(help="The page: an address or a path.")],
    record: Annotated[str, typer.Option(help="CSS selector of the records.")],
    field: Annotated[list[str], typer.Option(help="NAME=SELECTOR or NAME=SELECTOR@ATTRIBUTE; may be repeated.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="File for the labels.")] = Path("labels.json"),
    render: options.Render = "auto",
    overwrite: options.Overwrite = False,
    settings: options.SettingsOption = None,
) -> None:
    """Write the labels of a page by CSS selectors, and show what they match.

    Labels by clicks come from iawce label.
    """
    from iawce.data.analysis.page_analysis import PageAnalysis
    from iawce.extract.papers.softmealy.label_file import (
        PageLabels,
        RecordLabels,
        Selected,
        labelled_records,
        save_labels,
    )
    from iawce.extract.papers.softmealy.wrapper import learn_wrapper

    found = {}
    for one in field:
        name, equals, selector = one.partition("=")
        selector, _, attribute = selector.partition("@")
        if not (name and equals and selector):
            raise UsageError(f"a field is NAME=SELECTOR or NAME=SELECTOR@ATTRIBUTE, not {one!r}")
        found[name] = Selected(selector, attribute)
    labels, given = PageLabels(1, [RecordLabels(record, dict(found))]), read_settings(settings, "forum")
    with opened_documents([page], render, given) as documents, new_file(output, [page], overwrite=overwrite):
        for document in documents:
            records = labelled_records(analysis := PageAnalysis(document), labels)
            for number, matched in enumerate(records, 1):
                names = ", ".join(name for name, values in matched.fields.items() if values)
                say(f"{number}: {names or 'nothing matches'}")
            if missing := [one for one in field if not any(each.fields[one.partition("=")[0]] for each in records)]:
                raise UsageError(f"{missing[0]} matches nothing in the records")
            learn_wrapper(analysis, records)  # which refuses fields that overlap
            save_labels(output, labels)


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
        for document in documents:
            one = recognise(document)
            found.append(one)
            line = f"{one.name} {one.version}".strip() + f" ({', '.join(one.evidence)})" if one else "unknown"
            say(f"{document.ref}: {line}")
        for name, versions in sorted(statistics(found).items()):
            counts = ", ".join(f"{version or 'no version'}: {count}" for version, count in sorted(versions.items()))
            say(f"{name or 'unknown'}: {sum(versions.values())} of {len(found)} ({counts})")
