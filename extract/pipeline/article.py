"""The way of an article.

1. ``main_content``: by default, the block model chooses the text blocks of the article.
2. Texts that repeat on the pages of its site are left out, where a run has counted them.
3. The comments under it are left out, or kept as records, as the settings say.
4. The metadata, after the content is printed: title, authors and dates, by the markup and by the lines near the title.
"""

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.labels import PageType
from iawce.extract.pipeline.main_content import Chosen, main_content
from iawce.extract.pipeline.settings import ExtractSettings


def article_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of an article. Raises PageError: there is none."""
    chosen = main_content(analysis, PageType.ARTICLE, settings)
    if settings.boilerplate and not settings.keep:
        from iawce.extract.templates.site_boilerplate import leave_out_repeated  # noqa: PLC0415 - few runs count them

        chosen = chosen._replace(content=leave_out_repeated(analysis, chosen.content, settings.boilerplate))
    return with_comments(analysis, chosen, settings)


def with_comments(analysis: PageAnalysis, chosen: Chosen, settings: ExtractSettings) -> Chosen:
    """The content without the comments under it, with them as records, or only these; a chosen method decides alone.

    Raises PageError: ``empty/no_comments`` if only comments are requested and there are none.
    """
    is_asked = settings.comments == "only"
    if chosen.has_records or not (is_asked or (settings.is_judged and analysis.comment_names.any())):
        return chosen
    from iawce.extract.records.posts.comments import apply_comments  # noqa: PLC0415 - few pages have any

    return chosen._replace(content=apply_comments(analysis, chosen.content, settings.comments))
