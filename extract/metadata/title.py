"""The title of a page: the heading that its ``<title>``, its ``meta`` elements or its address speak of.

Of all that may be the title of a page, its main heading is what a reader sees; what stands in ``<title>`` and og:title
is written for search engines and often begins or ends with the name of the site.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from iawce.data.document import Document
from iawce.data.html.words import split_words
from iawce.extract.metadata.meta_tags import MetaTags
from iawce.extract.output.text import block_text

LEAST_AGREEMENT = 0.4
"""A heading is the title if it has this word F1 with what the markup or the address calls the page."""
LEAST_OF_TITLE = 0.6
"""A lower heading is the title if it is a part of ``<title>`` with this share of the words of its longest part."""
LEAST_IN_ADDRESS = 3
"""Words of an address; one with fewer says nothing of a title."""
MOST_HEADINGS = 50
MOST_WORDS = 60
"""Words of a heading; a longer one holds a part of the page."""
_PARTS = re.compile(r"\s+[|\-–—·•»«:_/>]+\s+|\s*[|_»]\s*|:{2}")
"""What stands between the title of a page and the name of its site."""
_SUFFIX = re.compile(r"\.\w{2,5}$")


class Title(NamedTuple):
    """The title of a page, blanks collapsed, and the number of the element that it stands in, 0 if in none."""

    text: str
    heading: int = 0


def find_title(document: Document, tags: MetaTags, headlines: Sequence[str] = ()) -> Title:
    """The title; empty if a page has neither headings nor anything that names it.

    Args:
        document: the page.
        tags: its ``meta`` elements.
        headlines: what its annotations call it.
    """
    index = document.index
    title = next((_plain(index.elements[number].text or "") for number in index.tagged("title")[:1]), "")
    shared = tags.first("og:title", "twitter:title")
    heads = list(filter(None, (_without_site(shared), shared, _longest(title), title)))
    site = _site_names(document.url, title, tags)
    main = [one for one in _headings(document, "h1") if _letters(one.text) not in site]
    named = _best(main, [title, *heads, *_parts(shared), *_parts(title)[:1], *headlines])
    found = named or _best(main, [_address_words(document.url)])
    if found or (main and not heads):
        return found or main[0]
    least = LEAST_OF_TITLE * len(_words(_longest(title)))
    lower = (one for one in _headings(document, "h2") if _letters(one.text) not in site)
    inside = [one for one in lower if _bag(one.text) <= _bag(title) and len(_words(one.text)) >= least]
    if inside:
        return max(inside, key=lambda one: len(one.text))
    text = next((text for text in heads if _letters(text) not in site), next(iter(heads), ""))
    return Title(text, _place(document, text))


def _place(document: Document, text: str) -> int:
    """The first element that a reader sees whose own text this is; 0 if there is none."""
    index, kept = document.index, document.body.kept
    alike = (piece for piece, one in enumerate(index.pieces.texts) if len(one) >= len(text) and _plain(one) == text)
    owners = (int(index.pieces.owners[piece]) for piece in alike)
    return next((owner for owner in owners if kept[owner]), 0) if text else 0


def _best(headings: Sequence[Title], names: Sequence[str]) -> Title | None:
    """The heading that agrees best with one of these names, and then with most of them; None if none agrees."""
    bags = [_bag(name) for name in names if name]
    best, found = (LEAST_AGREEMENT, 0.0), None
    for heading in headings:
        agreements = [_agreement(_bag(heading.text), bag) for bag in bags]
        if agreements and (max(agreements), sum(agreements)) >= best:
            best, found = (max(agreements), sum(agreements) + 1e-9), heading
    return found


def _agreement(ours: Counter[str], theirs: Counter[str]) -> float:
    shared = (ours & theirs).total()
    return 2 * shared / (ours.total() + theirs.total()) if shared else 0.0


def _headings(document: Document, tag: str) -> list[Title]:
    shown = (number for number in document.index.tagged(tag) if 0 < document.body.words[number] <= MOST_WORDS)
    texts = ((_plain(block_text(document.body, number)), number) for number in islice(shown, MOST_HEADINGS))
    return [Title(text, number) for text, number in texts if text]


def _site_names(url: str, title: str, tags: MetaTags) -> set[str]:
    """What the site is called, as letters: a heading that says no more is no title."""
    parts, host = _parts(title), (_host(url)).removeprefix("www.")
    last = parts[-1] if len(parts) > 1 and parts[-1] != _longest(title) else ""
    return {_letters(name) for name in (tags.first("og:site_name"), host, host.partition(".")[0], last)} - {""}


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _address_words(url: str) -> str:
    """The longest step of an address's path as words; empty if it has few."""
    path = url.partition("://")[2].partition("?")[0].partition("#")[0]
    steps = [_SUFFIX.sub("", unquote(step)).replace("_", " ") for step in path.split("/")[1:20]]
    longest = max(steps, key=lambda step: len(_words(step)), default="")
    return longest if len(_words(longest)) >= LEAST_IN_ADDRESS else ""


def _parts(text: str) -> list[str]:
    return [part.strip() for part in _PARTS.split(text) if part.strip()]


def _longest(text: str) -> str:
    return max(_parts(text), key=lambda part: len(_words(part)), default="")


def _without_site(text: str) -> str:
    """All but the last part; empty if there is one part only."""
    cuts = [cut for cut in _PARTS.finditer(text) if cut.start()]
    return text[: cuts[-1].start()].strip() if cuts else ""


def _words(text: str) -> list[str]:
    return split_words(text.lower())


def _bag(text: str) -> Counter[str]:
    return Counter(_words(text))


def _letters(text: str) -> str:
    return "".join(_words(text))


def _plain(text: str) -> str:
    return " ".join(text.split())
