"""Plain pages: short texts and lists of links without a site around them, written and rendered.

No corpus of real sites holds such pages, but people write them: notes, READMEs, plain text, directories of links.
"""

import html
import logging
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

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


def render_boxes(pages: Mapping[str, bytes | Path], cache: Path) -> dict[str, Path]:
    """Files with the layout boxes of pages, by page id; nothing lies beside the HTML, so style sheets are missing.

    What ``cache`` holds of the same HTML is not rendered again. A page that cannot be rendered is left out.

    Raises EnvironmentMissing: there is no browser.
    """
    cache.mkdir(parents=True, exist_ok=True)
    files = {page_id: cache / f"boxes-{_hash(markup)}.json.gz" for page_id, markup in pages.items()}
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


def _hash(markup: bytes | Path) -> str:
    return sha256(markup if isinstance(markup, bytes) else markup.read_bytes()).hexdigest()[:24]


PLAIN = "#plain"
"""End of the id of a plain page; before it stands the id of the page whose words it has."""
SENTENCE, LINK = 12, 3
"""Fewest words of a paragraph, and of a link."""
MIN_LINKS = 8
EXCERPT = 12
"""Most words of an excerpt below the title of an entry."""
LENGTHS = (1, 1, 2, 3, 4, 6, 9, 14, 20)
"""Paragraphs of a plain page, to draw from."""
_BLANKS = re.compile(r"\s+")
Form = Callable[[str, list[str]], str]


def make_plain_pages(pages: Sequence[LabelledPage], count: int, cache: Path, seed: int = 0) -> list[LabelledPage]:
    """Up to ``count`` plain pages, with HTML and layout boxes, of articles and lists drawn at random.

    A plain page has the words, the label, and the site of the page that it is written from. What ``cache`` holds is not
    rendered again.

    Raises EnvironmentMissing: there is no browser.
    """
    drawn = [page for page in pages if page.html and page.label in (PageType.ARTICLE, PageType.LIST)]
    written = [
        replace(
            page, id=f"{page.id}{PLAIN}", html=markup.encode("utf-8", "replace"), boxes=None, screenshot=None, height=0
        )
        for page, markup in draw_plain(drawn, count, seed)
    ]
    rendered = render_boxes({page.id: page.html for page in written if page.html}, cache)
    return [replace(page, boxes=rendered[page.id]) for page in written if page.id in rendered]


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


def _bare(_: str, texts: list[str]) -> str:
    return "".join(f"<p>{html.escape(text)}</p>\n" for text in texts)


def _headed(title: str, texts: list[str]) -> str:
    return f"<!DOCTYPE html><title>{html.escape(title)}</title><h1>{html.escape(title)}</h1>\n{_bare(title, texts)}"


def _styled(title: str, texts: list[str]) -> str:
    style = "<style>body{max-width:40em;margin:2em auto;font:16px/1.5 sans-serif}</style>"
    return style + _headed(title, texts)


def _readme(title: str, texts: list[str]) -> str:
    """Sections, each with a paragraph and now and then a command or a list of short points."""
    parts = [f"<h1>{html.escape(title)}</h1>"]
    for number, text in enumerate(texts):
        words = text.split()
        parts.append(f"<h2>{html.escape(' '.join(words[:3]))}</h2><p>{html.escape(text)}</p>")
        if number % 3 == 0:
            parts.append(f"<pre><code>{html.escape(' '.join(words[-4:]).lower())}</code></pre>")
        if number % 3 == 1:
            parts.append("<ul>" + "".join(f"<li>{html.escape(word)}</li>" for word in words[:5]) + "</ul>")
    return "<article class=markdown-body>" + "\n".join(parts) + "</article>"


def _preformatted(title: str, texts: list[str]) -> str:
    return f"<pre>{html.escape(_text(title, texts))}</pre>"


def _text(title: str, texts: list[str]) -> str:
    return "\n\n".join([title, "=" * len(title), *texts]) + "\n"


def _items(title: str, texts: list[str]) -> str:
    rows = "\n".join(f'<li><a href="/{number}">{html.escape(text)}</a></li>' for number, text in enumerate(texts))
    return f"<h1>{html.escape(title)}</h1><ul>{rows}</ul>"


def _entries(title: str, texts: list[str]) -> str:
    """A heading with a link and a short text for each entry."""
    rows = "\n".join(
        f'<article class=post><h2><a href="/{number}">{html.escape(text)}</a></h2>'
        f"<p>{html.escape(' '.join((texts[number - 1] + ' ' + text).split()[:EXCERPT]))}</p></article>"
        for number, text in enumerate(texts)
    )
    return f"<title>{html.escape(title)}</title>{rows}"


def _headed_entries(title: str, texts: list[str]) -> str:
    rows = "\n".join(
        f'<h3><a href="/{number}">{html.escape(text)}</a></h3><p>{html.escape(texts[number - 1])}.</p>'
        for number, text in enumerate(texts)
    )
    return f"<h1>{html.escape(title)}</h1>{rows}"


def _directory(title: str, texts: list[str]) -> str:
    rows = "\n".join(
        f'<a href="/{number}">{html.escape(text)}</a>  2024-01-01 10:00  1.2K' for number, text in enumerate(texts)
    )
    return f"<title>Index of /</title><h1>Index of {html.escape(title)}</h1><hr><pre>{rows}</pre><hr>"


def _lines(_: str, texts: list[str]) -> str:
    return "<br>\n".join(f'<a href="/{number}">{html.escape(text)}</a>' for number, text in enumerate(texts))


ARTICLES: tuple[Form, ...] = (_bare, _headed, _styled, _preformatted, _text)
DOCUMENTATION: tuple[Form, ...] = (_headed, _styled, _readme, _readme)
LISTS: tuple[Form, ...] = (_items, _directory, _lines, _entries, _entries, _headed_entries)
