"""The records of a page, by its type: posts of a thread, rows of a list, comments under an article."""

from dataclasses import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.labels import PageType
from iawce.extract.content.content import Content, Scores
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.list_records import list_content
from iawce.extract.records.posts.comments import apply_comments
from iawce.extract.records.posts.posts import find_posts, thread_content

COMMENTED = frozenset({PageType.ARTICLE, PageType.PRODUCT})
"""Types of pages whose comments are not their purpose."""


def add_records(analysis: PageAnalysis, page_type: str, content: Content, settings: ExtractSettings) -> Content:
    """The content with the records of the page, if its method found none; for a thread, with the score ``software``.

    Raises:
        PageError: ``empty/no_comments`` if only comments are requested and there are none.
    """
    if content.records or content.origins:
        return content
    if settings.forum and (found := settings.forum.extract(analysis)):
        template, records = found
        return replace(content, records=records, scores={**content.scores, "template": template.medoid})
    if page_type == PageType.THREAD and not settings.records:
        return thread_content(analysis, content, has_records=False) if settings.is_judged else content
    if page_type == PageType.THREAD:
        software = analysis.software
        added: Scores = {"software": f"{software.name} {software.version}".strip()} if software else {}
        is_free = settings.is_judged  # a method or a selector that the user chose decides alone
        posts = (
            thread_content(analysis, content)
            if is_free
            else replace(content, records=find_posts(analysis, content.subset))
        )
        return replace(posts, scores={**content.scores, **added})
    if page_type == PageType.LIST and settings.comments != "only":
        if not settings.records and content.elements:
            return content
        return list_content(analysis, content, settings.list_source)
    if settings.comments == "only" or (settings.is_judged and page_type in COMMENTED):
        return apply_comments(analysis, content, settings.comments)
    return content
