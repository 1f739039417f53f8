"""``iawce posts``: threads and comments into a table, a row a post."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from contextlib import nullcontext
from typing import TYPE_CHECKING

from iawce.scripts import options
from iawce.scripts.console import complain
from iawce.scripts.inputs_and_outputs import Sources
from iawce.scripts.settings_tables import read_settings

if TYPE_CHECKING:
    from iawce.data.sinks.growing_table import GrowingTable
    from iawce.extract.output.extraction import Extraction


def posts(
    sources: options.PageSources,
    follow_pages: options.FollowPages = 1,
    output: options.TableOutput = "",
    table: options.TableName = None,
    quiet: options.Quiet = False,  # noqa: ARG001 - its callback acts
    render: options.Render = "auto",
    settings: options.SettingsOption = None,
) -> None:
    """Turn threads, and the comments of other pages, into a table: a row for each post, with the post it replies to.

    The columns are author, date, date_iso, text, quote, link, votes, position, depth, parent and page. Running it
    again adds no duplicates. Exit code 0: all pages are ok; 1: some failed; 3: all failed.
    """
    from iawce.data.sinks.growing_table import open_table
    from iawce.extract.pipeline.settings import ExtractSettings
    from iawce.extract.records.posts.page_posts import PostsSettings
    from iawce.scripts.write_rows import check_table, finish_pages

    check_table(table, output, sources)
    given = read_settings(settings, "posts")
    content = ExtractSettings(method="posts", method_settings=given.make(PostsSettings))
    content = content.for_records(follows=follow_pages > 1)
    with (
        open_table(output, table or "posts") if output else nullcontext() as opened,
        options.make_extractor(given, render, settings=content, follow_pages=follow_pages) as extractor,
    ):
        rows = extractor.extract_many(Sources.of(sources, given).read())
        finish_pages((_write(row, opened) for row in rows), output)


def _write(row: "Extraction", table: "GrowingTable | None") -> bool:
    """Write the posts of a page or of the pages joined with it; whether there were any, and room for them."""
    from iawce.extract.records.posts.page_posts import post_rows
    from iawce.scripts.write_rows import source_of, sources_of, write_page

    if not row.records:
        complain(f"{row.ref}: {row.why or 'nothing on the page is a post'}")
        return False
    for warning in row.warnings:
        if warning.kind in ("truncated", "partial"):
            complain(f"{row.ref}: there is more than is written here ({warning})")
    return write_page(post_rows(row.records, source_of(row), sources_of(row)), row.ref, table)
