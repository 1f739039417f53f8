"""Plain pages, written and rendered: short texts and lists of links without a site, of which no corpus has any."""

import html
import logging
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from iawce.data.boxes import dump_boxes
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import Document
from iawce.data.dom.words import count_words
from iawce.data.errors import PageError, UsageError, quantity
from iawce.data.labels import FineType, PageType
from iawce.data.page import Page
from iawce.data.prefetch import start_ahead
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings

log = logging.getLogger(__name__)
WORKERS = 2
REPORT_EVERY = 100
PLAIN = "#plain"
"""End of the id of a plain page; before it stands the id of the page whose words it has."""
SENTENCE, LINK = 12, 3  # Fewest words of a paragraph, and of a link
MIN_LINKS = 8
LENGTHS = (1, 1, 2, 3, 4, 6, 9, 14, 20)  # Paragraphs of a plain page, to draw from
_BLANKS = re.compile(r"\s+")
Form = Callable[[str, list[str]], str]
_TEMPLATES = Environment(loader=FileSystemLoader(Path(__file__).parent), trim_blocks=True)  # noqa: S701 - texts too


def render_boxes(pages: Mapping[str, bytes], cache: Path) -> dict[str, Path]:
    """Files with the layout boxes of pages, by page id; nothing lies beside the HTML, so style sheets are missing.

    What ``cache`` holds of the same HTML is not rendered again. A page that cannot be rendered is left out.

    Raises EnvironmentMissing: there is no browser.
    """
    cache.mkdir(parents=True, exist_ok=True)
    files = {page_id: cache / f"boxes-{sha256(body).hexdigest()[:24]}.json.gz" for page_id, body in pages.items()}
    missing = [page_id for page_id, file in files.items() if not file.is_file()]
    if missing:
        log.info("rendering %s", quantity(len(missing), "page"))
        with BackgroundRenderer(RenderSettings(screenshot_scale=0.0), WORKERS) as renderer:
            rendered = start_ahead(missing, lambda key: renderer.submit(Page(key, body=pages[key])), WORKERS)
            for done, (page_id, rendering) in enumerate(rendered, 1):
                try:
                    files[page_id].write_bytes(dump_boxes(rendering.result().boxes))
                except PageError as error:
                    log.info("%s: %s", page_id, error.reason)
                if done % REPORT_EVERY == 0:
                    log.info("%d of %s rendered", done, quantity(len(missing), "page"))
    return {page_id: file for page_id, file in files.items() if file.is_file()}


def make_plain_pages(pages: Sequence[LabelledPage], count: int, cache: Path, seed: int = 0) -> list[LabelledPage]:
    """Up to ``count`` plain pages, with HTML and layout boxes, of articles and lists drawn at random.

    A plain page has the words, the label, and the site of the page that it is written from. What ``cache`` holds is not
    rendered again.

    Raises EnvironmentMissing: there is no browser.
    """
    usable = [page for page in pages if page.html and page.label in (PageType.ARTICLE, PageType.LIST)]
    drawn = draw_plain(usable, count, seed)
    bodies = {f"{page.id}{PLAIN}": markup.encode("utf-8", "replace") for page, markup in drawn}
    rendered = render_boxes(bodies, cache)
    return [
        replace(page, id=name, html=bodies[name], boxes=rendered[name], screenshot=None, height=0)
        for page, _ in drawn
        if (name := f"{page.id}{PLAIN}") in rendered
    ]


def draw_plain(pages: Sequence[LabelledPage], count: int, seed: int) -> list[tuple[LabelledPage, str]]:
    """Up to ``count`` of the pages at random, each with the markup of the plain page that is written from it."""
    shuffled, written = list(pages), list[tuple[LabelledPage, str]]()
    random.Random(seed).shuffle(shuffled)  # noqa: S311 - a sample, no secret
    for page in shuffled:
        if len(written) == count:
            break
        if markup := write_plain(page, random.Random(f"{seed} {page.id}")):  # noqa: S311
            written.append((page, markup))
    return written


def write_plain(page: LabelledPage, chance: random.Random) -> str:
    """HTML or plain text with some of the page's paragraphs or links; empty if it has too few, or cannot be read."""
    try:
        document = page.document()
        title = next((document.index.text_of(number) for number in document.index.tagged("title")), "")
        texts = _texts(document, "a", LINK) if page.label == PageType.LIST else _texts(document, "p", SENTENCE)
    except (PageError, UsageError):
        return ""
    if page.label == PageType.LIST:
        chosen = texts[: chance.randint(MIN_LINKS, 60)] if len(texts) >= MIN_LINKS else []
        forms = LISTS
    else:
        start = chance.randrange(len(texts)) if texts else 0
        chosen = texts[start : start + chance.choice(LENGTHS)]
        forms = DOCUMENTATION if page.fine == FineType.DOCUMENTATION else ARTICLES
    return chance.choice(forms)(title, chosen) if chosen else ""


def _texts(document: Document, tag: str, fewest: int) -> list[str]:
    """Texts of the elements with a tag and enough words, each once, in document order."""
    texts = (_BLANKS.sub(" ", document.index.text_of(number)).strip() for number in document.index.tagged(tag))
    return [text for text in dict.fromkeys(texts) if count_words(text) >= fewest]


_TEMPLATES.filters["e"] = html.escape
_FORMS: Any = _TEMPLATES.get_template("plain.html.j2").module
ARTICLES: tuple[Form, ...] = (_FORMS.bare, _FORMS.headed, _FORMS.styled, _FORMS.preformatted, _FORMS.text)
DOCUMENTATION: tuple[Form, ...] = (_FORMS.headed, _FORMS.styled, _FORMS.readme, _FORMS.readme)
LISTS: tuple[Form, ...] = (
    *(_FORMS.items, _FORMS.directory, _FORMS.lines, _FORMS.entries, _FORMS.entries, _FORMS.headed_entries),
)
