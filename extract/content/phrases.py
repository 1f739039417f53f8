"""Parts of a page of the site, recognised by their first words: a shelf of products, the rules of a board."""

import re
from collections.abc import Iterator
from itertools import islice

from iawce.data.html.subset import Subset
from iawce.data.html.tags import HEADINGS

TITLE = re.compile(
    r"(?:our |the |more |other |view )?(?:related|similar|recommended|recently viewed|popular|latest|best[- ]?selling)"
    r" (?:products?|items?|posts?|articles?|stories|threads?|topics?|discussions?)(?: you may like)?"
    r"|(?:our )?best[- ]?sellers?|you (?:may|might) also (?:like|enjoy|be interested in)|recently viewed"
    r"|customers also (?:bought|viewed)|people also (?:bought|viewed)|follow us(?: on [\w ]{1,30})?"
    r"|share this(?: page| post| article| story| thread)?|leave a (?:reply|comment)|who is online|forum jump",
    re.I,
)
"""Patterns of a whole heading."""
LINE = re.compile(
    r"you (?:must|have to|need to) (?:be (?:logged|signed)[- ]in|log ?in|sign in|register|be a registered)\b"
    r"[^.]{0,60}\b(?:reply|post|comment)\b"
    r"|(?:users|members|\d+ users?|there are [^.]{1,40})(?: who are)? (?:currently )?(?:browsing|viewing)"
    r" this (?:forum|thread|topic|page)"
    r"|currently active users viewing this thread|jump to(?: forum)?:?\s*\Z|forum jump:?\s*\Z"
    r"|you (?:may not|cannot) (?:post|reply|edit|delete|attach)\b[^.]{0,60}"
    r"\b(?:forum|threads?|topics?|replies|posts?)\b"
    r"|(?:this (?:thread|topic) is )?not open for further replies",
    re.I,
)
"""Patterns of the beginning of a line."""
LONGEST_LINE = 30
"""Most words of an element that consists of such a line."""
FARTHEST = 12
"""Most elements around it that are examined."""
_ENDS = " \t\n\r\xa0:.!…"


def named_by_words(subset: Subset) -> Iterator[int]:
    """Numbers of sections with such a heading, and of elements that consist of little more than such a line."""
    index = subset.index
    headings = index.nearest(index.has_tag(HEADINGS)).tolist()
    owners = index.pieces.owners.tolist()
    for piece, text in enumerate(index.pieces.texts):
        if len(text) < 6 or not subset.pieces[piece]:
            continue
        plain = text.strip(_ENDS)
        if (heading := headings[owners[piece]]) and TITLE.fullmatch(plain[:60]):
            if subset.words[heading] == index.piece_words[piece]:
                yield _section(subset, heading)
        elif LINE.match(plain[:160]) or (
            plain[:4].lower() == "you " and LINE.match("".join(index.pieces.texts[piece : piece + 3])[:160].lstrip())
        ):  # links divide the line
            yield _filled(subset, owners[piece])


def _section(subset: Subset, heading: int) -> int:
    """The first element around a heading with more text, if it begins with the heading; else the heading."""
    for around in islice(subset.index.ancestors(heading), FARTHEST):
        if subset.words[around] > subset.words[heading]:
            return around if _first(subset, around) == _first(subset, heading) else heading
    return heading


def _filled(subset: Subset, number: int) -> int:
    """The largest element around a line that begins with it and is no longer than a line."""
    found = number
    for around in islice(subset.index.ancestors(number), FARTHEST):
        if subset.words[around] > LONGEST_LINE or _first(subset, around) != _first(subset, number):
            break
        found = around
    return found


def _first(subset: Subset, number: int) -> int:
    """The first text node with words of an element's subtree."""
    index = subset.index
    pieces = range(index.first_piece[number], index.last_piece[number])
    return next((piece for piece in pieces if subset.pieces[piece] and index.piece_words[piece]), -1)
