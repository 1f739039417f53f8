"""The elements and text nodes of a page in document order, read from the parser's trees into flat lists.

The content of a template, and parts for browsers without scripts or frames, are read as markup in their place: like
browsers, the parser keeps the first separately and the second as text.
"""

from collections.abc import Callable, Iterator, Set
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST_PARTS = 5_000
"""Most parts for browsers without scripts or frames that are read as markup; each needs its own parser."""
UNREAD = frozenset({"script", "style", "iframe", "noembed"})
"""Elements whose text is invisible."""
_HOLDING_NO_MARKUP = UNREAD | {"noscript", "noframes", "xmp", "plaintext"}
"""Elements whose text is not read, is separate markup, or replaces a text that the parser did not get."""
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
        texts: the text nodes.
        owners: the element directly around each of them.
        opened: number of elements that have begun before each of them.
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
        trees = [_Tree(parser.root, parser.root.parent.mem_id, -1)]
        while trees and not self.is_cut:
            if part := self._read(trees[-1]):
                trees.append(part)
            else:
                trees.pop()

    def _read(self, tree: "_Tree") -> "_Tree | None":
        """Read until a separate tree begins; a loop without calls, since pages have many nodes."""
        names, numbers, tags, part = tree.names, tree.numbers, self.tags, None
        for node in tree.nodes:
            kind, above = node.tag_id, node.parent
            if kind == _COMMENT:
                continue
            owner = numbers[0 if above is None else above.mem_id]
            if kind == _TEXT:
                text = node.text_content or ""
                if tags[owner] not in _HOLDING_NO_MARKUP:
                    self.texts.append(text)
                    self.owners.append(owner)
                    self.opened.append(len(tags))
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
            self.parents.append(owner)
            given = node.attributes
            if None in given.values():
                given = {name: value or "" for name, value in given.items()}
            self.attributes.append(given or self._none)  # type: ignore[arg-type] # none is None any more
            if tag == "template" and (content := tree.content_of(node)):
                return _Tree.of_part(content, len(tags) - 1)
        return None

    def _read_apart(self, owner: int, text: str) -> "_Tree | None":
        """Store the text of an element without markup; text that is markup for some browsers is read as a tree."""
        tag = self.tags[owner]
        if tag in UNREAD:
            self.unread.setdefault(owner, []).append(text)
            return None
        if tag in self._parts and "<" in text and self._parsed < MOST_PARTS:
            self._parsed += 1
            if part := self._parse_part(text):
                return _Tree.of_part(part, owner)
        self.texts.append(text)
        self.owners.append(owner)
        self.opened.append(len(self.tags))
        return None


class _Tree:
    """A tree that is being read.

    Args:
        root: its first node.
        around: the parser's number of its parent, 0 without one.
        holder: the number of the element that stands for that.

    Attributes:
        nodes: the nodes left to read.
        names: of its tags, by the parser's number of them.
        numbers: of its elements, by the parser's number of them.
    """

    def __init__(self, root: LexborNode, around: int, holder: int) -> None:
        self.root = root
        self.nodes: Iterator[LexborNode] = root.traverse(include_text=True)
        self.names, self.numbers = dict[int, str](), {around: holder}

    @classmethod
    def of_part(cls, part: LexborNode, holder: int) -> "_Tree":
        """The separate tree of an element's content."""
        return cls(part, part.mem_id if part.parent else 0, holder)

    @cached_property
    def _contents(self) -> dict[int, LexborNode]:
        return {holder.mem_id: content for content in self.root.template_fragments() if (holder := content.parent)}

    def content_of(self, template: LexborNode) -> LexborNode | None:
        """The content of a template."""
        return self._contents.get(template.mem_id)


def _kind(html: str) -> int:
    """The parser's number for nodes that are no elements, by one of them."""
    body = LexborHTMLParser(html).body
    return body.first_child.tag_id if body and body.first_child else -1


_TEXT, _COMMENT = _kind("text"), _kind("<body><!-- comment -->")
