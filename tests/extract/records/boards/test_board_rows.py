"""The rows of boards as threads."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.extract.pipeline.extract_content import extract_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.posts.page_posts import PostsSettings, extract_posts
from tests.conftest import Site
from tests.extract.pipeline.test_follow_pages import follow, pager
from tests.known_sites.forums import MIRROR, BoardScore, board_scores, read_boards

TITLES = (
    "Lemon tree without leaves",
    "Which roses stand in full shade?",
    "Slugs in the greenhouse again",
    "What to sow in August",
    "My tomatoes split before they are ripe",
    "Moving an old hedge",
)
USERS = ("marigold", "Heinz_K", "oldroot", "fern", "marigold", "quince")
Texts = dict[str, str]


def rows_of(html: str) -> list[Texts]:
    document = Document("board.html", url="http://board.test/f/3/", html=f"<body>{html}</body>")
    row = extract_content(PageAnalysis.of(document), "list", ExtractSettings(html=False))
    return [record.texts for record in row.records]


def table(titles: Sequence[str], *, head: str = "", first: int = 1) -> str:
    """A board as old software writes it: people, counts and times in cells without a class name."""
    drawn = "".join(
        f"<tr><td><img src=/folder.gif alt='No new posts'><td><a href='/viewtopic.php?t={n}'>{title}</a>"
        f"<td><a href='/profile.php?u={n % 4}'>{USERS[n % 6]}</a><td>{n * 3}<td>{n * 120 + 7}"
        f"<td>{n % 28 + 1:02}.03.2018 - 12:0{n % 10}<br><a href='/profile.php?u={n % 5}'>{USERS[n % 5]}</a>"
        f"<a href='/viewtopic.php?p={n}7#{n}7'><img src=/last.gif alt='Last post'></a>"
        for n, title in enumerate(titles, first)
    )
    return f"<h1>Garden board</h1><table>{head}{drawn}</table>"


@pytest.mark.parametrize("head", ["", "<tr><td colspan=2>Themen<td>Autor<td>Antworten<td>Aufrufe<td>Letzter Beitrag"])
def test_a_table_of_threads(head: str) -> None:
    rows = rows_of(table(TITLES, head=head))
    assert [row["title"] for row in rows] == list(TITLES)
    assert {name: rows[1][name] for name in rows[1] if name != "image"} == {
        "title": TITLES[1],
        "link": "http://board.test/viewtopic.php?t=2",
        "author": "oldroot",
        "replies": "6",
        "views": "247",
        "last_author": "oldroot",
        "last_date": "03.03.2018 - 12:02",
    }


def test_a_list_that_says_all_in_one_line() -> None:
    drawn = "".join(
        f"<li><a href='/topics/{n}-x'>{title}</a><div class=meta>Started by {USERS[n]} · 2 years, {n} weeks ago · {n} "
        f"replies</div>"
        for n, title in enumerate(TITLES)
    )
    rows = rows_of(f"<h1>Garden board</h1><ul>{drawn}</ul>")
    assert [row["author"] for row in rows] == list(USERS)
    assert [row["replies"] for row in rows] == [str(n) for n in range(6)]
    assert rows[4]["date"] == "2 years, 4 weeks ago"


@pytest.mark.parametrize(
    "avatar", ["<span>{0}</span>", "<span role=img aria-label={1}>{0}</span>", "<img src=/{1}.png alt={1}>"]
)
def test_a_user_is_named_by_his_name_and_not_by_his_avatar(avatar: str) -> None:
    drawn = "".join(
        f"<div class=structItem><div class=icon><a href='/members/{user}.7/' class=avatar>"
        f"{avatar.format(user[0].upper(), user)}</a></div><div class=main><div class=title><a href='/threads/x.{n}/'>"
        f"{title}</a></div><ul><li><a href='/members/{user}.7/' class=username>{user}</a></li>"
        f"<li><time>May {n + 1}, 2024</time></li></ul></div><dl><dt>Replies</dt><dd>{n}</dd></dl>"
        f"<p><time>June {n + 1}, 2024</time><a href='/members/{USERS[n - 1]}.8/'>{USERS[n - 1]}</a></p></div>"
        for n, (title, user) in enumerate(zip(TITLES, USERS, strict=True))
    )
    rows = rows_of(f"<h1>Garden board</h1><div class=list>{drawn}</div>")
    assert [row["author"] for row in rows] == list(USERS)
    assert [row["last_author"] for row in rows] == [USERS[-1], *USERS[:-1]]
    assert {*rows[0]} & {"username", "image"} == set()


def test_threads_are_found_beside_a_longer_list() -> None:
    """Rows of a forum hold next to no prose, and none of them may be main content."""
    text = "".join(
        f"<p>Rule {n}: be kind to everybody, and say what you have tried before you ask.</p>" for n in range(9)
    )
    rows = rows_of(f"<div>{text}</div>{table(TITLES)}")
    assert [row["title"] for row in rows] == list(TITLES)


@pytest.mark.parametrize(
    "row",
    [
        "<li><h2><a href='/2018/{n}/post'>{title}</a></h2><b>{n}. March 2018</b><a>{n} comments</a><p>{text}",
        "<li><h2><a href='/2018/{n}/post'>{title}</a></h2><b>{n}. March 2018</b><a href='/2018/{n}/post#c'>"
        "<span class=leave-reply><span class=comment-name>Comments</span>{n}</span></a>",
        "<li><h2><a href='/forums/board-{n}/'>{title}</a></h2><span>{n}</span><span>{n}12</span><p>{text}",
    ],
    ids=["blog", "invitations", "boards"],
)
def test_lists_of_other_things_than_threads_keep_their_column_names(row: str) -> None:
    text = "Some sentences about it that a reader sees below its title, and a few more words after them."
    drawn = "".join(row.format(n=n, title=title, text=text) for n, title in enumerate(TITLES, 1))
    rows = rows_of(f"<h1>Garden</h1><ul>{drawn}</ul>")
    assert len(rows) == len(TITLES)
    assert not {"last_author", "last_date"} & rows[0].keys()


BOARDS = {
    "phpBB": "<li class=row><dl><dt><a href='./viewforum.php?f={n}' class=forumtitle>{board}</a><br>{text}</dt><dd "
    "class=topics>{n}12 <dfn>Topics</dfn></dd><dd class=posts>{n}340 <dfn>Posts</dfn></dd><dd class=lastpost><span>"
    "<dfn>Last post</dfn><a href='./viewtopic.php?p={n}7#p{n}7' class=lastsubject>{title}</a><br>by <a "
    "href='./memberlist.php?u={n}' class=username>{user}</a><br><time>May {n}, 2024</time></span></dd></dl></li>",
    "XenForo": "<div class=node-body><h3 class=node-title><a href='/forums/board.{n}/'>{board}</a></h3><div "
    "class=node-description>{text}</div><dl><dt>Threads</dt><dd>{n}12</dd></dl><dl><dt>Messages</dt><dd>{n}340</dd></dl>"
    "<div class=node-extra><a href='/threads/x.{n}/latest' class=node-extra-title>{title}</a><ul><li><time>May {n}, "
    "2024</time></li><li><a href='/members/{user}.{n}/' class=username>{user}</a></li></ul></div></div>",
    "SMF": "<div class=up_contain><div class=info><a class=subject href='/index.php?board={n}.0'>{board}</a><div "
    "class=board_description>{text}</div></div><div class=board_stats><p>Posts: {n}340<br>Topics: {n}12</p></div><div "
    "class=lastpost><p><strong>Last post: </strong><span class=postby><a href='/index.php?topic={n}.msg7#new'>{title}"
    "</a> by <a href='/index.php?action=profile;u={n}'>{user}</a></span><span class=time>May {n}, 2024</span></p></div>"
    "</div>",
}


@pytest.mark.parametrize("row", BOARDS.values(), ids=BOARDS)
def test_what_a_row_of_boards_says_of_a_post_is_about_the_last(row: str) -> None:
    boards, text = ("Trees", "Vegetables", "Pests", "Tools", "Market", "Weather"), "What gardeners of the {} say of it"
    drawn = "".join(
        row.format(n=n, board=boards[n - 1], text=text.format(USERS[n - 1]), title=title, user=USERS[n - 1])
        for n, title in enumerate(TITLES, 1)
    )
    rows = rows_of(f"<h1>Garden boards</h1><div>{drawn}</div>")
    assert [one["title"] for one in rows] == [*boards]
    assert [one["last_title"] for one in rows] == [*TITLES]
    assert [one["last_author"] for one in rows] == [*USERS]
    assert [one["last_date"] for one in rows] == [f"May {n}, 2024" for n in range(1, 7)]
    assert "author" not in rows[0]


@pytest.mark.parametrize("name", ["{user}", "{user} - Frequent Poster"])
def test_avatars_of_posters_name_the_first_and_the_last(name: str) -> None:
    """The categories and tags below the titles are named by their classes; a thread of one poster has one avatar."""
    drawn = "".join(
        f"<tr class=topic-list-item><td><a href='/t/x/{n}' class=raw-topic-link>{title}</a><div><a "
        f"href='/c/fruit/{n % 3}'><span class=badge-category__name>{['Fruit', 'Flowers', 'Pests'][n % 3]}</span></a><a "
        f"class=discourse-tag "
        f"href='/tag/{n % 4}'>{['tree', 'rose', 'soil', 'bug'][n % 4]}</a></div><td class=posters>"
        + "".join(
            f"<a href='/u/{user}' class={'latest' if one == n % 4 else ''}><img class=avatar src='/{user}.png' title="
            f"'{name.format(user=user)}'></a>"
            for one, user in enumerate(USERS[n % 2 : n % 2 + n % 4 + 1])
        )
        + f"<td>{n}7<td>{n}41<td><a href='/t/x/{n}/7'>May {n + 1}, 2024</a>"
        for n, title in enumerate(TITLES)
    )
    head = "<thead><tr><th>Topic<th><th>Replies<th>Views<th>Activity</thead>"
    rows = rows_of(f"<h1>Garden board</h1><table class=topic-list>{head}<tbody>{drawn}</table>")
    firsts, lasts = ([USERS[n % 2 + step * (n % 4)] for n in range(6)] for step in (0, 1))
    assert [(row["author"], row["last_author"]) for row in rows] == [*zip(firsts, lasts, strict=True)]
    assert (rows[1]["category"], rows[1]["tags"]) == ("Flowers", "rose")
    assert {*rows[3]} <= {
        "title", "link", "author", "replies", "views", "last_author", "last_date", "category", "tags", "image",
    }  # fmt: skip


LATEST = "".join(
    f"<li><a href='/viewforum.php?f={n}'>{title}</a><p>What the gardeners of the north have to say about it.</p>"
    f"<b>{n * 7}</b> by <a href='/memberlist.php?u={n}'>{USERS[n]}</a> <time>Mon May {n + 1}, 2023 9:2{n} pm</time>"
    for n, title in enumerate(TITLES)
)


@pytest.mark.parametrize("board", [table(TITLES), f"<h1>Garden boards</h1><ul>{LATEST}</ul>"])
def test_a_board_is_no_thread_though_a_forum_software_wrote_it(board: str) -> None:
    analysis = PageAnalysis.of(Document("board.html", html=f"<body>{board}<footer>Powered by phpBB"))
    with pytest.raises(PageError, match="no thread"):
        extract_posts(analysis, PostsSettings(page_type="list"))
    assert len(extract_posts(analysis, PostsSettings(page_type="article")).records) == len(TITLES)  # not surely a list


def test_pages_of_a_board_are_joined_and_pinned_threads_stand_once(server: Site) -> None:
    pinned, new = TITLES[:1], ("Pruning a fig", "Compost that smells", "Ants on the peonies")
    url = server.add("/f/3/", f"<body>{table(TITLES)}{pager(1, 2, here=1, then='/f/3/{}')}")
    second = f"{table(pinned)}{table(new, first=7)}".replace("</table><h1>Garden board</h1><table>", "")
    server.add("/f/3/2", f"<body>{second}{pager(1, 2, here=2, then='/f/3/{}')}")
    row = follow(url, page_type="list")
    assert [record.texts["title"] for record in row.records] == [*TITLES, *new]


@pytest.mark.corpus
def test_rows_of_real_boards_are_those_that_selectors_name(shared: Path, pages: Path) -> None:
    """Of some pages of each site; ``python -m bench posts boards`` measures them all."""
    found = dict[str, BoardScore]()
    for site, board in read_boards(pages / "board-selectors.json").items():
        scores = islice(board_scores(shared, site, board), 10 if site == MIRROR else 1)
        found[site] = sum((score for _, score in scores), BoardScore())
    assert all(one.f1 >= 0.97 for site, one in found.items() if one.wanted > 1), found
    for one in found.values():
        assert all(one.right[name] >= 0.9 * count for name, count in one.cells.items()), one
