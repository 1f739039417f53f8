"""Time expressions as forums write them, in nine languages: ``2014-12-26 12:14``, ``vor 3 Stunden``, 昨天 14:24.

Recognised by pattern: a page holds thousands of short texts, and a library that reads dates takes milliseconds for one.
"""

import re
from functools import lru_cache

LONGEST = 80
"""Characters of a text that may be a time and what stands beside it; prose is longer."""
_MONTH = (
    r"(?:jan(?:v|uar|uary|eiro)?|feb(?:ruary|ruar|braio)?|f[ée]v(?:r(?:ier)?|ereiro)?|m[aä]r(?:ch|z|s|zo|ço)?|"
    r"a[pv]r(?:il|ile)?|abr(?:il)?|ma[yi](?:o|ggio)?|maio|ju[nl](?:[iey]|io|ho)?|juin|juil(?:let)?|giu(?:gno)?|"
    r"lug(?:lio)?|aug(?:ust)?|ao[uû]t|ago(?:sto)?|sept?(?:ember|embre|iembre)?|set(?:tembre|embro)?|"
    r"o[ck]t(?:ober|obre|ubre)?|ott(?:obre)?|out(?:ubro)?|nov(?:ember|embre|iembre|embro)?|"
    r"d[eéi][cz](?:ember|embre|iembre|embro)?|ene(?:ro)?|gen(?:naio)?|"
    r"янв\w*|фев\w*|мар\w*|апр\w*|ма[йя]|ию[нл]\w*|авг\w*|сен\w*|окт\w*|ноя\w*|дек\w*)\b"
)
_YEAR = r"(?:\.?,?[- ](?:de |at )?['’]?(?:19|20)\d\d\b)?"
_WEEKDAY = (
    r"(?:\b(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mi[ée]|jue|vie|s[áa]b|dom|"
    r"gio|seg|ter|qua|qui|sex|пн|вт|ср|чт|пт|сб|вс|пон|вто|сре|чет|пят|суб|вос)\w{0,9}[.,]? )?"
)
DAY_WORDS = (
    "yesterday|today|gestern|heute|hier|aujourd['’]hui|ayer|hoy|ieri|oggi|ontem|hoje|вчера|сегодня"  # codespell:ignore
)
DAY_SIGNS = "今天|昨天|前天|昨日|今日|一昨日"
"""Days that are named by how far they are from today, in scripts with blanks between words and without."""
_UNIT = (
    "sec(?:ond)?s?|min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?|months?|mos?|years?|yrs?|sekunden?|minuten?|stunden?|"
    "tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?|secondes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|"
    "horas?|días?|semanas?|mes(?:es)?|años?|секунд\\w*|минут\\w*|час\\w*|д(?:ень|ня|ней)|недел\\w*|месяц\\w*|"
    "год\\w*|лет"
)
_PATTERNS = (
    r"\b(?:19|20)\d\d ?[-/.年] ?\d{1,2} ?[-/.月] ?\d{1,2}",
    r"\b\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)?\d\d\b",
    r"\d{1,2}月\d{1,2}日",
    rf"{_WEEKDAY}\b\d{{1,2}}(?:st|nd|rd|th|er|\.|º)?[- ]?(?:de |of )?{_MONTH}{_YEAR}",
    rf"{_WEEKDAY}\b{_MONTH}[.,]? ?(?:\d{{1,2}}(?:st|nd|rd|th)?\b{_YEAR}|['’]?(?:19|20)?\d\d\b)",
    rf"\b(?:a|an|one|half an|\d{{1,3}}) ?(?:{_UNIT}) ago\b",
    r"\b(?:vor (?:etwa |einer |einem |einigen )?\d{0,3} ?|il y a (?:environ )?\d{0,3} ?|hace (?:unos? )?\d{0,3} ?)"
    rf"(?:{_UNIT})",
    rf"\d{{1,3}} (?:{_UNIT}) назад",
    r"(?:\d{1,3}|半|几|数) ?(?:个|個)?(?:小?时|小時|秒钟?|分钟?|分鐘|時間|天|日|周|週間?|月|か月|ヶ月|年)前",
    "刚刚|剛剛|たった今",
    rf"(?:{DAY_WORDS}|{DAY_SIGNS})\b.{{0,8}}?\d{{1,2}}:\d\d",
    rf"\A(?:{DAY_WORDS}|{DAY_SIGNS})\Z",
    r"\b\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m\b|\b)",
    r"\A\d{1,3} ?(?:[smhdwy]|mo|yr)\Z",
)
TIME = re.compile("|".join(_PATTERNS), re.I)
"""Where a time expression begins in a text."""


def cut_time(text: str) -> str:
    """The part of a text from the first time expression in it to the last one; empty if there is none."""
    found = list(TIME.finditer(text))
    return text[found[0].start() : found[-1].end()].strip() if found else ""


@lru_cache(maxsize=1 << 12)
def holds_time(text: str) -> bool:
    """Whether a short text, blanks trimmed, holds a time expression; a long one never does."""
    return len(text) <= LONGEST and TIME.search(text) is not None
