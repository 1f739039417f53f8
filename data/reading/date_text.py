"""Dates in texts: ISO 8601, RFC 2822, and day, month and year as people write them in many languages.

Only dates with a day count; relative ones ("three days ago") hang on when the page was read and are passed over.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime

EARLIEST, LATEST = 1990, 2100
"""Years of dates of pages."""
LONGEST = 300
"""Characters of a text that are read."""
_MONTHS = (
    "jan january januar jänner januari janvier janv enero ene gennaio gen janeiro styczeń stycznia leden ledna января "
    "январь янв січня ocak januarie ianuarie ianuarii január tammikuu tammikuuta ιανουαρίου siječanj siječnja januara",
    "feb february februar februari février févr fév febrero febbraio fevereiro fev luty lutego únor února февраля "
    "февраль фев лютого şubat februarie február helmikuu helmikuuta φεβρουαρίου veljače februara pebruari",
    "mar march märz mär mrz maart mrt mars marzo março marzec marca březen března марта март мар березня mart martie "
    "március maaliskuu maaliskuuta μαρτίου ožujka marts maret",
    "apr april avril avr abril abr aprile kwiecień kwietnia duben dubna апреля апрель апр квітня nisan aprilie április "
    "huhtikuu huhtikuuta απριλίου travnja aprila",
    "may mai mei mayo maggio mag maio maj maja květen května мая май травня mayıs május toukokuu toukokuuta μαΐου "
    "μαίου svibnja",
    "jun june juni juin junio giugno giu junho czerwiec czerwca červen června июня июнь июн червня haziran iunie "
    "június kesäkuu kesäkuuta ιουνίου lipnja juna",
    "jul july juli juillet juil julio luglio lug julho lipiec lipca červenec července июля июль июл липня temmuz iulie "
    "július heinäkuu heinäkuuta ιουλίου srpnja jula",
    "aug august augustus augusti août agosto ago agustus sierpień sierpnia srpen srpna августа август авг серпня "
    "ağustos augusztus elokuu elokuuta αυγούστου kolovoza avgusta avgust",
    "sep sept september septembre septiembre settembre set setembro wrzesień września září сентября сентябрь сен "
    "вересня eylül septembrie szeptember syyskuu syyskuuta σεπτεμβρίου rujna septembra",
    "oct okt october oktober octobre octubre ottobre ott outubro out październik października říjen října октября "
    "октябрь окт жовтня ekim octombrie október lokakuu lokakuuta οκτωβρίου listopada oktobra",
    "nov november novembre noviembre novembro listopad листопада ноября ноябрь ноя kasım noiembrie "
    "marraskuu marraskuuta νοεμβρίου studenoga novembra nopember",
    "dec dez december dezember décembre déc diciembre dic dicembre dezembro grudzień grudnia prosinec prosince декабря "
    "декабрь дек грудня aralık decembrie joulukuu joulukuuta δεκεμβρίου prosinca decembra desember des desembre",
)
"""Names and abbreviations of the months; "listopada" is October in Croatian and November in Polish and Czech."""
_MONTH = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
YEAR = re.compile(r"(?:19|20)\d\d")
"""What every date holds."""
_ISO = re.compile(
    r"(?<![\d.])(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)"
    r"(?:[T\s]\s{0,2}(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?",
)
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?:T\d{4,6}Z?)?(?!\d)")
_NAMED = re.compile(
    r"(?<!\d)(?P<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?(?:\s+(?:de|of|del|ta'))?[\s\-/.,]{1,3}(?P<month>[^\W\d_]{3,14})"
    r"\.?(?:\s+(?:de|del))?[\s\-/.,]{1,3}(?P<year>\d{4})(?!\d)"
    r"|(?P<month2>[^\W\d_]{3,14})\.?[\s\-]{1,3}(?P<day2>\d{1,2})(?:st|nd|rd|th)?(?:,\s*|\s+|-)(?P<year2>\d{4})(?!\d)"
    r"|(?<!\d)(?P<year3>\d{4})[\s\-/.]{1,3}(?P<month3>[^\W\d_]{3,14})[\s\-/.]{1,3}(?P<day3>\d{1,2})(?!\d)"
)
_EAST_ASIAN = re.compile(r"(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]")
_YEAR_FIRST = re.compile(r"(?<![\d.])(\d{4})(/|\.\s|\.(?=\d\d))(\d{1,2})\2(\d{1,2})(?![\d])")
"""A dot without a blank parts two digits: 2024.4.1 is the version of a program."""
_YEAR_LAST = re.compile(r"(?<![\d./])(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)")


def read_date(text: str, *, month_first: bool = False) -> str:
    """The first date of a text in ISO 8601, with time and zone where the text is ISO itself; empty if there is none.

    Args:
        text: of any length; the beginning is read.
        month_first: whether ``4/5/2024`` is the fifth of April.
    """
    plain = text[:LONGEST]
    found = [(place, value) for place, value in _all(plain, month_first) if value]
    return min(found, default=(0, ""))[1]


def day_and_month(text: str) -> tuple[int, int] | None:
    """The first two numbers of a text that is a date like ``4/5/2024``, in their order; None if it is none."""
    found = _YEAR_LAST.search(text[:LONGEST])
    return (int(found[1]), int(found[3])) if found else None


def _all(text: str, month_first: bool) -> Iterator[tuple[int, str]]:
    """Place and value of the first match of each notation."""
    if not YEAR.search(text):
        return
    for one in _ISO.finditer(text):
        yield one.start(), _with_time(one)
    for one in _EAST_ASIAN.finditer(text):
        yield one.start(), _day(one[1], one[2], one[3])
    for one in _NAMED.finditer(text):
        name = one["month"] or one["month2"] or one["month3"]
        month = _MONTH.get(name.lower(), 0)
        yield (
            one.start(),
            _day(one["year"] or one["year2"] or one["year3"], month, one["day"] or one["day2"] or one["day3"]),
        )
    for one in _YEAR_FIRST.finditer(text):
        yield one.start(), _day(one[1], one[3], one[4])
    for one in _YEAR_LAST.finditer(text):
        yield one.start(), _numeric(one[1], one[3], one[4], month_first and one[2] != ".")
    for one in _COMPACT.finditer(text):
        yield one.start(), _day(one[1], one[2], one[3])


def _numeric(first: str, second: str, year: str, month_first: bool) -> str:
    day, month = (second, first) if month_first else (first, second)
    return _day(year, month, day) or _day(year, day, month)


def _day(year: str, month: str | int, day: str) -> str:
    with suppress(ValueError):
        if EARLIEST <= int(year) <= LATEST:
            return date(int(year), int(month), int(day)).isoformat()
    return ""


def _with_time(one: re.Match[str]) -> str:
    year, month, day, hour, minute, second, zone = one.groups()
    found = _day(year, month, day)
    if not found or hour is None:
        return found
    offset = {"Z": "+00:00", "UTC": "+00:00", "GMT": "+00:00"}.get(zone or "", zone or "")
    with suppress(ValueError):
        return datetime.fromisoformat(f"{found}T{hour}:{minute}:{second or '00'}{offset}").isoformat()
    return found
