"""The title and the picture of each record."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.picture_address import BACKGROUNDS, background_address, is_placeholder
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.words import split_words
from iawce.data.network.address import web_address
from iawce.data.text.counts import counted
from iawce.data.text.lexicon.bylines import PERSON_PATH
from iawce.data.text.times import times_in
from iawce.extract.content.content import FieldValue
from iawce.extract.papers.simhtree.leaves import FORMATS
from iawce.extract.records.columns.column_facts import ALWAYS, NO_PAGES, USUAL, ColumnFacts, Values, never_meet
from iawce.extract.records.columns.ratings import read_rating_count

MAX_TITLE = 30  # Mean words of titles
ALMOST = 0.6  # Least share of the best score of another column that supplies missing titles
OWN = 3  # Elements of a picture, from the innermost, whose names are read
STRESSED = frozenset({"b", "strong", "dt", "th"})
_NO_TITLES = frozenset({
    "tag", "tags", "keyword", "keywords", "badge", "status", "rank", "phone", "email", "domain", "url", "brand",
    "subtitle", "meta", "button", "btn",
})  # fmt: skip
"""Words in names of elements beside titles."""
_PEOPLE = re.compile(r"\b(?:avatars?|gravatar|profile|author|user|icon|logo|badge|flag|sprite|emoji|stars?|rating)\b")
_RANK = re.compile(r"[#(\[]?\d{1,4}[.):\]]?")
_CITED = re.compile(r"[^\W\d_a-z][\w'’-]+, (?:[^\W\d_a-z]\.[ -]?){1,4}")  # An author, at the beginning of a citation
_PICTURE = re.compile(r"\b(?:thumb\w*|cover|hero|product|featured|card|poster|main)\b")


def without_flags(titles: Values, analysis: PageAnalysis) -> Values:
    """The titles without such words that several of them have."""
    ends = [dict.fromkeys(_ends(title, analysis)) if title else {} for title in titles]
    counts = Counter(flag for own in ends for flag in own)
    found: Values = []
    for title, own in zip(titles, ends, strict=True):
        text = title.text if title else ""
        flags = [flag for flag in own if counts[flag] > 1]
        for flag in sorted(flags, key=lambda flag: -counts[flag]):  # a name that two records share is what is left
            if len(flag) < min(len(text), 60):
                text = text.removeprefix(flag) if text.startswith(flag) else text.removesuffix(flag)
        found.append(title and replace(title, text=text.strip()))
    return found


def _ends(title: FieldValue, analysis: PageAnalysis) -> Iterator[str]:
    """The first and the last text of a title of several, if no space separates them from the text beside."""
    index, texts = analysis.index, analysis.index.text_nodes.texts
    if len(title.elements) != 1:
        return
    numbers = index.text_numbers(title.elements[0])
    first, last = (list(islice((one for one in way if texts[one].strip()), 2)) for way in (numbers, numbers[::-1]))
    ends = ((*first, first[0]), (*last[::-1], last[0])) if len(first) > 1 else ()
    for left, right, flag in ends:
        is_own = index.tags[int(index.text_nodes.owners[flag])] not in FORMATS
        before, after = texts[left][-1], texts[right][:2]
        is_glued = before.islower() or (before.isupper() and after[1:].islower())  # ``listingOak``, ``NEWOak``
        if is_own and is_glued and right == left + 1 and after[0].isupper():
            yield texts[flag].strip()


def find_titles(columns: Sequence[ColumnFacts], analysis: PageAnalysis) -> tuple[Values, list[ColumnFacts]]:
    """The title of each record, and the columns of the titles; both empty if there are none.

    ``columns``: without amounts of money.
    """
    scored = {column: 0.0 if _is_beside_subject(column, columns) else _title_score(column) for column in columns}
    ranked = sorted((one for one in scored if scored[one] > 0), key=lambda one: -scored[one])
    first = next((one for one in ranked if one.filled >= 0.5), None)
    if first is None:
        return [], []
    others = [one for one in ranked if one is not first and scored[one] >= ALMOST * scored[first]]
    used = [first, *(one for one in others if never_meet(one.values, first.values))]  # these fill its gaps
    values = (next(filter(None, row), None) for row in zip(*(one.values for one in used), strict=True))
    return without_flags([value and _whole(value, analysis) for value in values], analysis), used


def _is_beside_subject(column: ColumnFacts, columns: Sequence[ColumnFacts]) -> bool:
    """Whether a linked column, whose header does not say title, stands after another with a name for each row.

    Or a column without header and link, such as that of the details below each row, after one with a header.
    """
    before = [one for one in columns if one.place < column.place and one.is_headed and one.linked < USUAL]
    if not column.is_headed:
        return bool(before) and column.linked < USUAL and not column.label
    return (column.labelled != "title" and column.linked >= USUAL) and any(
        min(one.filled, one.distinct) >= ALWAYS and not one.is_picture and not one.share_of_texts(_is_number_or_time)
        for one in before
    )


def _whole(value: FieldValue, analysis: PageAnalysis) -> FieldValue:
    """The title with all of its heading: a name and its addition, but no counter beside its link."""
    index = analysis.index
    around = [one for number in value.elements[:1] for one in (number, *islice(index.ancestors(number), 4))]
    heading = next((one for one in around if index.tags[one] in HEADINGS), None)
    if heading is None:
        return value
    text = analysis.texts.line(heading)
    link = next((one for one in around[: around.index(heading)] if index.tags[one] == "a"), heading)
    linked = analysis.texts.line(link)
    if text.removeprefix(linked).strip().isdecimal():  # as of the comments on the page that it leads to
        heading, text = link, linked
    is_more = value.text in text and len(split_words(text)) <= MAX_TITLE
    return replace(value, text=text, elements=(heading,)) if is_more else value


def _title_score(column: ColumnFacts) -> float:
    """Score of a column as that of titles; 0 or less if it is not."""
    if column.is_picture or not column.texts or column.is_everywhere or column.mean_words > MAX_TITLE:
        return 0.0
    is_dateless = column.named == "date" and not any(times_in(text).is_stamp for text in column.counts)
    called = column.labelled if is_dateless else column.called  # ``state-published``
    score = (
        (3.6 - 0.2 * column.heading) * (column.heading > 0)
        + 1.5 * (column.linked >= USUAL)
        + column.filled
        + column.distinct
    )
    score += 3.0 * (called == "title") - 3.0 * (called not in ("", "title", "text", "image")) - 1.5 * (called == "text")
    score += (not STRESSED.isdisjoint(column.tags)) - 0.1 * max(column.mean_words - MAX_TITLE / 3, 0)
    names = column.names(OWN) - {"url" if column.tags[:1] == ("a",) else ""}  # of a link, it names no value
    score -= min(0.05 * column.place, 2.0) + 2.0 * (not _NO_TITLES.isdisjoint(names))
    if column.label and column.labelled in ("", "text") and column.linked < USUAL and not column.heading:
        return 0.0  # its label, or the header of a table, says that it is something else
    is_value = column.share_of_texts(_is_number_or_time) > USUAL
    labels = {text.partition(":")[0] for text in column.texts}  # ``Developed by: Anna``
    is_citation = column.share_of_texts(_CITED.match) >= USUAL and not any(value.link for value in column.said)
    is_vague = (
        is_citation or (column.distinct < 0.5 and len(column.said) > 3) or (len(column.texts) > 2 and len(labels) == 1)
    )
    return score * (0.2 if is_value else 1.0) * (0.3 if is_vague else 1.0)


def _is_number_or_time(text: str) -> bool:
    times = times_in(text) if len(text) < 40 else None
    is_time = times is not None and bool(times.spans) and len(times.written) > len(text) / 2
    is_short = len(split_words(text)) <= 4  # as ``(1,204 English reviews)``
    return bool(is_time or _RANK.fullmatch(text) or counted(text)[0] or (is_short and read_rating_count(text)))


def find_images(columns: Sequence[ColumnFacts], titles: Values) -> tuple[Values, list[ColumnFacts]]:
    """The picture of each record, and all columns of pictures; the largest share with one of its own counts."""
    links = [title.link if title else "" for title in titles]
    scores = {column: _image_score(column, links) for column in columns if column.is_picture}
    wanted = sorted((column for column in scores if scores[column] > 0), key=lambda column: -scores[column])
    rows = [[value for value in row if value] for row in zip(*(column.values for column in wanted), strict=True)]
    fewest = min(map(len, filter(None, rows)), default=0)
    added = [{value.image for value in row} for row in rows if len(row) > fewest]
    counts = Counter(image for images in added for image in images)
    badges = {image for image, count in counts.items() if count > 1}  # before some pictures, and nothing else is added
    badges = badges if all(map(badges.intersection, added)) else set()
    values = [min(row, key=lambda value: value.image in badges, default=None) for row in rows]
    shown = Counter(value.image for value in values if value)
    nowhere = {"", *(image for image, count in shown.items() if count > 1 and is_placeholder(image))}
    found: Values = [
        FieldValue(image=value.image, elements=value.elements) if value and value.image not in nowhere else None
        for value in values
    ]
    return found, list(scores)


def find_backgrounds(units: Sequence[Sequence[int]], analysis: PageAnalysis) -> Values:
    """The first background picture of each record, if most have one of their own; else none."""
    attributes = analysis.index.attributes
    given = sorted({one for name in BACKGROUNDS for one in attributes.having(name)})
    drawn = {one: said for one in given if (said := background_address(attributes.given[one]))}
    found: Values = [one and FieldValue(image=one[1], elements=one[:1]) for one in _addressed(drawn, units, analysis)]
    return found if len({one.image for one in found if one}) >= max(USUAL * len(units), 1) else []


def _addressed(
    addresses: Mapping[int, str], units: Sequence[Sequence[int]], analysis: PageAnalysis
) -> list[tuple[int, str] | None]:
    """The first of some elements with addresses in each record, and its address."""
    numbers, base = [*addresses], analysis.document.base_url
    firsts = (analysis.index.first_within(numbers, unit) for unit in units)
    return [None if one is None else (one, web_address(base, addresses[one])) for one in firsts]


def _image_score(column: ColumnFacts, links: Sequence[str]) -> float:
    names, pairs = " ".join(column.names(OWN)), zip(column.values, links, strict=False)
    linked = [(value.link, value.link == link) for value, link in pairs if value and value.link and link]
    leads = sum(is_own for _, is_own in linked)
    score = column.filled + 0.5 * column.distinct + leads / max(len(column.values), 1) - 0.03 * column.place
    persons = sum(not is_own and PERSON_PATH.search(led) is not None for led, is_own in linked)
    is_portrait = persons > len(column.said) / 2
    score -= 2.0 * (is_portrait or _PEOPLE.search(names) is not None) - 0.3 * (_PICTURE.search(names) is not None)
    is_icon = len(column.said) > 3 and column.distinct < 0.55  # such as flags
    return score - 1.5 * is_icon


def find_links(
    columns: Sequence[ColumnFacts], titles: Values, units: Sequence[Sequence[int]], analysis: PageAnalysis
) -> Values:
    """The address of each record: its title's link, else the first of its own, else a link over all of it.

    ``columns``, ``titles``: of the records; ``units``: elements of each.
    """
    leading = (column.values for column in columns if _leads(column))
    rows = zip(titles or [None] * len(units), *leading, strict=True)
    firsts = (next((value for value in row if value and value.link), None) for row in rows)
    found: Values = [one and FieldValue(one.link, one.link, elements=one.elements) for one in firsts]
    return found if any(found) else _over_records(units, analysis)


def _leads(column: ColumnFacts) -> bool:
    """Whether nearly all of its values lead to pages, each to another."""
    linked = (value.link for value in column.said if len(value.elements) == 1)
    links = {link for link in linked if link and not link.startswith(NO_PAGES)}
    return len(links) >= ALWAYS * len(column.values[: len(column.said)]) and column.filled >= ALWAYS


def _over_records(units: Sequence[Sequence[int]], analysis: PageAnalysis) -> Values:
    """The first link in each record, without a text of its own, if each leads to another page; else none."""
    index = analysis.index
    textless = (one for one in index.tagged("a") if not analysis.shown.words[one])
    hrefs = {one: href for one in textless if (href := index.attributes.given[one].get("href", ""))}
    leading = {one: href for one, href in hrefs.items() if not href.startswith(("#", *NO_PAGES))}
    pairs = _addressed(leading, units, analysis)
    found: Values = [one and FieldValue(one[1], one[1], elements=one[:1]) for one in pairs]
    different = {field.link for field in found if field}
    return found if len(different) >= ALWAYS * len(found) else []
