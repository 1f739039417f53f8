"""The elements and text nodes of a page in document order, read from the parser's trees into flat lists.

What a template holds, and what is for browsers without scripts or frames, is read as markup in its place: the parser
keeps the one apart and the other as text, as browsers do.
"""

from collections.abc import Callable, Iterator, Set
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST_PARTS = 5_000
"""Parts for browsers without scripts or frames that are read as markup; each takes a parser of its own."""
UNREAD = frozenset({"script", "style", "iframe", "noembed"})
"""Elements whose text nobody sees."""
Given = dict[str, str]


class Walk:
    """Reads the elements and text nodes of trees.

    Args:
        most: elements that are read.
        parts: elements whose text is markup.
        parse_part: parses the markup of a part of the page; gives its first node, None if there is none.
        restore: gives the text for which a text of the tree stands.

    Attributes:
        tags: names of the elements, in lower case.
        attributes: of the elements.
        parents: number of the parent of each, -1 for the root.
        depths: 1 for the root.
        closing: numbers of the elements in the order of their ends.
        ends: one past the last element of each subtree.
        texts: the text nodes.
        owners: the element in which each of them stands directly.
        opened, closed: how many elements have begun and ended before each of them.
        unread: texts of ``UNREAD`` elements, by number.
        is_cut: whether there are more elements.
    """

    def __init__(
        self,
        most: int,
        parts: Set[str],
        parse_part: Callable[[str], LexborNode | None],
        restore: Callable[[str], str],
    ) -> None:
        self._most, self._parts, self._parse_part, self._restore = most, parts, parse_part, restore
        self.tags, self.attributes = list[str](), list[Given]()
        self.parents, self.depths, self.closing, self.ends = list[int](), list[int](), list[int](), list[int]()
        self.texts, self.owners, self.opened, self.closed = list[str](), list[int](), list[int](), list[int]()
        self.unread = dict[int, list[str]]()
        self.is_cut = False
        self._open, self._known_as = [-1], [0]  # the open elements: their numbers, and the parser's for them
        self._none = Given()  # most elements have no attributes, and share it
        self._parsed = 0

    def read(self, parser: LexborHTMLParser) -> None:
        """Read a whole tree, and the parts in it."""
        if not parser.root or not parser.root.parent:
            return
        self._known_as[0] = parser.root.parent.mem_id
        trees = [_Tree(parser.root, 1, 0)]
        while trees and not self.is_cut:
            if part := self._read(trees[-1]):
                trees.append(_Tree(part, len(self._open), self._known_as[-1]))
                self._known_as[-1] = part.mem_id if part.parent else 0
            else:
                self._leave(trees.pop())
        self._close_to(1)

    def _read(self, tree: "_Tree") -> LexborNode | None:
        """Read until a part begins that is a tree of its own."""
        known_as, names, part = self._known_as, tree.names, None
        for node in tree.nodes:
            kind, above = node.tag_id, node.parent
            number = 0 if above is None else above.mem_id
            while known_as[-1] != number:
                self._close()
            if kind == _TEXT:
                part = self._write_text(node.text_content or "")
            elif kind != _COMMENT:
                if kind not in names:
                    names[kind] = (node.tag or "").lower()
                part = self._begin(node, names[kind], tree) if names[kind] else None  # a processing instruction
            if part or self.is_cut:
                return part
        return None

    def _begin(self, node: LexborNode, tag: str, tree: "_Tree") -> LexborNode | None:
        """Write an element; gives what it holds apart."""
        number = len(self.tags)
        if number == self._most:
            self.is_cut = True
            return None
        self.tags.append(tag)
        given = node.attributes
        if None in given.values():
            given = {name: value or "" for name, value in given.items()}
        self.attributes.append(given or self._none)  # type: ignore[arg-type] # none is None any more
        self.parents.append(self._open[-1])
        self.depths.append(len(self._open))
        self.ends.append(0)
        self._open.append(number)
        self._known_as.append(node.mem_id)
        return tree.content_of(node) if tag == "template" else None

    def _write_text(self, text: str) -> LexborNode | None:
        """Write a text, unless it is markup for some browsers, which it gives instead."""
        text, owner = self._restore(text), self._open[-1]
        tag = self.tags[owner]
        if tag in UNREAD:
            self.unread.setdefault(owner, []).append(text)
            return None
        if tag in self._parts and "<" in text and self._parsed < MOST_PARTS:
            self._parsed += 1
            if part := self._parse_part(text):
                return part
        self.texts.append(text)
        self.owners.append(owner)
        self.opened.append(len(self.tags))
        self.closed.append(len(self.closing))
        return None

    def _close(self) -> None:
        self._known_as.pop()
        number = self._open.pop()
        self.closing.append(number)
        self.ends[number] = len(self.tags)

    def _close_to(self, level: int) -> None:
        while len(self._open) > level:
            self._close()

    def _leave(self, tree: "_Tree") -> None:
        self._close_to(tree.level)
        self._known_as[-1] = tree.holder


class _Tree:
    """A tree that is being read.

    Args:
        root: its first node.
        level: how many elements are open around it.
        holder: the parser's number of the innermost of them.

    Attributes:
        nodes: what is left to read.
        names: of its tags, by the parser's number of them.
    """

    def __init__(self, root: LexborNode, level: int, holder: int) -> None:
        self.root, self.level, self.holder = root, level, holder
        self.nodes: Iterator[LexborNode] = root.traverse(include_text=True)
        self.names = dict[int, str]()

    @cached_property
    def _contents(self) -> dict[int, LexborNode]:
        return {holder.mem_id: content for content in self.root.template_fragments() if (holder := content.parent)}

    def content_of(self, template: LexborNode) -> LexborNode | None:
        """What a template holds."""
        return self._contents.get(template.mem_id)


def _kind(html: str) -> int:
    """The parser's number for nodes that are no elements, by one of them."""
    body = LexborHTMLParser(html).body
    return body.first_child.tag_id if body and body.first_child else -1


_TEXT, _COMMENT = _kind("text"), _kind("<body><!-- comment -->")
