"""The way of a thread.

1. ``main_content``: by default, the block model chooses the text blocks of the posts; ``segmentation.py`` leaves out
   its rules for articles (``SINGLE``).
2. The posts are located and become the records; if the content is much shorter than their texts, these replace it.
3. The metadata, after the content is printed (``page_metadata.py``): author and date are those of the first post,
   unless others are named.
"""

from dataclasses import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.labels import PageType
from iawce.extract.content.content import Scores
from iawce.extract.pipeline.main_content import Chosen, main_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.posts.posts import find_posts, thread_content


def posts_content(analysis: PageAnalysis, settings: ExtractSettings) -> Chosen:
    """The content of a thread with its posts; a method or a selector that the user chose decides the text alone.

    Raises PageError: there is none.
    """
    chosen = main_content(analysis, PageType.THREAD, settings)
    if chosen.has_records or not (settings.records or settings.is_judged):
        return chosen
    if settings.is_judged:
        posts = thread_content(analysis, chosen.content, has_records=settings.records)
    else:
        posts = replace(chosen.content, records=find_posts(analysis, chosen.content.subset))
    if not settings.records:
        return chosen._replace(content=posts)
    software, scores = analysis.software, chosen.content.scores
    added: Scores = {"software": f"{software.name} {software.version}".strip()} if software else {}
    return chosen._replace(content=replace(posts, scores={**scores, **added}))
