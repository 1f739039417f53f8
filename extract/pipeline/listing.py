"""The way of a list.

1. ``main_content``: by default, the block model chooses the text blocks of the list.
2. SimHTree and other sources propose lists; the one that is most likely the purpose of the page gives the records.
3. The rows of a forum's board are threads; they are the content, too, if the block model finds none.
4. The metadata, after the content is printed: title, site, next page.
"""

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.labels import PageType
from iawce.extract.pipeline.article import with_comments
from iawce.extract.pipeline.main_content import Chosen, main_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.list_records import list_content


def rows_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of a list with its rows; if no records are asked for, rows are sought only where there is no content.

    Raises PageError: there is none.
    """
    chosen = main_content(analysis, PageType.LIST, settings)
    if settings.comments == "only":
        return with_comments(analysis, chosen, settings)
    if chosen.has_records or (chosen.content.elements and not settings.records):
        return chosen
    return chosen._replace(content=list_content(analysis, chosen.content, settings.list_source))
