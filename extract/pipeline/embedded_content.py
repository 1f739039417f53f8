"""The content in the data of a page, as elements of a document written from it."""

import html
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import Any, NamedTuple

from iawce.data.analysis.markup_metadata import DataKind, PageData, decode_json
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.words import count_words, split_words
from iawce.data.errors import PageError, PageWarning, WarningKind
from iawce.data.text.lexicon.part_names import DATA_OF_SITE
from iawce.extract.content.content import Content
from iawce.extract.output.html import clean_html

SCHEMA_TEXTS = frozenset({"articleBody", "reviewBody", "text", "recipeIngredient", "recipeInstructions"})
"""Properties of schema.org whose value is content for every type."""
DESCRIBED = frozenset({"Product", "ProductGroup", "JobPosting", "Event", "Course", "Recipe"})
"""Types whose description is content; the description of other types is a summary."""
APART = frozenset({"author", "publisher", "isRelatedTo", "isSimilarTo", "isPartOf", "mentions", "breadcrumb"})
"""Properties of schema.org that refer to things other than the topic of the page."""
SURE_KEYS = frozenset({"articlebody", "cooked", "posthtml", "storybody"})  # Of application state: always content
TELLING_KEYS = SURE_KEYS | frozenset({
    "body", "bodyhtml", "bodytext", "content", "contenthtml", "contenttext", "description", "descriptionhtml", "html",
    "longdescription", "message", "paragraph", "productdescription", "reviewbody", "text",
})  # fmt: skip
_SENTENCES = re.compile(r"[.!?:…](?=[^\W\d_a-z])")  # The end of one and the beginning of another, without a blank
_NODES = ("children", "content")  # Keys of the nodes in a node of rich text
MIN_MEAN = 12.0  # Least mean words of the texts of a field; fields with fewer hold labels
MIN_FIELD = 30  # Least words of a field
FIELD_SHARE = 0.25  # A field is content if it has at least this share of the words of the longest
MAX_NESTED = 3  # Depth to which JSON in strings of JSON is decoded
TAG = re.compile(
    "</?(?:p|br|div|a|li|ul|ol|h[1-6]|span|strong|em|b|i|img|table|blockquote|pre|code|section|article|figure|iframe|script|style)"
    r"(?:[\s/][^<>]*)?>",
    re.I,
)
_WORDS_OF_KEY = re.compile("i18n|[a-z_$]*")
MIN_WORDS = 30  # Least words of data that are content
TIMES_LONGER = 2  # A kind of data replaces a more reliable one only if it has this many times its words
SCORES = {
    "source": "kind of the data: `json-ld`, `microdata`, `state`",
    "texts": "texts in the data",
    "words": "words of these texts",
}
"""Descriptions of the scores of the content."""
_ESCAPED_TAG = re.compile(r"\s*&(?:amp;)?lt;[a-z]", re.I)


class DataText(NamedTuple):
    """A text, possibly with markup, and the number of the element with its data."""

    element: int
    text: str


def schema_texts(data: Iterable[PageData]) -> Iterator[DataText]:
    """Texts of schema.org annotations, in order."""
    for one in data:
        stack = [("", one.value, frozenset[str]())]
        while stack:
            key, value, types = stack.pop()
            if isinstance(value, dict):
                own = _types(value.get("@type"))
                stack += [(name, part, own) for name, part in reversed(value.items()) if name not in APART]
            elif isinstance(value, list):
                stack += [(key, part, types) for part in reversed(value)]
            elif isinstance(value, str) and _is_content(key, types):
                yield DataText(one.element, value)


def _types(value: Any) -> frozenset[str]:
    names = value if isinstance(value, list) else [value]
    return frozenset(name.rpartition("/")[2] for name in names if isinstance(name, str))


def _is_content(key: str, types: frozenset[str]) -> bool:
    if key == "description":
        return not DESCRIBED.isdisjoint(types)
    return key in SCHEMA_TEXTS or (key == "name" and "Question" in types)


@dataclass(slots=True)
class _Field:
    """The texts at one path of the data, ignoring positions in lists and ids in keys."""

    is_sure: bool
    words: int = 0
    texts: int = 0

    @property
    def is_prose(self) -> bool:
        return self.is_sure or self.words >= max(MIN_FIELD, MIN_MEAN * self.texts)


def state_texts(data: Iterable[PageData]) -> Iterator[DataText]:
    """Texts of an application's state, in order: of the fields that are certainly content, else of the longest."""
    fields: dict[int, _Field] = {}
    found = list[tuple[int, DataText]]()
    for path, key, text in _leaves(data):
        field = fields.setdefault(path, _Field(key in SURE_KEYS))
        field.words += count_words(TAG.sub(" ", text.text))
        field.texts += 1
        found.append((path, text))
    sure = sum(field.words for field in fields.values() if field.is_sure) >= MIN_FIELD
    prose = {path: field for path, field in fields.items() if field.is_prose and field.is_sure >= sure}
    least = FIELD_SHARE * max((field.words for field in prose.values()), default=0)
    return (text for path, text in found if path in prose and prose[path].words >= least)


def _leaves(data: Iterable[PageData]) -> Iterator[tuple[int, str, DataText]]:
    """Number of the path, key and text of each string below a key of content."""
    paths: dict[tuple[int, str], int] = defaultdict(lambda: len(paths) + 1)
    for one in data:
        stack: list[tuple[int, str, Any, int]] = [(0, "", one.value, 0)]
        while stack:
            path, key, value, nested = stack.pop()
            if isinstance(value, dict):
                named = ((_plain(name), part) for name, part in reversed(value.items()))
                own = [(name, part) for name, part in named if not DATA_OF_SITE.search(name)]
                stack += [(paths[path, name], name, part, nested) for name, part in own]
            elif isinstance(value, list):
                if key in _NODES and (line := _line(value)):
                    yield paths[path, "text"], "text", DataText(one.element, line)
                else:
                    stack += [(path, key, part, nested) for part in reversed(_resolved(value))]
            elif isinstance(value, str):
                inner = decode_json(value)[0] if value[:1] in ("{", "[") and nested < MAX_NESTED else None
                if inner is not None:
                    stack.append((path, key, inner, nested + 1))
                elif key in TELLING_KEYS:
                    yield path, key, DataText(one.element, value)


def _line(nodes: list[Any]) -> str:
    """The text of nodes of rich text that are on one line: texts, each with its style, and links around texts.

    It is empty for other nodes, such as paragraphs or comments, each of which has a line of its own: no blank is
    between two sentences.
    """
    texts = list[str | None]()
    for node in nodes if any(map(_own_text, nodes)) else ():
        inner = next((node[name] for name in _NODES if name in node), None) if isinstance(node, dict) else None
        texts += map(_own_text, inner if isinstance(inner, list) else [node])
    line = "" if None in texts else "".join(filter(None, texts))
    ends = accumulate(map(len, filter(None, texts)))
    return "" if any(_SENTENCES.match(line, end - 1) for end in ends) else line


def _own_text(node: Any) -> str | None:
    """The text of a node of text; None of any other node."""
    if not isinstance(node, dict) or any(name in node for name in _NODES):
        return None
    text, kind = node.get("text"), node.get("_type") or node.get("type") or "text"
    return text if kind in ("text", "span") and isinstance(text, str) else None


def _plain(key: str) -> str:
    """A key without the part that identifies an entry: ``Post:123`` and ``post_124`` are ``post``."""
    found = _WORDS_OF_KEY.match(key[:100].lower())
    return found[0].replace("_", "") if found else ""


def _resolved(values: list[Any]) -> list[Any]:
    """The same values, with references between entries, as in Nuxt's state, replaced by their strings."""
    if not (values and isinstance(values[0], list | dict) and any(isinstance(value, str) for value in values)):
        return values
    texts = {place: value for place, value in enumerate(values) if isinstance(value, str)}

    def referred(part: Any) -> Any:
        return texts.get(part, part) if type(part) is int else part  # true and false are no places

    return [
        {key: referred(part) for key, part in value.items()} if isinstance(value, dict) else value for value in values
    ]


def embedded_content(analysis: PageAnalysis) -> Content | None:
    """The texts in the data of a page, each once, in order; None if they are short.

    Elements and subset are those of the written document; ``origins`` has the elements of the page with the data. Data
    in hidden elements are not used.
    """
    apart = analysis.index.inside(analysis.hidden)
    data = defaultdict[DataKind, list[PageData]](list)
    for one in analysis.data:
        if not apart[one.element]:
            data[one.kind].append(one)
    best, words, texts = DataKind.JSON_LD, 0, list[DataText]()
    for kind in DataKind:
        found = list(state_texts(data[kind]) if kind is DataKind.STATE else schema_texts(data[kind]))
        long = sum(count_words(TAG.sub(" ", text.text)) for text in found)
        if long > TIMES_LONGER * words:
            best, words, texts = kind, long, found
    content = _content(analysis, best, texts) if words >= MIN_WORDS else None
    return content if content and content.subset.words[0] >= MIN_WORDS else None  # repeated texts count once


def _content(analysis: PageAnalysis, kind: DataKind, texts: list[DataText]) -> Content:
    parts = dict[str, str]()
    for text in islice(texts, analysis.document.limits.blocks + 1):  # one too many, so that the row gets a warning
        markup = _clean(text.text, analysis)
        words = " ".join(split_words(TAG.sub(" ", markup)))
        if words:
            parts.setdefault(words, f'<section id="{text.element}">{markup}</section>')
    written = analysis.document.replace(html=f"<body>{''.join(parts.values())}</body>", boxes=None, rectangles=None)
    index, subset = written.index, written.index.without()
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


def _clean(text: str, analysis: PageAnalysis) -> str:
    """Safe and balanced markup of a text; in a text without markup, each line is a paragraph."""
    if _ESCAPED_TAG.match(text):
        text = html.unescape(text)
    if TAG.search(text):
        try:
            inner = analysis.document.replace(html=f"<body>{text}</body>", boxes=None, rectangles=None)
            return clean_html(Content((0,), inner.index.without(("head",))), analysis.document.address)
        except PageError:  # no element is left of it
            return ""
    lines = html.unescape(text).splitlines()
    return "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in lines if line.strip())
