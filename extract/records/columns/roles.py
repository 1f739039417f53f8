"""Recognises columns of dates, authors, places, companies, categories, counts and availability."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby, islice

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.words import split_words
from iawce.data.text.counts import counted, plain_count
from iawce.data.text.lexicon.bylines import PERSON_PATH
from iawce.data.text.lexicon.columns import STARTED, STARTER, leads_to_value, role_of_label
from iawce.data.text.lexicon.products import says_availability
from iawce.data.text.lexicon.times import OF_AN_END, OF_DELIVERY
from iawce.data.text.names import MAX_LENGTH, is_full_name, names_in
from iawce.data.text.times import times_in
from iawce.extract.content.content import FieldValue
from iawce.extract.records.columns.column_facts import BY, USUAL, ColumnFacts, Values
from iawce.extract.records.posts.field_candidates import MAX_NAME, USER

MAX_WORDS = 8  # Most mean words of a value that is not a text
LEAST = 0.01  # Score of a label of a role beside its values: it belongs to them, and comes after them
RoleReader = tuple[Callable[[ColumnFacts], float], Callable[[FieldValue], str], Callable[[str], bool]]
"""Functions: the score of a column, the value in a text, and whether a text consists of it."""
Reader = Callable[[PageAnalysis], RoleReader]
AFTER_NAME = re.compile(r"\s*(?:[·⋅∙|,;»«\n]|\s[-–—]\s|\s{2,}).*", re.S)  # What follows a name
_BEFORE_TIME = re.compile(r"\s[^\W\d_A-Z]{1,3}$")  # ``on`` between a name and a day
_BESIDE_NAME = re.compile(r",? \(?\d{4}\s?[-–](?:\s?\d{4})?\)?|,? (?!al\.)[^\W\d_A-Z]{2,20}\.(?=\s?;|\s*\Z)")
"""The years of a life, and what someone did for a work: ``1951- author.``"""
_GIVEN = r"[^\W\d_a-z][\w.'’-]*"
_FAMILY_FIRST = rf"(?:(?:de|van|von|der|den|da|di|la|le|al) ){{0,2}}[^\W\d_a-z][\w'’-]+, {_GIVEN}(?: {_GIVEN}){{0,2}}"
_FAMILIES_FIRST = re.compile(rf"{_FAMILY_FIRST}(?:\s?; {_FAMILY_FIRST}){{0,99}}")
"""Names with the family's first, as in catalogues of libraries: ``Kendall, Ruth; Osei, Kwame``."""
_CITED = re.compile(
    r"(?<![\w'’-])(?:(?:de|van|von|der|den|da|di|la|le|al) ){0,2}[^\W\d_a-z][\w'’-]++, (?:[^\W\d_a-z]\.[ -]?){1,4}"
    r"(?:,? ?(?:(?:and|und|et|y|&) )?)"
)
"""A name as in citations, with what joins it to the next: ``Kendall, R., & Osei, K.``."""
_BETWEEN_NAMES = re.compile(r"(?:(?<!\s)\s++)?[,;]\s*+(?:and |& )?|(?<!\s)\s++(?:and|und|et|y|e|&)\s++")
_OFFICE = re.compile(
    r"\b(?:editor|writer|reporter|correspondent|contributor|columnist|staff|manager|director|ceo)\b", re.I
)
_PORTRAITS = frozenset({"avatar", "avatars", "gravatar", "profile"})
_NO_NAMES = frozenset({"and", "&", "with", "und", "et", "y", "e", "by"})
MAX_NAMES = 2_000
MAX_NONE = 3  # Most words of a text that says that there are none: ``No comments yet``
NEARLY_ALL = 0.8
MAX_DISTINCT = 0.75  # Largest share of places that are each in another town and in another region
_CATEGORY = re.compile(r"/(?:product-)?(?:[ck]ategor\w{1,3}|rubri\w+|cat)/|[?&]cat(?:egory)?=", re.I)
_GROUP = re.compile(rf"/(?:sections?|topics?|tags?)/|{_CATEGORY.pattern}", re.I)
"""Addresses of categories, and also those that a post or a thread may have."""
THREAD = re.compile(r"thread|topic|discussion|[?&;/]t(?:id)?[=/]|/d/\d|beitrag|\btema", re.I)  # Parts of its address
BOARD = re.compile(r"forumdisplay|viewforum|/(?:forums?|boards?)/[\w.-]+/?\Z", re.I)  # Parts of the address of a board
MAX_COUNT = 0.6  # Least share of links of a kind in a column of them
_PLACE = re.compile(r"[^\W\d_][\w .'’-]+, (?:[A-Z]{2}\b(?: \d{5})?|[A-Z]\w+(?: \w+){0,2})(?:, \w+(?: \w+){0,2})?")
_CODE = re.compile(r"[A-Z]{2}\b")
"""The code of a region, which a postcode may follow."""
_DELIVERY = re.compile(OF_DELIVERY, re.I)
_LABELLED = re.compile(r"\s*([^\W\d_]+)[:\s]*\(?(\d[\d.,]*\s?[kKmM万]?)\)?\s*")
"""A word and the number of the things that it names."""
_ONE = re.compile(r"\s*(?:one|un[ae]?|ein[ea]?|één|uma?)\s", re.I)
_WORD = re.compile(r"[^\W\d_]{3}")
_DIGIT = re.compile(r"\d")
STEPS = 2  # Elements around a time
MAX_BESIDE = 3  # Most other words in a text that is a time
MAX_BOXES, MAX_BOX = 3, 12  # Most boxes of one date, and most characters in each


def has_few_words(column: ColumnFacts) -> bool:
    """Whether a column holds texts of few words."""
    return bool(column.texts) and not column.is_picture and column.mean_words <= MAX_WORDS


def person(text: str) -> str:
    """The name in a text that may also contain "by" and a time; empty if it is too long for one."""
    name = BY.sub("", text, count=1) if BY.match(text) else text
    if time := times_in(name).written:
        name = _BEFORE_TIME.sub("", name.replace(time, "", 1).rstrip())
    name = AFTER_NAME.sub("", name.strip())
    return "" if len(name) > MAX_NAME else name.strip(" -–—:")


def last_threads(columns: Sequence[Values]) -> int | None:
    """The place of the column with the last thread of each record, if these are boards; None if they are not.

    The first column with a link of its own in each record then leads to the boards, a later one to the threads.
    """
    titles = (place for place, values in enumerate(columns) if _are_titles(values))
    board = next(titles, None)
    if board is None or _lead_to_threads(columns[board]):
        return None
    return next((place for place in titles if _lead_to_threads(columns[place])), None)


def _are_titles(values: Values) -> bool:
    """Whether most records have a text with a link of their own; not users, times, counts or buttons."""
    said = [one for one in values if one and one.link and one.text and not one.image]
    if not len({one.link for one in said}) == len(said) >= max(2, MAX_COUNT * len(values)):
        return False
    plain = (one.text for one in said if not USER.search(one.link))
    unlike = {text for text in plain if not (times_in(text).is_stamp or counted(text)[0])}
    return 2 * len(unlike) > len(said)


def _lead_to_threads(values: Values) -> bool:
    """Whether most links of a column lead to threads by their addresses."""
    links = [one.link for one in values if one and one.link]
    return sum(is_thread(link) and not BOARD.search(link) for link in links) >= MAX_COUNT * len(links)


def is_thread(link: str) -> bool:
    """Whether an address is that of a thread by its form."""
    return THREAD.search(f"/{link.partition('://')[2].partition('/')[2]}") is not None


def _score_of_people(column: ColumnFacts) -> float:
    if column.called == "author" and column.share_of_texts(_list_of_people) >= USUAL:  # such as those of a paper
        return 1.0
    if not _is_short_beside_dates(column) or column.share_of_texts(plain_count) > 0.3:
        return 0.0
    if column.is_constant and not column.linked and any(one.linked and _score_of_people(one) for one in column.beside):
        return LEAST  # a word for "by" before its link
    if _stands_beside_a_date(column):
        return USUAL
    before = (one.share_of_texts(BY.fullmatch) for one in column.beside if one.place < column.place)
    label, by, leads, users = column.label, max(column.share_of_texts(BY.match), *before, 0.0), 0.0, 0.0
    if not column.is_button:
        leads = max(column.share(lambda value: PERSON_PATH.search(value.link)), _leads_with_portrait(column))
        users = column.share(lambda value: USER.search(value.link) and not _GROUP.search(value.link))
    is_by = column.linked >= USUAL or BY.fullmatch(label) or STARTER.search(label)  # not *Start*, *Opened*
    is_head = column.is_headed and column.filled >= USUAL and STARTED.search(label) and is_by  # ``Thread / Started by``
    is_called = (column.called == "author" and not (column.is_headed and leads_to_value(label))) or bool(is_head)
    is_other = column.called not in ("", "author", "text", "title", "date")
    found = 2.0 * is_called + by + max(leads, 0.7 * users)
    return 0.0 if found < USUAL or is_other or column.share_of_texts(person) < USUAL else found


def _leads_with_portrait(column: ColumnFacts) -> float:
    """Share of the records in which a value leads to where the portrait right beside it does."""
    portraits = (one for one in column.beside if one.is_picture and not _PORTRAITS.isdisjoint(one.names()))
    pairs = [zip(column.values, one.values, strict=True) for one in portraits]
    shared = (sum(bool(own and face and own.link and own.link == face.link) for own, face in rows) for rows in pairs)
    return max(shared, default=0) / len(column.values)


def _read_people(value: FieldValue) -> str:
    name = _list_of_people(value.text) or person(value.text).strip(" ,;|·•⋅∙-–—:")
    is_name = name and name not in _NO_NAMES and not times_in(name).is_stamp and role_of_label(name) != "author"
    return name if is_name else ""


def _are_people(text: str) -> bool:
    time = times_in(text).written
    others = len(split_words(text.replace(time, "", 1))) - len(split_words(person(text)))
    return bool(_list_of_people(text)) or others <= 2 + bool(time)  # ``Posted by Ann Lee``, or that and ``on``


def _list_of_people(text: str) -> str:
    """The names in a text that consists of several names, or of names with the family's first; else empty."""
    names = BY.sub("", text, count=1) if BY.match(text) else text
    plain = _BESIDE_NAME.sub("", _BESIDE_NAME.sub("", names[:MAX_NAMES]))
    if (_FAMILIES_FIRST.fullmatch(plain) or (plain and not _CITED.sub("", plain))) and not _OFFICE.search(plain):
        return plain
    whole = names if len(names) <= MAX_LENGTH else names[:MAX_LENGTH].rpartition(",")[0]  # no part of a name
    found = names_in([whole])
    return names if len(found) > 1 and all(map(is_full_name, found)) else ""


def _stands_beside_a_date(column: ColumnFacts) -> bool:
    """Whether only place and form suggest names: values beside the date that differ from each other."""
    if column.linked or column.label or column.named or column.heading or column.distinct < 0.4:
        return False
    own, dates = column.path.split("/"), (other.path.split("/") for other in column.beside if "time" in other.tags)
    is_beside = any(path[:-3] == own[: len(path) - 3] for path in dates)
    return is_beside and column.share_of_texts(is_full_name) >= NEARLY_ALL


def read_role(role: str, columns: Sequence[ColumnFacts], analysis: PageAnalysis) -> tuple[Values, list[ColumnFacts]]:
    """The values of a role of ``READERS``, and the columns without other content; both empty if no record has any.

    ``columns``: that have no role yet. One with another value of this role than the first is left: the address of a
    place besides its name.
    """
    score, read, is_whole = READERS[role](analysis)
    scored = sorted(((score(column), -column.place, column) for column in columns), key=lambda one: one[:2])
    chosen = [column for value, _, column in reversed(scored) if value > 0]
    chosen = chosen[:1] if chosen and chosen[0].is_headed else chosen  # under other headers stand other things
    values = list[FieldValue | None]()
    for row in range(len(chosen[0].values) if chosen else 0):
        said = ((value, read(value)) for column in chosen if (value := column.values[row]))
        found = [FieldValue(text, value.link, elements=value.elements) for value, text in said if text]
        is_list = role in ("author", "category") and bool(found)
        values.append(_with_others(found, role, analysis) if is_list else next(iter(found), None))
    # the text of a ``time`` may be in a language whose months are not known
    used = [one for one in chosen if "time" in one.tags[:1] or one.share_of_texts(is_whole) >= USUAL]
    if role != "date":  # of which the other days and ranges are read, too
        rows = ((one, zip(one.values, values, strict=True)) for one in used)
        used = [one for one, pairs in rows if one.is_button or not any(_says_more(*pair, read) for pair in pairs)]
    return (values, used) if any(values) else ([], [])


def _says_more(said: FieldValue | None, taken: FieldValue | None, read: Callable[[FieldValue], str]) -> bool:
    """Whether a text of a record has a value of a role besides the one ``taken``, which was read elsewhere."""
    if said is None or taken is None or not set(said.elements).isdisjoint(taken.elements):
        return False
    return read(said) not in ("", taken.text)


def _with_others(said: Sequence[FieldValue], role: str, analysis: PageAnalysis) -> FieldValue:
    """The first value with those beside it behind a comma, a word such as *and*, or in the next item.

    Of categories, with those that are linked as it is, not to tags, and that no word separates.
    """
    index, ordered = analysis.index, sorted(said, key=lambda one: one.elements)
    first = next((one for one in said if role == "category" and _CATEGORY.search(one.link)), said[0])
    found, has_first = ordered[0], ordered[0] is first
    for other in ordered[1:]:
        last, own = found.elements[-1], other.elements[0]
        between = " ".join(index.text_nodes.texts[int(index.last_text_node[last]) : int(index.first_text_node[own])])
        is_next = not between.strip() and {index.tags[int(index.parents[one])] for one in (last, own)} == {"li"}
        if role == "category":
            kinds = {(bool(one.link), _CATEGORY.search(one.link) is None) for one in (found, other)}
            is_next = not any(map(str.isalnum, between)) and len(kinds) == 1
        if last < own and (is_next or _BETWEEN_NAMES.fullmatch(f" {between.strip()} ")):
            joint = ", " if is_next or between.strip() == "," else f" {between.strip()} "
            text = found.text if other.text in found.text.split(", ") else f"{found.text}{joint}{other.text}"
            found, has_first = replace(found, text=text, elements=(*found.elements, own)), has_first or other is first
        elif not has_first:
            found, has_first = other, other is first
    return found


def with_stock_apart(columns: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The columns; what some say of the stock is apart from what else stands in their place: ``Sold out``, ``Sale``."""
    found = list[ColumnFacts]()
    for column in columns:
        is_said = {text: says_availability(text) for text in column.counts} if has_few_words(column) else {}
        if column.is_headed or len({*is_said.values()}) < 2:
            found.append(column)
            continue
        own = [one if one and is_said.get(one.text) else None for one in column.values]
        rest = [one if said is None else None for one, said in zip(column.values, own, strict=True)]
        found += [replace(column, values=own), replace(column, values=rest)]
    return found


def join_dates(columns: Sequence[ColumnFacts], analysis: PageAnalysis) -> list[ColumnFacts]:
    """The columns, with those as one whose texts are a date only together: boxes of a day, a month and a year."""
    found = list[ColumnFacts]()
    for around, group in groupby(columns, lambda one: one.path.rpartition("/")[0] if _is_box(one) else ""):
        run = [*group]
        while run:
            spans = (run[:size] for size in range(min(MAX_BOXES, len(run)), 0, -1) if around)
            joined = ((one, len(span)) for span in spans if (one := _in_boxes(span, analysis)))
            column, size = next(joined, (run[0], 1))
            found.append(column)
            del run[:size]
    return found


def _is_box(column: ColumnFacts) -> bool:
    """Whether most texts are short, and none has a day, or a time of the day alone."""
    times = map(times_in, column.counts)
    are_known = (one.whole_day(month_first=False) or any(span.is_clock for span in one.spans) for one in times)
    is_short = column.share_of_texts(lambda text: len(text) <= MAX_BOX) >= USUAL
    return is_short and not column.is_headed and not any(are_known)


def _in_boxes(boxes: Sequence[ColumnFacts], analysis: PageAnalysis) -> ColumnFacts | None:
    """The dates in the boxes of one element; None if they are not dates, or if it is one box with a date."""
    are_named = all(any(one.share_of_texts(said.search) >= USUAL for one in boxes) for said in (_WORD, _DIGIT))
    if not are_named or (len(boxes) == 1 and any(times_in(text).is_stamp for text in boxes[0].counts)):
        return None
    rows = [[value for value in row if value] for row in zip(*(one.values for one in boxes), strict=True)]
    values = list[FieldValue | None]()
    for row in rows:
        elements = tuple(number for value in row for number in value.elements)
        texts = sorted({one for number in elements for one in analysis.index.text_numbers(number)})
        text = " ".join(" ".join(map(analysis.index.text_nodes.texts.__getitem__, texts)).split())
        values.append(FieldValue(text, row[0].link, elements=elements) if row else None)
    dates = sum(bool(value and value.text == times_in(value.text).written != "") for value in values)
    return replace(boxes[0], values=values) if dates >= USUAL * len(values) else None


def _of_dates(analysis: PageAnalysis) -> RoleReader:
    def day_in_attributes(value: FieldValue) -> str:
        """The day in the attributes of its elements, or of one around a time that holds nothing else."""
        numbers, has_time = value.elements, times_in(value.text).is_stamp
        above = (one for own in numbers[:has_time] for one in islice(analysis.index.ancestors(own), STEPS))
        around = (one for one in above if analysis.times.in_attributes(one) and _is_time(analysis.texts.line(one)))
        given = (times for number in (*numbers, *around) for times in analysis.times.in_attributes(number))
        return next(filter(None, (times.whole_day(month_first=False) for times in given)), "")

    def read(value: FieldValue) -> str:
        times = times_in(value.text)
        first, second = (times.whole_day(month_first=order) for order in (False, True))
        return times.written if first and first == second else day_in_attributes(value) or times.written

    def score(column: ColumnFacts) -> float:
        has_dates = _is_short_beside_dates(column) and (
            column.share(lambda value: times_in(value.text).is_stamp or day_in_attributes(value)) >= USUAL
        )
        are_clocks = has_dates and column.share_of_texts(lambda text: times_in(text).is_clock) > USUAL
        if not has_dates or are_clocks or _is_of_another_time(column):
            return 0.0
        days = column.share(lambda value: times_in(value.text).whole_day(month_first=False) or day_in_attributes(value))
        only = 2 * column.share(
            lambda value: day_in_attributes(value) or len(times_in(value.text).written) > len(value.text) / 2
        )
        called = column.called
        is_other = (called not in ("", "date", "text") and not only) or (
            column.label and called != "date" and days < USUAL and column.share_of_texts(_WORD.search) < USUAL
        )
        if is_other:
            return 0.0
        changed = 0.05 * column.is_constant  # all on the day of a change, not on those of their publication
        return days + 2 * (called == "date" or "time" in column.tags) + only - changed + 0.1

    return score, read, _is_time


def _is_time(text: str) -> bool:
    return len(split_words(text.replace(times_in(text).written, ""))) <= MAX_BESIDE


def _is_short_beside_dates(column: ColumnFacts) -> bool:
    """Whether a column holds texts of few words besides the dates in them: ``[News] Posted Nov 4, 2025 by ann``."""
    if has_few_words(column) or not column.texts or column.is_picture or column.mean_words > 2 * MAX_WORDS:
        return has_few_words(column)
    beside = (text.replace(times_in(text).written, "") for text in column.texts)
    return sum(len(split_words(text)) for text in beside) <= MAX_WORDS * len(column.texts)


def _is_of_another_time(column: ColumnFacts) -> bool:
    """Whether its days are those of delivery, or the last of an offer, according to names or the words before them."""
    before = next((other.texts[:1] for other in column.beside[:1] if other.place < column.place), [])
    said = [*before, column.label, *column.texts[:1], *(name for names in column.classes[:2] for name in names)]
    heads = (text[: spans[0].start] for text in column.texts[:1] if (spans := times_in(text).spans))
    return any(map(_DELIVERY.search, said)) or any(map(OF_AN_END.search, (*said, *heads)))


def _of_names(role: str, by_value: Callable[[ColumnFacts], bool]) -> Reader:
    """A reader for columns recognised by their names on the page, or else by their values."""

    def is_label(column: ColumnFacts, other: ColumnFacts) -> bool:
        """Whether a text that is always the same stands before links to categories: ``in``, ``Posted in``."""
        is_within = column.called == role and other.path == column.path.replace("/#text", "/a")
        is_same = role == "category" and len(column.counts) == 1 and not column.linked and other.linked > 0
        return is_same and column.place < other.place and (is_within or by_value(other))

    def score(column: ColumnFacts) -> float:
        if not has_few_words(column) or any(is_label(column, other) for other in column.beside):
            return 0.0
        called = role if any(is_label(other, column) for other in column.beside) else column.called
        is_called = called == role and not column.share_of_texts(plain_count) > USUAL
        is_other = column.label and (column.is_headed or column.linked < USUAL)  # links say what they are, though named
        return 2.0 * is_called + (not is_other and called in ("", "text", "title", role) and by_value(column))

    def read(value: FieldValue) -> str:
        """The text without the words at its beginning that say what it is: ``Posted in News``, ``Category: News``."""
        is_label = role == "category" and role_of_label(value.text) == role  # ``In stock`` is a value
        text = "" if is_label else value.text[:100].strip(" ,;/|·")
        head, _, after = text.partition(":")
        if after and role_of_label(head) == role:
            return after.strip()
        return text.split(" ", 2)[2].strip() if _role_of_beginning(text) == role else text

    return lambda _: (score, read, lambda _: True)


def _role_of_beginning(text: str) -> str:
    """The role that the first two words of a text name: ``Posted in News, Sport``."""
    return role_of_label(" ".join(text.split(" ", 2)[:2])) if text.count(" ") > 1 else ""


def _are_places(column: ColumnFacts) -> bool:
    """Whether most values are such as *City, ST*, each one text and without an office.

    They are no lists: of *Business, Technology* each part stands in other values alone. Nor are they persons, as in
    *Saleh, Amira*: but for codes, and behind numbers, their first or their last parts repeat.
    """
    texts = [value.text for value in column.said if len(value.elements) == 1]
    places = [text for text in texts if _PLACE.fullmatch(text) and not times_in(text).is_stamp]
    places = [text for text in places if not (_role_of_beginning(text) or _OFFICE.search(text))]
    firsts, regions = ([place.split(", ")[part] for place in places] for part in (0, -1))
    others = set(column.texts).difference(places).union(firsts)
    pairs = zip(firsts, regions, places, strict=True)
    unsure = [pair for *pair, place in pairs if not (_DIGIT.search(place) or _CODE.match(pair[1]))]
    distinct = min((len(set(parts)) for parts in zip(*unsure, strict=True)), default=0)
    is_usual = len(places) >= USUAL * len(column.texts) and distinct <= MAX_DISTINCT * len(places)
    return is_usual and others.isdisjoint(regions)


def _of_counts(role: str) -> Reader:
    def said(text: str) -> str:
        """The number in a text that names the things counted."""
        digits, word = counted(text.rstrip(" :»›→"))
        if role_of_label(word) != role and (labelled := _LABELLED.fullmatch(text)):
            word, digits = labelled[1], plain_count(labelled[2])
        return digits if role_of_label(word) == role else ""

    def count(value: FieldValue) -> str:
        return said(value.text) or counted(value.text)[0]

    def is_said(text: str) -> bool:
        """Whether a text has this number, or is only a few words with that for the things: ``No comments``."""
        return bool(said(text)) or (len(words := split_words(text)) <= MAX_NONE and role in map(role_of_label, words))

    def score(column: ColumnFacts) -> float:
        has_numbers = any(map(said, column.counts))
        shares = has_numbers * column.share_of_texts(is_said), (column.called == role) * column.share(count)
        return sum(share for share in shares if share >= USUAL)

    def read(value: FieldValue) -> str:
        """The number; none of the things, if the text beside numbers is only a few words: ``Discuss``."""
        is_none = len(split_words(value.text)) <= MAX_NONE and not any(map(str.isdigit, value.text))
        return count(value) or ("1" if _ONE.match(value.text) else "0") * is_none

    return lambda _: (score, read, lambda _: True)


READERS: dict[str, Reader] = {
    "availability": _of_names("availability", lambda column: column.share_of_texts(says_availability) >= USUAL),
    "date": _of_dates,
    "author": lambda _: (_score_of_people, _read_people, _are_people),
    "location": _of_names("location", _are_places),
    "company": _of_names("company", lambda _: False),
    "category": _of_names(
        "category",
        lambda column: (
            column.share(lambda value: (_GROUP if column.distinct <= 0.7 else _CATEGORY).search(value.link)) >= USUAL
            or column.share_of_texts(lambda text: _role_of_beginning(text) == "category") >= USUAL
        ),
    ),
    "views": _of_counts("views"),
    "replies": _of_counts("replies"),
}
"""How values of a role are recognised: the score of a column, the value in a text, whether a text says nothing else."""
