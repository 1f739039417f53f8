"""Authors of a page: persons if it names any, else the organisation that it names."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from iawce.data.analysis.markup_metadata import MetaTags, SchemaItem, texts_of, types_of
from iawce.data.dom.web_address import host_of
from iawce.data.dom.words import split_words
from iawce.data.text.lexicon.bylines import (
    ADDRESS,
    BY,
    DEGREE,
    EDGE,
    END,
    ENDS_OPEN,
    GROUP,
    JOINS,
    LABEL,
    MAIL,
    NO_NAME,
    REVIEWED,
    ROLE,
    ROLE_BEHIND,
    SPLIT,
    UNCASED,
)
from iawce.data.text.lexicon.related_headings import announces_others
from iawce.data.text.times import times_in

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


MOST_AUTHORS = 20
ONE_NAME_EACH = ("citation_author", "dc.creator", "dcterms.creator")
LISTS_OF_NAMES = (
    "parsely-author", "sailthru.author", "cxenseparse:author", "og:author", "article:author", "author", "creator",
    "byl",
)  # fmt: skip
_WRITTEN = (
    "written",
    "verfasst",
    "geschrieben",
    "écrit",
    "escrito",
    "scritto",
    "geschreven",
    "автор",
    "skrevet",
    "author",
)


def claimed_authors(works: Sequence[SchemaItem], tags: MetaTags) -> list[str]:
    """Names in the markup: its annotations, else its ``meta`` elements."""
    sources = [_names_of(thing.get(name)) for thing in works for name in ("author", "creator")]
    sources += [[_family_last(text) for text in tags.all(name)] for name in ONE_NAME_EACH]
    sources += [_listed(tags.all(name)) for name in LISTS_OF_NAMES]
    if tags.first("twitter:label1").lower().startswith(_WRITTEN):
        sources.append(_listed(tags.all("twitter:data1")))
    found = (list(dict.fromkeys(filter(is_name, source)))[:MOST_AUTHORS] for source in sources)
    return next(filter(None, found), [])


def organisations(works: Sequence[SchemaItem], tags: MetaTags, url: str) -> list[str]:
    """Names of the site, of its publisher and of authors that the annotations call organisations."""
    names = [tags.first("og:site_name"), tags.first("application-name")]
    for thing in works:
        authors = thing.get("author")
        groups = [one for one in (authors if isinstance(authors, list) else [authors]) if _is_group(one)]
        names += [*texts_of(thing.get("publisher")), *texts_of(groups)]
    host = host_of(url)
    return [*filter(None, names), host, host.partition(".")[0]]


def choose_authors(
    claimed: Sequence[str], shown: Sequence[Sequence[str]], groups: Iterable[str], text: str
) -> list[str]:
    """The authors of a page: persons, else an organisation; those on the visible page first.

    Args:
        claimed: names in the markup.
        shown: names in each byline of the page, the most certain first.
        groups: names of known organisations.
        text: of the page, case-folded.
    """
    known = set(map(comparable_name, groups))
    persons = [name for name in claimed if not is_organisation(name, known)]
    lines = [[name for name in names if not is_organisation(name, known)] for names in shown]
    line = next(filter(None, lines), [])
    nearest = {comparable_name(name) for names in shown[:1] for name in names}
    if any(name.casefold() in text for name in persons):
        return persons
    if any(comparable_name(name) in nearest for name in claimed):
        return list(claimed)
    full = list(filter(is_full, line))
    return full or persons or list(claimed) or line or next(map(list, shown), [])


def _is_group(value: Any) -> bool:
    return isinstance(value, Mapping) and any(name.endswith("Organization") for name in types_of(value))


def _names_of(value: Any) -> list[str]:
    """Names in a property; a separate thing, such as a person, has one name."""
    found = list[str]()
    for one in value if isinstance(value, list) else [value]:
        texts = _without_addresses(texts_of(one))
        found += map(whole_name, texts) if _is_group(one) else _listed(texts)
    return found


def _listed(texts: Iterable[str]) -> list[str]:
    return [name for text in _without_addresses(texts) for name in names_in([text])]


def _without_addresses(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if not ADDRESS.fullmatch(text.strip())]


def _family_last(text: str) -> str:
    """A catalogue name, "Lee, Ann", in the usual order."""
    family, comma, given = text.partition(", ")
    return f"{given} {family}" if comma and "," not in given else text
