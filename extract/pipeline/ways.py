"""The ways of the four types of pages: what each makes of the main content of a page, and its records.

Each begins with ``main_content``: by default, the block model chooses the text blocks of the type.
"""

from collections.abc import Callable
from dataclasses import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.labels import PageType
from iawce.extract.content.content import Content, Scores, keep_text_nodes
from iawce.extract.content.method import DEFAULT_METHOD
from iawce.extract.pipeline.main_content import Chosen, main_content
from iawce.extract.pipeline.settings import ExtractSettings


def article_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of an article, without texts that repeat on its site, where a run has counted them.

    The comments under it are left out, or kept as records, as the settings say. Raises PageError: there is none.
    """
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
    if chosen.has_records or not (is_asked or settings.is_judged):
        return chosen
    from iawce.extract.records.posts.comments import apply_comments, find_comment_parts  # noqa: PLC0415 - not for lists

    if not (is_asked or analysis.keep(find_comment_parts).any()):
        return chosen
    return chosen._replace(content=apply_comments(analysis, chosen.content, settings.comments))


def rows_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of a list with its rows: SimHTree and other sources propose lists, the most likely gives the records.

    The rows of a forum's board are threads; they are the content, too, if the block model finds none. If no records are
    asked for, rows are sought only where there is no content. Raises PageError: there is none.
    """
    chosen = main_content(analysis, PageType.LIST, settings)
    if settings.comments == "only":
        return with_comments(analysis, chosen, settings)
    if chosen.has_records or (chosen.content.elements and not settings.records):
        return chosen
    from iawce.extract.records.list_records import list_content  # noqa: PLC0415 - lists alone

    return chosen._replace(content=list_content(analysis, chosen.content, settings.list_source))


def posts_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of a thread with its posts, which replace it if it is much shorter than their texts.

    A method or a selector that the user chose decides the text alone. Raises PageError: there is none.
    """
    chosen = main_content(analysis, PageType.THREAD, settings)
    if chosen.has_records or not (settings.records or settings.is_judged):
        return chosen
    from iawce.extract.records.posts.posts import find_posts, thread_content  # noqa: PLC0415 - threads alone

    if settings.is_judged:
        posts = thread_content(analysis, chosen.content, has_records=settings.records)
    else:
        posts = replace(chosen.content, records=find_posts(analysis, chosen.content.subset))
    if not settings.records:
        return chosen._replace(content=posts)
    software, scores = analysis.software, chosen.content.scores
    added: Scores = {"software": f"{software.name} {software.version}".strip()} if software else {}
    return chosen._replace(content=replace(posts, scores={**scores, **added}))


def product_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of a page about one product, without what is about other things by its name or its heading.

    The reviews under it are left out, or kept as records, as comments are. Raises PageError: there is none.
    """
    chosen = main_content(analysis, PageType.PRODUCT, settings)
    if chosen.method == DEFAULT_METHOD and settings.comments == "drop":
        chosen = chosen._replace(content=_without_others(analysis, chosen.content))
    return with_comments(analysis, chosen, settings)


def _without_others(analysis: PageAnalysis, content: Content) -> Content:
    """The content without other products, reviews and parts of the shop; unchanged if nothing else would be left."""
    from iawce.extract.metadata.shown_product import other_products  # noqa: PLC0415 - products alone

    beside = analysis.keep(other_products)[analysis.index.text_nodes.owners]
    subset = keep_text_nodes(content.subset, content.subset.text_nodes & ~beside)
    elements = tuple(one for one in content.elements if subset.kept[one] and subset.text_words[one])
    return replace(content, elements=elements, subset=subset) if elements else content


def any_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The main content of a page of no known type, without records but those of its method."""
    chosen = main_content(analysis, "", settings)
    return with_comments(analysis, chosen, settings) if settings.comments == "only" else chosen


WAYS: dict[str, Callable[[PageAnalysis, ExtractSettings], Chosen]] = {
    PageType.ARTICLE: article_content,
    PageType.LIST: rows_content,
    PageType.THREAD: posts_content,
    PageType.PRODUCT: product_content,
}
