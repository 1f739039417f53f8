"""What a page is: its title and the facts about it."""

from iawce.data.document import Document
from iawce.extract.content import Metadata
from iawce.extract.metadata.author_names import plain_name
from iawce.extract.metadata.authors import choose_authors, claimed_authors, organisations
from iawce.extract.metadata.bylines import bylines
from iawce.extract.metadata.claims import Claims
from iawce.extract.metadata.dates import dates_shown, modified, published
from iawce.extract.metadata.elsewhere import elsewhere
from iawce.extract.metadata.title import Title, find_title


def page_metadata(document: Document) -> tuple[Title, Metadata]:
    """Title and metadata."""
    claims = Claims(document.index)
    title = find_title(document, claims.tags, claims.headlines)
    works, apart = claims.works(title.text), elsewhere(document)
    date, changed = published(document, works, claims.tags), modified(works, claims.tags)
    if not date:
        shown, of_change = dates_shown(document, title.heading, apart, month_first=True)
        date, changed = shown, changed or of_change
    text = plain_name(" ".join(document.index.pieces.texts))
    names = choose_authors(
        claimed_authors(works, claims.tags),
        [] if claims.product(title.text) else bylines(document, title.heading, apart),
        organisations(works, claims.tags, document.url),
        text,
    )
    return title, Metadata(authors=tuple(names), date_published=date, date_modified=changed)
