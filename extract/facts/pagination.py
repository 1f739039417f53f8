"""The next page of a list, a thread or an article in parts.

The number after that of the page itself has priority: ``rel=next`` and "Next" may lead to the next article or topic.
"""

import re
from collections.abc import Iterator

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.web_address import web_address
from iawce.data.network.address import join
from iawce.extract.facts.page_numbers import among_pages, numbered_next

NEXT = re.compile(
    r"(?:next|older|more)(?: (?:page|posts|entries|results|topics?))?|nächste(?: seite)?|weiter|ältere(?: beiträge)?|"
    r"(?:page )?suivante?|siguientes?|página siguiente|avanti|successiv[ao]|próxim[ao]|seguinte|volgende|następna|"
    r"далее|следующая(?: страница)?|下一?[页頁]|次へ|次のページ|다음(?: 페이지)?",
    re.I,
)
"""The whole text of a link to the next page, arrows left out."""
NAMED = re.compile(r"(?:\A|[\s_-])next(?:\Z|[\s_-])|next_?page|nextpost|pagination-next", re.I)
"""Parts of the class name, id or label of such a link."""
ARROWS = " \t\n\xa0›»>→⟩❯▸…"
LONGEST = 40
OTHER_TOPIC = re.compile(r"prev_next=|goto=next|action=next(?:new|old)est|view=next", re.I)
"""Parts of the address of the next topic of a board (SMF, vBulletin, MyBB, phpBB), which is not a page of this one."""


def next_page(index: ElementIndex, base: str, url: str) -> str:
    """The absolute address of the next page, empty if there is none; never that of the page itself.

    Args:
        index: of the page.
        base: the base of its links.
        url: its own address.
    """
    here = _bare(join(url, ""))
    for address in _candidates(index):
        found = "" if OTHER_TOPIC.search(address) else web_address(base, address)
        if found.startswith(("http:", "https:")) and _bare(found) != here:
            return found
    return ""


def _bare(url: str) -> str:
    """An address without its fragment, and without an empty query."""
    return url.partition("#")[0].removesuffix("?")


def _candidates(index: ElementIndex) -> Iterator[str]:
    among, given = among_pages(index), index.attributes.given
    yield from numbered_next(index, among)
    for number in index.attributes.having("rel"):
        if index.tags[number] in ("a", "link") and "next" in given[number]["rel"].lower().split():
            yield given[number].get("href", "")
    for number in index.tagged("a"):
        if among[number] and (href := given[number].get("href")) and _says_next(index, number):
            yield href


def _says_next(index: ElementIndex, number: int) -> bool:
    given = index.attributes.given[number]
    label = given.get("aria-label") or given.get("title") or ""
    if NEXT.fullmatch(_short_text(index, number)) or NEXT.fullmatch(label.strip(ARROWS)):
        return True
    return bool(NAMED.search(f"{index.classes[number]} {given.get('id', '')}"))


def _short_text(index: ElementIndex, number: int) -> str:
    return index.text_of(number).strip(ARROWS)[:LONGEST]  # hidden text may have it, too
