"""The labelling page in a real Chromium: every control by mouse and by keys, and nothing of a page acts."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from iawce.data.datasets.page_labels import LINES
from tests.extract.inspector.hostile_page import ATTACK
from tests.extract.inspector.test_html_pages import CONTRAST
from tests.opened_browser import opened_browser
from tests.serve.labelling.sitting import Sitting, drawn, labels_in, notes, serving, story
from tests.train.correction.labelled_site import write_dialog

NAME = "document.activeElement.id || document.activeElement.textContent.trim().split(/\\s+/).pop()"
MARK = """(() => { const {outlineStyle, strokeWidth} = getComputedStyle(document.activeElement);
  return document.activeElement === document.body || outlineStyle === "solid" || strokeWidth === "4px"; })()"""
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as started:
        yield started


def test_types_and_blocks_are_said_by_keys_alone(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, [story("harbour")]) as (address, _):
        sitting = Sitting(browser, address)
        kept = set(sitting.kept())
        assert {1, 2, 3} <= kept
        assert sitting.pressed() == "article"
        sitting.keys("3")
        assert sitting.pressed() == "thread"
        sitting.keys("1", "j", "Space")
        assert set(sitting.kept()) == kept ^ {0}
        sitting.keys("j", "j", "k", "Space")
        assert set(sitting.kept()) == kept ^ {0, 1}
        sitting.keys("u")
        assert set(sitting.kept()) == kept ^ {0}
        sitting.keys("Control+z")
        assert set(sitting.kept()) == kept
        sitting.leave("2", "Enter")
        assert "All pages are labelled" in sitting.tab.locator("h1").inner_text()
        assert sitting.problems == []
        sitting.tab.close()
    (label,) = labels_in(tmp_path)
    assert (label.type, label.url, label.site) == ("list", "https://harbour.example/page", "harbour.example")
    assert label.content is not None
    assert label.records is None
    assert label.seconds is not None


def test_types_and_blocks_are_said_by_mouse_alone(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, [story("harbour")]) as (address, _):
        sitting = Sitting(browser, address)
        tab = sitting.tab
        tab.click("[data-type=product]")
        tab.click("#none")
        for number in (1, 2, 3):
            tab.click(f"rect[data-block='{number}']")
        tab.click("rect[data-block='1']")
        tab.click("li[data-block='4']")
        assert sitting.kept() == [2, 3, 4]
        tab.click("li[data-block='2']", modifiers=["Shift"])
        assert sitting.kept() == []
        tab.click("#undo")
        assert sitting.kept() == [2, 3, 4]
        tab.click("#all")
        assert sitting.kept() == [0, 1, 2, 3, 4]
        tab.click("#none")
        assert sitting.kept() == []
        assert "0 of 5 blocks kept" in tab.locator("#counts").inner_text()
        with tab.expect_navigation():
            tab.click("#confirm")
        assert sitting.problems == []
        tab.close()
    (label,) = labels_in(tmp_path)
    assert (label.type, label.content) == ("product", ())


@pytest.mark.parametrize("fine", [False, True])
def test_a_type_against_a_nearly_certain_model_is_remarked_on(browser: Browser, tmp_path: Path, *, fine: bool) -> None:
    with serving(tmp_path, [write_dialog(0)], "", fine=fine) as (address, _):
        sitting = Sitting(browser, address)
        assert not sitting.tab.locator("#sure").is_visible()
        sitting.tab.click("[data-type=product]")
        assert "nearly certain" in sitting.tab.locator("#sure").inner_text()
        sitting.keys("1")
        assert not sitting.tab.locator("#sure").is_visible(), "the first key is for an article, fine or not"
        sitting.keys("u")
        assert sitting.tab.locator("#sure").is_visible() and sitting.problems == []
        sitting.tab.close()


def test_the_type_alone_may_be_said_of_this_and_the_next_page(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, [story("a"), story("b")], fine=True) as (address, _):
        sitting = Sitting(browser, address)
        assert sitting.tab.locator("[data-type]").count() == 7
        sitting.tab.uncheck("#says")
        sitting.tab.click("rect[data-block='0']", force=True)
        sitting.leave("2", "Enter")
        assert not sitting.tab.is_checked("#says")
        sitting.leave("4", "Enter")
        assert sitting.problems == []
        sitting.tab.close()
    assert [(label.type, label.content) for label in labels_in(tmp_path)] == [
        ("documentation", None),
        ("listing", None),
    ]


def test_steps_are_undone_across_pages_and_skipped_pages_come_again(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, [story("a"), story("b"), story("c")]) as (address, _):
        sitting = Sitting(browser, address)
        first = sitting.id
        sitting.keys("4")
        kept = set(sitting.kept()) ^ {0}
        sitting.leave("j", "Space", "Enter")
        second = sitting.id
        assert "1 of 3 labelled · product 1" in sitting.tab.locator(".far").inner_text()
        sitting.leave("s")
        assert sitting.id not in (first, second)
        assert "1 skipped" in sitting.tab.locator(".far").inner_text()
        sitting.leave("u")
        assert sitting.id == second
        sitting.leave("u")
        assert (sitting.id, sitting.pressed(), set(sitting.kept())) == (first, "product", kept)
        assert labels_in(tmp_path) == []
        sitting.keys("u")
        sitting.tab.locator("#note:not(:empty)").wait_for()
        assert "nothing to undo" in sitting.note()
        sitting.leave("1", "Enter")
        sitting.leave("s")
        sitting.leave("Enter")
        with sitting.tab.expect_navigation():
            sitting.tab.click("#again")
        sitting.leave("Enter")
        assert sitting.problems == []
        sitting.tab.close()
    assert len(labels_in(tmp_path)) == 3


def test_records_are_added_and_removed_and_their_fields_named(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, [notes("notes", 4)], "list") as (address, _):
        sitting = Sitting(browser, address)
        tab = sitting.tab
        assert "not labelled yet" in (tab.locator("#record-counts").text_content() or "")
        sitting.keys("r")
        for unit in tab.locator("li.chosen[data-unit]").evaluate_all("all => all.map(one => one.dataset.unit)"):
            tab.click(f"li[data-unit='{unit}']")
        assert "0 records" in tab.locator("#record-counts").inner_text()
        note = tab.locator("li[data-unit]").filter(has_text="Note 1").last
        note.click()
        sitting.keys("g")
        assert "4 records" in tab.locator("#record-counts").inner_text()
        tab.locator("li[data-unit].chosen").first.click()
        tab.click("#undo")
        tab.fill("#other", "Published on")
        tab.locator("#other").press("Enter")
        tab.locator("li[data-part]").filter(has_text="2 May").click()
        assert tab.locator("li.named[data-part]").filter(has_text="published_on").count() == 4
        tab.uncheck("#alike")
        tab.locator("li[data-part]").filter(has_text="1 May").click()
        tab.fill("#other", "url")
        tab.locator("#other").press("Enter")
        tab.check("#alike")
        tab.locator("rect[data-part][aria-label^='Note 2']:visible").last.click()
        sitting.leave("Enter")
        assert sitting.problems == []
        tab.close()
    (label,) = labels_in(tmp_path)
    assert label.records is not None
    place = "/html/body/ul/li[{}]"
    assert [record.element for record in label.records] == [place.format(n) for n in (1, 2, 3, 4)]
    assert [record.fields.get("published_on", "").removeprefix(record.element) for record in label.records] == [
        "", "/time", "/time", "/time",
    ]  # fmt: skip
    assert {record.fields["url"].removeprefix(record.element) for record in label.records} == {"/a/@href"}


def fighting() -> list[Any]:
    """Pages whose names are markup, with blocks that are huge, tiny, one over the other, or outside of the picture."""
    texts = [("nav", "Menu"), ("p", ATTACK), ("p", "first"), ("p", "second"), ("p", "far away")]
    sizes = {
        4: (0, 0, 700, 500),
        5: (100, 100, 0, 0),
        6: (50, 200, 300, 100),
        7: (60, 210, 20, 10),
        8: (-900, 9000, 5, 5),
    }
    return [drawn("fighting", texts, title=ATTACK, sizes=sizes)]


def test_a_page_that_fights_the_overlay_is_shown_and_every_block_can_be_hit(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, fighting()) as (address, _):
        sitting = Sitting(browser, address)
        tab = sitting.tab
        assert tab.title() == f"Label: {ATTACK}"
        handlers = (
            "[...document.querySelectorAll('*')].filter(e => e.getAttributeNames().some(n => /^on|^style$/.test(n)))"
        )
        assert tab.evaluate(f"{handlers}.length") == 0
        assert [tab.locator(name).count() for name in ("script", "style", "img", "iframe", "a")] == [1, 1, 0, 0, 0]
        tab.click("#none")
        for number in (1, 3):
            tab.click(f"rect[data-block='{number}']")
        tab.click("li[data-block='4']")
        tab.click("rect[data-block='0']", position={"x": 5, "y": 5})
        assert sitting.kept() == [0, 1, 3, 4]
        sitting.leave("Enter")
        assert sitting.problems == []
        tab.close()
    (label,) = labels_in(tmp_path)
    assert len(label.content or ()) == 4


def test_a_policy_stops_what_would_slip_through(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, [story("harbour")]) as (address, _):
        sitting = Sitting(browser, address)
        made = "Object.assign(document.createElement('script'), {textContent: 'window.owned = 1'})"
        sitting.tab.evaluate(f"() => document.body.append({made})")
        sitting.tab.evaluate(
            "() => { const i = new Image(); i.src = 'http://127.0.0.1:9/x.png'; document.body.append(i); }"
        )
        refused = sitting.tab.evaluate("fetch('http://127.0.0.1:9/').catch(() => 'refused')")
        assert (refused, sitting.tab.evaluate("window.owned")) == ("refused", None)
        said = " ".join(sitting.problems)
        assert all(kind in said for kind in ("script-src", "img-src", "connect-src"))
        sitting.tab.close()


@pytest.mark.parametrize("width", [320, 1200])
def test_text_is_easily_read_and_nothing_stands_out_of_the_window(browser: Browser, tmp_path: Path, width: int) -> None:
    with serving(tmp_path, [notes("notes"), *fighting()], "list") as (address, _):
        sitting = Sitting(browser, address, width)
        for _ in range(2):
            for layer in ("b", "r"):
                sitting.keys(layer)
                assert sitting.tab.evaluate(CONTRAST) == []
                assert sitting.tab.evaluate("document.documentElement.scrollWidth") <= width
            sitting.leave("Enter")
        assert sitting.tab.evaluate(CONTRAST) == []
        assert sitting.problems == []
        sitting.tab.close()


def test_every_control_is_reached_by_tab_and_shows_that_it_is(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, [story("harbour")]) as (address, _):
        sitting = Sitting(browser, address)
        tab, seen = sitting.tab, set[str]()
        tab.focus("[data-type=article]")
        for _ in range(16):
            seen.add(tab.evaluate(NAME))
            assert tab.evaluate(MARK)
            sitting.keys("Tab")
        assert {"confirm", "skip", "undo", "says", "all", "none", "Content", "Records"} <= seen
        tab.focus("[data-type=thread]")
        sitting.keys("Enter")
        assert sitting.pressed() == "thread", "on a button Enter presses it"
        tab.close()


def test_a_crash_loses_nothing_that_was_confirmed_and_says_so(browser: Browser, tmp_path: Path) -> None:
    pages = [story("a"), story("b"), story("c")]
    with serving(tmp_path, pages) as (address, _):
        sitting = Sitting(browser, address)
        sitting.leave("Enter")
        sitting.keys("4", "j", "Space")
        kept = sitting.kept()
        sitting.tab.reload()
        assert (sitting.pressed(), sitting.kept()) == ("product", kept), "work in hand outlives a reload"
    sitting.keys("Enter")
    sitting.tab.locator("#note:not(:empty)").wait_for()
    assert "is saved" in sitting.note()
    sitting.tab.close()
    with (tmp_path / "labels" / LINES).open("ab") as lines:
        lines.write(json.dumps({"id": "torn"}).encode()[:7])
    with serving(tmp_path, pages) as (address, _):
        sitting = Sitting(browser, address)
        assert "1 of 3 labelled" in sitting.tab.locator(".far").inner_text()
        for _ in range(2):
            sitting.leave("Enter")
        sitting.tab.close()
    assert len(labels_in(tmp_path)) == 3


BLACK_BEHIND = """(rect) => { const black = rect.cloneNode(); black.setAttribute("class", "");
  black.removeAttribute("data-block"); black.setAttribute("fill", "#000"); rect.before(black); }"""


@pytest.mark.parametrize("state", ["kept", "dropped"])
def test_a_doubtful_block_is_as_legible_as_another(state: str, browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path, [story("harbour")]) as (address, _):
        tab = Sitting(browser, address).tab
        block = tab.locator("rect[data-block='1']")
        block.evaluate(BLACK_BEHIND)
        box, seen = block.bounding_box(), list[bytes]()
        assert box
        x, y, width, height = (box[name] for name in ("x", "y", "width", "height"))
        for doubtful in ("", "doubtful"):
            block.evaluate("(rect, names) => rect.setAttribute('class', names)", f"block p5 {state} {doubtful}")
            seen.append(tab.screenshot(clip={"x": x + 8, "y": y + 8, "width": width - 16, "height": height - 16}))
        tab.close()
    assert seen[0] == seen[1]
