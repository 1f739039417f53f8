"""Thread pages as forum software writes them, and labels for their posts."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from iawce.data.document import Document
from iawce.data.network.address import web_address
from iawce.extract.content.content import FieldValue
from iawce.extract.papers.softmealy.labelled_spans import LabelledRecord, TextLabel
from iawce.extract.papers.softmealy.wrapper import Wrapper
from iawce.extract.templates.forum.forum_templates import (
    ForumTemplate,
    ForumTemplates,
    LocationLibrary,
    read_forum,
    write_forum,
)

Post = tuple[str, str, str]
"""Author, date, body as HTML."""
FIRST: Sequence[Post] = (
    ("mara", "May 5, 2020", "How do I <b>prune</b> a lemon tree?"),
    ("Otto_K", "May 6, 2020", "<p>In spring.</p><p>Never in autumn.</p>"),
    ("42 trees", "June 17, 2020", "<blockquote>Never in autumn.</blockquote> Why?"),
)
OTHER: Sequence[Post] = (
    ("Zoé", "1 day ago", "Mine has <a href='/photo'>yellow leaves</a>."),
    ("mara", "Yesterday", "Water<br>it<br>less"),
    ("李明", "刚刚", "谢谢!"),
    ("by", "on", "May 5, 2020"),
)


def post_html(number: int, post: Post) -> str:
    author, date, body = post
    return f"""
<div class="post {"odd" if number % 2 else "even"}" id="post_{1000 + number}">
  <p class="author">by <strong><a href="/user/{author}" class="username">{author}</a></strong> on {date}</p>
  <div class="content">{body}</div>
  <div class="signature">by <a href="/user/{author}">{author}</a></div>
</div>"""


URL = "https://talk.example.org/t/7"


def address(written: str) -> str:
    """An address of the thread page, as rows have it."""
    return web_address(URL, written)


def thread_page(posts: Sequence[Post]) -> Document:
    shown = "".join(post_html(number, post) for number, post in enumerate(posts))
    return Document(
        "thread",
        url=URL,
        html=f"""<html><body>
<div id="head"><p class="author">by <strong><a href="/team" class="username">the team</a></strong> on Sundays</p></div>
<div class="posts">{shown}
</div>
<div id="foot"><p class="author">by <strong><a href="/us" class="username">us</a></strong> on rails</p></div>
</body></html>""",
    )


def nodes(document: Document, selector: str = ".post") -> list[tuple[int, ...]]:
    return [(number,) for number in document.select(selector)]


def labels(**values: str | Sequence[str]) -> dict[str, list[TextLabel]]:
    listed = {name: [value] if isinstance(value, str) else value for name, value in values.items()}
    return {name: [TextLabel(value) for value in found] for name, found in listed.items()}


def labelled(
    document: Document, fields: Sequence[Mapping[str, Sequence[TextLabel]]], selector: str = ".post"
) -> list[LabelledRecord]:
    return [LabelledRecord(scope, given) for scope, given in zip(nodes(document, selector), fields, strict=False)]


def values(found: Sequence[Sequence[tuple[str, FieldValue]]]) -> list[list[tuple[str, str]]]:
    return [[(name, one.text) for name, one in record] for record in found]


def write_wrapper(wrapper: Wrapper, path: Path) -> None:
    """Write it as the only template of a forum."""
    template = ForumTemplate("thread", "", 1, "person", b"", wrapper)
    write_forum(ForumTemplates(LocationLibrary(), (template,)), path)


def read_wrapper(path: Path) -> Wrapper | None:
    return read_forum(path).templates[0].wrapper
