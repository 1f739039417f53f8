"""The content in the data of a page, as elements of a document written from it."""

import html
import re
from collections import defaultdict
from itertools import islice

from iawce.data.errors import PageError
from iawce.data.html.words import count_words, split_words
from iawce.data.outcomes import PageWarning, WarningKind
from iawce.data.reading.page_data import DataKind, PageData
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Content
from iawce.extract.output.html import clean_html
from iawce.extract.run.embedded.data_texts import TAG, DataText, schema_texts, state_texts

LEAST_WORDS = 30
"""Least words of data that are content."""
TIMES_LONGER = 2
"""A kind of data replaces a more reliable one only if it has this many times its words."""
SCORES = {
    "source": "kind of the data: `json-ld`, `microdata`, `state`",
    "texts": "texts in the data",
    "words": "words of these texts",
}
"""Descriptions of the scores of the content."""
_ESCAPED_TAG = re.compile(r"\s*&(?:amp;)?lt;[a-z]", re.I)


def embedded_content(reading: PageReading) -> Content | None:
    """The texts in the data of a page, each once, in order; None if they are short.

    Elements and subset are those of the written document; ``origins`` has the elements of the page with the data. Data
    in hidden elements are not used.
    """
    apart = reading.index.inside(reading.hidden)
    data = defaultdict[DataKind, list[PageData]](list)
    for one in reading.data:
        if not apart[one.element]:
            data[one.kind].append(one)
    best, words, texts = DataKind.JSON_LD, 0, list[DataText]()
    for kind in DataKind:
        found = list(state_texts(data[kind]) if kind is DataKind.STATE else schema_texts(data[kind]))
        long = sum(count_words(TAG.sub(" ", text.text)) for text in found)
        if long > TIMES_LONGER * words:
            best, words, texts = kind, long, found
    content = _content(reading, best, texts) if words >= LEAST_WORDS else None
    return content if content and content.subset.words[0] >= LEAST_WORDS else None  # repeated texts count once


def _content(reading: PageReading, kind: DataKind, texts: list[DataText]) -> Content:
    parts = dict[str, str]()
    for text in islice(texts, reading.document.limits.blocks + 1):  # one too many, so that the row gets a warning
        markup = _clean(text.text, reading)
        words = " ".join(split_words(TAG.sub(" ", markup)))
        if words:
            parts.setdefault(words, f'<section id="{text.element}">{markup}</section>')
    written = reading.document.replace(html=f"<body>{''.join(parts.values())}</body>", boxes=None, rectangles=None)
    index, subset = written.index, written.without()
    named = {number: index.attributes.given[number].get("id", "") for number in index.tagged("section")}
    origins = {number: int(name) for number, name in named.items() if name}  # cleaned markup has no ids
    cut = (PageWarning(WarningKind.TRUNCATED, index.cut),) if index.cut else ()
    return Content(
        tuple(origins),
        subset,
        scores={"source": str(kind), "texts": len(origins), "words": int(subset.words[0])},
        warnings=(PageWarning(WarningKind.EMBEDDED, str(kind)), *cut),
        origins=origins,
    )


def _clean(text: str, reading: PageReading) -> str:
    """Safe and balanced markup of a text; in a text without markup, each line is a paragraph."""
    if _ESCAPED_TAG.match(text):
        text = html.unescape(text)
    if TAG.search(text):
        try:
            inner = reading.document.replace(html=f"<body>{text}</body>", boxes=None, rectangles=None)
            return clean_html(Content((0,), inner.without(("head",))), reading.document.url)
        except PageError:  # no element is left of it
            return ""
    lines = html.unescape(text).splitlines()
    return "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in lines if line.strip())
