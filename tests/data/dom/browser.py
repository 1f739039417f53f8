"""Chromium's reading of markup: its tree, and the elements that its XPaths find."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from playwright.async_api import Page, Route, async_playwright

from iawce.data.render.chromium import launch

_TREES = """pages => pages.map(html => {
  const found = [];
  const read = (node, parent) => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.ELEMENT_NODE) {
        const number = found.length;
        const given = [...child.attributes].map(one => [one.name, one.value]);
        found.push([child.localName.toLowerCase(), given, parent, []]);
        read(child instanceof HTMLTemplateElement ? child.content : child, number);
      } else if (parent >= 0 && child.nodeType !== Node.COMMENT_NODE && child.data)
        found[parent][3].push([found.length, child.data]);  // a text by the number of elements before it
    }
  };
  read(new DOMParser().parseFromString(html, "text/html"), -1);
  return found;
})"""
_FOUND = """([html, paths]) => {
  const page = new DOMParser().parseFromString(html, "text/html"), numbers = new Map();
  const count = (node) => {
    for (const child of node.children) {
      numbers.set(child, numbers.size);
      count(child instanceof HTMLTemplateElement ? child.content : child);
    }
  };
  count(page);
  return paths.map(path => {
    const found = page.evaluate(path, page, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    return Array.from({length: found.snapshotLength}, (_, i) => numbers.get(found.snapshotItem(i)));
  });
}"""

_FOUND_LOADED = """paths => {
  const numbers = new Map([...document.querySelectorAll("*")].map((element, number) => [element, number]));
  return paths.map(path => {
    const found = document.evaluate(path, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
    return Array.from({length: found.snapshotLength}, (_, i) => numbers.get(found.snapshotItem(i)));
  });
}"""
_NOTHING_RUNS = {"Content-Security-Policy": "default-src 'none'", "Content-Type": "text/html; charset=utf-8"}


class Node(NamedTuple):
    """An element: tag in lower case, attributes, number of the parent (-1 for none), texts directly in it."""

    tag: str
    attributes: dict[str, str]
    parent: int
    texts: list[str]


class Browser:
    """Reads pages as a browser that runs no scripts; what templates hold stands in them."""

    def __init__(self, page: Page, runner: asyncio.Runner) -> None:
        self._page, self._runner = page, runner

    def trees(self, pages: list[str]) -> list[list[Node]]:
        """The elements of each page in document order."""
        answer: list[list[Any]] = self._runner.run(self._page.evaluate(_TREES, pages))
        return [[Node(tag, dict(given), parent, _joined(texts)) for tag, given, parent, texts in one] for one in answer]

    def find(self, html: str, paths: list[str]) -> list[list[int]]:
        """The numbers of the elements that each XPath finds."""
        found: list[list[int]] = self._runner.run(self._page.evaluate(_FOUND, [html, paths]))
        return found

    def find_loaded(self, html: str, paths: list[str]) -> list[list[int]]:
        """The same in the page as it stands in a window, where scripts may run, though those of the page do not.

        Elements are numbered without what templates hold.
        """
        return self._runner.run(self._find_loaded(html, paths))

    async def _find_loaded(self, html: str, paths: list[str]) -> list[list[int]]:
        async def answer(route: Route) -> None:
            await route.fulfill(body=html.encode("utf-8", "replace"), headers=_NOTHING_RUNS)

        await self._page.route("**/*", answer)
        await self._page.goto("http://page.invalid/", wait_until="domcontentloaded")
        found: list[list[int]] = await self._page.evaluate(_FOUND_LOADED, paths)
        await self._page.unroute("**/*")
        return found


def _joined(texts: list[tuple[int, str]]) -> list[str]:
    """Texts, one where only comments part them."""
    found: dict[int, str] = {}
    for place, text in texts:
        found[place] = found.get(place, "") + text
    return list(found.values())


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser with an empty page."""
    with asyncio.Runner() as runner:
        playwright = runner.run(async_playwright().start())
        started = runner.run(launch(playwright))
        yield Browser(runner.run(started.new_page()), runner)
        runner.run(started.close())
        runner.run(playwright.stop())
