r"""Texts that markup writes in a special way: formulas, readings, line breaks of East Asian pages, marks of headings.

Known are MathML with an annotation or ``alttext``, KaTeX, MathJax 2 to 4, and pictures of formulas as MediaWiki and
WordPress make them. Of MathML without TeX the text stays, once and on one line: ``x²``, ``a/b``.

Furigana and bopomofo repeat the characters below them. A line break of the source between two wide characters is not a
space (CSS Text 3, segment break transformation).

Links of headings to themselves and to their editor serve the reading of a page and are no part of what it says.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import islice, pairwise
from urllib.parse import unquote_plus

import numpy as np
from numpy.typing import NDArray

from iawce.data.arrays import Ints
from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE
from iawce.data.dom.elements import Elements, Formula
from iawce.data.dom.latex import UNSEEN, latex_of
from iawce.data.dom.tags import BLOCKS, HEADINGS
from iawce.data.dom.text_layout import plain_script
from iawce.data.dom.tree import Given, TextNodes, sums_before
from iawce.data.dom.words import CJK

MAX_CENTS, MAX_WHOLE = 5, 12  # Most characters of cents with blanks, and of an amount before them
_CENTS = re.compile(r"\s*[0-9]{2}\s*")
_WHOLE = re.compile(r"(?<![0-9.,])(?:[0-9]{1,3}(?:[.,'’\s][0-9]{3}){1,3}|[0-9]{1,6})\Z")
_GOES_ON = re.compile(r"[0-9]|\s?%")
_OF_AMOUNTS = re.compile(r"cents?(?![a-z])|fraction|decimal|price|preis|prix|precio|preco|prezzo|amount|money", re.I)
MAX_DEPTH = 40  # Depth of nesting below which text is written without structure
_INVISIBLE = str.maketrans("", "", "\u2061\u2062\u2063\u2064")  # Invisible characters for multiplication and the like
_PLACES = {
    "msup": ("sup",), "msub": ("sub",), "msubsup": ("sub", "sup"),
    "mover": ("sup",), "munder": ("sub",), "munderover": ("sub", "sup"),
}  # fmt: skip
"""Number of the text node after the first child."""
_BETWEEN = {"mtr": " ", "mlabeledtr": " ", "mtable": "; "}
MAX_LENGTH = 10_000  # Most characters of a formula
MAX_ELEMENTS = 10_000  # Names of elements in a formula
_TEX = re.compile(r"\s*(?:application/x-|text/x-|)(?:la)?tex\b", re.I)
_SCRIPT = re.compile(r"\s*math/tex\b", re.I)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*+")
_WRAPPED = re.compile(r"\{\\(?:displaystyle|textstyle) (.*)\}|\\\((.*)\\\)|\\\[(.*)\\\]|\$\$(.*)\$\$|\$([^$]*)\$")
_WORDS = re.compile("[A-Za-z]{3} [A-Za-z]{2}")
_ADDRESS = re.compile(r"(?:[?&](?:latex|tex)=|\.(?:latex|download)\?|/(?:gif|png|svg)\.image\?)([^&#]+)", re.I)
"""The TeX in the address of a picture that a server draws."""
_TAGS = ("math", "mjx-container")
_WRITTEN = ("data-latex", "data-tex")  # Attributes with the TeX of an element
_TEX_ALONE = "js-render-math"  # Class of GitLab's elements whose text is TeX
_WRAPPERS = frozenset({"katex", "mwe-math-element", _TEX_ALONE})
"""Classes of elements around the MathML of a formula and its visible rendering."""
_PICTURES = frozenset({"mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "tex", "latex"})
_DRAWN_BY_SCRIPT = frozenset({
    "MathJax", "MathJax_Display", "MathJax_SVG", "MathJax_SVG_Display", "MathJax_CHTML", "mjx-chtml",
})  # fmt: skip
_DISPLAYED = frozenset({
    "katex-display", "MathJax_Display", "MathJax_SVG_Display", "mwe-math-fallback-image-display",
    "mwe-math-element-block",
})  # fmt: skip
_GLYPH = re.compile(r"mjx-c([0-9A-F]{2,5})\b")
ANCHORS = "¶#§🔗⚓ \t\n"
"""Marks in a heading that link to it, in documentation."""
_PERMALINK = re.compile(
    r"head(?:er|ing)-?(?:link|anchor)|permalink|anchor-?link|hash-?link|(?:^|\s)anchor(?:\s|$)", re.I
)
_EDITOR = re.compile(r"edit-?(?:section|link)", re.I)
MAX_LINK = 20  # Most text nodes of a link of a heading
MAX_AROUND = 3  # Elements around a link of which one may be its place; around a value, with nothing else
MAX_BOX, MAX_HEADING = 100, 20_000  # Most elements of a box around a heading, and of a heading, that are examined
MAX_RULE = 200  # Most characters of a line of signs
_LINES_OF_SIGNS = ("p", "div", "center")
_INLINE = frozenset({"b", "br", "em", "font", "i", "small", "span", "strong", "u"})  # Elements in a line of signs
_FLOW = frozenset({"p", "blockquote", "figure", "ol", "table", "ul"})  # Elements before it; behind it, or a heading
_RULE = re.compile(r"\s*+(?:(?:[*~#—⁂※❦❧☙✻✽]\s*+){1,60}|(?:[-–_=•·∙●]\s*+){3,60})")
"""A line of signs that is a rule; fewer of some are the marks of an item, or stand for a value."""
_READINGS = ("rt", "rp", "rtc")
_WIDE = rf"{CJK}\u3001-\u303f\uff01-\uff60\uffe0-\uffe6"
_WIDE_SIGN = re.compile(f"[{_WIDE}]")
_BROKEN = re.compile(rf"(?<=[{_WIDE}])[ \t]*+\n[ \t\n]*+(?=[{_WIDE}])")
_SENTENCE = re.compile(r"[^\W\d_]{3}[.!?]$")
_VALUES = ("span", "time", "small", "strong", "b", "cite", "a", "label")  # Inline, a style sheet may draw them apart
_OPENING = "([{<“„«‹¿¡@#$€£¥+-"
"""Characters before a word that belong to it."""
_DISPLAY = re.compile(
    r"(?:^|[;\s])(?:display\s*+:\s*+(?:block|table|list-item|(?:inline-)?(flex|grid)|(inline-(?:block|table)))|float\s*+:\s*+(?:left|right))\b",
    re.I,
)
_ROW_CLASSES = frozenset({"d-flex", "d-grid", "flex", "grid", "inline-flex", "is-flex"})
_BLOCK_CLASSES = frozenset({"block", "d-block", "is-block"})  # Class names of Tailwind, Bootstrap and Bulma
GAP = 0.25  # Least width of a gap between two words, as share of the height of the lower one of two elements
LEAST_WIDTH = 3  # Least width of a character in CSS px


def _text(index: Elements, number: int, depth: int) -> str:
    tag = index.tags[number]
    if tag in UNSEEN:
        return ""
    if depth > MAX_DEPTH:
        return index.raw_text(number)
    children = list(index.children(number))
    parts = [_text(index, child, depth + 1) for child in children]
    if tag in _PLACES and len(parts) == len(_PLACES[tag]) + 1:
        return parts[0] + "".join(_script(place, part) for place, part in zip(_PLACES[tag], parts[1:], strict=True))
    if tag in _BETWEEN:
        return _BETWEEN[tag].join(parts)
    if tag == "mfrac" and len(parts) == 2:
        return "/".join(map(_group, parts))
    if tag == "mroot" and len(parts) == 2:
        return f"{_script('sup', parts[1])}√{_group(parts[0])}"
    between = _texts_between(index, number, children)
    plain = "".join(text + part for text, part in zip(between, [*parts, ""], strict=True))
    return f"√{_group(plain)}" if tag == "msqrt" else plain


def _texts_between(index: Elements, number: int, children: Sequence[int]) -> list[str]:
    """The texts of an element before, between and after its children."""
    found, text_nodes = [""] * (len(children) + 1), index.text_nodes
    for text_node in index.own_text_nodes(number).tolist():
        found[bisect_left(children, int(text_nodes.opened[text_node]))] += text_nodes.texts[text_node]
    return found


def _script(place: str, text: str) -> str:
    core = text.strip()
    plain = plain_script(place, core)
    if plain != core or not core.isalnum():
        return plain
    return f"{'^' if place == 'sup' else '_'}{core if len(core) == 1 else f'({core})'}"


def _group(text: str) -> str:
    core = text.strip()
    return core if len(core) < 2 or core.isalnum() else f"({core})"


def find_formulas(index: Elements) -> dict[int, Formula]:
    """Formulas of a page by the number of their element, in document order, without nested ones."""
    candidates = _candidates(index)
    if not candidates:
        return {}
    blocks = sums_before(index.has_tag(BLOCKS))
    found, after = dict[int, Formula](), 0
    for number in candidates:
        end = int(index.ends[number])
        if number < after or end - number > MAX_ELEMENTS or blocks[end] > blocks[number + 1]:
            continue
        after = end  # elements without a formula are not searched again
        found |= _read(index, number)
    # the output of MathJax may contain MathML, which was found first
    return {number: found[number] for number in index.topmost(sorted(found))}


def _candidates(index: Elements) -> list[int]:
    """Numbers of the elements that may have a formula, in document order."""
    given = index.attributes.given
    found = index.tagged(*_TAGS)
    found += [number for number in index.tagged("script") if _SCRIPT.match(given[number].get("type", ""))]
    found += [number for number in index.tagged("img") if _is_drawn(given[number])]
    found += index.attributes.having(*_WRITTEN)
    around = (int(index.parents[one]) for one in index.attributes.called({"mjx_assistive_mathml"}))
    found += [one for one in around if _has_class(given[one], _DRAWN_BY_SCRIPT)]  # of which the script may be lost
    return sorted({*found, *index.attributes.called(_WRAPPERS)})


def _read(index: Elements, number: int) -> dict[int, Formula]:
    given = index.attributes.given
    if index.tags[number] == "script":
        return _read_script(index, number)
    picture = next((inner for inner in _within(index, number, {"img"}) if _is_drawn(given[inner])), None)
    math = next(_within(index, number, {"math"}), None)
    around = (number, int(index.parents[number]), picture, math)
    near = [given[one] for one in around if one is not None and one >= 0]
    displayed = any(
        one.get("display") in ("block", "true")
        or one.get("data-math-style") == "display"
        or _has_class(one, _DISPLAYED)
        for one in near
    )
    if tex := next(filter(None, map(plain_tex, _sources(index, number, math, picture))), ""):
        return {number: Formula(tex, True, displayed)}
    if math is not None and "apply" in index.tags[math : index.ends[math]] and (tex := latex_of(index, math)):
        return {number: Formula(tex[:MAX_LENGTH], True, displayed)}
    if math is None and index.tags[number] == "mjx-container" and (tex := _drawn(index, number, 0)):
        return {number: Formula(tex[:MAX_LENGTH], True, displayed)}
    text = "" if math is None else " ".join(_text(index, math, 0).translate(_INVISIBLE).split())
    if math is None or not 0 < len(text) <= MAX_LENGTH:
        return {}
    return {number: Formula(text, False, displayed, latex_of(index, math))}


def _within(index: Elements, number: int, tags: Set[str]) -> Iterator[int]:
    """Numbers of the elements with one of these tags in an element, itself among them."""
    return (one for one in range(number, int(index.ends[number])) if index.tags[one] in tags)


def _read_script(index: Elements, script: int) -> dict[int, Formula]:
    """A formula for MathJax 2: its output is before the script, after a preview."""
    given = index.attributes.given
    kind = given[script].get("type", "")
    tex = plain_tex(index.opening_text(script)) if _SCRIPT.match(kind) else ""
    if not tex:
        return {}
    nowhere = Formula("", True, False)
    found, before, holder = dict[int, Formula](), index.previous(script), script
    if before is not None and _has_class(given[before], _DRAWN_BY_SCRIPT):
        holder, before = before, index.previous(before)
        found[script] = nowhere
    if before is not None and _has_class(given[before], {"MathJax_Preview"}):
        found[before] = nowhere
    return found | {holder: Formula(tex, True, "mode=display" in kind.replace(" ", ""))}


def _sources(index: Elements, number: int, math: int | None, picture: int | None) -> Iterator[str]:
    """Texts that may be the TeX, the most probable first."""
    given = index.attributes.given
    if _has_class(given[number], {_TEX_ALONE}):
        yield index.text_of(number)
    for annotation in _within(index, number, {"annotation"}):
        if _TEX.match(given[annotation].get("encoding", "")):
            yield index.opening_text(annotation)
    if math is not None and not _describes(alternative := given[math].get("alttext", "")):
        yield alternative
    for drawn in (number, *_within(index, number, {"mjx-math", "math"}), *index.children(number)):
        yield next((given[drawn][name] for name in _WRITTEN if name in given[drawn]), "")
    for drawn in islice(_within(index, number, {"g"}), 2):  # of a drawing by MathJax
        yield given[drawn].get("data-latex", "")
    if picture is not None and (written := _ADDRESS.search(given[picture].get("src", "")[:MAX_LENGTH])):
        yield unquote_plus(written[1])
    if picture is not None and not _describes(alternative := given[picture].get("alt", "")):
        yield alternative


def _drawn(index: Elements, number: int, depth: int) -> str:
    """The TeX of a formula of MathJax 3 of which there are only glyphs: classes in CHTML, references in a drawing."""
    given, tag = index.attributes.given[number], index.tags[number]
    if found := _GLYPH.search(given.get("class", "")) or re.fullmatch("([0-9A-F]{2,5})", given.get("data-c", "")):
        return unicodedata.normalize("NFKC", chr(int(found[1], 16)))
    if depth > MAX_DEPTH:
        return ""
    parts = [part for child in index.children(number) if (part := _drawn(index, child, depth + 1))]
    match given.get("data-mml-node") or tag.removeprefix("mjx-"), parts:
        case "msub", [first, low]:
            return f"{first}_{{{low}}}"
        case "msup", [first, high]:
            return f"{first}^{{{high}}}"
        case "msubsup", [first, high, low] if tag.startswith("mjx-"):  # which draws from top to bottom
            return f"{first}_{{{low}}}^{{{high}}}"
        case "msubsup", [first, low, high]:
            return f"{first}_{{{low}}}^{{{high}}}"
        case "mfrac" | "frac", [above, below]:
            return rf"\frac{{{above}}}{{{below}}}"
        case "msqrt" | "sqrt", [*_] if "√" in parts:
            return rf"\sqrt{{{''.join(part for part in parts if part != '√')}}}"
    return "".join(parts)


def _describes(alternative: str) -> bool:
    """Whether it is words without any command, which are a description of the formula."""
    return "\\" not in alternative and _WORDS.search(alternative) is not None


def plain_tex(text: str) -> str:
    """TeX on one line, without comments and the delimiters around it; empty if it is too long."""
    lines, end, last = text.rpartition("\n")  # the last line has no comment, which a line break ends
    plain = " ".join((_COMMENT.sub(" ", lines) + end + last).split()) if len(text) <= MAX_LENGTH else ""
    wrapped = _WRAPPED.fullmatch(plain)
    return next(filter(None, wrapped.groups()), "").strip() if wrapped else plain


def _is_drawn(given: Given) -> bool:
    """Whether a picture with these attributes is that of a formula."""
    return _has_class(given, _PICTURES) or _ADDRESS.search(given.get("src", "")[:MAX_LENGTH]) is not None


def _has_class(given: Given, names: Set[str]) -> bool:
    return not names.isdisjoint(given.get("class", "").split())


def links_of_headings(index: Elements) -> Iterator[int]:
    """The links of headings to themselves and to their editor, which are no part of what they say."""
    given = index.attributes.given
    for heading in index.topmost(index.tagged(*HEADINGS)):
        box = int(index.parents[heading])  # some are beside the heading, in a box of that name
        is_box = "heading" in index.classes[box].lower() and index.ends[box] - box <= MAX_BOX
        holder = box if is_box else heading
        whole = _count_text_nodes(index, holder)
        for one in range(heading + 1, min(int(index.ends[holder]), heading + MAX_HEADING)):
            names = given[one].get("class", "") if given[one] else ""
            if not (names or index.tags[one] == "a") or not 0 < _count_text_nodes(index, one) < min(whole, MAX_LINK):
                continue
            if index.tags[one] == "a" and "#" in given[one].get("href", ""):
                if not index.text_of(one).strip(ANCHORS) or _PERMALINK.search(names):
                    yield one
            elif names and _EDITOR.search(names):
                yield one
    for link in index.tagged("a"):  # of a term, a caption, a formula
        place = given[link].get("href", "")
        if place.startswith("#") and 0 < _count_text_nodes(index, link) < MAX_LINK:
            around = [given[one].get("id") for one in (link, *islice(index.ancestors(link), MAX_AROUND))]
            is_own = place[1:] in around or _PERMALINK.search(given[link].get("class", ""))
            if is_own and not index.text_of(link).strip(ANCHORS):
                yield link


def breaks_of_scenes(index: Elements) -> Iterator[int]:
    """The lines of signs alone between two paragraphs, which are drawn rules: ``* * *``."""
    texts = index.text_nodes.texts
    short = [place for place, text in enumerate(texts) if len(text) < MAX_RULE and not text[:1].isalnum()]
    signs = [place for place in short if not texts[place].isspace() and _RULE.fullmatch(texts[place])]
    lines = index.nearest(index.has_tag(_LINES_OF_SIGNS))[index.text_nodes.owners[signs]].tolist() if signs else ()
    for line in dict.fromkeys(lines):
        before, behind, parent = index.previous(line), int(index.ends[line]), index.parents[line]
        if before is None or behind >= index.ends[parent] or index.tags[before] not in _FLOW:
            continue
        if index.tags[behind] not in {*_FLOW, *HEADINGS} or not {*index.tags[line + 1 : index.ends[line]]} <= _INLINE:
            continue
        if _count_text_nodes(index, line) < MAX_LINK and _RULE.fullmatch(index.text_of(line)):
            yield line


def page_numbers(index: Elements) -> Iterator[int]:
    """The numbers of the pages of a printed book, which may stand in the middle of a word."""
    given = index.attributes.given
    for one in index.attributes.having("epub:type", "role"):
        said = f"{given[one].get('epub:type', '')} {given[one].get('role', '')}"
        if "pagebreak" in said and _count_text_nodes(index, one) == 1:
            yield one


def _count_text_nodes(index: Elements, number: int) -> int:
    """Number of the text nodes in an element."""
    return int(index.last_text_node[number] - index.first_text_node[number])


def readings(index: Elements) -> list[int]:
    """The readings in ``ruby``, and the brackets around them."""
    in_ruby = index.inside(index.tagged("ruby"))
    return index.topmost(np.flatnonzero(in_ruby & index.has_tag(_READINGS)).tolist())


def with_gaps(index: Elements, rectangles: NDArray[np.float32] | None) -> TextNodes:
    """The text nodes of a page with a space between values that only a style sheet separates: ``12 March``, ``Gate``.

    Where the page was rendered, ``rectangles`` of its elements by their numbers say what is drawn apart. Else, they are
    inline elements right behind each other, with nothing else directly in the element around them; the second
    begins with a capital, or a number after a word, as no word goes on. Or both are times, links that lead to
    different pages or nowhere, or a label and its value by their class names, or the first is a label with a colon.
    """
    texts, owners = index.text_nodes.texts, index.text_nodes.owners
    places = _likely_gaps(index) if rectangles is None else _drawn_gaps(index, rectangles)
    if not places:
        return index.text_nodes
    code, spaced = index.inside(index.tagged("pre", "code")), list(texts)
    for place in places:
        if not code[owners[place + 1]]:
            spaced[place + 1] = f" {texts[place + 1]}"
    return index.text_nodes._replace(texts=spaced)


def cents(index: Elements) -> list[int]:
    """The elements with the cents of an amount, before which a style sheet draws the point: ``$81`` and ``18``.

    They are raised, called so, or beside a sign of a currency: two of the three.
    """
    texts, owners, found = index.text_nodes.texts, index.text_nodes.owners, list[int]()
    likely = [one for one in range(1, len(texts)) if len(texts[one]) < MAX_CENTS and _CENTS.fullmatch(texts[one])]
    blocks, linked = (
        (index.nearest(index.has_tag(BLOCKS)), index.inside(index.tagged("a"))) if likely else (owners, owners)
    )
    breaks = index.tagged("br")
    for place in likely:
        own, before, after = int(owners[place]), int(owners[place - 1]), "".join(texts[place + 1 : place + 2])
        is_alone = index.last_text_node[own] - index.first_text_node[own] == 1 and own != before
        is_apart = blocks[own] != blocks[before] or linked[own] != linked[before]  # a linked number is that of a note
        is_apart = is_apart or bisect_left(breaks, before) != bisect_left(breaks, own)
        if not is_alone or is_apart or _GOES_ON.match(after) or not _WHOLE.search(texts[place - 1]):
            continue
        around = [own, *islice(index.ancestors(own), 2)]
        is_raised = any(index.tags[one] == "sup" for one in around)
        is_called = any(_OF_AMOUNTS.search(index.classes[one]) for one in around)
        beside = f"{''.join(texts[max(place - 2, 0) : place])[-MAX_WHOLE:]}{after[:2]}"
        is_marked = any(unicodedata.category(sign) == "Sc" for sign in beside)
        if is_raised + is_called + is_marked > 1:
            found.append([one for one in around if index.count_texts(one) == 1][-1])
    return found


def _likely_gaps(index: Elements) -> list[int]:
    """The text nodes behind which there is a gap, by the texts."""
    texts, owners = index.text_nodes.texts, index.text_nodes.owners
    values, first, last = index.has_tag(_VALUES), index.first_text_node, index.last_text_node
    is_value, is_time = values[owners], index.has_tag(("time",))[owners]
    ended = begun = owners  # the largest values that end with each text, and that begin with it
    for _ in range(MAX_AROUND):
        outer, outside = index.parents[ended], index.parents[begun]
        ended = np.where(values[outer] & (last[outer] == last[ended]), outer, ended)
        begun = np.where(values[outside] & (first[outside] == first[begun]), outside, begun)
    around, before = index.parents[begun], index.parents[ended]
    pairs = (around[1:] == before[:-1]) & (begun[1:] != ended[:-1]) & is_value[1:] & is_value[:-1]
    pairs &= np.diff(np.searchsorted(index.tagged("wbr"), index.text_nodes.opened)) == 0  # one word may be broken there
    labels = np.flatnonzero(is_value[:-1] & (before[:-1] == owners[1:])).tolist()
    labels = [one for one in labels if texts[one].endswith(":") and _is_apart(texts[one], texts[one + 1])]
    credits = np.flatnonzero(is_value[1:] & (around[1:] == owners[:-1])).tolist()
    labels += [one for one in credits if _SENTENCE.search(texts[one][-20:]) and texts[one + 1][:1].isupper()]
    places, possible = list[int](), np.flatnonzero(pairs).tolist()
    called = _labels_and_values(index, ended, begun, possible)
    for place in possible:
        one, two = int(ended[place]), int(begun[place + 1])
        are_links, before_and_after = _are_links(index, one, two), texts[place : place + 2]
        is_whole = is_time[place : place + 2].all() or are_links or place in called  # nobody links half a word
        are_capitals = are_links and all(len(text) == 1 and text.isupper() for text in before_and_after)
        is_gap = are_capitals or (_may_be_words if is_whole else _is_apart)(*before_and_after)
        places += [place] * is_gap
    holders = set(before[places].tolist())
    said = zip(owners.tolist(), texts, strict=True) if holders else ()
    holders -= {owner for owner, text in said if owner in holders and text.strip()}
    has_display = "\n\\[" in "\n".join(texts)  # a formula behind its number
    displays = [one - 1 for one, text in enumerate(texts) if one and text.startswith("\\[")] if has_display else ()
    return [*labels, *displays, *_styled_gaps(index), *(place for place in places if int(before[place]) in holders)]


def _are_links(index: Elements, one: int, two: int) -> bool:
    """Whether two elements are links to different pages, or without an address: choices, beside them their label."""
    first, second = (index.attributes.given[number].get("href") for number in (one, two))
    if first or second or any("name" in index.attributes.given[number] for number in (one, two)):
        return bool(first and second and first != second)
    return index.tags[two] == "a" and index.tags[one] in ("a", "label")


_JOINING = frozenset("._-‑/@#=:\u00ad\u200b")  # Between parts of a name or a word: ``itertools.chain``
_STYLE = re.compile(r"\d+|\b[a-z]{1,2}\d+\b")  # What differs in the names of styles of an office program: ``c1 c3``
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1780-\u17ff]")  # A letter of a script without spaces, beside the wide ones


def _labels_and_values(index: Elements, ended: Ints, begun: Ints, places: Sequence[int]) -> set[int]:
    """Those of these text nodes that end the first of two elements which are all of another, with other class names.

    Several pairs of the page have these names, and one of them a blank, as labels and their values have. Numbers may go
    on in the next element, and so may a single letter, and a name with dots or dashes.
    """
    texts, pairs = index.text_nodes.texts, defaultdict[tuple[str, str], list[int]](list)
    for place in places:
        one, two = int(ended[place]), int(begun[place + 1])
        before, after, around = texts[place].lstrip(_OPENING), texts[place + 1], int(index.parents[one])
        goes_on = before[-1:].isdigit() or after[:1].isdigit() or before[-1:] in _JOINING or after[:1] in _JOINING
        is_word = min(len(before), len(after)) > 1 and not _UNSPACED.match(after)
        names = index.classes[one], index.classes[two]
        styles = [set(_STYLE.sub("", name).split()) for name in names]
        is_all = index.first_text_node[around] == index.first_text_node[one]
        is_all &= index.last_text_node[around] == index.last_text_node[two]
        if is_all and is_word and not goes_on and all(styles) and styles[0] != styles[1]:
            pairs[names].append(place)
    several = (alike for alike in pairs.values() if len(alike) > 1)
    varied = (alike for alike in several if any(" " in f"{texts[one]}{texts[one + 1].rstrip()}" for one in alike))
    return {place for alike in varied for place in alike}


def _styled_gaps(index: Elements) -> list[int]:
    """The text nodes behind which a box begins or ends, by its style or by a class of a style sheet of utilities."""
    given, owners, texts = index.attributes.given, index.text_nodes.owners, index.text_nodes.texts
    styled = {one: _DISPLAY.search(given[one]["style"]) for one in index.attributes.having("style")}
    rows = {one for one, found in styled.items() if found and found[1]}
    rows |= set(index.attributes.called(_ROW_CLASSES))
    blocks = {one for one, found in styled.items() if found} | rows | set(index.attributes.called(_BLOCK_CLASSES))
    blocks |= {child for row in rows for child in index.children(row)}
    if not blocks:
        return []
    parts = [one for one, found in styled.items() if found and found[2]]  # of a word, perhaps
    edge, within = (index.among(ones)[owners] for ones in (blocks, parts))
    breaks = index.borders(index.has_tag(BLOCKS))
    is_one_line = (owners[1:] != owners[:-1]) & (breaks[1:] == breaks[:-1])
    possible = np.flatnonzero((edge[1:] | edge[:-1]) & is_one_line)
    pairs = zip(possible.tolist(), (within[possible] | within[possible + 1]).tolist(), strict=True)
    return [one for one, is_part in pairs if (_is_apart if is_part else _may_be_words)(texts[one], texts[one + 1])]


def _drawn_gaps(index: Elements, rectangles: NDArray[np.float32]) -> list[int]:
    """The text nodes with a gap or a new line drawn behind them, but for pieces of one character, as initials."""
    texts, owners, given = index.text_nodes.texts, index.text_nodes.owners.tolist(), index.attributes.given
    found = list[int]()
    for place, (before, after) in enumerate(pairwise(texts)):
        one, two = owners[place], owners[place + 1]
        if one == two or not _may_be_words(before, after):
            continue
        numbers = [given[owner].get(ELEMENT_ATTRIBUTE, "") for owner in (one, two)]
        rows = [int(number) for number in numbers if number.isdecimal() and len(number) < 10]
        if len(rows) < 2 or max(rows) >= len(rectangles):
            continue
        (left, top, width, height), (x, y, wide, high) = rectangles[rows].tolist()
        gap = GAP * min(height, high)
        if one < two < index.ends[one]:  # after the text, it begins a line, or is far to the side
            begins_line = y > top + gap and x < left + LEAST_WIDTH * len(before.split()[-1])
            is_first = place == index.first_text_node[one]
            is_apart = begins_line or (is_first and x > left + max(height, LEAST_WIDTH) * len(before.strip()))
        elif two < one < index.ends[two]:
            continue
        else:
            is_beside = y < top + height and top < y + high and (x >= left + width + gap or left >= x + wide + gap)
            is_apart = is_beside or y >= top + height - 1
        if is_apart and min(width, height, wide, high) > 0:
            found.append(place)
    return found


def _may_be_words(before: str, after: str) -> bool:
    """Whether two texts without a space between them may end and begin a word, in a script with spaces."""
    last, first = before[-1:], after[:1]
    begins = first.isalnum() or (bool(first.strip()) and first in _OPENING)
    if (len(before) == 1 and before.isalpha() and first.islower()) or len(before + after) < 3:  # a large initial
        return False
    ends = bool(last.strip()) and last not in _OPENING
    return begins and ends and not _WIDE_SIGN.search(last + first)


def _is_apart(before: str, after: str) -> bool:
    """Whether no word ends in one text and goes on in the next."""
    last, first = before[-1:], after[:1]
    is_stop = last == "." and " " in before  # of one word, it may be a part of a name: functools.Placeholder
    ends = last.isdigit() or (last.islower() and len(before) > 1) if last.isalnum() else is_stop or last in ":)"
    return bool(last) and ends and (first.isupper() or (first.isdigit() and not last.isdigit()))


def join_wide_lines(index: Elements) -> TextNodes:
    """The text nodes of a page without line breaks between two wide characters; those in ``pre`` stay."""
    texts = index.text_nodes.texts
    broken = [place for place, text in enumerate(texts) if "\n" in text and not text.isascii()]
    if not broken:
        return index.text_nodes
    joined, verbatim = list(texts), index.verbatim[index.text_nodes.owners[broken]].tolist()
    for place, is_verbatim in zip(broken, verbatim, strict=True):
        joined[place] = texts[place] if is_verbatim else _BROKEN.sub("", texts[place])
    return index.text_nodes._replace(texts=joined)
