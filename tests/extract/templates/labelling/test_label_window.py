"""Labels by clicks: a real Chromium without a window, driven by its mouse and its keys."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import open_document
from iawce.data.errors import UsageError
from iawce.data.page import Page
from iawce.extract.papers.softmealy.label_file import PageLabels, labelled_records, load_labels, save_labels
from iawce.extract.papers.softmealy.labelled_spans import ElementLabel
from iawce.extract.papers.softmealy.wrapper import learn_wrapper
from iawce.extract.templates.labelling.label_window import LabelWindow, open_label_window
from iawce.extract.templates.labelling.proposals import POST, page_labels, proposals, selector_of
from tests.conftest import Site
from tests.extract.records.posts.forum_pages import POSTS, Post, phpbb, xenforo

Drive = Callable[[LabelWindow], Awaitable[None]]


def saved(html: str, folder: Path | None = None) -> Page:
    return Page("thread.html", "http://board.test/t/9/", html.encode(), folder=folder)


def label(page: Page, *steps: Drive) -> PageLabels:
    """The labels of a page that is driven so, and saved."""

    async def run() -> PageLabels:
        async with open_label_window(page, PageAnalysis(open_document(page)), headless=True) as window:
            for step in steps:
                await step(window)
            await window.still.tab.click("#save")
            return await window.labels()

    return asyncio.run(run())


def click(selector: str) -> Drive:
    async def step(window: LabelWindow) -> None:
        tab = window.still.tab
        await tab.locator(selector).scroll_into_view_if_needed()
        box = await tab.locator(selector).bounding_box()
        assert box
        await tab.mouse.move(box["x"] + 3, box["y"] + 3)
        await tab.mouse.click(box["x"] + 3, box["y"] + 3)

    return step


def choose(field: str) -> Drive:
    return lambda window: window.still.tab.click(f"[data-field='{field}']")


def widen(selector: str, times: int) -> Drive:
    """Choose the element a number of levels around another one."""

    async def step(window: LabelWindow) -> None:
        tab = window.still.tab
        await tab.hover(selector)
        for _ in range(times):
            await tab.keyboard.press("ArrowUp")
        await tab.mouse.down()
        await tab.mouse.up()

    return step


def name_field(name: str) -> Drive:
    async def step(window: LabelWindow) -> None:
        await window.still.tab.fill("#other", name)
        await window.still.tab.press("#other", "Enter")

    return step


async def clear(window: LabelWindow) -> None:
    await window.still.tab.click("#clear")


def texts(page: Page, labels: PageLabels) -> list[dict[str, str]]:
    document = open_document(page)
    given = document.index.attributes.given
    return [
        {
            name: given[one.element][one.attribute] if one.attribute else document.index.text_of(one.element)
            for name, (one, *_) in record.fields.items()
            if isinstance(one, ElementLabel)
        }
        for record in labelled_records(PageAnalysis(document), labels)
    ]


@pytest.mark.browser
def test_clicks_become_a_file_that_a_wrapper_is_learned_from(tmp_path: Path) -> None:
    """Everything from nothing: posts, fields, one with a name of its own, and a click that is taken back."""
    page, posts = saved(phpbb(POSTS)), [f"#p{post.number}" for post in POSTS[:2]]
    fields = {"author": "a.username", "text": ".content", "link": "h3 a"}
    steps = [clear, choose(POST), *(widen(f"{post} .content", 2) for post in posts)]
    for name, selector in fields.items():
        steps += [choose(name), *(click(f"{post} {selector}") for post in posts)]
    steps += [name_field("Joined at"), *(click(f"{post} dd:last-of-type") for post in posts)]
    steps += [choose("title"), click(f"{posts[0]} .author"), click(f"{posts[0]} .author")]
    labels = label(page, *steps)
    assert [one.record for one in labels.records] == posts
    joined = [f"Joined: 07 Mar 2006, 09:2{len(one.author)}" for one in POSTS]
    assert texts(page, labels) == [
        {"author": one.author, "text": one.text, "link": f"#p{one.number}", "joined_at": when}
        for one, when in zip(POSTS[:2], joined, strict=False)
    ]
    save_labels(file := tmp_path / "labels.json", labels)
    wrapper = learn_wrapper(
        PageAnalysis(open_document(page)), labelled_records(PageAnalysis(open_document(page)), load_labels(file))
    )
    other = open_document(saved(phpbb((Post(7, "fern", "1 May 2019, 10:00", "Water it less, and wait."), *POSTS[2:]))))
    values = wrapper.extract(PageAnalysis(other), [(node,) for node in other.select(".post")])
    assert {name: value.text for name, value in values[0]} == {
        "author": "fern",
        "text": "Water it less, and wait.",
        "link": "#p7",
        "joined_at": "Joined: 07 Mar 2006, 09:24",
    }


@pytest.mark.browser
def test_a_hostile_page_runs_nothing_and_goes_nowhere_and_what_it_proposes_needs_no_click(
    site: Site, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.css"
    secret.write_text("h1 { color: red }")
    asked = [site.record(path, "x") for path in ("/a.js", "/b.png", "/frame", "/form", "/go", "/c.css")]
    attack = f"""<base href='{site.url}/'><link rel=stylesheet href='{site.url}/c.css'>
        <link rel=stylesheet href='file://{secret}'><script>document.title = "run"; fetch("/a.js")</script>
        <script src='{site.url}/a.js'></script><img src='{site.url}/b.png' onerror='document.title = "run"'>
        <iframe src='{site.url}/frame'></iframe>
        <iframe srcdoc='<script>parent.document.title = "run"</script>'></iframe>
        <meta http-equiv=refresh content='0;url={site.url}/go'><a id=away href='{site.url}/go'>a way out</a>
        <a id=js href='javascript:document.title = "run"'>and another</a>
        <form action='{site.url}/form'><button id=button>Post</button></form>"""
    page = saved(xenforo(POSTS).replace("<body>", f"<body>{attack}"))

    async def look(window: LabelWindow) -> None:
        tab = window.still.tab
        for selector in ("#away", "#js", "#button"):
            await tab.locator(selector).click()
        assert (await tab.title(), tab.url) == ("Lemon tree without leaves", page.url)
        assert await tab.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 0)"

    found = texts(page, label(page, look))
    assert asked == [[]] * len(asked)
    assert [(one["author"], one["date"]) for one in found] == [(post.author, post.date) for post in POSTS]


@pytest.mark.browser
def test_a_field_stands_in_a_post_and_beside_others_and_who_does_not_save_gets_nothing() -> None:
    page = saved(phpbb(POSTS))

    async def drive() -> None:
        async with open_label_window(page, PageAnalysis(open_document(page)), headless=True) as window:
            before, tab = await window.still.world.evaluate("iawceLabels()"), window.still.tab
            await choose("title")(window)
            outside, around = click("h2"), widen("#p150001 .content", 1)
            for step, note in ((outside, "Mark the post around it first."), (around, "overlap with")):
                await step(window)
                assert note in await tab.inner_text("#note")
                assert await window.still.world.evaluate("iawceLabels()") == before
            for end in (tab.click("#cancel"), tab.close()):
                await end
                with pytest.raises(UsageError, match="no file is written"):
                    await window.labels()

    asyncio.run(drive())


def test_selectors_match_one_element_alone() -> None:
    document = open_document(saved(xenforo(POSTS)))
    assert all(
        document.select(selector_of(PageAnalysis(document), number)) == [number]
        for number in range(len(document.index))
    )


def test_a_field_that_is_clicked_twice_in_a_post_is_repeated() -> None:
    document = open_document(saved(xenforo(POSTS)))
    (post,), links = document.select("#js-post-150001"), document.select("#js-post-150001 footer a")
    labels = page_labels(PageAnalysis(document), [(POST, post), *(("action", link) for link in links)])
    assert labelled_records(PageAnalysis(document), labels)[0].fields["action"] == [
        ElementLabel(link) for link in links
    ]
    with pytest.raises(UsageError, match="nothing was labelled"):
        page_labels(PageAnalysis(document), [("action", links[0])])


def test_a_page_that_says_nothing_proposes_nothing() -> None:
    assert proposals(PageAnalysis(open_document(saved("<body><h1>About us</h1><p>We sell bread.")))) == []
