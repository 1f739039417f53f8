"""The title and the picture of each record."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.web_address import is_placeholder, web_address
from iawce.data.dom.words import split_words
from iawce.data.text.counts import counted
from iawce.data.text.times import times_in
from iawce.extract.content.content import FieldValue
from iawce.extract.papers.simhtree.leaves import FORMATS
from iawce.extract.records.columns.column_facts import ALWAYS, NO_PAGES, ColumnFacts, Values
from iawce.extract.records.columns.ratings import read_rating_count

MIN_COUNT = 2
"""Least titles with the same words."""
MAX_LENGTH = 60


def without_flags(titles: Values, analysis: PageAnalysis) -> Values:
    """The titles without such words that several of them have."""
    ends = [dict.fromkeys(_ends(title, analysis)) if title else {} for title in titles]
    counts = Counter(flag for own in ends for flag in own)
    flags = [
        sorted((flag for flag in own if counts[flag] >= MIN_COUNT), key=lambda flag: -counts[flag]) for own in ends
    ]
    return [title and _cut(title, own) for title, own in zip(titles, flags, strict=True)]


def _ends(title: FieldValue, analysis: PageAnalysis) -> Iterator[str]:
    """The first and the last text of a title of several, if no space separates them from the text beside."""
    index = analysis.index
    if len(title.elements) != 1:
        return
    one = title.elements[0]
    numbers = range(int(index.first_text_node[one]), int(index.last_text_node[one]))
    texts, said = index.text_nodes.texts, [number for number in numbers if index.text_nodes.texts[number].strip()]
    ends = ((said[0], said[1], said[0]), (said[-2], said[-1], said[-1])) if len(said) >= MIN_COUNT else ()
    for left, right, flag in ends:
        is_own = index.tags[int(index.text_nodes.owners[flag])] not in FORMATS
        if is_own and right == left + 1 and _are_glued(texts[left], texts[right]):
            yield texts[flag].strip()


def _are_glued(one: str, other: str) -> bool:
    """Whether two sentences are joined without a space: ``listingOak``."""
    return one[-1].islower() and other[0].isupper()


def _cut(title: FieldValue, flags: Sequence[str]) -> FieldValue:
    """The title without its flags, the most frequent first: a name that two records share is what is left."""
    text = title.text
    for flag in flags:
        if len(flag) < min(len(text), MAX_LENGTH):
            text = text.removeprefix(flag) if text.startswith(flag) else text.removesuffix(flag)
    return replace(title, text=text.strip())


MAX_DEPTH = 4
"""Most levels of the parts of a heading."""
MIN_FILLED = 0.5
"""Share of the records that have a title."""
MAX_TITLE = 30
"""Mean words of titles."""
ALMOST = 0.6
"""Least share of the best score of another column that supplies missing titles."""
USUAL = 0.6
FEW = 0.55
"""Most distinct pictures per record of icons such as flags."""
MAX_COUNT = 4
"""Most words of a number of ratings."""
LATEST = 2.0
"""Largest reduction of the score of a column for its late place in a record."""
OWN = 3
"""Elements of a picture, from the innermost, whose names are read."""
STRESSED = frozenset({"b", "strong", "dt", "th"})
_NO_TITLES = frozenset({
    "tag", "tags", "keyword", "keywords", "badge", "status", "rank", "phone", "email", "domain", "url", "brand",
    "subtitle", "meta", "button", "btn",
})  # fmt: skip
"""Words in names of elements beside titles."""
_PEOPLE = re.compile(r"\b(?:avatars?|gravatar|profile|author|user|icon|logo|badge|flag|sprite|emoji|stars?|rating)\b")
_RANK = re.compile(r"[#(\[]?\d{1,4}[.):\]]?")
_PICTURE = re.compile(r"\b(?:thumb\w*|cover|hero|product|featured|card|poster|main)\b")


def find_titles(columns: Sequence[ColumnFacts], analysis: PageAnalysis) -> tuple[Values, list[ColumnFacts]]:
    """The title of each record, and the columns of the titles; both empty if there are none.

    Args:
        columns: without amounts of money.
        analysis: of the page.
    """
    scored = {column: _title_score(column) for column in columns}
    ranked = sorted((one for one in scored if scored[one] > 0), key=lambda one: -scored[one])
    first = next((one for one in ranked if one.filled >= MIN_FILLED), None)
    if first is None:
        return [], []
    used = [first, *(one for one in ranked if one is not first and scored[one] >= ALMOST * scored[first])]
    used = [one for one in used if one is first or _fills_gaps(one, first)]
    return without_flags([value and _whole(value, analysis) for value in coalesce(used)], analysis), used


def _whole(value: FieldValue, analysis: PageAnalysis) -> FieldValue:
    """The title with all of its heading: a name and its addition."""
    index = analysis.index
    around = (one for number in value.elements[:1] for one in (number, *islice(index.ancestors(number), MAX_DEPTH)))
    heading = next((one for one in around if index.tags[one] in HEADINGS), None)
    text = analysis.texts.line(heading) if heading is not None else ""
    is_more = value.text in text and len(split_words(text)) <= MAX_TITLE
    return replace(value, text=text, elements=(heading,)) if heading is not None and is_more else value


def _title_score(column: ColumnFacts) -> float:
    """Score of a column as that of titles; 0 or less if it is not."""
    if column.is_picture or not column.texts or column.is_everywhere:
        return 0.0
    called = column.called
    score = 3.0 * column.heading + 1.5 * (column.linked >= USUAL) + column.filled + column.distinct
    score += 3.0 * (called == "title") - 3.0 * (called not in ("", "title", "text", "image")) - 1.5 * (called == "text")
    score += (not STRESSED.isdisjoint(column.tags)) - 0.1 * max(column.mean_words - MAX_TITLE / 3, 0)
    score -= min(0.05 * column.place, LATEST) + 2.0 * (not _NO_TITLES.isdisjoint(column.names(OWN)))
    if column.label and not column.labelled and column.linked < USUAL and not column.heading:
        return 0.0
    is_value = column.share_of_texts(_is_number_or_time) > USUAL
    is_vague = (column.distinct < 0.5 and len(column.said) > 3) or _is_labelled(column)
    return 0.0 if column.mean_words > MAX_TITLE else score * (0.2 if is_value else 1.0) * (0.3 if is_vague else 1.0)


def _is_number_or_time(text: str) -> bool:
    times = times_in(text) if len(text) < 40 else None
    is_time = times is not None and bool(times.spans) and len(times.written) > len(text) / 2
    is_short = len(split_words(text)) <= MAX_COUNT  # as ``(1,204 English reviews)``
    return bool(is_time or _RANK.fullmatch(text) or counted(text)[0] or (is_short and read_rating_count(text)))


def _is_labelled(column: ColumnFacts) -> bool:
    """Whether all values begin with one label: ``Developed by: Anna``."""
    labels = {text.partition(":")[0] if ":" in text else text for text in column.texts}
    return len(column.texts) > 2 and len(labels) == 1


def _fills_gaps(column: ColumnFacts, first: ColumnFacts) -> bool:
    """Whether a column has values only where the first has none."""
    pairs = list(zip(column.values, first.values, strict=True))
    return any(one and not other for one, other in pairs) and not any(one and other for one, other in pairs)


def coalesce(columns: Sequence[ColumnFacts]) -> Values:
    """For each record, the value of the first of these columns that has one."""
    return [next((value for value in row if value), None) for row in zip(*(one.values for one in columns), strict=True)]


def find_images(
    columns: Sequence[ColumnFacts], titles: Values, analysis: PageAnalysis
) -> tuple[Values, list[ColumnFacts]]:
    """The picture of each record, and all columns of pictures; the largest share with one of its own counts."""
    pictures = [column for column in columns if column.is_picture]
    nowhere = {"", analysis.document.base_url, analysis.document.url}
    links = [title.link if title else "" for title in titles]
    ranked = sorted(pictures, key=lambda column: -_image_score(column, links))
    wanted = [column for column in ranked if _image_score(column, links) > 0]
    values = coalesce(wanted) if wanted else []
    shown = Counter(value.image for value in values if value)
    nowhere |= {image for image, count in shown.items() if count > 1 and is_placeholder(image)}
    found: Values = [
        FieldValue(image=value.image, elements=value.elements) if value and value.image not in nowhere else None
        for value in values
    ]
    return found, pictures


def _image_score(column: ColumnFacts, links: Sequence[str]) -> float:
    names = " ".join(column.names(OWN))
    leads = sum(
        bool(value and value.link and value.link == link) for value, link in zip(column.values, links, strict=False)
    )
    score = column.filled + 0.5 * column.distinct + leads / max(len(column.values), 1) - 0.03 * column.place
    score -= 2.0 * (_PEOPLE.search(names) is not None) - 0.3 * (_PICTURE.search(names) is not None)
    return score - (1.5 if len(column.said) > 3 and column.distinct < FEW else 0.0)


def find_links(
    columns: Sequence[ColumnFacts], titles: Values, units: Sequence[Sequence[int]], analysis: PageAnalysis
) -> Values:
    """The address of each record: its title's link, else the first of its own, else a link over all of it.

    Args:
        columns: of the records.
        titles: of these.
        units: elements of each record.
        analysis: of the page.
    """
    leading = [column for column in columns if _leads(column)]
    found: Values = []
    for row in range(len(columns[0].values) if columns else 0):
        title = titles[row] if titles else None
        if title is None or not title.link:
            values = [value for column in leading if (value := column.values[row]) and value.link]
            title = values[0] if values else None
        found.append(FieldValue(title.link, title.link, elements=title.elements) if title else None)
    return found if any(found) else _over_records(units, analysis)


def _leads(column: ColumnFacts) -> bool:
    """Whether nearly all of its values lead to pages, each to another."""
    links = {
        value.link
        for value in column.said
        if value.link and not value.link.startswith(NO_PAGES) and len(value.elements) == 1
    }
    return len(links) >= ALWAYS * len(column.values[: len(column.said)]) and column.filled >= ALWAYS


def _over_records(units: Sequence[Sequence[int]], analysis: PageAnalysis) -> Values:
    """The first link in each record, without a text of its own, if each leads to another page; else none."""
    index, found = analysis.index, list[FieldValue | None]()
    anchors, words = index.tagged("a"), analysis.shown.words
    for unit in units:
        own = anchors[bisect_left(anchors, unit[0]) : bisect_left(anchors, int(index.ends[unit[-1]]))]
        hrefs = ((one, index.attributes.given[one].get("href", "")) for one in own if not words[one])
        first = next(((one, href) for one, href in hrefs if href and not href.startswith(("#", *NO_PAGES))), None)
        link = web_address(analysis.document.base_url, first[1]) if first else ""
        found.append(FieldValue(link, link, elements=(first[0],)) if first else None)
    different = {field.link for field in found if field}
    return found if len(different) >= ALWAYS * len(found) else []
