"""``iawce posts``: threads and comments into a table, a row a post."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from iawce.scripts.network_options import NetworkOptions
from iawce.scripts.options import (
    BaseUrl,
    FollowPages,
    Quiet,
    given_sources,
)
from iawce.scripts.rendering_options import RenderingOptions
from iawce.scripts.write_tables import TO_HELP, finish_pages, refuse_name, write_page

TABLE = "posts"
"""Name of a table in a database if none is given."""
if TYPE_CHECKING:
    from iawce.data.sinks.growing_table import GrowingTable
    from iawce.extract.output.extraction import Extraction


def posts(
    sources: Annotated[list[str], typer.Argument(help="Any mix of these: {sources}.", callback=given_sources)],
    to: Annotated[str, typer.Option("--to", "-o", help=TO_HELP)] = "",
    table: Annotated[
        str | None, typer.Option(help="Name of the table in a database; posts if left out.", show_default=False)
    ] = None,
    kind: Annotated[
        Literal["auto", "thread", "comments"],
        typer.Option(help="auto: the posts of a thread, or else the comments of the page; or only one of these."),
    ] = "auto",
    follow_pages: FollowPages = 1,
    base_url: BaseUrl = "",
    timeout: Annotated[float, typer.Option(min=1, max=86_400, help="Seconds to render one page.")] = 30.0,
    quiet: Quiet = False,  # noqa: ARG001 - its callback acts
    rendering: RenderingOptions = RenderingOptions(),  # noqa: B008 - frozen
    network: NetworkOptions = NetworkOptions(),  # noqa: B008 - frozen
) -> None:
    """Turn threads, and the comments of other pages, into a table: a row for each post, answers with what they answer.

    The columns are author, date, date_iso, text, link, position, depth, parent and page. To run it again adds nothing
    twice. Exit code 0: all pages are ok; 1: some failed; 3: all failed.
    """
    from iawce.data.sinks.growing_table import open_table
    from iawce.extract.records.posts.page_posts import PostsSettings
    from iawce.extract.run.extractor import Extractor
    from iawce.extract.run.settings import ExtractSettings
    from iawce.scripts.open_output import Sources, refuse_source

    refuse_source(to or None, sources)
    refuse_name(table, to)
    opening = rendering.opening(network, timeout)
    with ExitStack() as stack:
        opened = stack.enter_context(open_table(to, table or TABLE)) if to else None
        extractor = Extractor(
            settings=ExtractSettings(method="posts", method_settings=PostsSettings(kind), html=False),
            follow_pages=follow_pages,
            **opening,
        )
        rows = stack.enter_context(extractor).extract_many(Sources(sources, base_url).read())
        finish_pages((_write(row, opened) for row in rows), to)


def _write(row: "Extraction", table: "GrowingTable | None") -> bool:
    """Write the posts of a page or of the pages joined with it; whether there were any, and room for them."""
    from iawce.extract.records.posts.post_rows import post_rows
    from iawce.scripts.console import complain
    from iawce.scripts.source_of import source_of

    if not row.records:
        complain(f"{row.ref}: {row.why or 'nothing on the page is a post'}")
        return False
    for warning in row.warnings:
        if warning.kind in ("truncated", "partial"):
            complain(f"{row.ref}: there is more than is written here ({warning})")
    source = source_of(row)
    pages = [part.url or source for part in row.pages for _ in range(part.records)] or [source] * len(row.records)
    return write_page(post_rows(row.records, source, pages), row.ref, table)


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(posts)
