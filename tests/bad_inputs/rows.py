"""Bad inputs and the rows that they must give, among pages like any other."""

from bisect import bisect
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

from iawce.data.errors import Status, WarningKind
from iawce.extract import Extraction, Extractor, Html
from iawce.extract.pipeline.page_opener import Source
from tests.conftest import Answer, Site

WORDS = "The baker opens at six, and by seven the bread is gone. "
GOOD = f"<!doctype html><html lang=en><title>The baker</title><h1>The baker</h1><p>{WORDS * 5}</p></html>"


class Served(NamedTuple):
    """What a local server answers."""

    body: str | bytes | Answer = GOOD
    status: int = 200
    headers: Mapping[str, str] = {}


class Bad(NamedTuple):
    """An input, and what it is to give: text and warnings, or the reason why there is none.

    ``says`` and ``hides`` stand in the text of the row and do not. Warnings of the kind ``suspect`` count only where
    they are named, those of ``may`` also where they are not given. ``is_race``: the page may also be read in time, and
    then gives its text.
    """

    source: Source | Served
    reason: str = ""
    warnings: tuple[str, ...] = ()
    says: tuple[str, ...] = (WORDS.strip(),)
    hides: tuple[str, ...] = ()
    is_race: bool = False
    may: frozenset[str] = frozenset()


Rows = Mapping[str, tuple[Extraction, Extraction]]
"""By the name of a bad input its row, and that of the next good page after it."""
TOGETHER = 3
"""Bad inputs before each good page: an extractor takes several at a time."""


def rows_of(extractor: Extractor, inputs: Mapping[str, Bad], site: Site | None = None) -> Rows:
    """Extract all in one run, a good page after every few."""
    good: Source = site.add("/like-any-other", GOOD) if site else Html(GOOD)
    sources: list[Source] = []
    places, ends = dict[str, int](), list[int]()
    for number, (name, bad) in enumerate(inputs.items(), 1):
        places[name] = len(sources)
        sources.append(_at(bad.source, site, f"/{quote(name, safe='')}"))
        if number % TOGETHER == 0 or number == len(inputs):
            ends.append(len(sources))
            sources.append(good)
    rows = list(extractor.extract_many(sources))
    assert len(rows) == len(sources)
    return {name: (rows[place], rows[ends[bisect(ends, place)]]) for name, place in places.items()}


def _at(source: Source | Served, site: Site | None, path: str) -> Source:
    """A source that can be extracted: what is to be served stands at ``path``."""
    if not isinstance(source, Served):
        return source
    assert site
    if callable(source.body):
        return site.add_answer(path, source.body)
    return site.add(path, source.body, source.status, **source.headers)


def check(bad: Bad, row: Extraction, after: Extraction) -> None:
    """Hold a row against what is owed, and the good page after it against itself."""
    bad = bad._replace(reason="") if bad.is_race and row.status != Status.FAILURE else bad
    assert (row.reason, row.status == Status.FAILURE) == (bad.reason, bool(bad.reason)), row.message
    # That the type, the text or the language of a page of a few words is little more than a guess is tested elsewhere.
    guesses = (WarningKind.DOUBTFUL_TYPE, WarningKind.DOUBTFUL_TEXT, WarningKind.NO_LANGUAGE)
    certain = {str(warning) for warning in row.warnings if warning.kind not in guesses}
    assert set(bad.warnings) == certain - {"suspect/blank", "suspect/unstyled"} - bad.may
    for words in () if bad.reason else bad.says:
        assert words in row.text
    for words in (WORDS.strip(), *bad.hides) if bad.reason else bad.hides:
        assert words not in row.text + row.html
    assert row.to_json().encode()
    assert (after.status, after.reason) == (Status.SUCCESS, "")
    assert WORDS.strip() in after.text
