"""``iawce fields``: user-defined fields of pages, learned from examples into a file that can be edited."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from pathlib import Path, PurePath
from typing import Annotated

import typer

from iawce.data.errors import UsageError
from iawce.scripts.console import remark, say
from iawce.scripts.inputs_and_outputs import new_file, opened_documents
from iawce.scripts.options import Overwrite, Quiet, Render, SettingsOption, sources_argument
from iawce.scripts.program import Command, make_app
from iawce.scripts.settings_tables import read_settings

fields = make_app("User-defined fields of pages.")
fields.callback()(lambda: None)


@fields.command("learn", cls=Command)
def learn(
    sources: Annotated[list[str], sources_argument("Pages of the examples, any mix of these: {sources}.")],
    examples: Annotated[
        Path, typer.Option(help='Values of fields on one page or several: {"a.html": {"isbn": "9780"}}, JSON.')
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="File for the fields, TOML.")] = Path("fields.toml"),
    overwrite: Overwrite = False,
    render: Render = "auto",
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    settings: SettingsOption = None,
) -> None:
    """Learn the places of the values of examples, as labels or selectors: a file for --fields of extract and records.

    The file is printed, too. Exit code 1: some pages could not be read; 3: none could.
    """
    from iawce.data.analysis.page_analysis import PageAnalysis
    from iawce.extract.templates.fields.field_schema import learn_schema, schema_text, write_schema
    from iawce.extract.templates.fields.learn_fields import read_examples

    given, chosen = read_examples(examples), read_settings(settings, "fields")
    with opened_documents(sources, render, chosen) as opened, new_file(output, sources, overwrite=overwrite):
        documents, pairs = list(opened), []
        for one in documents:
            names = (one.ref, one.url, PurePath(one.ref).name)
            if values := next((given[name] for name in names if name in given), {}):
                pairs.append((PageAnalysis.of(one), values))
        schema, unmet = learn_schema(pairs)
        if documents and schema is None:
            raise UsageError(f"{examples}: no value of the examples is a whole text or an attribute on its page")
        if unmet:
            remark(f"{examples}: no whole text or attribute is a value of the examples for {', '.join(unmet)}")
        if schema:
            write_schema(schema, output)
            say(schema_text(schema))
