"""The command ``iawce``: gathers the verbs."""

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from iawce import __version__
from iawce.scripts.classify import classify
from iawce.scripts.console import set_up_logging
from iawce.scripts.crawl import crawl
from iawce.scripts.doctor import doctor
from iawce.scripts.evaluate import evaluate
from iawce.scripts.extract import extract
from iawce.scripts.fields import fields
from iawce.scripts.forum import forum
from iawce.scripts.inspect import inspect
from iawce.scripts.label import label
from iawce.scripts.labels import labels
from iawce.scripts.models import models
from iawce.scripts.posts import posts
from iawce.scripts.program import add_command, make_app, run_app
from iawce.scripts.records import records
from iawce.scripts.render import render
from iawce.scripts.serve import serve
from iawce.scripts.settings import settings
from iawce.scripts.site import site
from iawce.scripts.train import train

COMMANDS: tuple[Callable[..., Any], ...] = (
    extract,
    crawl,
    records,
    posts,
    render,
    classify,
    inspect,
    label,
    train,
    serve,
    models,
    settings,
    doctor,
)


def main() -> None:
    """Entry point of ``iawce``."""
    run_app(gather_verbs(), "iawce")


def gather_verbs() -> typer.Typer:
    """The application with all verbs."""
    app = make_app(completion=True)
    for command in COMMANDS:
        add_command(app, command, command.__name__)
    app.add_typer(fields, name="fields")
    app.add_typer(forum, name="forum")
    app.add_typer(labels, name="labels")
    app.add_typer(evaluate, name="evaluate")
    app.add_typer(site, name="site")
    app.callback()(_options)
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"iawce {__version__}\n")
        raise typer.Exit


def _options(
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="More messages; twice: all.")] = 0,
    show_version: Annotated[  # noqa: ARG001 - its callback acts
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Renders web pages, classifies them, extracts their content."""
    set_up_logging(verbose)
