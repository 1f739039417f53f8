"""Names of authors in the text about them: "By Ann Lee and Bo Ek, Staff Writers | May 3" names two."""

from collections.abc import Container, Iterable

from iawce.data.html.words import split_words
from iawce.data.reading.aside_headings import announces_others
from iawce.data.reading.byline_leads import BY, LABEL
from iawce.data.reading.times import times_in
from iawce.extract.facts.byline_words import (
    ADDRESS,
    DEGREE,
    EDGE,
    END,
    ENDS_OPEN,
    GROUP,
    JOINS,
    MAIL,
    NO_NAME,
    REVIEWED,
    ROLE,
    ROLE_BEHIND,
    SPLIT,
    UNCASED,
)

MOST_WORDS = 8
"""Most words of a name; a longer text is a sentence."""
LONGEST = 300
"""Characters of a text that is examined."""


def names_in(texts: Iterable[str]) -> list[str]:
    """The names in a byline, each once; none if it has no name.

    Args:
        texts: its text nodes. A name ends with its text node, unless a comma or an "and" continues it.
    """
    line = _byline(text for text in texts if not ADDRESS.fullmatch(text.strip()))
    plain = _without_by(" ".join(MAIL.sub(" ", line).split()))
    ends = [found.start() for found in [END.search(plain)] if found] + [
        time.start for time in times_in(plain).spans[:1]
    ]
    plain = plain[: min(ends, default=None)]
    first, *others = _with_titles(SPLIT.split(plain))
    names = [first, *(name for name in others if not name[:1].islower() and not ROLE.fullmatch(name))]
    return list(dict.fromkeys(filter(is_name, names)))


def whole_name(text: str) -> str:
    """The name in a text with a single one, such as that of an organisation, which "and" does not divide."""
    plain = _without_by(" ".join(text[:LONGEST].split()))
    return plain if is_name(plain) else ""


def _without_by(text: str) -> str:
    plain = text.strip(EDGE)
    while found := BY.match(plain) or REVIEWED.match(plain):
        plain = plain[found.end() :]
    return plain


def _with_titles(parts: Iterable[str]) -> list[str]:
    """The parts of a list of names; a degree belongs to the name before it."""
    names = list[str]()
    for part in (ROLE_BEHIND.sub("", part.strip(EDGE)) for part in parts):
        if names and DEGREE.fullmatch(part):
            names[-1] += f", {part}"
        else:
            names.append(part)
    return names


def _byline(texts: Iterable[str]) -> str:
    line = ""
    for text in texts:
        plain = " ".join(text[:LONGEST].split())
        goes_on = not line or ENDS_OPEN.search(line) or LABEL.fullmatch(line) or JOINS.match(plain)
        if plain and (not goes_on or len(line) > LONGEST):
            break
        line = f"{line} {plain}".strip()
    return line


def starts_with_by(text: str) -> bool:
    """Whether a text begins as a byline does."""
    return bool(BY.match(text.strip()))


def is_label(text: str) -> bool:
    """Whether a text is only a label of a name: "Written by:"."""
    return len(text) < LONGEST and bool(LABEL.fullmatch(text.strip()))


def is_organisation(name: str, known: Container[str] = ()) -> bool:
    """Whether a name is that of an organisation: of one of those ``known`` (``comparable_name``), or by its words."""
    return bool(GROUP.search(name)) or comparable_name(name) in known


def comparable_name(name: str) -> str:
    """A name for comparing: its letters and digits in lower case."""
    return "".join(split_words(name.casefold()))


def is_full(name: str) -> bool:
    """Whether a name has several words, or is of a script without spaces between them."""
    return len(name.split()) > 1 or bool(UNCASED.fullmatch(name))


def is_name(text: str) -> bool:
    """Whether a text may be the name of a person or an organisation, or that of a user."""
    words = text.split()
    if not 1 <= len(words) <= MOST_WORDS or len(text) < 2 or not any(map(str.isalpha, text)):
        return False
    if (
        text[0] in "[("
        or NO_NAME.fullmatch(text)
        or ADDRESS.fullmatch(text)
        or (ROLE.fullmatch(text) and len(words) == 1)
    ):
        return False
    if announces_others(text):
        return False
    return len(words) <= 2 or 2 * sum(word[:1].islower() for word in words) <= len(words)
