"""Names of persons and organisations in the texts of bylines."""

import re
from collections.abc import Container, Iterable, Sequence
from itertools import islice

from iawce.data.dom.words import letters
from iawce.data.text.lexicon import bylines as lex
from iawce.data.text.lexicon.related_headings import announces_others
from iawce.data.text.lexicon.times import CHANGED, OF_ANOTHER_THING, PUBLISHED
from iawce.data.text.times import times_in

MAX_NAME_WORDS = 8  # Most words of a name; a longer text is a sentence
MAX_LENGTH = 300  # Characters of a text that is examined
_LEADS_TO_TIME = re.compile(r"(?<=\w)(?:\s+[^\W\d_A-Z]{1,4}){1,2}$")  # Before a time: "Ann Lee on", "Ana el"
MAX_OF_ONE = 2  # Most letters of such a word behind a single word
MAX_PREPOSITION, MAX_OF_PUBLICATION = 3, 24  # Most characters before a time: of "On", and of "Posted on"
COLONS, MAX_OTHER_LABEL = frozenset(":："), 2  # The end of a label in other words, and the most of these
_PERSON = re.compile(r"(?:[^\W\d_][\w.'’-]*\s+){1,3}(?![A-Z]{2}$)[^\W\d_]{2}[\w.'’-]*")  # The last is no initial
MAX_ABBREVIATED = 5  # Characters at the end of a name in which an abbreviation is sought
WITH_PARTICLE = 4  # Fewest words of a name with particles; shorter ones are as often towns: "Rio de Janeiro"


def names_in(texts: Iterable[str]) -> list[str]:
    """The names in a byline, each once; none if it has no name.

    ``texts``: its text nodes. A name ends with its text node, unless a comma or an "and" continues it.
    """
    line = _byline(text for text in texts if not lex.ADDRESS.fullmatch(text.strip()))
    plain = without_by(_behind_time(" ".join(lex.MAIL.sub(" ", line).split())))
    plain = lex.IN_BRACKETS.sub("", plain)
    times = [time.start for time in times_in(plain).spans[:1]]
    ends = (found.start() for found in lex.END.finditer(plain) if not _is_in_group(plain, found))
    end = min([*islice(ends, 1), *times], default=len(plain))
    kept = plain[:end].rstrip()
    if end < len(plain) and kept[-1:] in COLONS:
        return []  # the label of the time
    if kept[:1].isupper():
        kept = lex.HOUSE.sub("", _without_preposition(kept) if [end] == times else kept)
    first, *others = _with_titles(_divided(lex.BETWEEN.sub(r"\1, ", kept)))
    names = [first, *(name for name in others if not name[:1].islower() and not lex.ROLE.fullmatch(name))]
    return list(dict.fromkeys(name for name in names if is_name(name) and not lex.OTHER_WORK.match(name)))


def _is_in_group(text: str, end: re.Match[str]) -> bool:
    """Whether an end is inside of the name of a group that a single word begins: "Resources for Mission Committee"."""
    begin, rest = text[: end.start()], text[end.end() :].partition(",")[0]
    is_one = " " not in begin.lower().removeprefix("the ") and is_name(begin)
    is_for_one = is_one and end[0].lstrip().lower().startswith("for")
    return is_for_one and (is_organisation(begin) or is_organisation(rest))


def _without_preposition(text: str) -> str:
    """A name without the words in lower case that lead from it to a time; two words of it stay, or one before "el"."""
    found = _LEADS_TO_TIME.search(text)
    if found is None or not found[0].islower():
        return text
    is_name = " " in text[: found.start()] or len(found[0].strip()) <= MAX_OF_ONE
    return text[: found.start()] if is_name else text


def _behind_time(text: str) -> str:
    """What follows the time that a text begins with, alone or as that of a publication; else the text."""
    text = " ".join(text.split())
    span = next(iter(times_in(text).spans), None) if len(text) <= MAX_LENGTH else None
    if span is None or not (span.start <= MAX_PREPOSITION or PUBLISHED.match(text)) or span.start > MAX_OF_PUBLICATION:
        return text
    rest = _trimmed(text[span.end :])
    rest = _behind_time(rest) if rest[:1].isdigit() else rest  # the time of the day
    return rest if rest[:1].isalpha() and not CHANGED.match(rest) else text


def without_by(text: str) -> str:
    """A byline without the place before it and the words before the name: "Posted by"."""
    dateline = lex.DATELINE.match(text)
    plain = _trimmed(text[dateline.end() :] if dateline and lex.BY.match(text, dateline.end()) else text)
    while found := lex.BY.match(plain) or lex.REVIEWED.match(plain):
        plain = plain[found.end() :]
    return plain


def _divided(text: str) -> list[str]:
    """The parts of a list of names. One word before "&" and a longer name is the beginning of a firm or a couple.

    So is one before "and" and the rest of an organisation's name: "Housing and Planning Committee".
    """
    parts, begin = list[str](), 0
    for cut in lex.SPLIT.finditer(text):
        before, after = text[begin : cut.start()], lex.SPLIT.split(text[cut.end() :], maxsplit=1)[0]
        is_begin = before[:1].isupper() and " " not in before.strip() and " " in after.strip()
        is_joined = cut[0].strip() == "&" or (cut[0].strip() == "and" and _are_one_group(before, after))
        if parts or not is_joined or not is_begin or lex.ROLE.fullmatch(before.strip()):
            parts.append(before)
            begin = cut.end()
    return [*parts, text[begin:]]


def _are_one_group(before: str, after: str) -> bool:
    return is_organisation(after) and not (is_organisation(before) or after.lower().startswith("the "))


def _trimmed(text: str) -> str:
    """A text without the characters around a name; the dot of an initial or of "Jr." at its end stays."""
    plain = text.strip(lex.EDGE)
    is_cut = lex.ABBREVIATED.search(plain[-MAX_ABBREVIATED:]) and text.lstrip(lex.EDGE).startswith(".", len(plain))
    return f"{plain}." if is_cut else plain


def _with_titles(parts: Iterable[str]) -> list[str]:
    """The parts of a list of names; a degree belongs to the name before it, and an office such as "COO" to a role."""
    names = list[str]()
    for part in (lex.ROLE_BEHIND.sub(r"\1", _trimmed(part)) for part in parts):
        if names and lex.DEGREE.fullmatch(part) and not is_organisation(part):
            names[-1] += f", {part}" * (not names[1:] or not lex.ROLE.fullmatch(names[-1]))
        else:
            names.append(part)
    return names


def _byline(texts: Iterable[str]) -> str:
    line = ""
    for text in texts:
        plain = " ".join(text[:MAX_LENGTH].split())
        if line[-1:] in COLONS and len(line.split()) <= MAX_OTHER_LABEL and not lex.OTHER_WORK.match(line):
            line = ""  # a label, in whatever words
        goes_on = not line or lex.ENDS_OPEN.search(line) or lex.LABEL.fullmatch(line) or lex.JOINS.match(plain)
        if plain and (not goes_on or len(line) > MAX_LENGTH):
            is_before_time = _LEADS_TO_TIME.search(line) and any(not one.start for one in times_in(plain).spans[:1])
            return f"{line} {plain}" if is_before_time else "" if line[-1:] in COLONS else line
        line = f"{line} {plain}".strip()
    return "" if line[-1:] in COLONS else line


def starts_with_by(text: str) -> bool:
    """Whether a text begins as a byline does."""
    plain = _behind_time(text.strip())
    dateline = lex.DATELINE.match(plain) if "(" in plain else None
    return (may_be_by(plain) and bool(lex.BY.match(plain))) or bool(dateline and lex.BY.match(plain, dateline.end()))


def byline_of(text: str) -> str:
    """The part of a line that begins as a byline does: "News | 3 May 2024 | By Ann Lee"; the line if none does."""
    parts = lex.SEPARATOR.split(" ".join(text.split())) if len(text) <= MAX_LENGTH else []
    return next((part for part in parts if starts_with_by(part) or is_label(part)), text)


def may_be_by(plain: str) -> bool:
    """Whether a text may begin as a byline does, by its first letters alone: a quick test."""
    return plain[:2].lower() in lex.STARTS or plain[:1] in lex.STARTS


def is_label(text: str) -> bool:
    """Whether a text is only a label of a name: "Written by:"."""
    plain = text.strip() if len(text) < MAX_LENGTH else ""
    return may_be_by(plain) and bool(lex.LABEL.fullmatch(plain))


def is_of_reviewer(texts: Sequence[str], place: int) -> bool:
    """Whether a text that begins with "by" ends a label such as "reviewed by", the text before it included."""
    before = texts[place - 1].rstrip()[-MAX_LENGTH:] if place else ""
    may_lead = before[-2:].lower() in ("by", "ed") or before[-1:] == ":"
    found = lex.REVIEWED.finditer(f"{before} {texts[place].lstrip()[:MAX_LENGTH]}") if may_lead else ()
    return any(one.start() < len(before) < one.end() for one in found)


def is_organisation(name: str, known: Container[str] = ()) -> bool:
    """Whether a name is that of an organisation: of one of those ``known`` (``letters``), or by its words."""
    return bool(lex.GROUP.search(name)) or letters(name) in known


def is_name(text: str) -> bool:
    """Whether a text may be the name of a person or an organisation, or that of a user."""
    words = text.split()
    if not 1 <= len(words) <= MAX_NAME_WORDS or len(text) < 2 or not any(map(str.isalpha, text)):
        return False
    if text[0] in "[(" or any(one.fullmatch(text) for one in (lex.NO_NAME, lex.ADDRESS, lex.ROLE_ALONE, lex.LABEL)):
        return False
    if len(words) == 2 and words[0].isdecimal() and words[1].islower():  # a count, such as ``3 contributors``
        return False
    if announces_others(text) or PUBLISHED.match(text) or CHANGED.match(text) or OF_ANOTHER_THING.search(text):
        return False
    return len(words) <= 2 or 2 * sum(word[:1].islower() for word in words) <= len(words)


def is_full_name(name: str) -> bool:
    """Whether this looks like the name of a person even with nothing but "by" before it."""
    words = name.split()
    return bool(lex.UNCASED.fullmatch(name)) or (
        2 <= len(words) <= 5 and not any(word[:1].islower() or not word[:1].isalpha() for word in (words[0], words[-1]))
    )


def is_person(name: str) -> bool:
    """Whether this is the name of a person by its capitals; in a script without them nothing tells it from others."""
    plain = lex.PARTICLE.sub(" ", name) if len(name.split()) >= WITH_PARTICLE else name
    is_upper = bool(_PERSON.fullmatch(plain)) and all(word[0].isupper() for word in plain.split())
    return is_upper and not is_organisation(name)


def persons_in(text: str) -> list[str]:
    """The names in a text if all are persons by their capitals, or by the word for a reporter behind them."""
    names = names_in([text])
    return names if all(map(is_full_name if lex.ROLE_BEHIND.search(text) else is_person, names)) else []
