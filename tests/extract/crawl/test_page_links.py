"""What leads on from a page, and in which order."""

import asyncio

import pytest

from iawce.data.document import open_document
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Html, Page
from iawce.extract import Extractor
from iawce.extract.crawl.crawl import Stages
from iawce.extract.crawl.frontier import Steering
from iawce.extract.crawl.page_links import FoundLink, LinkKind, page_links
from iawce.extract.pipeline.extractor import Render
from tests.conftest import Site

SITE = "https://blog.example.org"
WORDS = "Words of an entry that says what it is about, and a little more than that. " * 3
BLOG = f"""<!doctype html><title>Blog</title><header><nav><a href=/about>About</a> <a href=/tag/x>x</a></nav></header>
<main>{
    "".join(
        f"<article><h2><a href=/2020/{n}/entry-number-{n}?utm_source=b>Entry {n}</a></h2><p>{WORDS}"
        f"<a href=/author/ann>Ann</a></article>"
        for n in range(1, 9)
    )
}
<p><a href="mailto:x@example.org">Write</a> <a href=/secret rel="nofollow">hidden</a> <a href=#top>top</a></p></main>
<div class=pagination><span class=current>1</span> <a href=/page/2>2</a> <a href=/page/3>3</a></div>
<footer><a href=/imprint>Imprint</a></footer>"""


def links_of(markup: str, url: str = f"{SITE}/") -> list[FoundLink]:
    with Extractor(render="never") as extractor:
        row = extractor.extract(Html(markup, url))
    return page_links(open_document(Html(markup, url).page()), row)


def test_next_pages_come_first_then_entries_then_menus() -> None:
    every = links_of(BLOG)
    found = [link for link in every if not link.is_declined]
    kinds = {link.url.removeprefix(SITE): link.kind for link in found}
    assert kinds["/page/2"] == LinkKind.NEXT
    assert {kinds[f"/2020/{n}/entry-number-{n}"] for n in range(1, 9)} == {LinkKind.RECORD}
    assert kinds["/about"] == kinds["/imprint"] == LinkKind.MENU
    assert kinds["/author/ann"] == LinkKind.CONTENT
    assert not {"/secret", "/"} & kinds.keys()
    assert [link.url for link in every if link.is_declined] == [f"{SITE}/secret"]
    assert [link.kind for link in found] == sorted((link.kind for link in found), reverse=True)


def test_a_page_that_asks_not_to_be_followed_is_not() -> None:
    found = links_of(BLOG.replace("<title>", "<meta name=robots content='noindex, NoFollow'><title>"))
    assert len(found) == len(links_of(BLOG))
    assert all(link.is_declined for link in found)


@pytest.mark.parametrize(
    ("header", "is_declined"), [("nofollow", True), ("iawce: none", True), ("bot: none", False), ("noindex", False)]
)
@pytest.mark.parametrize("render", ["never", pytest.param("always", marks=pytest.mark.browser)])
def test_a_header_asks_not_to_follow_as_a_page_does(header: str, is_declined: bool, render: Render, site: Site) -> None:
    url = site.add("/blog", BLOG, X_Robots_Tag=header)
    network = NetworkSettings(robots=True, fetch=render == "never")
    with Extractor(render=render, network=network, processes=0) as extractor, Stages(extractor) as stages:
        found = asyncio.run(stages.read(Page(url, url)))
    assert found.row.status == "success", found.row.reason
    assert {link.is_declined for link in found.links} == ({True} if is_declined else {True, False})


def test_a_link_that_stands_twice_is_followed_if_one_of_them_may_be() -> None:
    (link,) = [link for link in links_of(f"{BLOG}<a href=/secret>shown</a>") if link.url == f"{SITE}/secret"]
    assert not link.is_declined


def test_the_values_of_a_shape_gain_weight() -> None:
    steering = Steering()
    tag, entry = f"{SITE}/tag/news", f"{SITE}/2020/1/entry-of-a-blog"
    assert steering.value(entry, LinkKind.RECORD, 1) > steering.value(tag, LinkKind.CONTENT, 1)
    for number in range(10):
        steering.see(f"{SITE}/tag/word{number}", is_taken=False, new=0)
        steering.see(f"{SITE}/2019/{number}/another-entry-of-it", is_taken=True, new=0)
    assert steering.value(entry, LinkKind.MENU, 1) > steering.value(tag, LinkKind.RECORD, 1)
    assert steering.value(entry, LinkKind.MENU, 1) > steering.value(entry, LinkKind.MENU, 5)
