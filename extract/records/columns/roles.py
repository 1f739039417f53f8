"""Which of the other columns hold dates, authors, places, companies, categories, counts, and what is available."""

import re
from collections.abc import Callable, Sequence

from iawce.data.html.words import split_words
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.times import times_in
from iawce.extract.content.found_records import FoundField
from iawce.extract.records.boards.board_columns import BY, person
from iawce.extract.records.columns.column_facts import ColumnFacts, Values
from iawce.extract.records.columns.counts import counted, plain_count
from iawce.extract.records.columns.vocabulary import role_of_label
from iawce.extract.records.posts.field_candidates import USER

USUAL = 0.6
MOST_WORDS = 8
"""Mean words of a value that is no text."""
LONGEST_VALUE = 100
FEW = 0.7
"""Different categories over records, at most."""
_AUTHOR = re.compile(
    r"/(?:authors?|autor(?:es)?|auteurs?|by|writers?|contributors?|people|staff|reporters?|u|user|users|profile)/", re.I
)
_CATEGORY = re.compile(
    r"/(?:categor(?:y|ies|ia|ie)|kategorie|sections?|topics?|rubri\w+|cat|tags?)/|[?&]cat(?:egory)?=", re.I
)
_PLACE = re.compile(r"[^\W\d_][\w .'’-]+, (?:[A-Z]{2}\b(?: \d{5})?|[A-Z][\w ]+)(?:, \w[\w ]+)?")
_AVAILABLE = re.compile(
    r"(?:currently |temporarily |usually )?(?:(?:in|out of|low|low in|back in) ?stock|sold ?out|(?:un)?available"
    r"|pre-?order|back ?order"
    r"|only \d+ (?:left|remaining)|discontinued|ausverkauft|(?:nicht |sofort )?(?:lieferbar|verfügbar|auf lager)"
    r"|en stock|épuisé|rupture de stock"
    r"|(?:in)?disponib(?:le|ile)|agotado|esaurito|esgotado|em estoque|op voorraad|uitverkocht|dostępny|niedostępny"
    r"|w magazynie"
    r"|(?:нет )?в наличии|(?:有|缺|无)货|有貨|缺貨|在庫(?:あり|なし)|売り切れ|품절|재고)(?:\b.{0,25}|[\s.!:].{0,25})?",
    re.I,
)
_WORD = re.compile(r"[^\W\d_]{3}")
Read = Callable[[FoundField], str]
RoleReader = tuple[Callable[[ColumnFacts], float], Read, Callable[[str], bool]]
"""The score of a column, the value in a text, and whether a text says nothing else."""
Reader = Callable[[PageReading], RoleReader]


def read_role(role: str, columns: Sequence[ColumnFacts], reading: PageReading) -> tuple[Values, list[ColumnFacts]]:
    """The values of one role, and the columns that say nothing else; both empty if no record has any.

    Args:
        role: a name of ``READERS``.
        columns: that have no role yet.
        reading: of the page.
    """
    score, read, is_whole = READERS[role](reading)
    scored = sorted(
        ((score(column), -column.place, column) for column in columns), key=lambda one: one[:2], reverse=True
    )
    chosen = [column for value, _, column in scored if value > 0]
    if not chosen:
        return [], []
    values: Values = [
        next(
            (found for column in chosen if (value := column.values[row]) and (found := _field(value, read(value)))),
            None,
        )
        for row in range(len(chosen[0].values))
    ]
    used = [column for column in chosen if column.share_of_texts(is_whole) >= USUAL]
    return (values, used) if any(values) else ([], [])


def _field(value: FoundField, text: str) -> FoundField | None:
    return FoundField(text, value.link, elements=value.elements) if text else None


def _short(column: ColumnFacts) -> bool:
    return bool(column.texts) and not column.is_picture and column.mean_words <= MOST_WORDS


def _of_dates(reading: PageReading) -> RoleReader:
    def told(value: FoundField) -> str:
        days = (times.whole_day(month_first=False) for number in value.elements for times in reading.times.told(number))
        return next(filter(None, days), "")

    def read(value: FoundField) -> str:
        times = times_in(value.text)
        return times.written if times.whole_day(month_first=False) else told(value) or times.written

    def score(column: ColumnFacts) -> float:
        if not _short(column) or column.share(lambda value: times_in(value.text).is_stamp or told(value)) < USUAL:
            return 0.0
        if column.share_of_texts(lambda text: times_in(text).is_clock) > USUAL:
            return 0.0
        days = column.share(lambda value: times_in(value.text).whole_day(month_first=False) or told(value))
        is_called = column.is_called("date") or "time" in column.tags
        is_short = 2 * column.share(
            lambda value: told(value) or len(times_in(value.text).written) > len(value.text) / 2
        )
        called = column.labelled or column.named
        is_other = (called not in ("", "date", "text") and not is_short) or (
            column.label and called != "date" and days < USUAL and column.share_of_texts(_WORD.search) < USUAL
        )
        return 0.0 if is_other else days + 2 * is_called + is_short + 0.1

    return score, read, lambda text: len(split_words(text.replace(times_in(text).written, ""))) <= 3


def _of_people(_: PageReading) -> RoleReader:
    def score(column: ColumnFacts) -> float:
        if not _short(column) or column.share_of_texts(plain_count) > 0.3:
            return 0.0
        by, leads = column.share_of_texts(BY.match), column.share(lambda value: _AUTHOR.search(value.link))
        users = column.share(lambda value: USER.search(value.link)) * 0.7
        is_called = column.is_called("author")
        is_other = (column.labelled or column.named) not in ("", "author", "text", "title", "date")
        found = 2.0 * is_called + by + max(leads, users)
        return found if found >= USUAL and not is_other and column.share_of_texts(person) >= USUAL else 0.0

    def read(value: FoundField) -> str:
        name = person(value.text).strip(" ,;|·•-–—:")
        return name if name and not times_in(name).is_stamp and role_of_label(name) != "author" else ""

    return score, read, lambda text: len(split_words(text)) <= len(split_words(person(text))) + 2


def _of_names(role: str, by_value: Callable[[ColumnFacts], bool]) -> Reader:
    """Of what is known by its name on the page, or else by its values."""

    def score(column: ColumnFacts) -> float:
        if not _short(column):
            return 0.0
        is_called = column.is_called(role) and not column.share_of_texts(plain_count) > USUAL
        called = column.labelled or column.named
        return 2.0 * is_called + (not column.label and called in ("", "text", "title", role) and by_value(column))

    return lambda _: (score, lambda value: value.text[:LONGEST_VALUE], lambda _: True)


def _of_counts(
    role: str,
) -> Reader:
    def count(text: str, *, is_called: bool) -> str:
        digits, word = counted(text)
        return digits if role_of_label(word) == role else plain_count(text) if is_called else digits

    def score(column: ColumnFacts) -> float:
        is_called = column.is_called(role)
        said = column.share_of_texts(lambda text: role_of_label(counted(text)[1]) == role)
        numbers = column.share_of_texts(lambda text: count(text, is_called=True)) if is_called else 0.0
        return said * (said >= USUAL) + numbers * (numbers >= USUAL)

    return lambda _: (score, lambda value: count(value.text, is_called=True), lambda _: True)


READERS: dict[str, Reader] = {
    "availability": _of_names("availability", lambda column: column.share_of_texts(_AVAILABLE.fullmatch) >= USUAL),
    "date": _of_dates,
    "author": _of_people,
    "location": _of_names("location", lambda column: column.share_of_texts(_PLACE.fullmatch) >= USUAL),
    "company": _of_names("company", lambda _: False),
    "category": _of_names(
        "category",
        lambda column: column.share(lambda value: _CATEGORY.search(value.link)) >= USUAL and column.distinct <= FEW,
    ),
    "views": _of_counts("views"),
    "replies": _of_counts("replies"),
}
"""How values of a role are recognised: the score of a column, the value in a text, whether a text says nothing else."""
