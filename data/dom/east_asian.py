"""Texts of East Asian pages: without readings above characters, without spaces at line ends.

Furigana and bopomofo repeat the characters below them. A line break of the source between two wide characters is not a
space (CSS Text 3, segment break transformation).
"""

import re

import numpy as np

from iawce.data.dom.elements import Elements
from iawce.data.dom.nesting import TextNodes
from iawce.data.dom.words import CJK

_READINGS = ("rt", "rp", "rtc")
_WIDE = rf"{CJK}\u3001-\u303f\uff01-\uff60\uffe0-\uffe6"
_BROKEN = re.compile(rf"(?<=[{_WIDE}])[ \t]*+\n[ \t\n]*+(?=[{_WIDE}])")


def without_readings(index: Elements) -> TextNodes:
    """The text nodes of a page without those of readings in ``ruby``, and without the brackets around them."""
    in_ruby, are = index.inside(index.tagged("ruby")), index.has_tag(_READINGS)
    found = np.flatnonzero(in_ruby & are & ~are[index.parents])
    nothing = TextNodes([""] * len(found), found, found, found)
    return index.text_nodes.replace(index.first_text_node[found], index.last_text_node[found], nothing)


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
