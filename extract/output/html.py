"""HTML of the extracted content, safe to show.

The markup is written from the index, with allowed attributes only, and then cleaned by nh3. What a page has no text for
is written with the elements around it: pictures with their captions, videos as links, labels of tabs, callouts as
quotations whose class names their kind.
"""

import html
import math
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from urllib.parse import quote

import nh3
import numpy as np

from iawce.data.dom.code_listings import CODE
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.elements import Formula
from iawce.data.dom.picture_address import PIXEL, is_pixel, picture_address
from iawce.data.dom.tags import BLOCKS, CELLS, FOREIGN, HEADINGS, PLAYERS, RECORDINGS, ROW_GROUPS, VOID
from iawce.data.dom.text_layout import first_number, list_kind
from iawce.data.network.address import join, web_address
from iawce.data.text.lexicon.part_names import SUBTITLES
from iawce.extract.content.content import Content

FORMULA = "math"  # Language of an element with the TeX of a formula
CALLOUT = "callout-"  # Begin of the class of a callout, before its kind
_CLASS = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight(?:-source|-text)?|mw-highlight-lang|geshifilter|src|brush)[-:]\s*|(?:sourceCode|hljs|syntaxhighlighter)\s+(?:(?:nogutter|numberSource)\s+)?(?!lang))"
    r"(?!(?:default|example|none|wrapper|line|table)\b)([A-Za-z][\w+#.-]*)|^highlight\s+([a-z]+)$"
)
_NAME = re.compile(r"[A-Za-z][\w+#.-]{0,30}")
MAX_INSIDE, MAX_CODE = 2_000, 4  # Elements of a listing, and those of code in it, that are examined for its language
MAX_AROUND = 4  # And those around it; beyond two, they hold nothing else
MAX_HEADER, MAX_TEXTS = 4, 100  # Most texts of the header of a box of code, and text nodes with the blank ones
_SCREENS = re.compile(r"[Ss]ession|[Cc]onsole|^Text")  # Lexers of what a screen shows
_PARAMETERS = "data-syntaxhighlighter-params"
_LANGUAGES = ("data-lang", "data-language", "data-enlighter-language", "language", "syntax")
Attributes = Mapping[str, str]
ATTRIBUTES = {
    "a": {"href", "title"}, "img": {"src", "alt", "title", "width", "height"}, "time": {"datetime"},
    "blockquote": {"class"}, "code": {"class"}, "pre": {"class"},
    "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"},
    "ol": {"start", "type", "reversed"}, "li": {"value"}, "input": {"type", "checked", "disabled"},
    "*": {"lang", "dir"},
}  # fmt: skip
NOTE = "fn"  # Begin of the id of a footnote, before its number
TAGS = frozenset(nh3.ALLOWED_TAGS) | {
    "article", "section", "main", "figure", "figcaption", "div", "span", "input", "tfoot",
}  # fmt: skip
_WRITTEN_AS = {
    "address": "div", "amp-img": "img", "dialog": "div", "dir": "ul", "fieldset": "div", "form": "div",
    "legend": "div", "menu": "ul", "noscript": "span", "search": "div",
}  # fmt: skip
"""Block elements whose tag is not kept and must be replaced."""
_TASKS = frozenset({"li", "label", "p"})  # Elements with the box of a task
_TEXTS = frozenset({"font", "small", "span", "u"})  # Elements that a style may emphasise
_TABLES = frozenset({"table", "caption", "colgroup", "col", "tr", *CELLS, *ROW_GROUPS})  # Blocks in a layout table
ADDRESSES = frozenset({"href", "src"})
SAFE = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"  # Literal in an address: all printable ASCII except the space
_KEPT = {tag: (names | ATTRIBUTES["*"]) - {"class"} for tag, names in ATTRIBUTES.items()}
"""Attributes by tag that are written unchanged; the class of code names its language."""
_LOOKED_AT = frozenset({"pre", "code", "img", "ol"})  # Tags whose attributes may come from others of the element
_PLAIN = TAGS - _LOOKED_AT - _TABLES - {"a", "dd", "dl", "hr", "input"}
_WITH_MEANING = frozenset[str]().union(*ATTRIBUTES.values(), {"role"}) - {"class"}
"""Tags that are written as they are, without one of these attributes."""
MAX_ICON = 32  # Most width and height of an icon, px
_EMPHASIS = (
    (re.compile(r"(?<![\w-])font-weight\s*+:\s*+(?:(bold|[6-9]00)|normal|lighter|[1-5]00)", re.I), "strong", "b"),
    (re.compile(r"(?<![\w-])font-style\s*+:\s*+(?:(italic|oblique)|normal)", re.I), "em", "i"),
)
"""Styles that emphasise a text, or say that the text of an element of emphasis has none; and these elements."""
_EMBEDS = RECORDINGS | {"amp-iframe", "embed", "iframe", "object"} | PLAYERS.keys()  # With content of its own
_MEDIA = re.compile(r"embed|player|video|podcast|tweet|/maps?\b", re.I)
"""In the address of a frame that a reader would open; others are for advertisements and counting."""


def code_language(index: ElementIndex, number: int) -> str:
    """Language named by a ``pre`` or ``code``, by the ``code`` in it, the elements around it or their header."""
    near, is_listing = [number], index.tags[number] == "pre"
    inside = range(number + 1, min(int(index.ends[number]), number + MAX_INSIDE)) if is_listing else range(0)
    codes = list(islice((one for one in inside if index.tags[one] in ("pre", "code")), MAX_CODE))
    if is_listing:
        around = [*islice(index.ancestors(number), MAX_AROUND)]
        around[2:] = (one for one in around[2:] if index.count_texts(one) == index.count_texts(number))
        near += [*codes, *(one for one in around if index.tags[one] in ("div", "figure", "pre", "code"))]
    for one in near:
        given = index.attributes.given[one]
        if said := next((name for name in map(given.get, _LANGUAGES) if name and _NAME.fullmatch(name)), ""):
            return said
        for names in (given.get("class", ""), given.get(_PARAMETERS, "")):
            if found := _CLASS.search(names[:200]):
                return found[1] or found[2]
        own = given.get("class", "")[:200] if is_listing and index.tags[one] in ("pre", "code") else ""
        coloured = (index.classes[word] for word in inside if own and index.tags[word] == "span")
        is_code = CODE.search(own) or given.get("name") == "code" or codes or any(coloured)
        named = [given.get("lang", ""), *(own.split() if is_code else ())]
        if said := next((name for name in named if name and name.lower() in _known_languages()), ""):
            return said
    boxes = [one for one in islice(index.ancestors(number), 2) if CODE.search(index.classes[one])]
    return _header_language(index, boxes[-1], number) if boxes and is_listing else ""


def _header_language(index: ElementIndex, box: int, code: int) -> str:
    """The language in the header of a box of code, between names of files and buttons; empty if it has none."""
    first, last = int(index.first_text_node[box]), int(index.first_text_node[code])
    texts = index.text_nodes.texts[first:last] if last - first <= MAX_TEXTS else ()
    header = [name for text in texts if (name := text.strip().lower())]
    return next((name for name in header if name in _known_languages()), "") if len(header) <= MAX_HEADER else ""


@cache
def _known_languages() -> frozenset[str]:
    from pygments.lexers import get_all_lexers  # noqa: PLC0415 - few pages have code

    lexers = [(title, names) for title, names, *_ in get_all_lexers() if not _SCREENS.search(title)]
    return frozenset(name.lower() for title, names in lexers for name in (title, *names))


def tag_of(tag: str, given: Attributes) -> str:
    """The tag, or an allowed one with the same meaning."""
    if given and given.get("role") == "heading" and not (tag == "a" and "href" in given):  # the heading is around it
        level = given.get("aria-level", "2")
        return f"h{level}" if level in set("123456") else "h6"
    tag = _WRITTEN_AS.get(tag, tag)
    return "ul" if tag == "ol" and not list_kind(given) else tag


def formula_tags(formula: Formula) -> tuple[str, str]:
    """Tag and start tag of the element with the text of a formula, in the form that Markdown converters recognise."""
    if not (formula.is_tex and formula.text) and not formula.latex:
        return ("div", "<div>") if formula.displayed else ("span", "<span>")
    tag = "pre" if formula.displayed else "code"
    return tag, f'<{tag} class="language-{FORMULA}">'


def start_tag(tag: str, index: ElementIndex, number: int, base: str) -> str:
    """Start tag with the allowed attributes, the actual address of a picture, language of code, numbers of a list."""
    kept = _KEPT.get(tag, _KEPT["*"])
    given = index.attributes.given[number]
    if tag not in _LOOKED_AT and kept.isdisjoint(given):
        return f"<{tag}>"
    found = {name: value for name, value in given.items() if name in kept}
    if tag in ("pre", "code"):
        if language := code_language(index, number):
            found = {"class": f"language-{language}"} | found
    elif tag == "img":
        found.pop("src", "")
        if address := picture_address(index, number):
            found = {"src": address} | found
    elif tag == "ol":
        first, kind = first_number(index, number)[0], list_kind(given)
        found = {name: value for name, value in found.items() if name not in ("start", "type")}
        found |= {"start": str(first)} if first != 1 else {}
        found |= {"type": kind} if kind != "1" else {}
    written = [f"<{tag}"]
    for name, value in found.items():
        if value and name in ADDRESSES:  # as a browser reads it, an invalid one unchanged, with percent-encoding
            value = join(base, value) or quote(value.strip(), safe=SAFE, errors="replace")  # noqa: PLW2901
        written.append(f' {name}="{html.escape(value)}"')
    return "".join(written) + ">"


def _is_icon(given: Attributes) -> bool:
    """Whether a picture is small and says nothing."""
    sizes = [given.get(name, "").removesuffix("px") for name in ("width", "height")]
    return given.get("alt") == "" and all(one.isdecimal() and int(one[:9]) <= MAX_ICON for one in sizes)


def _emphasis(index: ElementIndex) -> Iterator[tuple[int, str]]:
    """Elements that a style emphasises, with the tag for it; an empty one where it takes back that of a tag."""
    styles = [(one, index.attributes.given[one]["style"]) for one in index.attributes.having("style")]
    for drawn, *names in _EMPHASIS:
        said = [(one, bool(found[1])) for one, style in styles if (found := drawn.search(style))]
        plain = [one for one, is_drawn in said if not is_drawn]
        for one, is_drawn in said:
            is_undone = is_drawn and index.first_within(plain, (one,)) is not None
            if index.tags[one] in (_TEXTS if is_drawn else names) and not is_undone:
                yield one, names[0] * is_drawn
    yield from ((one, "del") for one in sorted(index.struck) if index.tags[one] in _TEXTS)


def _embedded(index: ElementIndex, number: int, base: str) -> str:
    """A link to a video, a recording or a map, with its title; empty if there is no address, or another frame."""
    given, tag = index.attributes.given[number], index.tags[number].removeprefix("amp-")
    near = [given, *(index.attributes.given[one] for one in index.children(number) if index.tags[one] == "source")]
    written = [one.get(name, "") for one in near for name in ("src", "data-src", "data") if one.get(name)]
    player = PLAYERS.get(index.tags[number])
    if player and (video := next(filter(None, map(given.get, ("videoid", "data-videoid", "video-id"))), "")):
        written.insert(0, player + video)
    address = next(filter(None, (web_address(base, one) for one in written)), "")
    is_counter = any(PIXEL.fullmatch(given.get(name, "")) for name in ("width", "height"))
    is_media = tag in RECORDINGS or player is not None or _MEDIA.search(address)
    if not address or is_counter or not is_media or _is_backdrop(index, number):
        return ""
    address = address.partition("embed/#?secret=")[0]  # of a post of WordPress
    said = map(given.get, ("title", "aria-label", "playlabel", "videotitle"))
    title = next(filter(None, said), "") or re.sub(r"^\w+://|/$" if player else r"[?#].*|^\w+://|/$", "", address)
    return f'<a href="{html.escape(address)}">{html.escape(" ".join(title.split()))}</a>'


def _is_backdrop(index: ElementIndex, number: int) -> bool:
    """Whether a video plays by itself, in silence, behind the main heading: before it in the same box."""
    given, around = index.attributes.given[number], index.ancestors(number)
    if not {"autoplay", "muted"} <= given.keys() or "controls" in given:
        return False
    box = next((one for one in around if index.tags[one] != "div" or index.ends[one + 1] < index.ends[one]), number)
    heading = index.first_within(index.tagged("h1"), (box,))
    return heading is not None and heading > number


def clean_html(content: Content, base: str, *, links: bool = True, images: bool = True) -> str:
    """Markup of the chosen elements without scripts, styles and unknown attributes; addresses made absolute.

    ``base``: address of the page; without ``links``, only the words of links are kept.
    """
    clean, write = _cleaner(links, images).clean, _Writer(content.subset, base).write
    return "\n".join(clean(write(number)) for number in content.elements)


def cut_html(cleaned: str, most: int) -> str:
    """About the first ``most`` characters of cleaned HTML; open elements are closed."""
    return _cleaner(True, True).clean(cleaned[:most])


@cache
def _cleaner(links: bool, images: bool) -> nh3.Cleaner:
    tags = set(TAGS) - ({"a"} if not links else set()) - ({"img"} if not images else set())
    return nh3.Cleaner(tags=tags, attributes=ATTRIBUTES | {"*": ATTRIBUTES["*"] | {"id"}})


class _Writer:
    """Writes elements of a page without parts outside the subset."""

    def __init__(self, subset: DomMask, base: str) -> None:
        self.subset, self.base, index = subset, base, subset.index
        self._pictures = set[str]()
        self.is_separate = subset.inline_blocks | index.has_tag(("option", "optgroup"))
        """Elements separated by a space from the text around them, since their tag is not kept."""
        left_out = ~subset.kept & subset.parent_kept & ~index.verbatim
        self.gaps = left_out & (self.is_separate | index.has_tag(BLOCKS))
        """Omitted elements that still separate the texts around them."""
        self._written = subset.kept | self.gaps
        self._notes = {note.element: note.number for note in subset.footnotes}
        self._marks = {mark: note.number for note in index.footnotes for mark in note.marks}
        self._labels, lists = index.tabs
        backs = (back for note in index.footnotes for back in note.backs)
        self._titles = {callout.title for callout in index.callouts.values()} - {0}
        found = [number for number in index.tagged(*_EMBEDS) if subset.kept[number] and index.is_closed(number)]
        self._embeds = {number: link for number in found if (link := _embedded(index, number, base))}
        linked = (one for one in index.attributes.having("role") if index.tags[one] == "a" and index.linked[one])
        self._around = {
            one: [tag_of("", given)] for one in linked if (given := index.attributes.given[one])["role"] == "heading"
        }
        headings = [number for number in index.tagged(*HEADINGS) if number + 1 < index.ends[number]]
        self._kickers = {number + 1 for number in headings if SUBTITLES.fits(index.classes[number + 1])}
        self._tables = index.nearest(index.has_tag(("table",)))
        self._in_drawings = index.inside(index.tagged(*FOREIGN))
        in_headings, page = index.inside(headings), base.partition("#")[0]
        emphasis = [(one, name) for one, name in _emphasis(index) if not (in_headings[one] or index.verbatim[one])]
        self._plain = {one for one, name in emphasis if not name}
        for one, name in emphasis:
            if name:
                self._around.setdefault(one, []).append(name)
        in_lists = index.inside(index.tagged("ul", "ol", "menu", "dir"))
        self._around |= {one: ["ul"] for one in index.tagged("li") if not in_lists[one]}
        links = ((one, index.attributes.given[one].get("href", "").strip()) for one in index.tagged("a"))
        aims = ((one, href) for one, href in links if href == "#" or ("#" in href and in_headings[one]))
        self._own_links = {one for one, href in aims if web_address(base, href).partition("#")[0] == page}
        """Links without an aim, and those of headings to a place on the page: themselves, or the contents."""
        self._left_out = {*lists, *backs, *self._kickers}
        captions = index.inside(index.tagged("figcaption")) & subset.kept  # their text belongs to the pictures
        owners, unread = index.text_nodes.owners, index.inside([*self._left_out, *self._embeds, *index.recordings])
        self._text_nodes = (subset.unnumbered | captions[owners]) & ~unread[owners]
        shown = [(one, own) for one, own in index.ordinals.items() if self._text_nodes[one]]
        numbers = [(int(owners[one]), f"{index.text_nodes.texts[own].strip()} ") for one, own in shown]
        blocks, terms = (index.nearest(index.has_tag(tags)) for tags in (BLOCKS | CELLS, ("dt",)))
        self._ordinals = {int(blocks[one]): number for one, number in numbers}
        numbered = {term for _, own in shown if index.tags[term := int(terms[owners[own]])] == "dt"}
        others = {int(index.parents[one]) for one in index.tagged("dt") if one not in numbered}
        numbered = {one for one in numbered if index.parents[one] not in others}
        self._numbered = {int(one) for term in numbered for one in (index.ends[term], index.parents[term])}
        self._left_out |= numbered
        special = *index.formulas, *index.listings, *index.callouts, *index.ordered, *self._titles, *self._marks
        special += *self._notes, *self._embeds, *self._plain, *self._ordinals, *self._labels
        self._special = {*special, *(one - 1 for one in self._kickers)}
        """Elements of which more is written than their tag."""

    def write(self, root: int) -> str:
        """Markup of an element."""
        parts, opened, end_tags = list[str](), list[int](), list[str]()

        def close_inside(number: int) -> None:
            while opened and opened[-1] != number:
                opened.pop()
                parts.append(end_tags.pop())

        after, texts = root, self._texts(root)
        begun, owner, text = next(texts)
        places = root + np.flatnonzero(self._written[root : self.subset.index.ends[root]])  # kept, or a gap
        arrays = places, self.subset.index.parents[places], self.subset.kept[places], self.is_separate[places]
        for number, parent, kept, is_separate in zip(*(values.tolist() for values in arrays), strict=True):
            while begun <= number:
                close_inside(owner)
                parts.append(text)
                begun, owner, text = next(texts)
            if number < after:
                continue
            close_inside(parent)
            if number in self._left_out:
                after = int(self.subset.index.ends[number])
            elif kept:
                after, tag, begin = self._begin(number, root)
                gap = " " * is_separate
                begin, end = gap + begin, gap if tag in VOID else f"</{tag}>{gap}"
                for name in self._around.get(number, ()):
                    begin, end = f"<{name}>{begin}", f"{end}</{name}>"
                opened.append(number)
                parts.append(begin)
                end_tags.append(end)
            elif number > root:
                parts.append(" ")
        while text:
            close_inside(owner)
            parts.append(text)
            begun, owner, text = next(texts)
        return "".join([*parts, *reversed(end_tags)])

    def _texts(self, root: int) -> Iterator[tuple[float, int, str]]:
        """Each text node in an element: number of elements that begin before it, its parent, and its markup."""
        index, text_nodes = self.subset.index, self.subset.index.text_nodes
        inside = index.span_of(root)
        places = inside.start + np.flatnonzero(self._text_nodes[inside])
        arrays = places, text_nodes.opened[places], text_nodes.owners[places]
        for place, opened, owner in zip(*(values.tolist() for values in arrays), strict=True):
            formula = index.formulas.get(owner)
            text = formula.latex if formula and formula.latex else text_nodes.texts[place]
            yield opened, owner, html.escape(text, quote=False)
        yield math.inf, -1, ""

    def _begin(self, number: int, root: int) -> tuple[int, str, str]:
        """Number of the first element not written with this one; its tag and its start tag."""
        given, own = self.subset.index.attributes.given[number], self.subset.index.tags[number]
        is_plain = own in _PLAIN and number not in self._special and (not given or _WITH_MEANING.isdisjoint(given))
        return (number, own, f"<{own}>") if is_plain else self._begin_changed(number, root)

    def _begin_changed(self, number: int, root: int) -> tuple[int, str, str]:
        """``_begin`` of an element that may not be written as it is."""
        index = self.subset.index
        given, end = index.attributes.given[number], int(index.ends[number])
        if formula := index.formulas.get(number):
            return end, *formula_tags(formula)
        if mark := self._marks.get(number):
            return end, "a", f'<a href="#{NOTE}{mark}">'
        if index.listings.get(number):
            return end, "pre", start_tag("pre", index, number, self.base)
        if callout := index.callouts.get(number):
            return number, "blockquote", f'<blockquote class="{CALLOUT}{html.escape(callout.kind)}">'
        own = "ol" if number in index.ordered else index.tags[number]
        tag = "header" if number in self._titles else tag_of(own, given)
        if link := self._embeds.get(number):
            return end, "div", f"<div>{link}"
        if tag == "input" and given.get("type", "").lower() == "checkbox" and self._is_in_tasks(number):
            return number, tag, f'<input type="checkbox"{" checked" * ("checked" in given)} disabled>'
        is_layout = tag in _TABLES and (self._tables[number] < root or self._tables[number] not in index.data_tables)
        if is_layout or (tag in ("dd", "dl") and number in self._numbered):  # which are no list
            tag = "div"
        is_needless = tag == "img" and (is_pixel(given) or _is_icon(given) or self._is_repeated(number))
        is_needless |= tag == "hr" and "display:none" in "".join(given.get("style", "").lower().split())
        if is_needless or tag == "input" or number in self._own_links or number in self._plain:
            return number, "span", "<span>"
        if tag not in TAGS and not self._in_drawings[number]:  # some names outside of a formula would be unsafe in one
            return number, "x", "<x>"
        begin = start_tag(tag, index, number, self.base)
        if note := self._notes.get(number):
            begin = f'{begin[:-1]} id="{NOTE}{note}">'
        if number + 1 in self._kickers:  # it stands above the heading
            begin = f"<p>{html.escape(index.text_of(number + 1), quote=False)}</p>{begin}"
        begin += html.escape(self._ordinals.get(number, ""), quote=False)
        if label := self._labels.get(number):
            begin += f"<p><strong>{html.escape(label, quote=False)}</strong></p>"
        return number, tag, begin

    def _is_repeated(self, number: int) -> bool:
        """Whether a picture without a text was written before: stars, arrows, what holds the place of others."""
        address = picture_address(self.subset.index, number)
        is_known = address in self._pictures and not self.subset.index.attributes.given[number].get("alt")
        self._pictures.add(address)
        return is_known

    def _is_in_tasks(self, number: int) -> bool:
        """Whether an element is in a list each item of which has a box."""
        index = self.subset.index
        around = next((one for one in index.ancestors(number) if index.tags[one] in ("ul", "ol")), None)
        if around is None or index.tags[index.parents[number]] not in _TASKS:
            return False
        inside = index.tags[around : index.ends[around]]
        return inside.count("input") >= inside.count("li") > 0
