"""Threads with answers in answers, drawn in the ways in which software nests them."""
# ruff: noqa: E501 - lines of markup

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

NAMES = ("marigold", "oldroot", "Heinz_K", "ada", "Nilufer", "tom.b", "Ruth", "Okoro")
SUBJECTS = ("The lemon tree", "My neighbour", "A new pot", "The soil from last year", "This window", "Rain water")
VERBS = ("has helped with", "was no match for", "changed nothing about", "may well have caused")
OBJECTS = ("the yellow leaves", "two weeks of frost", "all the lice on it", "the dry wood", "its roots")


@dataclass
class Reply:
    """A post with the answers to it; ``number`` counts from 1 in document order."""

    answers: list["Reply"] = field(default_factory=list)
    number: int = 0
    depth: int = 0
    parent: int = 0

    @property
    def author(self) -> str:
        """Who wrote it."""
        return NAMES[self.number * 3 % len(NAMES)]

    @property
    def date(self) -> str:
        """When, as the page prints it."""
        return f"{1 + self.number % 28} March 2021, {8 + self.number % 12}:{10 + self.number * 7 % 50}"

    @property
    def text(self) -> str:
        """A sentence or two, of which no two posts have the same."""
        n = self.number
        said = f"{SUBJECTS[n % 6]} {VERBS[n // 2 % 4]} {OBJECTS[n % 5]}"
        return f"{said}, I would say, and that happened {n} days ago." + " Nobody knows why, though." * (n % 3)


def numbered(shape: Sequence[object]) -> list[Reply]:
    """The posts of a thread, whose shape is said by lists in lists, in document order."""
    found = list[Reply]()

    def add(inner: Sequence[object], parent: Reply | None) -> None:
        for one in inner:
            reply = Reply(number=len(found) + 1, depth=parent.depth + 1 if parent else 0)
            reply.parent = parent.number if parent else 0
            found.append(reply)
            if parent:
                parent.answers.append(reply)
            assert isinstance(one, Sequence)
            add(one, reply)

    add(shape, None)
    return found


Draw = Callable[[Reply], str]


def classes(post: Reply) -> str:
    """The answers in an element of their own, class names alone."""
    return (
        f"<div class='comment'><div class='head'><a class='user' href='/u/{post.author}'>{post.author}</a> "
        f"<span class='when'>{post.date}</span></div><div class='words'><p>{post.text}</p></div>"
        f"<div class='tools'><a href='/reply'>Reply</a> <a href='/report'>Report</a></div>"
        f"{_within(post, classes, 'div class=children')}</div>"
    )


def bare(post: Reply) -> str:
    """Lists in lists without a name."""
    return f"<li><p><b>{post.author}</b>, <i>{post.date}</i></p><p>{post.text}</p>{_within(post, bare, 'ul')}</li>"


def numbered_ids(post: Reply) -> str:
    """Ids and class names of the level, as blogs have them."""
    return (
        f"<li class='comment depth-{post.depth + 1}' id='comment-{post.number}'><article><footer><b class='fn'>{post.author}"
        f"</b> <time>{post.date}</time></footer><div class='body'><p>{post.text}</p></div></article>"
        f"{_within(post, numbered_ids, 'ol class=kids')}</li>"
    )


def table(post: Reply) -> str:
    """A table for each post, with the answers in its second cell."""
    return (
        f"<table class='msg'><tr><td class='side'>{post.number}</td><td><span class='by'><a href='/user?id={post.author}'>"
        f"{post.author}</a></span> <span class='age'>{post.date}</span><div class='text'>{post.text}</div>"
        f"{_within(post, table, 'div')}</td></tr></table>"
    )


def wrapped(post: Reply) -> str:
    """Each post beside its answers in an element around both."""
    return (
        f"<section class='branch'><article class='entry'><header><strong class='name'>{post.author}</strong> <time>"
        f"{post.date}</time></header><div class='said'>{post.text}</div></article>"
        f"{_within(post, wrapped, 'div class=under')}</section>"
    )


def _within(post: Reply, draw: Draw, opening: str) -> str:
    drawn = "".join(map(draw, post.answers))
    return f"<{opening}>{drawn}</{opening.split(maxsplit=1)[0]}>" if drawn else ""


STYLES = (classes, bare, numbered_ids, table, wrapped)


def page(posts: Sequence[Reply], draw: Draw) -> str:
    """A page with a thread: the posts of the first level with all under them."""
    opening = "ul" if draw is bare else "ol" if draw is numbered_ids else "div"
    drawn = "".join(draw(post) for post in posts if not post.depth)
    newest = "".join(
        f"<li><a href='/t/{n}'>Which roses for shade, part {n}</a> <span>{n} May 2021</span></li>" for n in (1, 2, 3)
    )
    return (
        f"<html><head><title>Lemon tree</title></head><body><header><a href='/'>Garden board</a></header><h1>Lemon tree</h1>"
        f"<{opening} id='thread'>{drawn}</{opening}><aside><h3>Newest posts</h3><ul>{newest}</ul></aside>"
        "<footer>About us</footer></body></html>"
    )
