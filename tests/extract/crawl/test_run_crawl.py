"""Crawls of small sites on this machine: what is opened, how gently, and what its rows say."""

from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from iawce.data.network.settings import NetworkSettings, Politeness
from iawce.data.run_folder.run_folder import RunFolder
from iawce.data.sinks.sink import Existing
from iawce.extract import Extraction, Extractor
from iawce.extract.crawl.scope import CrawlSettings, Scope
from iawce.extract.output.row_schema import row_schema
from tests.conftest import Site
from tests.data.network.public_internet import OTHER, PUBLIC, PublicInternet
from tests.extract.crawl.site import WORDS, article, blog, listing, serve_pages

# A crawl that is left as a kill leaves it has unfinished coroutines, which complain when they are deleted.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


class Crawled:
    """Rows of a crawl, and what became of the other addresses."""

    def __init__(self, rows: list[Extraction], left_out: Counter[str], passed_over: Counter[str]) -> None:
        self.rows, self.left_out, self.passed_over = rows, left_out, passed_over

    @property
    def paths(self) -> list[str]:
        return ["/" + row.url.split("/", 3)[3] for row in self.rows]


def crawled(
    folder: Path,
    seeds: Sequence[str],
    *,
    scope: Scope | None = None,
    max_pages: int | None = None,
    stop_after: int | None = None,
    order: Any = "page_type",
    **network: Any,
) -> Crawled:
    """Crawl; ``stop_after`` ends the crawl after this number of rows, as a kill does."""
    from iawce.extract.crawl.run_crawl import RunningCrawl, seed_inputs

    inputs = seed_inputs(seeds)
    settings = CrawlSettings((scope or Scope()).with_sites_of(one.url for one in inputs), max_pages, order)
    how = NetworkSettings(**{"fetch": True, "robots": True} | network)
    with ExitStack() as stack:
        sink = RunFolder(str(folder), row_schema())
        sink.prepare(Existing.RESUME if folder.exists() else Existing.REFUSE)
        stack.enter_context(sink)
        extractor = stack.enter_context(Extractor(network=how, workers=3))
        running = RunningCrawl(sink.state, extractor, settings, inputs)
        stack.callback(running.close)
        rows = list[Extraction]()
        for row in running.rows():
            rows.append(row)
            if len(rows) == stop_after:
                break
            sink.write(row.to_dict())
        return Crawled(rows, sink.state.left_out(), running.frontier.passed_over)


def test_a_site_is_crawled_gently_and_each_page_once(site: Site, tmp_path: Path) -> None:
    pages = blog(3) | {"/robots.txt": "User-agent: *\nDisallow: /about\n"}
    log = serve_pages(site, pages)
    found = crawled(tmp_path / "run", [site.url], politeness=Politeness(per_host=1, delay=0.02))
    assert sorted(found.paths) == sorted(pages.keys() - {"/robots.txt", "/about"})
    assert not any(row.reason for row in found.rows)
    assert found.left_out == {"blocked/robots": 1}
    assert log.asked == Counter(pages.keys() - {"/about"})
    assert log.most == 1
    assert log.starts[0][1] == "/robots.txt"
    assert {row.type for row in found.rows if "/a/" in row.url} == {"article"}


def test_a_seed_that_robots_txt_forbids_has_a_row(site: Site, tmp_path: Path) -> None:
    serve_pages(site, blog(1) | {"/robots.txt": "User-agent: *\nDisallow: /\n"})
    found = crawled(tmp_path / "run", [site.url])
    assert [(row.reason, row.status) for row in found.rows] == [("blocked/robots", "failure")]


def test_dead_links_leave_room_for_pages_and_end_all_the_same(site: Site, tmp_path: Path) -> None:
    dead = "".join(f"<h2><a href=/gone/number-{n}>gone {n}</a></h2>" for n in range(30))
    pages = {"/": listing(0, 6).replace("<main>", f"<main>{dead}")} | {
        f"/a/entry-number-{n}": article(n) for n in range(6)
    }
    serve_pages(site, pages)
    for most, came in ((2, 1), (4, 4), (20, 7)):
        found = crawled(tmp_path / f"{most}", [site.url], max_pages=most)
        lost = sum(row.status == "failure" for row in found.rows)
        assert len(found.rows) - lost == came
        assert lost <= (21 if most == 2 else 31)


def test_next_pages_and_entries_come_before_menus(site: Site, tmp_path: Path) -> None:
    menu = "".join(f"<a href=/tag/word{n}>word{n}</a> " for n in range(20))
    pages = {path: body.replace("</nav>", f"{menu}</nav>") for path, body in blog(3).items()}
    pages |= {f"/tag/word{n}": listing(0, 5) for n in range(20)}
    serve_pages(site, pages)
    first = crawled(tmp_path / "steered", [site.url], max_pages=18, robots=False)
    plain = crawled(tmp_path / "plain", [site.url], max_pages=18, robots=False, order="breadth_first")
    articles = [sum("/a/" in path for path in one.paths) for one in (first, plain)]
    assert len(first.rows) == len(plain.rows) == 18
    assert articles[0] == 15
    assert articles[1] < 10


def test_a_crawl_that_ends_early_is_continued(site: Site, tmp_path: Path) -> None:
    pages = blog(4)
    log = serve_pages(site, pages)
    rows = Counter[str]()
    for number, stop_after in enumerate((3, 1, 6, None), 1):
        asked = {path: log.asked[path] for path in rows}
        found = crawled(tmp_path / "run", [site.url], stop_after=stop_after)
        assert asked == {path: log.asked[path] for path in rows}  # what has a row is not fetched again
        assert max(log.asked[path] for path in pages) <= number  # and nothing twice in one run
        rows.update(found.paths[: stop_after - 1 if stop_after else None])
    assert rows == Counter(pages.keys())
    with RunFolder(str(tmp_path / "run"), row_schema()) as sink:
        assert Counter(str(row["url"]) for row in sink.read()) == Counter(site.url + path for path in pages)


def test_sitemaps_and_feeds_are_seeds(site: Site, tmp_path: Path) -> None:
    names = "".join(f"<url><loc>{site.url}/a/entry-number-{n}</loc></url>" for n in range(3))
    away = "<url><loc>https://example.org/</loc></url>"
    feed = "".join(f"<item><link>{site.url}/a/entry-number-{n}</link></item>" for n in range(2, 5))
    listed = f"{site.url}/a/entry-number-6\r\n\r\n{site.url}/a/entry-number-7\n/etc/hostname\n"
    pages = {f"/a/entry-number-{n}": article(n) for n in range(8)} | {
        "/text.txt": f"\ufeff{listed}",
        "/prose.txt": f"No sitemap, but words\nthat name\n{site.url}/a/entry-number-9\n",
        "/robots.txt": f"User-agent: *\nDisallow:\nSitemap: {site.url}/index.xml\nSitemap: https://example.org/x.xml\n"
        f"Sitemap: {site.url}/text.txt\nSitemap: {site.url}/prose.txt\n",
        "/index.xml": f"<sitemapindex><sitemap><loc>{site.url}/nested.xml</loc></sitemap></sitemapindex>",
        "/nested.xml": f"<urlset>{names}{away}</urlset>",
        "/feed": f"<rss><channel>{feed}</channel></rss>",
    }
    log = serve_pages(site, pages, {"/feed": "application/rss+xml", "/nested.xml": "application/xml"})
    found = crawled(tmp_path / "run", [f"{site.url}/feed", f"{site.url}/a/entry-number-5"])
    assert Counter(path for path in found.paths if "/a/" in path) == Counter(f"/a/entry-number-{n}" for n in range(8))
    assert log.asked["/nested.xml"] == log.asked["/feed"] == 1
    assert found.passed_over["off_site"] == 1
    assert found.left_out["sitemap"] == 4


def test_the_pages_of_a_sitemap_are_as_near_as_itself(site: Site, tmp_path: Path) -> None:
    pages = {f"/a/entry-number-{n}": article(n, f"<a href=/a/entry-number-{n + 1}>on</a>") for n in range(9)}
    names = [f"<url><loc>{site.url}/a/entry-number-{n}</loc></url>" for n in range(0, 9, 3)]
    index = f"<sitemapindex><sitemap><loc>{site.url}/nested.xml</loc></sitemap></sitemapindex>"
    pages |= {"/index.xml": index, "/nested.xml": f"<urlset>{''.join(names)}</urlset>", "/": article(10)}
    pages |= {"/other.xml": f"<urlset><url><loc>{site.url}/a/entry-number-8</loc></url></urlset>"}
    serve_pages(site, pages | {"/robots.txt": f"Sitemap: {site.url}/other.xml\n"})
    wanted = {0: {0, 3}, 1: {0, 1, 3, 4, 8}}
    for depth, numbers in wanted.items():
        scope = Scope(exclude=("*-6", "*/about"), depth=depth)
        found = crawled(tmp_path / f"{depth}", [f"{site.url}/index.xml"], scope=scope)
        assert {path for path in found.paths if path != "/"} == {f"/a/entry-number-{n}" for n in numbers}
        assert found.left_out["excluded"] == depth + 1
    alone = crawled(tmp_path / "alone", [site.url], scope=Scope(depth=0))
    assert (alone.paths, alone.left_out["sitemap"]) == (["/"], 1)


def test_one_row_for_a_page_with_several_addresses(site: Site, tmp_path: Path) -> None:
    own = '<link rel=canonical href="/a/entry-number-1">'
    links = "<a href=/old>old</a> <a href=/older>older</a> <a href='/a/entry-number-1?utm_source=x'>same</a> "
    links += "<a href='/a/entry-number-1?view=2'>view</a> <a href=/loop>loop</a>"
    page = article(1).replace("<nav>", f"{own}<nav>")
    serve_pages(site, {"/": article(0, links), "/a/entry-number-1": page})
    for path in ("/old", "/older"):
        site.add(path, "", 301, Location="/a/entry-number-1")
    site.add("/loop", "", 302, Location="/loop")
    found = crawled(tmp_path / "run", [site.url])
    assert Counter(row.reason for row in found.rows) == {
        "": 2,
        "fetch_error/too_many_redirects": 1,
        "http_error/404": 1,
    }
    assert sum(row.final_url.split("?")[0].endswith("/a/entry-number-1") for row in found.rows) == 1
    assert found.left_out["same_page"] == 3


def test_a_folder_and_its_index_file_are_one_page_where_their_texts_are(site: Site, tmp_path: Path) -> None:
    pages = {f"/{n}/": article(n) for n in range(6)}
    links = "".join(f"<a href=/{n}/>{n}</a> <a href=/{n}/index.html>{n}</a> " for n in range(6))
    log = serve_pages(site, {"/": article(9, links)} | pages | {f"{path}index.html": pages[path] for path in pages})
    found = crawled(tmp_path / "run", [site.url], politeness=Politeness(per_host=1, delay=0.0))
    assert sum("Article" in row.title for row in found.rows) == 7
    assert found.left_out["same_page"] == 6
    assert log.asked.total() < 13


def test_a_continued_crawl_still_knows_the_pages_with_the_same_text(site: Site, tmp_path: Path) -> None:
    pages = {f"/{n}/": article(n) for n in range(6)}
    links = "".join(f"<a href=/{n}/>{n}</a> " for n in range(6)) + "".join(
        f"<a href=/{n}/index.html>{n}</a> " for n in range(6)
    )
    log = serve_pages(site, {"/": article(9, links)} | pages | {f"{path}index.html": pages[path] for path in pages})
    for stop_after in (8, 1, None):
        found = crawled(
            tmp_path / "run", [site.url], stop_after=stop_after, politeness=Politeness(per_host=1, delay=0.0)
        )
    with RunFolder(str(tmp_path / "run"), row_schema()) as sink:
        assert {str(row["url"]) for row in sink.read() if row["title"]} == {site.url + path for path in ["/", *pages]}
    assert found.left_out["same_page"] == 6
    assert log.asked.total() < 16


def test_a_maze_without_end_is_left_by_a_crawl_that_is_continued(site: Site, tmp_path: Path) -> None:
    pages = {f"/maze/{n}": article(0, f"<p><a href=/maze/{n + 1}>on</a>") for n in range(60)}
    serve_pages(site, pages)
    counts = [
        len(crawled(tmp_path / "run", [f"{site.url}/maze/0"], stop_after=stop_after, robots=False).rows)
        for stop_after in (6, 6, None)
    ]
    assert sum(counts) < 20


def test_pages_of_one_text_and_other_parameters_have_a_row_each(site: Site, tmp_path: Path) -> None:
    links = "".join(f"<a href='/month?m={n}'>{n}</a> " for n in range(10, 13))
    serve_pages(site, {"/": article(0, links)} | {f"/month?m={n}": article(1) for n in range(10, 13)})
    found = crawled(tmp_path / "run", [site.url])
    assert {"/month?m=10", "/month?m=11", "/month?m=12"} <= set(found.paths)
    assert not found.left_out


def test_traps_are_counted_and_left_alone(site: Site, tmp_path: Path) -> None:
    links = "".join(f"<a href=/calendar/2931-0{month}/>far</a> " for month in range(1, 7))
    links += "<a href=/x/x/x/x>deep</a> <a href='/?orderby=price'>sorted</a>"
    serve_pages(site, {"/": article(0, links + "<a href=https://example.org/>away</a> <a href=/a.pdf>file</a>")})
    found = crawled(tmp_path / "run", [site.url])
    assert found.left_out == {"trap/calendar": 1, "trap/repeated_path": 1, "trap/same_again": 1}
    assert found.passed_over == {"off_site": 1, "file": 1}
    assert set(found.paths) == {"/", "/about", *(f"/calendar/2931-0{month}/" for month in range(1, 6))}


def test_next_pages_are_no_trap_for_the_names_of_their_parameters(site: Site, tmp_path: Path) -> None:
    then = ["/fish?limit=5", *(f"/fish?limit=5&start={first}" for first in (5, 10))]
    more = [f"<div class=pagination><a rel=next href='{path}'>Next</a></div>" for path in then[1:]]
    pages = {path: listing(5 * n, 5, link) for n, (path, link) in enumerate(zip(then, [*more, ""], strict=True))}
    order = "<a href='/fish?limit=5&sort=name'>by name</a>"
    pages = {path: body.replace("<main>", f"<main>{order}") for path, body in pages.items()}
    serve_pages(site, pages | {"/": article(99, "<a href='/fish?limit=5'>Fish</a>")})
    found = crawled(tmp_path / "run", [site.url])
    assert set(then) < set(found.paths)
    assert found.left_out == {"trap/same_again": 1}


def test_a_maze_without_end_is_left(site: Site, tmp_path: Path) -> None:
    def answer(request: Any) -> None:
        number = int(request.path.rpartition("/")[2] or 0)
        body = f"<title>Maze</title><h1>Maze</h1><p>{WORDS}<p><a href=/maze/{number + 1}>on</a>".encode()
        request.send_response(200)
        request.send_header("Content-Type", "text/html")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    for number in range(60):
        site.add_answer(f"/maze/{number}", answer)
    found = crawled(tmp_path / "run", [f"{site.url}/maze/0"], max_pages=50, robots=False)
    assert len(found.rows) < 20
    assert found.left_out["trap/same_text"] == 1


@pytest.mark.parametrize(
    "more", ["", "<a href=/legal>Legal</a>", "<h2><a href='job-as-a-clerk/'>Clerk wanted</a></h2>"]
)
def test_a_server_that_answers_every_path_is_not_followed_ever_deeper(site: Site, tmp_path: Path, more: str) -> None:
    names = ("about", "products", "contact", *(["job-as-a-clerk"] if "job" in more else []))
    menu = "".join(f"<li><a href='{name}/'>{name}</a></li>" for name in names)
    bodies = [article(n).replace("<main>", f"<ul>{menu}</ul>{more}<main>") for n in range(len(names))]
    paths = ["".join(f"{name}/" for name in parts) for depth in range(1, 5) for parts in product(names, repeat=depth)]
    pages = {f"/{path}": bodies[names.index(path.rsplit("/", 2)[-2])] for path in paths}
    serve_pages(site, {"/": article(9, menu + more), "/legal": article(8), "/about": article(7)} | pages)
    found = crawled(tmp_path / "run", [site.url])
    assert {f"/{name}/" for name in names} < set(found.paths)
    assert max(path.count("/") for path in found.paths) == 3
    assert found.passed_over["copy"] > 0


def test_failed_links_do_not_close_a_shape(site: Site, tmp_path: Path) -> None:
    links = "".join(f"<a href=/thread-{n}.html>{n}</a> " for n in range(30))
    serve_pages(site, {"/": article(0, links), "/thread-29.html": article(29)})
    found = crawled(tmp_path / "run", [site.url], robots=False)
    assert Counter(row.reason for row in found.rows) == {"": 2, "http_error/404": 30}


def test_depth_and_patterns_hold(site: Site, tmp_path: Path) -> None:
    serve_pages(site, blog(4))
    scope = Scope(exclude=("*/about",), depth=2)
    found = crawled(tmp_path / "run", [site.url], scope=scope)
    wanted = {"/", "/page/2", "/page/3", *(f"/a/entry-number-{n}" for n in range(10))}
    assert set(found.paths) == wanted
    assert found.left_out["excluded"] == 1
    assert found.passed_over["too_deep"] > 0


def test_a_public_page_leads_to_nothing_that_is_not(site: Site, tmp_path: Path) -> None:
    links = [f"{site.url}/secret", "http://169.254.169.254/", "file:///etc/passwd", "http://inner.test/", "/redirect"]
    page = article(0, "".join(f"<a href='{link}'>{link}</a> " for link in links))
    log = serve_pages(site, {"/": page, "/secret": article(1)})
    site.add("/redirect", "", 302, Location=f"{site.url}/secret")
    internet = PublicInternet(
        {"public.test": [PUBLIC], "inner.test": ["10.0.0.1"]}, {PUBLIC: site.url, OTHER: site.url}
    )
    scope = Scope(domains=("public.test", "inner.test", "127.0.0.1", "169.254.169.254"))
    politeness = Politeness(delay=0.0)
    found = crawled(tmp_path / "run", ["http://public.test/"], scope=scope, internet=internet, politeness=politeness)
    reasons = {row.url: row.reason for row in found.rows}
    assert reasons.pop("http://public.test/") == ""
    assert reasons.pop("http://public.test/about") == "http_error/404"
    assert reasons == dict.fromkeys(("http://inner.test/", "http://public.test/redirect"), "blocked/ssrf")
    assert found.passed_over["not_public"] == 2
    assert log.asked["/secret"] == 0
    assert internet.reached == {PUBLIC}


@pytest.mark.browser
def test_pages_are_rendered(site: Site, tmp_path: Path) -> None:
    script = "<script>document.querySelector('main').innerHTML += '<p><a href=/a/late-entry>late</a>'</script>"
    serve_pages(site, {"/": article(0, script), "/about": article(1), "/a/late-entry": article(2)})
    found = crawled(tmp_path / "run", [site.url], fetch=False)
    assert Counter(found.paths) == Counter(["/", "/about", "/a/late-entry"])
    assert all(row.rendered for row in found.rows)
