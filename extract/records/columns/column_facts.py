"""The facts of one column of a table: its values, their markup, and whether they say anything."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, pairwise
from urllib.parse import unquote

from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.words import split_words
from iawce.data.text.counts import plain_count
from iawce.data.text.lexicon.columns import (
    ROLE_OF_WORD,
    WEAK,
    classes_of,
    leads_to_value,
    role_of_class,
    role_of_label,
    words_of_class,
)
from iawce.data.text.money import read_amount, read_money
from iawce.data.text.times import times_in
from iawce.extract.content.content import FieldValue
from iawce.extract.papers.simhtree.table import EXAMPLES, Table, elements_of

USUAL = 0.6  # Least share of the texts of a column that determine its role
MAX_LENGTH = 8  # Most words of a value that has a label
NO_PAGES = ("mailto:", "tel:", "javascript:")  # Prefixes of addresses that are not pages
SAMPLE = 200  # Most values that are examined
ALWAYS = 0.9  # Least share of the records with a text that is not informative
MAX_LETTERS = 4  # Most single letters and digits; more are an obfuscated word
BY = re.compile(r"(?:\A|.{0,60}?\s)(?:by|von|par|por|da|door|przez|автор|от)\b:?\s*", re.I | re.S)
"""A text up to the word before a name."""
_WORD = re.compile(r"[^\W_]+")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_LETTER = re.compile(r"[a-zA-Z\u0370-\u052f]")  # A letter of an alphabet, which alone is not informative
_ACTION = re.compile(
    r"(?:read|see|show|view|learn|find out|continue|load|discover)\b.{0,20}\b(?:more|reading|details?|all|product|item"
    r"|now|post|article)\b.{0,30}|continue reading.*|add to .{0,20}|(?:quick )?(?:view|shop|look)|buy(?: (?:it )?now)?"
    r"|shop now|compare|share|save|reply|report|sponsored|advertisement|ad|leave (?:a )?(?:feedback|comment|reply)"
    r"|apply(?: now)?|book now|select options|choose options|details?|more|menu|close|next|previous|permalink"
    r"|favou?rite|wish ?list|edit|hide|follow|(?:en savoir|lire la suite|lire|voir) ?(?:plus)?"
    r"|(?:weiter|mehr)(?:lesen| lesen| erfahren| dazu)?|in den warenkorb|zum (?:artikel|produkt)|leer más|ver más"
    r"|seguir leyendo|añadir al carrito|leggi(?: tutto)?|continua a leggere|ler mais|lees (?:meer|verder)"
    r"|czytaj (?:więcej|dalej)|читать (?:далее|дальше|полностью)|подробнее|阅读(?:全文|更多)|查看(?:更多|详情)"
    r"|続きを読む|もっと見る|자세히|更多|全文|read more.*",
    re.I,
)
Values = list[FieldValue | None]
Classes = tuple[tuple[str, ...], ...]
MAX_PLAIN = 60  # Most characters of a text that may be an amount or a day
_AMOUNT = re.compile(r"[.,'\s]*\d[\d.,'\s]*")
COVERED = 0.6  # Least share of the characters of a text that other columns repeat
MANY = 4  # Least other columns whose values are in one text
MIN_COLUMNS = 3  # Least columns whose names, if all have a word, do not mean it
MAX_ROWS = 30  # Most records whose texts are compared


@dataclass(eq=False)
class ColumnFacts:
    """One column: ``values`` of the records in order, its ``place`` in reading order, and the markup of its values.

    ``label``: the text above, before or after all of them. ``classes``: class names, properties and ids for tests of
    its elements, the innermost first, each element a tuple. ``tags``: of these elements. ``path``: in the record.
    ``is_headed``: whether the label is the header of a table. ``beside``: the columns before and after it.
    """

    place: int
    values: Values
    label: str
    classes: Classes
    tags: tuple[str, ...]
    path: str
    is_headed: bool = False
    beside: list["ColumnFacts"] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self.said = list(islice((value for value in self.values if value is not None), SAMPLE))
        """The existing values; of a long list only the first ones."""
        self.texts = [value.text for value in self.said if value.text and not value.image]
        """The texts of these, without pictures."""
        self.counts = Counter(self.texts)
        """How often each of these occurs, which then is read once."""
        innermost = {*self.tags[: min(len(self.said), EXAMPLES)]}  # pictures that are not loaded have no address
        self.is_picture = self.share(lambda one: one.image) > 0.5 or (innermost == {"img"} and not self.is_headed)
        self.distinct = len({value.image or value.text for value in self.said}) / max(len(self.said), 1)
        """Distinct texts or pictures divided by values."""
        levels = (HEADINGS.index(tag) + 1 for tag in (*self.tags, *self.path.split("/")) if tag in HEADINGS)
        self.heading = next(levels, 0)
        """The level of its innermost heading, 1 to 6; 0 without one."""

    @cached_property
    def filled(self) -> float:
        """Share of the records that have a value."""
        return sum(value is not None for value in self.values) / max(len(self.values), 1)

    @property
    def is_constant(self) -> bool:
        """Whether there are several records, all with the same text."""
        return len(self.said) > 2 and len({value.text for value in self.said}) == 1 and not self.is_picture

    @property
    def is_everywhere(self) -> bool:
        """Whether nearly all records have the same text, which then is a label or a button."""
        return self.is_constant and self.filled >= ALWAYS

    @property
    def is_button(self) -> bool:
        """Whether all have the same text, no date or amount, and link to different pages, such as ``Cached``."""
        links = {value.link for value in self.said}
        return self.is_constant and len(links) > len(self.said) / 2 and not any(map(str.isdigit, self.said[0].text))

    @property
    def is_silent(self) -> bool:
        """Whether its values are punctuation, single letters, *by*, buttons or empty."""
        is_empty = not self.texts or (self.is_everywhere and self.is_button)
        if self.is_headed and not is_empty:  # marks and grades are values; a button, or the header again, is none
            said = self.texts[0]
            is_word = said == self.label or BY.fullmatch(said) or _is_action(said)
            return self.is_everywhere and not self.is_picture and bool(is_word)
        return not self.is_picture and (is_empty or self.share_of_texts(_says_nothing) >= ALWAYS)

    @cached_property
    def mean_words(self) -> float:
        """Words of a value."""
        return sum(count * len(split_words(text)) for text, count in self.counts.items()) / max(len(self.texts), 1)

    @cached_property
    def linked(self) -> float:
        """Share of the values with a link to a page."""
        return self.share(lambda value: value.link and not value.link.startswith(NO_PAGES))

    @cached_property
    def labelled(self) -> str:
        """The role that its label names."""
        return role_of_label(self.label)

    @cached_property
    def named(self) -> str:
        """The role named by the names of the innermost element that names one."""
        roles = (role for names in self.classes for name in names if (role := role_of_class(name)))
        return next(roles, "")

    @cached_property
    def said_role(self) -> str:
        """The role that all of its texts name: ``comments`` and ``comment``."""
        texts = set(self.texts)
        roles = {role_of_label(text) for text in texts} if len(self.texts) > 2 and len(texts) <= 3 else {""}
        return roles.pop() if len(roles) == 1 and not self.is_picture else ""

    @property
    def called(self) -> str:
        """The role that its label, or else its names, give it; of ``from`` before a count, rather its names."""
        is_said = leads_to_value(self.label) and self.named not in WEAK
        return (is_said and self.named) or self.labelled or self.named

    def names(self, innermost: int | None = None) -> set[str]:
        """Words of the names of its elements, or of some of the innermost."""
        return {word for names in self.classes[:innermost] for name in names for word in words_of_class(name)}

    def share(self, is_one: Callable[[FieldValue], object]) -> float:
        """Share of the values of a kind."""
        return sum(bool(is_one(value)) for value in self.said) / max(len(self.said), 1)

    def share_of_texts(self, is_one: Callable[[str], object]) -> float:
        """Share of the texts of a kind."""
        return sum(count for text, count in self.counts.items() if is_one(text)) / max(len(self.texts), 1)


def plain_form(text: str) -> str:
    """A text as texts are compared: a day, an amount, or the words in lower case."""
    if len(text) <= MAX_PLAIN:
        if day := times_in(text).whole_day(month_first=False):
            return day
        money = read_money(text)
        rest = text[: money.start] + text[money.end :] if money else ""
        amount = money.amount if money else read_amount(text) if _AMOUNT.fullmatch(text) else None
        if amount is not None and not any(map(str.isalnum, rest)):
            return str(amount.normalize())
    return " ".join(text.casefold().split())


def _says_nothing(text: str) -> bool:
    words = _WORD.findall(_INVISIBLE.sub("", text))
    are_letters = all(len(word) == 1 for word in words)
    return (are_letters and (len(words) > MAX_LETTERS or all(map(_LETTER.match, words)))) or is_filler(text)


def is_filler(text: str) -> bool:
    """Whether a text is punctuation, *by* or a button."""
    is_by = len(split_words(text)) == 1 and BY.fullmatch(text) is not None
    return is_by or not any(map(str.isalnum, text)) or _is_action(text)


def _is_action(text: str) -> bool:
    return _ACTION.fullmatch(text.strip(" .…»›→>")) is not None


def read_columns(table: Table) -> list[ColumnFacts]:
    """The columns of a table with their facts, each of which knows those beside it."""
    found, index = list[ColumnFacts](), table.model.tree.analysis.index
    of_columns = [list(dict.fromkeys(elements_of(table, column))) for column in table.columns]
    given_of_columns = ([index.attributes.given[one] for one in each] for each in of_columns)
    classes_of_columns = _told_apart([[*map(classes_of, _of_the_record(given))] for given in given_of_columns])
    for place, (column, elements, classes) in enumerate(
        zip(table.columns, of_columns, classes_of_columns, strict=True)
    ):
        tags = tuple("del" if number in index.struck else index.tags[number] for number in elements)
        values = (_without_icons if column.is_headed else _addressed)([row[place] for row in table.rows])
        found.append(ColumnFacts(place, values, column.label, classes, tags, column.path, column.is_headed))
    found = _labelled(found)
    for before, after in pairwise(found):
        before.beside.append(after)
        after.beside.append(before)
    return found


def _of_the_record(given: list[dict[str, str]]) -> list[dict[str, str]]:
    """The attributes of elements around a value, without that of a name which is that of another thing: an author."""
    things = (one for one in given if "itemscope" in one or role_of_class(one.get("itemprop", "")) == "author")
    if not any(one.get("itemprop") for one in things):
        return given
    return [one if one.get("itemprop") != "name" else {**one, "itemprop": ""} for one in given]


def _told_apart(columns: list[list[list[str]]]) -> list[Classes]:
    """The names of the elements of columns, without words for a role that all have: ``views-field-length``."""
    words = [{word for names in each for name in names for word in words_of_class(name)} for each in columns]
    shared = set.intersection(*words) & ROLE_OF_WORD.keys() if len(words) >= MIN_COLUMNS else set[str]()

    def plain(name: str) -> str:
        said = words_of_class(name)
        return name if shared.isdisjoint(said) else "-".join(word for word in said if word not in shared)

    return [tuple(tuple(map(plain, names)) for names in each) for each in columns]


def _addressed(values: Values) -> Values:
    """The values; addresses of mail and numbers in links that all say the same: ``Write to us``."""
    said = {(value.text, value.link.partition(":")[0]) for value in values if value}
    if len(said) != 1 or not {kind for _, kind in said} <= {"mailto", "tel"}:
        return values
    return [value and replace(value, text=unquote(value.link).partition(":")[2].partition("?")[0]) for value in values]


def _without_icons(values: Values) -> Values:
    """The values with what icons say instead of them: a few pictures, of which each stands in several rows."""
    images = {value.image: value.text or icon_name(value.image) for value in values if value and value.image}
    if not 0 < len(images) < sum(bool(value and value.image) for value in values):
        return values
    said = ((value, value.text or images[value.image]) if value and value.image else (value, "") for value in values)
    return [replace(value, text=text, image="") if value and text else value for value, text in said]


def icon_name(address: str) -> str:
    """The name of the file of a picture as words: ``check-mark.png`` is *check mark*."""
    name = unquote(address.partition("?")[0].rpartition("/")[2]).partition(".")[0]
    return " ".join(_WORD.findall(name.replace("_", " "))[:MAX_LENGTH])


def _labelled(columns: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The columns without those that always have the name of a role of an adjacent column.

    Such are ``By`` before names and ``comments`` after numbers.
    """
    labels = set[ColumnFacts]()
    for before, after in pairwise(columns):
        for label, column in ((before, after), (after, before)):
            is_value = bool(column.texts) and not column.said_role and {label, column}.isdisjoint(labels)
            if not (label.said_role and is_value) or column.label or column.mean_words >= MAX_LENGTH:
                continue
            if label is before or column.share_of_texts(plain_count) > USUAL:
                column.label = label.texts[0]
                labels.add(label)
    return [column for column in columns if column not in labels]


def without_silent(columns: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The columns without those that are not informative, and without texts of overlays on a whole record."""
    kept = [column for column in columns if not column.is_silent]
    return [column for column in kept if not _is_overlay(column, kept)]


def _is_overlay(column: ColumnFacts, columns: Sequence[ColumnFacts]) -> bool:
    """Whether its texts, unless they are the only headings, repeat others: a link over a card, for screen readers."""
    is_heading = column.heading and not any(other.heading for other in columns if other is not column)
    if column.mean_words < MANY or column.is_picture or column.is_headed or is_heading:
        return False
    others = [other.values for other in columns if other is not column and not other.is_picture]
    rows = [(row, value.text) for row, value in enumerate(column.values) if value and value.text][:MAX_ROWS]
    others_of = ([value.text for values in others if (value := values[row])] for row, _ in rows)
    pairs = zip(rows, others_of, strict=True)
    few = len(rows) - math.ceil(ALWAYS * len(rows))  # more own texts, and no further one is examined
    own = islice((text for (_, text), said in pairs if not _is_covered(text, said)), few + 1)
    return bool(rows) and len(list(own)) <= few


def _is_covered(text: str, others: Sequence[str]) -> bool:
    text = " ".join(text.casefold().split())
    said = {one for other in others if len(other) > 2 and (one := other.casefold()) in text} - {text}
    inner = [one for one in said if not any(one != other and one in other for other in said)]
    return len(inner) >= MANY or (len(inner) > 1 and sum(map(len, inner)) >= COVERED * len(text))


def says_again(column: ColumnFacts, others: Sequence[Values]) -> bool:
    """Whether nearly each of its values is part of one in another column of its record."""
    rows = [(row, value) for row, value in enumerate(column.values) if value and (value.text or value.image)]
    few = len(rows) - math.ceil(ALWAYS * len(rows))  # more own values, and no further one is examined
    own = (
        islice((row for row, value in rows if not _stands_in(value, other[row])), few + 1)
        for other in others
        if other and other is not column.values
    )
    return bool(rows) and any(len(list(found)) <= few for found in own)


def _stands_in(own: FieldValue, around: FieldValue | None) -> bool:
    if around is None or own.image or around.image:
        return around is not None and own.image == around.image
    inner, outer = (f" {' '.join(split_words(one.text.casefold()))} " for one in (own, around))
    return inner in outer


def never_meet(values: Sequence[FieldValue | None], others: Sequence[FieldValue | None]) -> bool:
    """Whether no record has values of both columns."""
    return not any(one and other for one, other in zip(values, others, strict=True))
