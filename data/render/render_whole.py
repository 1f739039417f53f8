"""Decides whether a page is rendered with its scripts or without, so that no text is lost.

A live page is rendered with its scripts. If these remove much of the text that the server sent, it is rendered again
from the server's answer without scripts; if they lead to an address that does not open, it is rendered again without
navigation. If they hang or lead away before the answer is known, the page is requested again. The scripts of saved HTML
have mostly run before and it is rendered without them, unless it has almost no text and they write some.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import compress
from typing import NamedTuple

from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.read import Decoded, read_html
from iawce.data.dom.tree import parse
from iawce.data.dom.words import split_words
from iawce.data.errors import PageError, WarningKind
from iawce.data.page import Page
from iawce.data.render.rendering_need import is_up_to_scripts
from iawce.data.render.settings import RenderSettings
from iawce.data.render.tab_requests import GivenHtml
from iawce.data.snapshot import Snapshot

MIN_COUNT = 30  # Least words of a source for this comparison
ENOUGH = 0.6  # Least share of the source's words in a rendered page that has not lost text
Words = Counter[str]
RESERVE = 1.0  # Seconds before the deadline at which a second rendering is given up
_HUNG, _LED_AWAY = "timeout/script", "fetch_error/no_page"


def words_of(html: str) -> Words:
    """Number of occurrences of each word in a page's text, hidden or not."""
    try:
        index = ElementIndex(parse(html))
    except PageError:
        return Counter()
    texts = compress(index.text_nodes.texts, index.without(("title",)).text_nodes.tolist())
    return Counter(split_words(" ".join(texts)))


def has_lost_text(source: Words, rendered: Words) -> bool:
    """Whether much of the source's text is not in the rendered page."""
    total = source.total()
    return total >= MIN_COUNT and (source & rendered).total() < ENOUGH * total


class Seen(NamedTuple):
    """One visit: the text that the server sent, if complete; a snapshot, or the reason why there is none."""

    source: Decoded | None
    outcome: Snapshot | PageError
    is_left: bool = False  # The tab has left the server's document, or was about to
    silent: frozenset[str] = frozenset()  # Addresses of parts of the page that did not answer
    robots_tag: str = ""  # The header ``X-Robots-Tag`` of the server's answer, if there was one


Draw = Callable[[str, GivenHtml | None], Awaitable[Seen]]
"""Renders an address (that of the page if empty), or given markup as if it had this address."""


async def render_whole(page: Page, settings: RenderSettings, draw: Draw, latest: float) -> Snapshot:
    """The page with all its text, not again after ``latest``. Raises PageError: it cannot be opened or rendered."""
    if page.body is not None:
        return await _render_saved(page, settings, draw, latest)
    seen = await draw("", None)
    if isinstance(seen.outcome, PageError) and seen.outcome.reason == _LED_AWAY:
        seen = await _before(latest, draw("", GivenHtml(None, scripts=True))) or seen
    if isinstance(seen.outcome, PageError):
        if seen.outcome.reason not in (_HUNG, _LED_AWAY):
            raise seen.outcome
        return await _render_still(draw, seen, latest) or _snapshot(seen.outcome)
    if seen.source is None:
        may_lack = seen.is_left or words_of(seen.outcome.html).total() < MIN_COUNT
        second = await _render_still(draw, seen, latest) if may_lack else None
        return second if second and await _is_lacking(second.html, seen.outcome) else seen.outcome
    if not await _is_lacking(seen.source.text, seen.outcome):
        return seen.outcome
    return await _render_sent(draw, seen, seen.source.text, latest) or seen.outcome


async def _render_still(draw: Draw, seen: Seen, latest: float) -> Snapshot | None:
    """The page without its scripts, as it was sent or is sent again; None if it does not arrive in time."""
    given = GivenHtml(seen.source.text if seen.source else None, scripts=False, refused=seen.silent)
    second = await _before(latest, draw("", given))
    if second is None or not isinstance(second.outcome, Snapshot):
        return None
    added = (f"{WarningKind.PARTIAL}/still_loading", str(WarningKind.SCRIPTS_OFF))
    warnings = tuple(dict.fromkeys((*second.outcome.warnings, *added)))
    robots_tag = second.robots_tag or seen.robots_tag
    return replace(second.outcome, robots_tag=robots_tag, partial=True, warnings=warnings)


async def _render_sent(draw: Draw, first: Seen, source: str, latest: float) -> Snapshot | None:
    """The sent markup without its scripts, with the data of the first rendering; None if that lacks text, too."""
    drawn = _snapshot(first.outcome)
    given = GivenHtml(source, scripts=False, refused=first.silent)
    second = await _before(latest, draw(drawn.final_url, given))
    if second is None or not isinstance(second.outcome, Snapshot) or await _is_lacking(source, second.outcome):
        return None
    warnings = tuple(dict.fromkeys((*drawn.warnings, *second.outcome.warnings, str(WarningKind.SCRIPTS_OFF))))
    partial = drawn.partial or second.outcome.partial
    known = replace(second.outcome, status=drawn.status, robots_tag=drawn.robots_tag)
    return replace(known, partial=partial, warnings=warnings)


async def _render_saved(page: Page, settings: RenderSettings, draw: Draw, latest: float) -> Snapshot:
    decoded = await asyncio.to_thread(read_html, page, settings.max_body)
    html, warnings = decoded.text, tuple(map(str, decoded.warnings))
    still = (await draw("", GivenHtml(html, scripts=False, saved=page))).outcome
    chosen = still
    if await asyncio.to_thread(is_up_to_scripts, html):
        lively = await _before(latest, draw("", GivenHtml(html, scripts=True, saved=page)))
        if lively and isinstance(lively.outcome, Snapshot):
            brings = await asyncio.to_thread(_brings_text, lively.outcome, still)
            chosen = lively.outcome if brings else still
    snapshot = _snapshot(chosen)
    return replace(snapshot, warnings=(*warnings, *snapshot.warnings))


async def _is_lacking(source: str, drawn: Snapshot) -> bool:
    """Whether much of the text that the server sent is invisible."""
    return await asyncio.to_thread(lambda: has_lost_text(words_of(source), words_of(drawn.html)))


def _brings_text(lively: Snapshot, still: Snapshot | PageError) -> bool:
    if isinstance(still, PageError):
        return True
    before, after = words_of(still.html), words_of(lively.html)
    return after.total() > before.total() and not has_lost_text(before, after)


async def _before(latest: float, visiting: Awaitable[Seen]) -> Seen | None:
    """The result of a visit; None if time was up first."""
    try:
        async with asyncio.timeout(latest - time.perf_counter()):
            return await visiting
    except TimeoutError:
        return None


def _snapshot(outcome: Snapshot | PageError) -> Snapshot:
    if isinstance(outcome, PageError):
        raise outcome
    return outcome
