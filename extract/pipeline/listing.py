"""The way of a list.

1. ``main_content``: the block model chooses the text blocks of the list.
2. SimHTree and other sources propose lists; the one that is most likely the purpose of the page gives the records.
3. The rows of a forum's board are threads; they are the content, too, if the block model finds none.
4. ``page_metadata``: title, site, next page.
"""

from collections.abc import Sequence
from dataclasses import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.labels import PageType
from iawce.extract.content.content import Content, FoundRecord
from iawce.extract.metadata.page_metadata import PageMetadata, page_metadata
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import build_sim_tree
from iawce.extract.pipeline.article import with_comments
from iawce.extract.pipeline.main_content import Chosen, Strategy, main_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.board_rows import find_board
from iawce.extract.records.list_records import content_lists, list_records, table_records


def list_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of a list with its rows; without ``settings.records``, only where nothing else is content.

    Raises:
        PageError: there is none.
    """
    chosen = main_content(analysis, PageType.LIST, settings)
    if settings.comments == "only":
        return with_comments(analysis, chosen, settings)
    if chosen.has_records or (chosen.content.elements and not settings.records):
        return chosen
    return chosen._replace(content=_with_rows(analysis, chosen.content, settings))


def _with_rows(analysis: PageAnalysis, content: Content, settings: ExtractSettings) -> Content:
    tree = build_sim_tree(analysis, SimHTreeSettings.default())
    lists = content_lists(tree, content.subset, settings.list_source)
    threads = find_board(tree, [row for found in lists for row in table_records(found.table, 1, found.confidence)])
    if threads and not content.elements:
        elements = tuple(number for one in threads for number in one.elements)
        content = replace(content, elements=elements, subset=analysis.shown)
    records = threads or tuple(row for found in lists for row in list_records(found, 1))
    return replace(content, records=records, warnings=(*content.warnings, *tree.warnings))


def _metadata(analysis: PageAnalysis, _: Sequence[FoundRecord]) -> PageMetadata:
    return page_metadata(analysis, PageType.LIST)


LISTING = Strategy(list_content, _metadata)
