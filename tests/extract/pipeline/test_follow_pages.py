"""The pages of a thread, a list or an article in parts in one row, from a local server."""

import json
from collections.abc import Iterator, Sequence

import pytest

from iawce.data.network.settings import NetworkSettings
from iawce.extract import Extraction, Extractor
from iawce.extract.metadata.pagination import Further, is_further_page
from tests.conftest import Site, serving
from tests.extract.crawl.site import listing, serve_pages
from tests.extract.records.posts.forum_pages import POSTS, Post, phpbb, xenforo
from tests.extract.records.posts.nested_pages import classes
from tests.extract.records.posts.nested_pages import numbered as replies
from tests.extract.records.posts.nested_pages import page as nested
from tests.scripts.commands import iawce

LATER = tuple(
    Post(
        number, author, f"{day} Mar 2018, 10:0{day}", f"{text} Greetings from my garden to all of you, number {number}."
    )
    for number, author, day, text in [
        (150201, "oldroot", 3, "Nothing to be seen before April, have some patience with it."),
        (150202, "marigold", 4, "There are three green tips on the lowest branch since this morning!"),
        (150203, "Heinz_K", 5, "That is what I hoped for. Do not move it out before the frost is over."),
    ]
)


@pytest.fixture
def site(server: Site) -> Site:
    """The server of the module, with nothing on it."""
    server.answers.clear()
    return server


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Site]:
    with serving() as served:
        yield served


def pager(*numbers: int, here: int, then: str = "/t/tree.9/page-{}") -> str:
    """A row of page numbers, the page's own without a link."""
    shown = (f"<b>{n}</b>" if n == here else f"<a href='{then.format(n)}'>{n}</a>" for n in numbers)
    return f"<div class=pagination>{' '.join(shown)}</div>"


def thread(posts: Sequence[Post], below: str) -> str:
    return xenforo(posts).replace("</body>", f"{below}</body>")


def follow(url: str, most: int = 10, page_type: str = "thread") -> Extraction:
    network = NetworkSettings(fetch=True)
    with Extractor(network=network, page_type=page_type, follow_pages=most) as extractor:
        return extractor.extract(url)


def numbers_of(row: Extraction) -> list[str]:
    return [record.texts["link"].rpartition("-")[2] for record in row.records]


def numbered(posts: Sequence[Post]) -> list[str]:
    return [str(post.number) for post in posts]


def test_a_thread_of_three_pages_whose_first_post_stands_on_each(site: Site) -> None:
    url = site.add("/t/tree.9/", thread(POSTS, pager(1, 2, 3, here=1)))
    site.add("/t/tree.9/page-2", thread((POSTS[0], *LATER[:2]), pager(1, 2, 3, here=2)))
    site.add("/t/tree.9/page-3", thread((POSTS[0], *LATER[2:]), pager(1, 2, 3, here=3)))
    row = follow(url)
    assert numbers_of(row) == numbered((*POSTS, *LATER))
    assert [record.texts["position"] for record in row.records] == [str(n) for n in range(1, 9)]
    assert [(part.url, part.records) for part in row.pages] == [(url, 5), (f"{url}page-2", 2), (f"{url}page-3", 1)]
    assert sum(part.blocks for part in row.pages) == len(row.blocks)
    assert row.text.count("lost all of its leaves") == row.html.count("lost all of its leaves") == 1
    assert all(post.text in row.text for post in LATER)
    assert (row.status, row.metadata.next_page, row.ref) == ("success", "", url)


def test_positions_of_answered_posts_count_from_the_first_page(site: Site) -> None:
    first, second = replies([[[]], []]), replies([[], [[], []]])
    for post in second:
        post.number += len(first)
    url = site.add("/t/tree.9/", nested(first, classes).replace("</body>", pager(1, 2, here=1)))
    site.add("/t/tree.9/page-2", nested(second, classes).replace("</body>", pager(1, 2, here=2)))
    records = [record.texts for record in follow(url).records]
    assert [post["position"] for post in records] == [str(n) for n in range(1, 8)]
    assert [post.get("parent", "") for post in records] == ["", "1", "", "", "", "5", "5"]


@pytest.mark.parametrize("then", ["/t/tree.9/", "/t/tree.9/#reply", "/t/tree.9/page-2", "/t/tree.9/?page={}"])
def test_no_loop_is_walked_twice(site: Site, then: str) -> None:
    """To itself, back, and to ever new addresses of what is known."""
    url = site.add("/t/tree.9/", thread(POSTS, pager(1, 2, here=1)))
    asked = site.record("/t/tree.9/page-2", thread(LATER, pager(*range(1, 9), here=2, then=then)))
    row = follow(url)
    assert numbers_of(row) == numbered((*POSTS, *LATER))
    assert len(asked) == 1
    assert row.status == "success"
    assert [part.reason for part in row.pages][2:] in ([], ["empty/nothing_new"])


def test_other_hosts_other_threads_and_files_are_not_opened(site: Site, elsewhere: Site) -> None:
    asked = [
        elsewhere.record("/t/tree.9/page-2", "x"),
        site.record("/t/rose.10/", "x"),
        site.record("/t/tree.9/rss", "x"),
    ]
    for address in (f"{elsewhere.url}/t/tree.9/page-2", "/t/rose.10/", "/t/tree.9/rss", "file:///etc/passwd", "//["):
        url = site.add("/t/tree.9/", thread(POSTS, f"<link rel=next href='{address}'>"))
        row = follow(url)
        assert [part.url for part in row.pages] == [url]
        assert (len(row.records), row.status) == (len(POSTS), "success")
    assert asked == [[], [], []]


def test_a_page_that_leads_to_another_host_is_no_part_of_the_thread(site: Site, elsewhere: Site) -> None:
    target = elsewhere.add("/t/tree.9/page-2", thread(LATER, ""))
    url = site.add("/t/tree.9/", thread(POSTS, pager(1, 2, here=1)))
    site.add("/t/tree.9/page-2", "", 302, Location=target)
    row = follow(url)
    assert numbers_of(row) == numbered(POSTS)


@pytest.mark.parametrize(("headers", "pages"), [((), 2), ((("X-Key", "secret"),), 1)])
def test_where_a_page_moved_to_is_followed_unless_it_would_get_what_is_secret(
    site: Site, elsewhere: Site, headers: tuple[tuple[str, str], ...], pages: int
) -> None:
    target = elsewhere.add("/t/tree.9/", thread(POSTS, pager(1, 2, here=1)))
    asked = elsewhere.record("/t/tree.9/page-2", thread(LATER, ""))
    url = site.add("/t/tree.9/", "", 302, Location=target)
    network = NetworkSettings(fetch=True, headers=headers)
    with Extractor(network=network, page_type="thread", follow_pages=9) as extractor:
        assert len(extractor.extract(url).pages) == pages
    assert len(asked) == pages - 1
    assert not any("x-key" in one for one in asked)


def test_the_next_topic_is_recognised_by_its_title(site: Site) -> None:
    url = site.add("/t-8.html", thread(POSTS, "<link rel=next href='/t-9.html'>"))
    site.add("/t-9.html", thread(LATER, "").replace("Lemon tree without leaves", "Slugs in the greenhouse"))
    assert len(follow(url).pages) == 1
    site.add("/t-9.html", thread(LATER, "").replace("without leaves", "without leaves - Page 2"))
    assert len(follow(url).pages) == 2


@pytest.mark.parametrize("parameters", ["cursor=eyJpZCI6MX0", "sort=newest&currentPage=2", "skip=5&per_page=5"])
def test_a_list_goes_on_at_parameters_of_any_name(site: Site, parameters: str) -> None:
    first, second = (listing(first, 5, f"<a rel=next href='/news?{parameters}'>Next</a>") for first in (0, 5))
    serve_pages(site, {"/news": first, f"/news?{parameters}": second})
    row = follow(f"{site.url}/news", page_type="list")
    assert [record.texts["title"] for record in row.records] == [f"Entry {number}" for number in range(10)]
    assert ([part.records for part in row.pages], row.metadata.next_page) == ([5, 5], "")
    serve_pages(site, {"/news": first, f"/news?{parameters}": second.replace("<title>News", "<title>Others")})
    row = follow(f"{site.url}/news", page_type="list")
    assert ([part.records for part in row.pages], row.metadata.next_page) == ([5], f"{site.url}/news?{parameters}")


def test_titles_of_very_many_characters_are_compared_in_one_pass(site: Site) -> None:
    dashes = f"Lemon tree without leaves {'-' * 500_000}x"
    url = site.add("/t-8.html", thread(POSTS, "<link rel=next href='/t-9.html'>"))
    site.add("/t-9.html", thread(LATER, "").replace("Lemon tree without leaves", dashes))
    assert len(follow(url).pages) == 1


def test_no_more_pages_than_wanted_and_where_to_go_on(site: Site) -> None:
    url = site.add("/t/tree.9/", thread(POSTS, pager(1, 2, 3, here=1)))
    site.add("/t/tree.9/page-2", thread(LATER[:2], pager(1, 2, 3, here=2)))
    asked = site.record("/t/tree.9/page-3", thread(LATER[2:], ""))
    row = follow(url, most=2)
    assert (row.status, [str(one) for one in row.warnings]) == ("partial_success", ["truncated/2_pages"])
    assert (row.metadata.next_page, asked) == (f"{url}page-3", [])
    alone = follow(url, most=1)
    assert (alone.pages, alone.metadata.next_page) == ((), f"{url}page-2")


def test_a_page_that_fails_is_named_and_the_others_stay(site: Site) -> None:
    url = site.add("/t/tree.9/", thread(POSTS, pager(1, 2, here=1)))
    site.add("/t/tree.9/page-2", "<h1>Out of order", 500)
    row = follow(url)
    assert (row.status, [str(one) for one in row.warnings]) == ("partial_success", ["partial/next_page"])
    assert [(part.status, part.reason) for part in row.pages] == [("success", ""), ("failure", "http_error/500")]
    assert (len(row.records), row.metadata.next_page) == (len(POSTS), f"{url}page-2")


def test_an_article_in_parts(site: Site) -> None:
    parts = [" ".join(f"Sentence {n} of part {part} says something about lemons." for n in range(40)) for part in "ab"]
    pages = [f"<body><h1>All about lemons</h1><article><p>{text}</p></article>" for text in parts]
    url = site.add("/lemons", pages[0] + "<nav class=pages><b>1</b> <a href='/lemons/2'>2</a></nav>")
    site.add("/lemons/2", pages[1] + "<nav class=pages><a href='/lemons'>1</a> <b>2</b></nav>")
    row = follow(url, page_type="article")
    assert row.text.index(parts[0][-60:]) < row.text.index(parts[1][:60])
    assert [part.url for part in row.pages] == [url, f"{url}/2"]


def test_the_command_joins_pages_in_processes_too(site: Site) -> None:
    link = "<a rel=next href='/viewtopic/2'>Next</a></body>"
    url = site.add("/viewtopic", phpbb(POSTS).replace("</body>", link))
    site.add("/viewtopic/2", phpbb(LATER))
    options = ("--render", "never", "--type", "thread", "--follow-pages", "3", "--jobs", "2")
    done = iawce("extract", url, f"{url}/2", *options)
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert [part["records"] for part in first["pages"]] == [len(POSTS), len(LATER)]
    assert [part["records"] for part in second["pages"]] == [len(LATER)]


@pytest.mark.parametrize(
    ("first", "other", "answer"),
    [
        ("http://a.test/t/x.9/", "http://a.test/t/x.9/page-2", Further.YES),
        ("http://a.test/t/x.9/", "https://a.test/t/x.9/page-2", Further.YES),
        ("http://a.test/t.php?f=1&t=9", "http://a.test/t.php?f=1&t=9&sid=0123456789abcdef&start=20", Further.YES),
        ("http://a.test/showthread.php?t=9", "http://a.test/showthread.php?s=0123456789abcdef&t=9&page=2", Further.YES),
        ("http://a.test/t-9.html", "http://a.test/t-9-2.html", Further.YES),
        ("http://a.test/index.php?topic=9.0", "http://a.test/index.php?topic=9.20", Further.LIKELY),
        ("http://a.test/t-9.html", "http://a.test/t-10.html", Further.LIKELY),
        ("http://a.test/t-104.html", "http://a.test/t-1047.html", Further.LIKELY),
        ("http://a.test/list", "http://a.test/list?cursor=eyJpZCI6MX0", Further.LIKELY),
        ("http://a.test/list/", "http://a.test/list?page=2&per_page=10", Further.LIKELY),
        ("http://a.test/list?tag=a&sort=new", "http://a.test/list?currentPage=2&sort=new&tag=a", Further.LIKELY),
        ("http://a.test/list?tag=a", "http://a.test/list?cursor=x&tag=b", Further.NO),
        ("http://a.test/list?tag=a", "http://a.test/list?tag=", Further.NO),
        ("http://a.test/list", "http://a.test/other?cursor=x", Further.NO),
        ("http://a.test/t/x.9/", "http://a.test/t/y.10/", Further.NO),
        ("http://a.test/t/x.9/", "http://b.test/t/x.9/page-2", Further.NO),
        ("http://a.test/t/x.9/", "http://www.a.test/t/x.9/page-2", Further.NO),
        ("http://a.test/t/x.9/", "http://a.test:8080/t/x.9/page-2", Further.NO),
        ("https://a.test/t/x.9/", "http://a.test/t/x.9/page-2", Further.NO),
        ("http://a.test/t/x.9/", "ftp://a.test/t/x.9/page-2", Further.NO),
        ("http://a.test/index.php?topic=9.0", "http://a.test/index.php?topic=9.0;prev_next=next", Further.NO),
        ("http://a.test/t/x.9/", "http://a.test/t/x.9/", Further.NO),
    ],
)
def test_addresses_of_further_pages(first: str, other: str, answer: Further) -> None:
    assert is_further_page(first, other) is answer
