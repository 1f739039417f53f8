"""When a page was published and last changed: what its markup, the texts near its title and its address say."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import chain
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.markup_metadata import MetaTags, SchemaItem, text_of, texts_of, types_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tags import BLOCKS, CELLS
from iawce.data.dom.words import split_words
from iawce.data.network.address import host_of
from iawce.data.text.lexicon.times import CHANGED, OF_ANOTHER_THING, PUBLISHED
from iawce.data.text.times import (
    DAY,
    DAY_FIRST_COUNTRIES,
    YEAR_FIRST,
    TextTimes,
    TimeSpan,
    date_range,
    month_first_in,
    read_date,
    times_in,
)
from iawce.extract.metadata.evidence import NEAR_TITLE, Choice, Evidence, Subject, choose

PUBLISHED_TAGS = (
    "article:published_time", "og:article:published_time", "datepublished", "parsely-pub-date", "sailthru.date",
    "citation_publication_date", "citation_date", "citation_online_date", "dc.date.issued", "dcterms.issued",
    "dc.date.created", "dcterms.created", "article.published", "publish-date", "publish_date", "publishdate",
    "published-date", "published", "pubdate", "cxenseparse:recs:publishtime", "og:published_time", "og:pubdate", "date",
    "dc.date", "dcterms.date", "datecreated", "uploaddate", "article_date_original", "created",
)  # fmt: skip
"""The most certain first."""
MODIFIED_TAGS = (
    "article:modified_time", "og:article:modified_time", "datemodified", "og:updated_time", "dcterms.modified",
    "dc.date.modified", "last-modified", "lastmod", "revised", "modified", "updated",
)  # fmt: skip
BESIDE = 1.0  # Cost of distance up to which a date is beside the title
FAR = 2.2  # Most that distance costs
MAX_WORDS = 14
"""Most words of a line with a date, links and dates left out, or at the start of its element; a longer one is prose."""
MAX_LOWER, MAX_LINE = 4, 10
"""Most words in lower case beside the dates of a line that is no sentence: with a full stop at its end, and without."""
STOPS = frozenset(".!?…。")  # The end of a sentence
MAX_AROUND = 30  # Words of the element
MAX_PIECES = 60  # Text nodes of an element that is read
BESIDE_NAME, SEVERAL = 3, 3
"""Most texts from the author to a date beside, and least dates in elements of one kind that are a list."""
_OF_PAGE = re.compile(
    rf"(?:(?:this |diese )?(?:page|seite|article|dokument)(?: was| wurde)? )?(?:{CHANGED.pattern})", re.I
)
"""The begin of a line in a footer about the page, not about the site or its terms."""
_CODE = ("pre", "code", "samp", "textarea")
DIRECTLY = 3  # Most texts from the title to a date right below it, whatever the part that it stands in is called
NEAR = 40  # Characters before a date that may describe it
_FIRST = re.compile(
    r"original(?:ly)? (?:published|posted|appeared)|first (?:published|posted)|"
    r"ursprünglich (?:veröffentlicht|erschienen)|publié initialement|publicado originalmente|"
    r"pubblicato originariamente|först publicerad|oorspronkelijk gepubliceerd|首次[发發][布佈表]",
    re.I,
)
_NAMED = re.compile(
    r"publi|posted|pubdate|dateline|timestamp|(?:^|[-_\s])(?:date|datum|fecha|data|time)|[a-z]Date", re.I
)
"""Class names of dates."""
_NOW = re.compile(r"(?:^|[-_\s])(?:today|current-?(?:date|time)|now|clock|weather)(?:$|[-_\s])", re.I)
"""Class names of the day on which the page is read."""
_GIVEN = ("datetime", "ts", "data-datetime", "data-date", "title")  # Attributes of elements for times
_TIME_TAG = re.compile("time$|time-?ago$|date$|^abbr$")
_SHORT = re.compile(r"(?<![\d./-])(?:\d\d([.-])\d\d\1\d\d|\d\d?/\d\d?/\d\d)(?![\d./-])")  # With a year of two digits
_SECTION = re.compile(r"(?<![a-z])updates\Z", re.I)  # The end of the name of one: "News & Updates"
MAX_STOPPED = 4  # Most words of a label that ends with a full stop, as an abbreviation does
_CLOCK = re.compile(r"\d\d?[:.]\d\d")
_IN_ADDRESS = re.compile(
    r"[/-]((?:19|20)\d{2})([/-]?)(\d{2})\2(\d{2})(?=\D)|/((?:19|20)\d{2})/(\d{1,2}|[a-z]{3,9})/(\d{1,2})/", re.I
)
MIDNIGHT, _ZONES = "T00:00:00", frozenset("+-")  # The time of a day without one, and what begins a zone
MAX_DAYS = 1  # Most days between two versions of one date, because of time zones
_FIRST_OF = ("datePublished", "datePosted", "dateCreated", "uploadDate"), PUBLISHED_TAGS
_LAST_OF = ("dateModified",), MODIFIED_TAGS
_OF_OTHERS = "startDate", "endDate", "doorTime", "birthDate", "deathDate", "validThrough"


class _Shown(NamedTuple):
    """A date on a page, the same with day and month exchanged if it may be read so, and the evidence for it."""

    day: str
    exchanged: str
    is_change: bool
    by_class: bool  # Nothing but the name of a class says that it is that of a change
    is_first: bool
    is_beside: bool
    is_alone: bool  # Nothing is said with it
    evidence: Evidence[str]


class FoundDates(NamedTuple):
    """The days of publication and last change, ISO 8601; ``is_denied``: the page shows others than its markup."""

    published: Choice[str] | None = None
    modified: Choice[str] | None = None
    is_denied: bool = False


def find_dates(page: Subject, others: Iterable[Evidence[str]], byline: int, end: int | None) -> FoundDates:
    """The dates of a page.

    ``others``: further evidence for the publication; ``byline``: number of the element that names the author, 0 if none
    is known; ``end``: that of the first post if only dates before it, beside the title, are those of the publication.
    """
    document, index, items = page.analysis.document, page.analysis.index, page.analysis.schema_items
    published, modified = (list(_claims(document.meta_tags, page.works, *names)) for names in (_FIRST_OF, _LAST_OF))
    known, claims = published[0].value[:DAY] if published else "", {one.value[:DAY] for one in published}
    changed = {one.value[:DAY] for one in modified} - claims
    addresses = dict.fromkeys((document.base_url, document.meta_tags.first("canonical")))
    named = [place.groups() for url in addresses if (place := _IN_ADDRESS.search(url + "/"))]
    days = (read_date("-".join(part for part in parts if part and part.isalnum())) for parts in named)
    published += [*(Evidence(day, "address", {"in the address": 1}) for day in days if day), *others]
    of_others = {read_date(text_of(one, name))[:DAY] for one in items for name in _OF_OTHERS} - claims - changed
    certain = {one.value[:DAY] for one in published}
    shown = _without_later(_shown(page), index)
    shown = [one for one in shown if one.day[:DAY] not in of_others or one.evidence.signs["called published"]]
    shown, order = _without_rows(shown, page.analysis, byline), index.texts_before[index.first_text_node]
    if not certain and not any("Event" in name for work in page.works for name in types_of(work)):
        changed |= _later_of_two(shown, index)
    alike = Counter(int(index.kinds[one]) for one in {one.evidence.element for one in shown})
    first = {int(index.kinds[one.evidence.element]): one for one in reversed(shown)}
    confirming = (one for one in shown if one.is_beside or one.evidence.signs["called published"])
    is_confirmed = any(one.day[:DAY] in claims and not one.is_change for one in confirming)
    for one in shown:
        found, element, kind = one.evidence, one.evidence.element, int(index.kinds[one.evidence.element])
        if one.is_change or (one.day[:DAY] in changed and not one.is_first):
            modified.append(found)
            continue
        if end is not None and not (element < end and one.is_beside):
            continue
        if byline and abs(int(order[element] - order[byline])) <= BESIDE_NAME:
            found = found.add({"beside the author": 1})
        elif not one.is_beside and (index.linked[element] or (alike[kind] >= SEVERAL and one is not first[kind])):
            found = found.add({"of a list": 1})
        is_earlier = bool(known) and _date(one.day) < _date(known) - timedelta(MAX_DAYS)
        is_earlier &= not is_confirmed or one.is_alone or one.evidence.signs["called published"] > 0
        if one.exchanged and one.exchanged in certain:
            published.append(found._replace(value=one.exchanged).add({"as elsewhere on the page": 1}))
        elif one.is_beside and is_earlier:
            # Many sites give the day on which they moved or changed a page as that of its publication.
            found = found.add({"earlier than in the markup": 1})
        if one.is_first and (not known or is_earlier):
            found = found.add({"first published": 1})
        published.append(found)
    if not published:  # many designs call the only date of an article ``updated``, the one that hAtom requires
        before = [one for one in shown if one.is_beside and (end is None or one.evidence.element < end)]
        published = [one.evidence for one in before if one.by_class or not one.is_change]
    beside = [one.day for one in shown if one.is_beside] if known else []
    apart = [abs((_date(one) - _date(day)).days) for one in beside for day in claims | changed]
    last = _date(document.fetched) + timedelta(1) if document.fetched else date.max
    past = (one for one in published if _date(one.value) <= last)
    publication = _exact(choose("date_published", past, _is_same_day))
    since = _date(publication.value) - timedelta(MAX_DAYS) if publication else date.min  # before, a draft was changed
    past = (one for one in modified if _date(one.value) <= last and (one.source != "page" or _date(one.value) >= since))
    change = _exact(choose("date_modified", past, _is_same_day))
    return FoundDates(publication, change, min(apart, default=0) > MAX_DAYS)


def _without_later(found: Iterable[_Shown], index: ElementIndex) -> list[_Shown]:
    """The dates without those of nothing known that are later than a change in their line, as deadlines are."""
    shown, changes = list(found), dict[int, str]()
    if not any(one.is_change and not one.by_class for one in shown):
        return shown
    lines = index.nearest(index.has_tag(BLOCKS | CELLS))
    for one in shown:
        if one.is_change and not one.by_class:
            line = int(lines[one.evidence.element])
            changes[line] = min(changes.get(line, one.day), one.day)
    known = (one.is_change or one.evidence.signs["called published"] for one in shown)
    earliest = (changes.get(int(lines[one.evidence.element]), one.day)[:DAY] for one in shown)
    days = zip(shown, known, earliest, strict=True)
    return [one for one, is_known, first in days if is_known or one.day[:DAY] <= first]


def _without_rows(shown: Sequence[_Shown], analysis: PageAnalysis, byline: int) -> list[_Shown]:
    """The dates without those of short rows, but beside the title, the author or words for a publication or change.

    The first of several of one kind may be that of the page, where it is not in a row as the second is.
    """
    index, of_kind = analysis.index, dict[int, list[int]]()
    order = index.texts_before[index.first_text_node]
    for element in dict.fromkeys(one.evidence.element for one in shown):
        of_kind.setdefault(int(index.kinds[element]), []).append(element)
    rows = {kind for kind, some in of_kind.items() if len(some) >= SEVERAL and _are_in_rows(analysis, *some[:2])}
    signs = ((one, one.is_beside or one.is_change or one.evidence.signs["called published"]) for one in shown)
    near = {one.evidence.element for one, is_known in signs if is_known}
    near |= {
        one for some in of_kind.values() for one in some if byline and abs(order[one] - order[byline]) <= BESIDE_NAME
    }
    return [one for one in shown if one.evidence.element in near or int(index.kinds[one.evidence.element]) not in rows]


def _are_in_rows(analysis: PageAnalysis, one: int, other: int) -> bool:
    """Whether two elements of one kind are in parts of one kind with few words under one parent; a post has more."""
    index, most = analysis.index, MAX_AROUND * analysis.word_scale
    rows = [one, other]
    while index.parents[rows[0]] != index.parents[rows[1]]:
        deeper = int(index.depths[rows[1]] > index.depths[rows[0]])
        rows[deeper] = int(index.parents[rows[deeper]])
    is_alike = rows[0] != rows[1] and bool(index.kinds[rows[0]] == index.kinds[rows[1]])
    return is_alike and bool((analysis.document.body.words[rows] <= most).all())


def _later_of_two(shown: Sequence[_Shown], index: ElementIndex) -> set[str]:
    """The later of two days in neighbouring texts beside the title, which say nothing else; none if there are more."""
    plain = [one for one in shown if one.is_beside and one.is_alone and not index.linked[one.evidence.element]]
    order = index.texts_before[index.first_text_node]
    places = {one.day[:DAY]: int(order[one.evidence.element]) for one in plain}
    is_pair = len(places) == len({one.day[:DAY] for one in shown if one.is_beside}) == 2
    return {max(places)} if is_pair and abs(int(np.diff(list(places.values()))[0])) == 1 else set()


def _date(text: str) -> date:
    return date.fromisoformat(text[:DAY])


def _is_same_day(one: str, other: str) -> bool:
    return one[:DAY] == other[:DAY]


def _exact(choice: Choice[str] | None) -> Choice[str] | None:
    """The choice with the time of the day, if some evidence for it has one, and with the zone if another has that."""
    alike = [one.value for one in choice.evidence if _is_same_day(one.value, choice.value)] if choice else []
    timed = [one for one in alike if len(one) > DAY]
    times = [*timed[:1], *(one for one in timed if not one.startswith(MIDNIGHT, DAY))]
    exact = next((one for one in times if not _ZONES.isdisjoint(one[DAY:])), times[0]) if times else ""
    return choice._replace(value=exact) if choice and exact else choice


def _claims(
    tags: MetaTags, works: Sequence[SchemaItem], properties: Iterable[str], names: Sequence[str]
) -> Iterator[Evidence[str]]:
    """The dates of the markup: properties of works, the first of which is most certain, and ``meta`` elements."""
    given = [(text, name) for thing in works for name in properties for text in texts_of(thing.get(name))[:1]]
    for number, (text, name) in enumerate(given):
        if day := read_date(text):
            yield Evidence(day, "schema.org", {"an annotation": 1, "further": number > 0}, name)
    for number, name in enumerate(names):
        for day in filter(None, map(read_date, tags.all(name))):
            yield Evidence(day, "meta", {"a <meta> element": 1, "less usual": number / len(names)}, name)


def is_month_first(analysis: PageAnalysis, language: str) -> bool:
    """Whether the month precedes the day on the page: by its other dates, else by its language and country."""
    texts = analysis.index.text_nodes.texts
    dated = (texts[text_node] for text_node in np.flatnonzero(analysis.times.with_year).tolist())
    found = month_first_in([text for text in dated if len(text) < 2 * NEAR], language)
    if found is not None:
        return found
    tags = analysis.document.meta_tags
    country = tags.first("og:locale").lower().replace("-", "_").partition("_")[2]
    hosts = (host_of(address).rpartition(".")[2] for address in (analysis.document.base_url, tags.first("canonical")))
    is_english = language.lower() in ("", "en", "en-us")
    return is_english and (language.lower() == "en-us" or DAY_FIRST_COUNTRIES.isdisjoint((country, *hosts)))


class _Stamp(NamedTuple):
    """A text with a date: its times, its text node, its element, the text before it and the names of the element."""

    times: TextTimes
    text_node: int
    element: int
    before: str
    names: str
    is_time: bool


def _shown(page: Subject) -> Iterator[_Shown]:
    """The dates on the page."""
    analysis, _, heading, _, language = page
    index, month_first = analysis.index, is_month_first(analysis, language)
    short_years = bool(language) and language.partition("-")[0] not in YEAR_FIRST
    dated, exchanged = (
        partial(TextTimes.dated, month_first=order, short_years=short_years, language=language)
        for order in (month_first, not month_first)
    )
    of_site = [number for number in index.tagged("header") if not number < heading < index.ends[number]]
    notes = (note.element for note in index.footnotes)
    values = index.inside([*index.tagged(*_CODE), *_tables_of_days(analysis), *notes])
    headers = index.inside(of_site) & ~index.inside(index.tagged("article", "main"))
    footers = index.inside(index.tagged("footer"))
    for stamp in _stamps(page, dated):
        away = page.texts_from_title(stamp.text_node)
        cost = (away if away >= 0 else NEAR_TITLE / 2 - 2 * away) / NEAR_TITLE
        days, text = dated(stamp.times), stamp.times.text
        words = split_words(stamp.times.rest)
        for number, (span, day) in enumerate(days):
            said, before = _said(stamp, days, number), f"{stamp.before} {text[: span.start]}"
            is_named, is_said = bool(_NAMED.search(stamp.names)), bool(PUBLISHED.search(said))
            is_short = span.notation == "numeric" and len(span.parts["year_numeric"]) == 2
            is_other = OF_ANOTHER_THING.search(before[-NEAR:]) or _NOW.search(stamp.names)
            is_of_header = away < 0 and headers[stamp.element] and not is_said
            is_number = is_short and any(map(str.isdigit, _CLOCK.sub("", _SHORT.sub("", text))))
            # A sentence tells when something happened, unless it says that this was published or changed.
            lower = sum(map(str.islower, words))
            is_prose = lower > max(MAX_LOWER if text.rstrip()[-1:] in STOPS else MAX_LINE, len(words) / 2)
            is_called = is_said or CHANGED.search(said)
            if is_other or is_of_header or is_number or (is_prose and not is_called):
                continue
            is_first = bool(heading and _FIRST.search(said))
            is_named_change = CHANGED.search(stamp.names) and not PUBLISHED.search(stamp.names) and not is_said
            is_said_change = _last(CHANGED, said) > _last(PUBLISHED, said)
            is_change = not is_first and (is_said_change or bool(is_named_change))
            is_apart, is_marked = page.apart[stamp.element], is_said or is_named or stamp.is_time
            lines = (text, f"{stamp.before} {text}")
            is_unlinked = not analysis.document.body.link_words[index.parents[stamp.element]]
            is_below = 0 < away <= DIRECTLY and is_said and is_unlinked and not footers[stamp.element]
            is_own = is_below or (is_said_change and any(_OF_PAGE.match(line.strip()) for line in lines))
            if is_apart and not is_own:
                continue
            if values[stamp.element] and not (is_marked or is_said_change):
                continue
            if not is_called and any(date_range(text, month_first=month_first)):
                continue
            by_class = is_change and not is_said_change
            signs = {
                "on the page": 1,
                "named after dates": is_named,
                "called published": is_said,
                "called changed": is_change and not is_said,
                "behind another date": number > 0 and not is_said,
                "an element for times": stamp.is_time,
                "with the time of day": stamp.times.has_clock and not stamp.is_time,
                "distance from the title": min(cost, FAR),
            }
            swapped = exchanged(stamp.times)[number : number + 1] if span.numbers else []
            other = next((one for _, one in swapped if one != day), "")
            evidence = Evidence(day, "page", signs, f"“{text}”", stamp.element)
            is_beside, is_alone = bool(heading) and cost <= BESIDE, not (words or is_said or is_change)
            yield _Shown(day, other, is_change, by_class, is_first, is_beside, is_alone, evidence)


def _tables_of_days(analysis: PageAnalysis) -> Iterator[int]:
    """The tables of data with several days in cells of one kind; another may say when the page was written."""
    index, cells = analysis.index, analysis.index.nearest(analysis.index.has_tag(CELLS))
    for table in index.data_tables:
        span = index.span_of(table)
        dated = np.flatnonzero(analysis.times.with_year[span]) + span.start
        kinds = Counter(index.kinds[cells[index.text_nodes.owners[dated]]].tolist())
        if max(kinds.values(), default=0) > 1:
            yield table


def _said(stamp: _Stamp, days: Sequence[tuple[TimeSpan, str]], number: int) -> str:
    """What is said of one of the dates of a text: before it, or after each of several if the text ends with a label.

    Of a single one, only what is said from the last time on: "3 May 2024 7:30 (updated 9:02)" was published that day.
    """
    text, span = stamp.times.text, days[number][0]
    begin = days[number - 1][0].end if number else 0
    end = days[number + 1][0].start if number + 1 < len(days) else len(text)
    before, label, after = text[begin : span.start], "" if number else stamp.before[-NEAR:], text[span.end : end]
    begins, ending = text[: days[0][0].start], text[days[-1][0].end :]
    follows = not any(map(str.isalpha, begins)) and (CHANGED.search(ending) or PUBLISHED.search(ending))
    if len(days) == 1:
        return f"{label} {before} {text[stamp.times.spans[-1].start :]}"
    return f"{label} {after if follows else before}"


def _stamps(page: Subject, dated: Callable[[TextTimes], list[tuple[TimeSpan, str]]]) -> Iterator[_Stamp]:
    """Elements for times, such as ``time``, ``abbr`` and ``relative-time``, and short lines with dates."""
    analysis, _, heading, apart, _ = page
    index, times, body = analysis.index, analysis.times, analysis.document.body
    short = (body.words <= MAX_AROUND * analysis.word_scale) & body.kept
    footers = index.tagged("footer")
    times_of_kind = Counter(index.kinds[footers].tolist())  # cards and comments have footers of one kind
    away = index.texts_before[index.first_text_node] - index.texts_before[index.last_text_node[heading]]
    is_below = (away >= 0) & (away <= DIRECTLY) if heading else np.zeros(len(index), bool)
    short &= ~apart | is_below | index.inside(one for one in footers if times_of_kind[int(index.kinds[one])] == 1)
    short &= (index.last_text_node - index.first_text_node <= MAX_PIECES) & ~index.inside(index.tagged("button"))
    texts, owners = index.text_nodes.texts, index.text_nodes.owners
    for number in index.tagged(*(tag for tag in set(index.tags) if _TIME_TAG.search(tag))):
        if short[number]:
            given, place = index.attributes.given[number], int(index.first_text_node[number])
            written = next((day for name in _GIVEN if (day := read_date(given.get(name, "")))), "")
            inner, label = times.in_element(number), times_in(_label(texts[max(0, place - 2) : place]))
            before = label.text[label.spans[-1].end :] if dated(label) and dated(inner) else label.text
            own = inner.text[: inner.spans[0].start] if inner.spans else analysis.texts.line(number)
            read, names = times_in(written) if written else inner, f"{given.get('class')} {given.get('itemprop')}"
            yield _Stamp(read, place, number, f"{before} {own}" if written else before, names, is_time=True)
    if heading:  # a year in the title is not a date of the page
        short[heading : index.ends[heading]] = False
    is_first_text = index.first_text_node[owners] == np.arange(len(owners))
    words = np.where(is_first_text, index.text_node_words, (body.words - body.link_words)[owners])
    places = np.flatnonzero(short[owners] & ~index.blank)
    marked, before_each = times.marked[places], np.concatenate([[0], places[:-1]])
    for last, text_node in zip(before_each[marked].tolist(), places[marked].tolist(), strict=True):
        text, owner = texts[text_node], int(owners[text_node])
        if not (times.with_year[text_node] or _SHORT.search(text)):
            continue
        piece = times.in_piece(text_node)  # the words of its dates do not count
        of_dates = sum(len(split_words(piece.text[span.start : span.end])) for span in piece.spans)
        if words[text_node] - of_dates <= MAX_WORDS * analysis.word_scale or _FIRST.search(text):
            wider = [number for number in (owner, int(index.parents[owner])) if number > 0 and short[number]]
            lines = (line for number in wider for line in times.in_lines(number))
            if found := next((one for one in chain((piece,), lines) if dated(one)), None):
                before = "" if times.with_year[last] else _label(texts[last : last + 1])
                yield _Stamp(found, text_node, owner, before, index.classes[owner], is_time=False)


def _label(texts: Sequence[str]) -> str:
    """The end of the texts before a date; empty if it is that of a sentence or the name of a section."""
    text = "".join(texts)[-NEAR:]
    said = text.rstrip()
    is_sentence = said[-1:] in STOPS and len(said.split()) > MAX_STOPPED
    return "" if is_sentence or _SECTION.search(said) else text


def _last(words: re.Pattern[str], text: str) -> int:
    """Where the last of such words begins, -1 without one."""
    return max((one.start() for one in words.finditer(text)), default=-1)
