"""The records of a page beside its content, as its type asks for: the posts of a thread."""

from dataclasses import replace

from iawce.data.document import Document
from iawce.data.labels import PageType
from iawce.extract.content import Content, Scores
from iawce.extract.forum.posts import find_posts
from iawce.extract.forum.software import recognise


def add_records(document: Document, page_type: str, content: Content) -> Content:
    """The content with the records of the page, unless its method found some; of a thread, the score ``software``."""
    if content.records or content.origins or page_type != PageType.THREAD:
        return content
    software = recognise(document)
    told: Scores = {"software": f"{software.name} {software.version}".strip()} if software else {}
    return replace(content, records=find_posts(document, content.subset), scores={**content.scores, **told})
