"""Parses HTML into the tree that browsers build (by lexbor), and stores it as lists.

As in a browser that runs scripts, parts for readers without scripts do not belong to the tree around them, and do not
end the head. Comments are left out, as they separate no texts for a reader. The content of a template, parts for
browsers without scripts or frames, and the document in an attribute of a frame are read as markup in their place: like
browsers, the parser keeps the first separately and the others as text. Of a page that was saved as XHTML, the tree is
the one that a browser builds from it as that: read as HTML, all that follows an element closed in its start tag would
be inside of it.
"""

import re
from collections.abc import Callable, Iterator, Sequence, Set
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from iawce.data.arrays import Ints
from iawce.data.dom.bounded_markup import TOKEN, any_case, bounded, is_plain
from iawce.data.dom.tags import FALLBACKS, VOID
from iawce.data.errors import PageError
from iawce.data.limits import Limits

MAX_PARTS = 5_000
"""Most parts for browsers without scripts, and documents of frames, that are read; each needs its own parser."""
UNREAD = frozenset({"script", "style", "iframe", "noembed"})  # Elements whose text is invisible
_HOLDING_NO_MARKUP = UNREAD | {"noscript", "noframes", "xmp", "plaintext"}
"""Elements whose text is not read, is separate markup, or replaces a text that the parser did not get."""
Given = dict[str, str]
_ATTRIBUTES = r"(?>\s++[^\s\"'<>/=]++=(?:\"[^\"<]*+\"|'[^'<]*+'))*+\s*+"
_APART = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style|textarea)\b[^<>]*+(?<!/)>.*?(?:</\1\s*>|\Z)", re.I | re.S)
"""Parts without markup, whatever their content."""
_ALONE = re.compile(rf"<([a-zA-Z][\w.:-]*+)({_ATTRIBUTES})/>")
_UNMARKED = ("title", "script", "style", "textarea", "iframe")
_UNMARKED_ALONE = re.compile(rf"<({any_case(_UNMARKED)})({_ATTRIBUTES})/>")
_UNMARKED_END = re.compile(rf"</({'|'.join(_UNMARKED)})", re.I)
"""Start tags of elements without markup inside that are closed in themselves."""
_OFTEN_EMPTY = frozenset({"a", "button", "div", "i", "iframe", "li", "p", "script", "span", "td", "textarea", "th"})
"""Elements that are sometimes empty."""
_NEVER = ("></script>", "></iframe>", "></textarea>", "<br>", "<p></p>", "&nbsp;")
"""Markup that never occurs in XML: empty elements with an end tag, start tags without an end."""
_PAIR = re.compile(rf"<({'|'.join(sorted(_OFTEN_EMPTY))})(?:\s[^<>]*+)?(?<!/)></\1>", re.I)
_FEW, _MAX_COUNT = 3, 10
"""Least number of elements closed in their start tag, since fewer may be mistakes in HTML; and least number of them for
each empty element with an end tag, which a script may have written."""
_CONTROL = re.compile(
    r"&#(?:0*(?:[1-8]|1[124-9]|2[0-9]|3[01]|127|129|14[134]|157|6553[45])(?![0-9])"
    r"|[xX]0*(?:[1-8bBcCeEfF]|1[0-9a-fA-F]|7[fF]|8[1dDfF]|9[0dD]|[fF]{3}[eEfF])(?![0-9a-fA-F]));?"
)
"""Stands for a character that XML does not allow, or that a terminal obeys: C1 that is no letter of Windows-1252."""


def sums_before(values: NDArray[np.generic]) -> Ints:
    """Sum of the integers or flags before each place, and of all of them, int64 (len(values) + 1,)."""
    sums = np.zeros(len(values) + 1, np.int64)
    np.add.accumulate(values, out=sums[1:], dtype=np.int64)
    return sums


class Nesting(NamedTuple):
    """The nesting of elements in document order; arrays are int64 (elements,).

    ``parents``: number of the parent, -1 for the root. ``depths``: 1 for the root. ``closing``: numbers of the elements
    in the order of their ends. ``ends``: one past the last element of the subtree.
    """

    parents: Ints
    depths: Ints
    closing: Ints
    ends: Ints

    @classmethod
    def of(cls, parents: Sequence[int]) -> Self:
        """The nesting of elements by the number of the parent of each, -1 for the root."""
        depths, sizes = [0] * len(parents), [1] * len(parents)
        for number, parent in enumerate(parents):
            depths[number] = depths[parent] + 1 if parent >= 0 else 1
        for number in range(len(parents) - 1, 0, -1):
            sizes[parents[number]] += sizes[number]
        places, levels = np.arange(len(parents)), np.array(depths, np.int64)
        ends = places + sizes
        closing = np.empty(len(parents), np.int64)
        closing[ends - levels] = places  # before an element ends, all up to its last one begin, and those around stay
        return cls(np.array(parents, np.int64), levels, closing, ends)

    def first(self, count: int) -> "Nesting":
        """The nesting of the first ``count`` elements, as if the page ended there."""
        closing = self.closing[self.closing < count]
        return Nesting(self.parents[:count], self.depths[:count], closing, np.minimum(self.ends[:count], count))

    def subtree_sums(self, values: Ints) -> Ints:
        """Sum of ``values`` over the subtree of each element."""
        before = sums_before(values)
        return np.asarray(before[self.ends] - before[:-1])


class TextNodes(NamedTuple):
    """The text nodes in document order; ``opened``, ``closed``: tags before each; arrays are int64 (text nodes,)."""

    texts: list[str]
    owners: Ints
    opened: Ints
    closed: Ints

    def replace(self, begins: Ints, ends: Ints, others: "TextNodes") -> "TextNodes":
        """Other text nodes, one for each of these ranges, in place of those in it; none where its text is empty.

        ``begins``: in document order; ``ends``: exclusive.
        """
        kept = np.ones(len(self.texts) + 1, bool)
        texts, done = list[str](), 0
        for begin, end, text in zip(begins.tolist(), ends.tolist(), others.texts, strict=True):
            texts += self.texts[done:begin] + [text] * bool(text)
            kept[begin:end], done = False, end
        texts += self.texts[done:]
        is_text = np.array([bool(text) for text in others.texts], bool)
        places = sums_before(kept[:-1])[begins[is_text]]

        def merged(old: Ints, new: Ints) -> Ints:
            return np.insert(old[kept[:-1]], places, new[is_text])

        arrays = (merged(old, new) for old, new in zip(self[1:], others[1:], strict=True))
        return TextNodes(texts, *arrays)


class _Walk:
    """Reads the elements and text nodes of trees, as ``Tree`` and ``TextNodes`` hold them.

    ``most``: elements that are read; ``is_cut`` if there are more. ``parts``: elements whose text is markup.
    ``restore``: gives the text for which a text of the tree stands.
    """

    def __init__(self, most: int, parts: Set[str], restore: Callable[[str], str]) -> None:
        self._most, self._parts, self._restore = most, parts, restore
        self.tags, self.attributes, self.parents = list[str](), list[Given](), list[int]()
        self.texts, self.owners, self.opened = list[str](), list[int](), list[int]()
        self.unread = dict[int, list[str]]()
        self.is_cut = False
        self._none = Given()  # most elements have no attributes, and share it
        self._parsed = 0

    def read(self, parser: LexborHTMLParser) -> None:
        """Read a whole tree, and the parts in it."""
        if not parser.root or not parser.root.parent:
            return
        trees = [_Tree(parser.root, -1, parser.root.parent.mem_id)]
        while trees and not self.is_cut:
            if part := self._read(trees[-1]):
                trees.append(part)
            else:
                trees.pop()

    def _read(self, tree: "_Tree") -> "_Tree | None":
        """Read until a separate tree begins; a loop without calls, since pages have many nodes."""
        names, numbers, tags, part, none = tree.names, tree.numbers, self.tags, None, self._none
        texts, owners, opened, parents, attributes = self.texts, self.owners, self.opened, self.parents, self.attributes
        for node in tree.nodes:
            kind, above = node.tag_id, node.parent
            if kind == _COMMENT:
                continue
            owner = numbers[0 if above is None else above.mem_id]
            if kind == _TEXT:
                text = node.text_content or ""
                if tags[owner] not in _HOLDING_NO_MARKUP:
                    texts.append(text)
                    owners.append(owner)
                    opened.append(len(tags))
                elif part := self._read_apart(owner, self._restore(text)):
                    return part
                continue
            if kind not in names:
                names[kind] = (node.tag or "").lower()
            if not (tag := names[kind]):
                continue  # a processing instruction
            if len(tags) == self._most:
                self.is_cut = True
                return None
            numbers[node.mem_id] = len(tags)
            tags.append(tag)
            parents.append(owner)
            given = node.attributes
            if None in given.values():
                given = {name: value or "" for name, value in given.items()}
            attributes.append(given or none)  # type: ignore[arg-type] # none is None any more
            if tag == "template" and (content := tree.contents.get(node.mem_id)):
                return _Tree(content, len(tags) - 1)
            if tag == "iframe" and (shown := self._parse_apart(given.get("srcdoc") or "")):
                return _Tree(shown, len(tags) - 1)
        return None

    def _read_apart(self, owner: int, text: str) -> "_Tree | None":
        """Store the text of an element without markup; text that is markup for some browsers is read as a tree."""
        tag = self.tags[owner]
        if tag in UNREAD:
            self.unread.setdefault(owner, []).append(text)
            return None
        if tag in self._parts and (part := self._parse_apart(text)):
            return _Tree(part, owner)
        self.texts.append(text)
        self.owners.append(owner)
        self.opened.append(len(self.tags))
        return None

    def _parse_apart(self, markup: str) -> LexborNode | None:
        """The first node of separate markup; None if it is text, or if too much has been read."""
        if "<" not in markup or self._parsed >= MAX_PARTS:
            return None
        self._parsed += 1
        return _parser(markup, scripting=False, is_part=True).root if is_plain(markup) else None


class _Tree:
    """A tree that is being read: the nodes left to read; names of its tags and elements by the parser's numbers.

    ``root``: its first node; ``holder``: the number of the element that stands for its parent; ``around``: the
    parser's number of this parent; if left out, it is a part, whose root stands for that itself.
    """

    def __init__(self, root: LexborNode, holder: int, around: int | None = None) -> None:
        self.root = root
        self.nodes: Iterator[LexborNode] = root.traverse(include_text=True)
        above = (root.mem_id if root.parent else 0) if around is None else around
        self.names, self.numbers = dict[int, str](), {above: holder}

    @cached_property
    def contents(self) -> dict[int, LexborNode]:
        """The contents of templates, by the parser's number of these."""
        return {holder.mem_id: content for content in self.root.template_fragments() if (holder := content.parent)}


def _kind(html: str) -> int:
    """The parser's number for nodes that are no elements, by one of them."""
    body = LexborHTMLParser(html).body
    return body.first_child.tag_id if body and body.first_child else -1


_TEXT, _COMMENT = _kind("text"), _kind("<body><!-- comment -->")


def as_html(page: str) -> str:
    """The page as HTML: if written as XML, empty elements get end tags; else only those that hide all the rest."""
    if "/>" not in page:
        return page
    if (parts := _xml_parts(page)) is not None:
        return "".join(_ALONE.sub(_with_end, markup) + apart for markup, apart in parts)
    if not _UNMARKED_ALONE.search(page):
        return page
    ends = dict.fromkeys(_UNMARKED, -1) | {end[1].lower(): end.start() for end in _UNMARKED_END.finditer(page)}
    return _UNMARKED_ALONE.sub(lambda tag: tag[0] if tag.end() < ends[tag[1].lower()] else _with_end(tag), page)


def _xml_parts(page: str) -> list[tuple[str, str]] | None:
    """The parts of a page that was written as XML: markup, and what is apart behind it; None of another page."""
    if any(_is_said(page, markup) for markup in _NEVER):
        return None
    parts, done = list[tuple[str, str]](), 0
    for apart in _APART.finditer(page):
        parts.append((page[done : apart.start()], apart[0]))
        done = apart.end()
    parts.append((page[done:], ""))
    closed = sum(tag[1].lower() in _OFTEN_EMPTY for markup, _ in parts for tag in _ALONE.finditer(markup))
    is_xml = closed >= _FEW and closed >= _MAX_COUNT * sum(len(_PAIR.findall(markup)) for markup, _ in parts)
    return parts if is_xml else None


def _is_said(page: str, markup: str) -> bool:
    """Whether markup stands in a page outside of its comments."""
    place = page.find(markup)
    while place >= 0:
        comment = page.rfind("<!--", 0, place)
        end = page.find("-->", comment) if comment >= 0 else 0
        if 0 <= end <= place:
            return True
        place = page.find(markup, end) if end > 0 else -1
    return False


def _with_end(tag: "re.Match[str]") -> str:
    return tag[0] if tag[1].lower() in VOID else f"<{tag[1]}{tag[2]}></{tag[1]}>"


class Tree(NamedTuple):
    """The elements and text nodes of a page in document order.

    ``tags``: in lower case. ``unread``: content of scripts, styles and frames, by number. ``cut``: what was left out:
    ``elements``, ``text`` or nothing.
    """

    tags: list[str]
    attributes: list[Given]
    nesting: Nesting
    text_nodes: TextNodes
    unread: dict[int, str]
    cut: str


def parse(html: str, limits: Limits = Limits(), *, scripts: bool = True) -> Tree:  # noqa: B008 - frozen
    """The tree of a page, however broken its HTML is; of a browser that runs scripts, or of one that does not.

    Elements and text beyond the limits are left out, as if the document ended there.

    Raises PageError: ``empty/no_content`` if there is neither a tag nor text in it.
    """
    markup = bounded(_CONTROL.sub("", as_html(html)), limits.elements, scripts=scripts)
    walk = _Walk(limits.elements, FALLBACKS if scripts else {"noframes"}, markup.restore)
    walk.read(_parser(markup.markup, scripting=scripts))
    if not walk.texts and not any(token["close"] and ">" in token["close"] for token in TOKEN.finditer(html)):
        raise PageError("empty/no_content", "the page holds no element")
    nesting, cut = Nesting.of(walk.parents), "elements" if walk.is_cut or markup.is_cut else ""
    unread = {number: "".join(texts) for number, texts in walk.unread.items()}
    tree = Tree(walk.tags, walk.attributes, nesting, _text_nodes(walk, nesting), unread, cut)
    return _within(limits.text, tree)


def _parser(markup: str, *, scripting: bool, is_part: bool = False) -> LexborHTMLParser:
    options = LexborDocumentOptions.WO_EVENTS  # which would copy the chosen part of a list
    raw = markup.encode("utf-8", "replace")
    return LexborHTMLParser(raw, is_fragment=is_part, scripting=scripting, options=options)


def _text_nodes(walk: _Walk, nesting: Nesting) -> TextNodes:
    """The text nodes; those separated by comments alone are joined."""
    owners, opened = np.array(walk.owners, np.int64), np.array(walk.opened, np.int64)
    arrays = [owners, opened, opened - nesting.depths[owners]]
    begins = np.diff(arrays[1] + arrays[2], prepend=-1) > 0  # a tag stands before it
    if begins.all():
        return TextNodes(walk.texts, *arrays)
    bounds = pairwise([*np.flatnonzero(begins).tolist(), len(begins)])
    texts = [walk.texts[begin] if end - begin == 1 else "".join(walk.texts[begin:end]) for begin, end in bounds]
    return TextNodes(texts, *(array[begins] for array in arrays))


def _within(most: int, tree: Tree) -> Tree:
    """The tree of the first characters, up to a limit."""
    texts = tree.text_nodes.texts
    if sum(map(len, texts)) <= most:
        return tree
    room = most - np.cumsum([len(text) for text in texts])
    last = int(np.argmax(room < 0))
    count = int(tree.text_nodes.opened[last])
    text_nodes = TextNodes(texts[: last + 1], *(values[: last + 1] for values in tree.text_nodes[1:]))
    text_nodes.texts[last] = texts[last][: room[last]]
    unread = {number: text for number, text in tree.unread.items() if number < count}
    return Tree(tree.tags[:count], tree.attributes[:count], tree.nesting.first(count), text_nodes, unread, "text")
