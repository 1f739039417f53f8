"""Recognises endless series of addresses: calendars, endless parameters, ever deeper paths."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime

from iawce.data.network.address import parse_address

MAX_LENGTH = 1000  # Most characters of an address
MAX_DEPTH = 20  # Most parts of a path
MAX_PARAMETERS = 8
REPEATED = re.compile(r"(?:/([^/]+(?:/[^/]+){0,3}))(?:/\1){2}(?:/|\Z)")
"""One to four parts of a path three times in a row."""
REORDERED = re.compile(
    r"(?:sort|order|orderby|order_by|sort_?by|dir|direction|view_?mode|per_?page|page_?size|limit|filter\w*|"
    r"(?:min|max)_?price|print(?:able)?|highlight|letter_?size)(?:%5B.*)?",
    re.I,
)
"""Names of parameters that show the same content in another order."""
ACTION = re.compile(
    r"/(?:(?:log-?in|sign-?in|logout|signup|register|feed)/?\Z|"
    r"(?:cart|checkout|basket|wp-login\.php|wp-admin|wp-json|xmlrpc\.php)(?:/|\Z))",
    re.I,
)
"""Parts of paths that are not readable pages."""
ACTS = re.compile(r"replytocom|add[-_]to[-_]\w+|share", re.I)  # Names of parameters that cause an action
CALENDAR = re.compile(
    r"(?:\A|[/?&=_-])(?:[a-z]*(?:calendar|kalender)|cal|agenda|events?|termine|schedule|diary|month|year|week|day|"
    r"(?:start|end|from|selected)?date)(?=\Z|[/?&=_.-])",
    re.I,
)
"""Words in parts of paths, names or values of parameters."""
DATE = re.compile(r"(?<!\d)((?:1\d|2\d)\d\d)(?:[-/_.](0?[1-9]|1[0-2]))(?!\d)(?:[-/_.](?:0?[1-9]|[12]\d|3[01])(?!\d))?")
"""A year and a month, and maybe a day."""
MAX_DATES, FAR_DATES = 100, 5  # Most addresses that differ by their dates; a later one may not be of a far year
MAX_VARIANTS = {2: 2000, 3: 300}
"""Addresses of one path with as many parameters of the same names; of more parameters 60."""
FEW_VARIANTS = 60
SAME_IN_A_ROW = 12  # Consecutive pages of one shape with known texts, after which no more of them are opened
DIGITS = re.compile(r"\d+")
OLDEST = 1990


class Traps:
    """The addresses of a crawl by shape. Their order decides which of a shape are the first."""

    def __init__(self) -> None:
        self._dates, self._variants = Counter[str](), Counter[tuple[str, ...]]()
        self._same, self._closed, self._ordered = Counter[str](), set[str](), set[str]()

    def refusal(self, url: str, is_known: Callable[[str], bool] = lambda _: False, *, is_next: bool = False) -> str:
        """The reason why a new canonical address is not opened, ``trap/KIND``; empty if it may be, and counts.

        ``is_known``: whether an address is known to the crawl; ``is_next``: whether it is of a next page.
        """
        found = parse_address(url)
        path, query = (found.pathname, found.search.removeprefix("?")) if found else ("", "")
        text, names = f"{path}?{query}", _names(query)
        if reason := _plain_refusal(url, path, names):
            return reason
        if shape_of(url) in self._closed:
            return "trap/same_text"
        kept = "&".join(part for part in query.split("&") if not REORDERED.fullmatch(part.partition("=")[0]))
        plain = f"{url.partition('?')[0]}?{kept}".removesuffix("?")
        is_again = plain != url and (plain in self._ordered or is_known(plain))
        if not is_next and (is_again or ACTION.search(path) or any(map(ACTS.fullmatch, names))):
            return "trap/same_again"
        if plain != url:
            self._ordered.add(plain)
        if DATE.search(text) and CALENDAR.search(DATE.sub("", text)):  # it names a date as calendars do
            dateless, years = DATE.sub("DATE", text), range(OLDEST, datetime.now(UTC).year + 2)
            self._dates[dateless] += 1
            is_far = any(int(date[1]) not in years for date in DATE.finditer(text))
            return "trap/calendar" if self._dates[dateless] > (FAR_DATES if is_far else MAX_DATES) else ""
        if len(names) < 2:
            return ""
        key = (path, *names)
        self._variants[key] += 1
        most = MAX_VARIANTS.get(len(names), FEW_VARIANTS)
        return "trap/endless_parameters" if self._variants[key] > most else ""

    def see_text(self, url: str, *, is_known: bool) -> None:
        """Record whether the text of a page was that of an earlier one."""
        shape = shape_of(url)
        self._same[shape] = self._same[shape] + 1 if is_known else 0
        if self._same[shape] >= SAME_IN_A_ROW:
            self._closed.add(shape)


def _plain_refusal(url: str, path: str, names: tuple[str, ...]) -> str:
    """The reason why an address is not opened, independent of others; empty if it may be."""
    if len(url) > MAX_LENGTH:
        return "trap/long_address"
    if path.count("/") > MAX_DEPTH:
        return "trap/deep_path"
    if REPEATED.search(path):
        return "trap/repeated_path"
    return "trap/many_parameters" if len(names) > MAX_PARAMETERS else ""


def shape_of(url: str) -> str:
    """The common part of addresses made by one rule: host, number of parts, folder, names of parameters.

    Digits are masked; the last part of a path is represented by its kind: a number, a word, a slug, with its suffix.
    """
    found = parse_address(url)
    if found is None:
        return ""
    *folders, last = found.pathname.split("/")[1:]
    folder = "/".join(DIGITS.sub("0", part) for part in folders[-3:])
    return f"{found.host}/{len(folders)}/{folder}/{_kind_of(last)}?{'&'.join(_names(found.search))}"


def _kind_of(part: str) -> str:
    name, dot, suffix = part.rpartition(".") if "." in part else (part, "", "")
    words = len(re.findall(r"[-_+]|%20", name))
    kind = "" if not name else "0" if name.isdecimal() else "word" if not words else "slug" if words > 1 else "words"
    lead = re.match(r"[a-z]+(?=[-_]\d)", name)
    return f"{lead[0] if lead else kind}{dot}{suffix}"


def _names(query: str) -> tuple[str, ...]:
    return tuple(part.partition("=")[0] for part in query.removeprefix("?").split("&") if part)
