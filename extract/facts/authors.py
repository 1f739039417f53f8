"""Authors of a page: persons if it names any, else the organisation that it names."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from iawce.data.html.web_address import host_of
from iawce.data.reading.annotations import Thing, texts_of, types_of
from iawce.data.reading.meta_tags import MetaTags
from iawce.extract.facts.author_names import comparable_name, is_full, is_name, is_organisation, names_in, whole_name
from iawce.extract.facts.byline_words import ADDRESS

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


def claimed_authors(works: Sequence[Thing], tags: MetaTags) -> list[str]:
    """Names in the markup: its annotations, else its ``meta`` elements."""
    sources = [_names_of(thing.get(name)) for thing in works for name in ("author", "creator")]
    sources += [[_family_last(text) for text in tags.all(name)] for name in ONE_NAME_EACH]
    sources += [_listed(tags.all(name)) for name in LISTS_OF_NAMES]
    if tags.first("twitter:label1").lower().startswith(_WRITTEN):
        sources.append(_listed(tags.all("twitter:data1")))
    found = (list(dict.fromkeys(filter(is_name, source)))[:MOST_AUTHORS] for source in sources)
    return next(filter(None, found), [])


def organisations(works: Sequence[Thing], tags: MetaTags, url: str) -> list[str]:
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
