"""Threads as forum software of several kinds writes them, drawn with the posts that are given."""
# ruff: noqa: E501 - lines of markup

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Post:
    """One post: ``number`` in the board, author, date and text."""

    number: int
    author: str
    date: str
    text: str


POSTS = (
    Post(
        150001,
        "marigold",
        "12 Jan 2018, 12:15",
        "My lemon tree has lost all of its leaves over the winter. It stands in a cool "
        "room with little light, and I water it once a week. Is there anything that I can do before spring comes?",
    ),
    Post(150017, "Heinz_K", "12 Jan 2018, 14:02", "Give it much less water, and as much light as you can find."),
    Post(
        150020,
        "oldroot",
        "13 Jan 2018, 08:40",
        "Heinz is right. Mine stood in the cellar for two winters and came back both "
        "times. Cut away the dry wood in March, not before, and repot it in fresh soil.",
    ),
    Post(
        150044,
        "marigold",
        "15 Jan 2018, 19:27",
        "Thank you both! I have moved it to the window now, and it looks happier.",
    ),
    Post(150102, "Heinz_K", "2 Mar 2018, 07:11", "So, how is the tree doing? Any new leaves on it yet?"),
)


def xenforo(posts: Sequence[Post]) -> str:
    """Articles with the user at the side, who joined at another date."""
    drawn = "".join(
        f"<article class='message message--post js-post{' is-first' if n == 0 else ''}' id='js-post-{p.number}'>"
        f"<div class='message-cell user'><h4 class='message-name'><a href='/members/{p.author}.{n}/' class='username'>"
        f"{p.author}</a></h4><dl><dt>Joined</dt><dd>Mar {len(p.author)}, 2010</dd><dt>Messages</dt><dd>1,20{n}</dd></dl></div>"
        f"<div class='message-cell main'><header><a href='/threads/tree.9/post-{p.number}'><time>{p.date}</time></a>"
        f"<a href='/threads/tree.9/post-{p.number}'>#{n + 1}</a></header><div class='bbWrapper'>{p.text}</div>"
        f"<footer><a href='/posts/{p.number}/react'>Like</a> <a href='/posts/{p.number}/quote'>Reply</a></footer></div></article>"
        for n, p in enumerate(posts)
    )
    return _page(f"<h1>Lemon tree without leaves</h1><div class='block-body'>{drawn}</div>")


def phpbb(posts: Sequence[Post]) -> str:
    """Every second post has another class."""
    drawn = "".join(
        f"<div id='p{p.number}' class='post bg{n % 2 + 1}'><dl class='postprofile'><dt><a class='username' "
        f"href='./memberlist.php?mode=viewprofile&u={n}'>{p.author}</a></dt><dd>Posts: <a href='./search.php?author_id={n}'>5{n}"
        f"</a></dd><dd>Joined: 07 Mar 2006, 09:2{len(p.author)}</dd></dl><div class='postbody'><h3><a href='#p{p.number}'>Re: Lemon tree"
        f"</a></h3><ul><li><a href='./posting.php?mode=quote&p={p.number}'>Quote</a></li></ul><p class='author'>by "
        f"{p.author} » {p.date}</p><div class='content'>{p.text}</div></div></div><hr>"
        for n, p in enumerate(posts)
    )
    return _page(f"<div id='page-body'><h2>Lemon tree without leaves</h2>{drawn}</div>")


def vanilla(posts: Sequence[Post]) -> str:
    """The first post stands apart from the replies, which one more element wraps."""
    first, *replies = posts

    def item(tag: str, names: str, p: Post) -> str:
        return (
            f"<{tag} class='{names}' id='Comment_{p.number}'><div class='Comment'><span class='Author'><a class='Username' "
            f"href='/profile/{p.author}'>{p.author}</a></span><span class='MItem DateCreated'><time>{p.date}</time></span>"
            f"<div class='Message'>{p.text}</div></div></{tag}>"
        )

    drawn = "".join(item("li", f"Item{' Alt' * (n % 2)} ItemComment", p) for n, p in enumerate(replies))
    opening = item("div", "MessageList Discussion", first)
    return _page(
        f"<main><h1>Lemon tree</h1>{opening}<div class='CommentsWrap'><h2>Comments</h2><ul>{drawn}</ul></div></main>"
    )


def rows(posts: Sequence[Post]) -> str:
    """Two rows of a table for each post, without any class name."""
    drawn = "".join(
        f"<tr><td><a name='{p.number}'></a><b>{p.author}</b></td><td>written: {p.date}</td></tr>"
        f"<tr><td colspan=2>{p.text}</td></tr>"
        for p in posts
    )
    return _page(f"<h2>Lemon tree</h2><table>{drawn}</table>")


def discuz(posts: Sequence[Post]) -> str:
    """As the paper describes: a table for each post, whose id holds its number."""
    drawn = "".join(
        f"<div id='post_{p.number}'><table><tr><td class='pls'><a href='space-uid-{n}.html' class='xw1'>{p.author}</a></td>"
        f"<td class='plc'><em>发表于 2018-1-{10 + n} 12:3{n}</em><div class='t_f'>{p.text}</div></td></tr></table></div>"
        for n, p in enumerate(posts)
    )
    return _page(f"<div id='postlist' class='pl bm'>{drawn}</div>")


SOFTWARE = (xenforo, phpbb, vanilla, rows, discuz)


def _page(content: str) -> str:
    side = "<aside><h3>Latest threads</h3><ul>" + "".join(
        f"<li><a href='/t/{n}'>Which roses for shade, part {n}</a> <span>{n} hours ago</span></li>" for n in range(1, 5)
    )
    return (
        "<html><head><title>Lemon tree without leaves</title></head><body><header><a href='/'>Garden board</a> <a href='/login'>"
        f"Log in</a></header>{content}{side}</ul></aside><footer>© 2018 Garden board, 3 users online</footer></body></html>"
    )
