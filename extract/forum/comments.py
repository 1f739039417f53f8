"""The comments under an article as records, and the article without them."""

from dataclasses import replace
from typing import Literal

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.html.subset import Subset
from iawce.extract.content import Content
from iawce.extract.forum.comment_location import locate_comments
from iawce.extract.forum.post_fields import FieldFinder
from iawce.extract.forum.post_text import furniture
from iawce.extract.forum.write_posts import write_posts
from iawce.extract.parts.kept_text import keep_pieces

Comments = Literal["drop", "keep", "only"]
"""What becomes of the comments under an article."""


def apply_comments(document: Document, content: Content, choice: Comments) -> Content:
    """The content without the comments of the page, with them as its last blocks and as records, or nothing but them.

    Raises:
        PageError: the page holds no element; ``empty/no_comments`` if only comments are wanted and it has none.
    """
    rows = locate_comments(document)
    if not rows and choice == "only":
        raise PageError("empty/no_comments", "the page holds no comments")
    if not rows:
        return content
    elements = [element for row in rows for element in row]
    article = _without(content, elements)
    if choice == "drop":
        return article if article.elements else content
    finder = FieldFinder(document.without(("head",)), rows)
    said = _said(finder)
    records, top = write_posts(document, said, finder), tuple(document.topmost(elements))
    if choice == "only":
        return replace(content, elements=top, subset=said, records=records)
    both = Subset(content.subset.index, article.subset.kept | said.kept, article.subset.pieces | said.pieces)
    return replace(article, elements=tuple(sorted({*article.elements, *top})), subset=both, records=records)


def _without(content: Content, elements: list[int]) -> Content:
    """The content without these elements."""
    index = content.subset.index
    kept = content.subset.kept & ~index.inside(elements)
    subset = Subset(index, kept, content.subset.pieces)
    return replace(content, elements=tuple(n for n in content.elements if kept[n] and subset.words[n]), subset=subset)


def _said(finder: FieldFinder) -> Subset:
    """The comments without names, dates and short texts that many of them have."""
    authors = finder.authors()
    named = [one.element for one in (*authors, *finder.times(authors)) if one]
    inside = finder.record_of[finder.index.pieces.owners] >= 0
    return keep_pieces(finder.shown, finder.shown.pieces & inside & ~furniture(finder, named))
