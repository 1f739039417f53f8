"""Which address is next, and how many of a host are open."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from iawce.data.network.address import join
from iawce.data.network.settings import Politeness
from iawce.data.run_folder.input import Input, input_id
from iawce.data.run_folder.run_state import RunState
from iawce.extract.crawl.frontier import Frontier, SeenPage, Steering, text_key, whole_key
from iawce.extract.crawl.page_links import FoundLink, LinkKind
from iawce.extract.crawl.scope import CrawlSettings, Scope

SITE = "https://b.example"


@pytest.fixture
def state(tmp_path: Path) -> Iterator[RunState]:
    with RunState(tmp_path / "run.sqlite") as opened:
        yield opened


def seed(url: str) -> Input:
    return Input(input_id(url, url), url, url)


def frontier(state: RunState, *, workers: int = 4, max_pages: int | None = None) -> Frontier:
    scope = Scope(domains=("a.example", "b.example"))
    found = Frontier(state, CrawlSettings(scope, max_pages), Politeness(), workers)
    found.add_seeds([seed("https://a.example/"), seed("https://b.example/")])
    return found


def test_a_host_that_is_busy_is_passed_over(state: RunState) -> None:
    found = frontier(state)
    first = found.next()
    assert first
    links = [FoundLink(f"https://a.example/{n}", LinkKind.NEXT) for n in range(50)]
    found.add_links(links, first)
    second = found.next()
    assert second
    assert [first.url, second.url] == ["https://a.example/", "https://b.example/"]
    assert found.next() is None
    assert found.has_pending
    found.close(first, is_opened=True)
    third = found.next()
    assert third
    assert third.url == "https://a.example/0"


def test_addresses_of_higher_value_come_first_and_rise_when_found_again(state: RunState) -> None:
    found = Frontier(state, CrawlSettings(Scope(domains=("a.example",))), Politeness(), 4)
    found.add_seeds([seed("https://a.example/")])
    first = found.next()
    assert first
    kinds = {"/menu": LinkKind.MENU, "/record": LinkKind.RECORD, "/next": LinkKind.NEXT}
    found.add_links([FoundLink(f"https://a.example{path}", kind) for path, kind in kinds.items()], first)
    found.add_links([FoundLink("https://a.example/menu", LinkKind.NEXT)], first)
    found.close(first, is_opened=True)
    order = []
    for _ in kinds:
        one = found.next()
        assert one
        found.close(one, is_opened=True)
        order.append(one.url.removeprefix("https://a.example"))
    assert order == ["/menu", "/next", "/record"]


def test_no_more_pages_are_opened_than_are_wanted(state: RunState) -> None:
    found = frontier(state, max_pages=1)
    first = found.next()
    assert first
    assert found.next() is None
    found.close(first, is_opened=True)
    assert not found.has_pending
    assert found.next() is None


def test_values_and_texts_of_pages_are_known_again(state: RunState) -> None:
    found, whole = frontier(state), whole_key("https://a.example/tag/word0", "a text", ())
    state.add([seed(f"https://a.example/tag/word{n}") for n in range(9)])
    for number in range(9):
        page = SeenPage("" if number else text_key("a text"), is_taken=False, new=0, whole="" if number else whole)
        found.lessons.keep(seed(f"https://a.example/tag/word{number}"), page)
        state.finish({"id": seed(f"https://a.example/tag/word{number}").id, "status": "success", "reason": ""})
    again, link = frontier(state).lessons, ("https://a.example/tag/word9", LinkKind.RECORD, 1)
    assert again.steering.value(*link) == found.lessons.steering.value(*link) < Steering().value(*link)
    assert again.earlier_with("a text") == "https://a.example/tag/word0"
    assert again.earlier_with("") == ""
    deeper = ("https://a.example/tag/word0/tag/word0", "https://a.example/tag/word0/b")
    assert all(again.is_copy(whole, url) for url in deeper)
    assert not any(again.is_copy(whole, f"https://a.example/tag/word{n}") for n in range(2))  # another year, version
    assert not again.is_copy("", "https://a.example/tag/word3")


def test_a_page_is_known_at_each_address_by_its_text_and_its_relative_links() -> None:
    addresses = ("https://a.example/", "https://a.example/b/c/", "https://a.example/b/d?e=/f")
    links = [[FoundLink(join(url, "x/"), LinkKind.MENU), FoundLink(f"{SITE}/y", LinkKind.MENU)] for url in addresses]
    keys = {whole_key(url, "a text", found) for url, found in zip(addresses, links, strict=True)}
    assert len(keys) == 1
    others = [("https://a.example/b/c/", "x", links[1]), (f"{SITE}/b/c/", "a text", links[1])]
    assert keys.isdisjoint(whole_key(*other) for other in (*others, ("https://a.example/b/", "a text", links[1])))


@pytest.mark.parametrize("kept", ["x", 3, {"key": 1}, {"key": "a", "is_taken": True}, {"later": True}])
def test_what_another_version_kept_of_pages_is_passed_over(kept: object, state: RunState) -> None:
    url = "https://a.example/known"
    state.add([replace(seed(url), data={"kind": "page", "seen": kept})])
    state.set("crawl.index_files a.example", kept)
    state.finish({"id": seed(url).id, "status": "success", "reason": ""})
    found = frontier(state)
    assert found.lessons.earlier_with("a") == ""
    is_many = isinstance(kept, int)
    assert found.lessons.index_files.plain(f"{url}/index.html") == (f"{url}/" if is_many else f"{url}/index.html")


def test_a_queue_of_nothing_but_twins_is_passed_over(state: RunState) -> None:
    found = frontier(state)
    for number in range(2):
        found.lessons.index_files.see(f"https://a.example/{number}/", f"https://a.example/{number}/index.html")
    state.add([seed(f"https://a.example/x{n}/{name}") for n in range(60) for name in ("", "index.html")])
    opened = list[str]()
    while found.has_pending:
        if one := found.next():
            opened.append(one.url)
            found.close(one, is_opened=True)
    assert len(opened) == 62
    assert not any("index" in url for url in opened)
