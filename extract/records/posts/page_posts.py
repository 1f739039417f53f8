"""Posts of any page: those of a thread, or else the comments under its content.

A page is a thread if its posts hold most of its main content; comments hold little of the main content of an article.
If the page type is known, it must be that of a thread, or a forum software must have written the page: an article with
a name and a date looks like a thread with one post, and a list of dated teasers like one with many. A list that a forum
software wrote is a board, whose rows are neither posts nor comments.
The main content is the block model's, or the whole page if the block model finds none.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Self

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.errors import PageError
from iawce.data.labels import PageType
from iawce.data.sinks.growing_table import PageRows, TypedValue
from iawce.data.sinks.schema import NUMBER, TEXT
from iawce.extract.content.content import Content, Record
from iawce.extract.content.method import MethodSettings, register_method
from iawce.extract.content.segmentation import SegmentationSettings, extract_segmentation
from iawce.extract.records.choices import PostKind
from iawce.extract.records.posts.comments import ANNOUNCED, apply_comments, locate_comments
from iawce.extract.records.posts.messages import find_messages
from iawce.extract.records.posts.posts import thread_content
from iawce.extract.records.posts.write_posts import DEPTH, PARENT, POSITION, VOTES

MIN_COUNT = 2  # Least comments of a page without other content
MAX_COUNT = 0.5  # Least share of the main content in the posts of a thread
NO_THREAD = "the page is no thread and holds no comments; -s posts.kind=thread reads it as a thread"
SCORES = {"kind": "kind of the posts: thread or comments", "posts": "number of posts"}
PAGE = "page"
COUNTS = (VOTES, POSITION, DEPTH, PARENT)
COLUMNS = dict.fromkeys(("author", "date", "date_iso", "text", "quote", "link"), TEXT) | dict.fromkeys(COUNTS, NUMBER)
"""The fields of a post that are columns, with their types; the address of its page comes last."""


@dataclass(frozen=True, slots=True)
class PostsSettings(MethodSettings):
    """Settings of posts."""

    kind: PostKind = "auto"
    """`auto`: the posts of a thread, or else the comments of the page; or only `thread` or `comments`."""
    page_type: str = ""
    """Type of the page; empty if unknown."""

    @property
    def needs_type(self) -> bool:
        """Whether the type decides which posts these are."""
        return self.kind == "auto"

    def for_page_type(self, page_type: str) -> Self:
        """The same choice for a page of a type."""
        return replace(self, page_type=self.page_type or page_type)

    def doubting(self, page_types: Collection[str]) -> Self:
        """The same choice for a page that may be of any of these types: it is a thread, if that is one of them."""
        return self.for_page_type(PageType.THREAD) if PageType.THREAD in page_types else self


@register_method("posts", PostsSettings, SCORES)
def extract_posts(analysis: PageAnalysis, settings: PostsSettings) -> Content:
    """Posts of a thread or comments of another page, with the post that each of them answers.

    Raises PageError: ``empty/no_posts`` or ``empty/no_comments`` if there are none.
    """
    if settings.kind != "comments" and (messages := find_messages(analysis)):
        return _scored(Content((), analysis.shown, messages), "thread")
    if settings.kind == "auto" and settings.page_type == PageType.LIST and analysis.software is not None:
        raise PageError("empty/no_posts", NO_THREAD)
    found = extract_segmentation(analysis, SegmentationSettings())
    known = found if found.elements else replace(found, elements=(0,), subset=analysis.shown)
    thread = replace(thread_content(analysis, known), warnings=found.warnings)
    may_be_thread = settings.kind == "thread" or (
        settings.kind == "auto" and (settings.page_type in ("", PageType.THREAD) or analysis.software is not None)
    )
    is_thread = settings.kind == "thread" or (may_be_thread and _is_thread(known, thread))
    has_comments = not is_thread and bool(locate_comments(analysis))
    if settings.kind == "comments" and not has_comments and _is_of_comments(analysis, known, thread):
        return _scored(thread, "comments")
    if has_comments or settings.kind == "comments":
        return _scored(apply_comments(analysis, known, "only"), "comments")
    if not (may_be_thread and thread.records):
        raise PageError("empty/no_posts", "the page holds no post" if may_be_thread else NO_THREAD)
    return _scored(thread, "thread")


def _scored(content: Content, kind: PostKind) -> Content:
    """The posts alone."""
    elements = tuple(sorted({element for record in content.records for element in record.elements}))
    return replace(content, elements=elements, scores={"kind": kind, "posts": len(content.records)})


def _is_of_comments(analysis: PageAnalysis, content: Content, thread: Content) -> bool:
    """Whether a page consists of comments, which only its title names."""
    titles = map(analysis.index.text_of, analysis.index.tagged("title", "h1"))
    is_list = len(thread.records) >= MIN_COUNT and _is_thread(content, thread)
    return is_list and any(ANNOUNCED.search(title) for title in titles)


def _is_thread(content: Content, thread: Content) -> bool:
    subset, posts = content.subset, [element for record in thread.records for element in record.elements]
    said = subset.index.words_of(subset.text_nodes & subset.index.text_nodes_inside(posts))
    return bool(said[0] >= MAX_COUNT * subset.text_words[0] > 0)


def post_rows(records: Sequence[Record], source: str, pages: Sequence[str]) -> PageRows:
    """A row for each post of a thread, or comment of a page.

    ``source``: address of the first page of the thread; ``pages``: that of the page of each post.
    """

    def cell(name: str, text: str) -> TypedValue | None:
        return TypedValue(int(text) if name in COUNTS else text, text) if text else None

    rows = [
        {name: cell(name, record.texts.get(name, "")) for name in COLUMNS} | {PAGE: TypedValue(page, page)}
        for record, page in zip(records, pages, strict=True)
    ]
    return PageRows(source, COLUMNS | {PAGE: TEXT}, rows)
