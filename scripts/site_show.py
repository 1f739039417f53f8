"""``iawce site show``: a picture of what was learned of a site."""

from collections.abc import Iterator
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iawce.data.errors import PageError, UsageError, cause_of, quantity
from iawce.scripts.options import Overwrite, Quiet, Render, RenderChoice, SettingsOption, given_sources

if TYPE_CHECKING:
    from iawce.data.document import Document
    from iawce.data.page import Page
    from iawce.data.snapshot import Snapshot
    from iawce.data.sources.reader import Item
    from iawce.extract.pipeline.extractor import Extractor
    from iawce.extract.templates.site.site_templates import SiteTemplates
    from iawce.scripts.open_output import Sources
    from iawce.scripts.tally import Tally

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
    from iawce.scripts.console import remark
    from iawce.scripts.open_output import Sources, new_file
    from iawce.scripts.opening import opening
    from iawce.scripts.settings_values import read_settings
    from iawce.scripts.site_settings import SiteChoices
    from iawce.scripts.tally import Tally

    if output.suffix.lower() not in (*SUFFIXES, SHEET):
        raise UsageError(
            f"{output} is not the name of a picture: it must end in one of {', '.join((*SUFFIXES, SHEET))}"
        )
    given = read_settings(settings, "site")
    learned, tally = read_site(templates), Tally()
    with new_file(output, [str(templates), *sources], overwrite=overwrite):
        numbers = largest_clusters(learned, given.make(SiteChoices).clusters)
        with Extractor(**opening(given, render)) as extractor:
            chosen = choose_pages(learned, set(numbers), _opened(Sources.of(sources, given), extractor, tally))
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


def _opened(sources: "Sources", extractor: "Extractor", tally: "Tally") -> Iterator[tuple["Item", "Document"]]:
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
