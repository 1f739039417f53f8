"""Threads of a mirrored forum, with all pages joined, compared with the posts that selectors name.

    python -m bench mirrored_threads PATH_OF_THE_PAGE_SETS

The selectors are in ``tests/pages/thread-selectors.json``. The mirror is served on localhost; ``Extractor`` gets the
type thread, fetches the first page of each and follows the others, without a browser. Posts are matched one to one by
their texts, with a word F1 of at least 0.8; of those found, author and date are right if they are the same. A thread
is whole if it has all posts in order and no other.
"""

import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Annotated

import typer

from bench.common.served import served
from iawce.data.datasets.mirrored_site import SUFFIX, read_mirrored_site
from iawce.evaluate.known_sites.forums import ThreadScore, read_forums, thread_scores

HEAD = ("site", "threads", "whole", "posts", "F1", "text", "author", "date")
SELECTORS = Path(__file__).resolve().parent.parent / "tests" / "pages" / "thread-selectors.json"


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder."""

    def log_message(self, *_: object) -> None:
        return


@contextmanager
def mirror(archive: Path) -> Iterator[str]:
    """The address of a mirrored site."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(archive) as opened:
            opened.extractall(folder, filter="data")
        root = Path(folder) / archive.name.removesuffix(SUFFIX)
        with served(partial(Quiet, directory=str(root))) as address:
            yield address


def main(
    sets: Annotated[Path, typer.Argument(help="The folder of the page sets.")],
    most: Annotated[int, typer.Option(min=1, help="Threads of a site.")] = 1000,
    show: Annotated[bool, typer.Option("--show", help="Name each thread that is not right.")] = False,
) -> None:
    print(f"| {' | '.join(HEAD)} |\n|{' --- |' * len(HEAD)}")
    for site, forum in read_forums(SELECTORS).items():
        total, archive = ThreadScore(), sets / "sites" / f"{site}{SUFFIX}"
        with mirror(archive) as address:
            for page, score in thread_scores(forum, read_mirrored_site(archive), address, most):
                total += score
                if show and not score.wanted == score.ours == score.same:
                    print(f"  {page}: {score.wanted} posts, {score.ours} found, {score.same} the same")
        print(row(site, total))


def row(site: str, total: ThreadScore) -> str:
    """A line of the table."""
    of_posts = (total.text / total.wanted, total.authors / total.same, total.dates / total.same)
    cells = (site, total.threads, total.whole, total.wanted, *(f"{value:.3f}" for value in (total.f1, *of_posts)))
    return f"| {' | '.join(map(str, cells))} |"
