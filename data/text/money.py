"""Amounts of money in texts: ``1.299,00 €``, ``US$ 12.50``, ``kr 1 299``, ``$1.2M``, ``12–15 EUR``.

An amount of money is a number beside a mark of a currency, before or after it. A number alone is
not one; ``read_amount`` reads it if other evidence says that it is a price.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Literal

from iawce.data.text.lexicon.products import OLD_PRICE
from iawce.data.text.times import times_in

_CODES = (
    "AED AFN AMD ARS AUD AZN BAM BDT BGN BHD BOB BRL BYN CAD CHF CLP CNY COP CRC CZK DKK DOP DZD EGP EUR GBP GEL GHS "
    "GTQ HKD HNL HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KRW KWD KZT LBP LKR MAD MDL MKD MNT MXN MYR NGN "
    "NIO NOK NPR NZD OMR PAB PEN PHP PKR PLN PYG QAR RON RSD RUB SAR SEK SGD THB TND TRY TTD TWD TZS UAH UGX USD UYU "
    "UZS VES VND XAF XOF ZAR ZMW"
)
CODES = frozenset(_CODES.split())
"""Codes that are read in texts; those that are English words too (``ALL``, ``TOP``, ``CUP``) are left out."""
CODE_OF_MARK = {
    "US$": "USD", "US $": "USD", "U$S": "USD", "C$": "CAD", "CA$": "CAD", "CAD$": "CAD", "A$": "AUD", "AU$": "AUD",
    "AU $": "AUD", "NZ$": "NZD", "HK$": "HKD", "NT$": "TWD", "S$": "SGD", "SG$": "SGD", "R$": "BRL", "MX$": "MXN",
    "J$": "JMD", "TT$": "TTD", "AR$": "ARS", "CLP$": "CLP", "COP$": "COP", "€": "EUR", "Euro": "EUR", "euro": "EUR",
    "euros": "EUR", "Euros": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "원": "KRW", "₺": "TRY", "TL": "TRY",
    "₽": "RUB", "руб": "RUB", "р": "RUB", "₴": "UAH", "грн": "UAH", "₸": "KZT", "тенге": "KZT", "₫": "VND",
    "đ": "VND", "₪": "ILS", "฿": "THB", "₱": "PHP", "₦": "NGN", "₵": "GHS", "₾": "GEL", "₡": "CRC", "₲": "PYG",
    "₼": "AZN", "₮": "MNT", "৳": "BDT", "៛": "KHR", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "лв": "BGN", "ден": "MKD",
    "円": "JPY", "元": "CNY", "人民币": "CNY", "RMB": "CNY", "RM": "MYR", "Rp": "IDR", "S/": "PEN", "Fr": "CHF",
    "SFr": "CHF", "KSh": "KES", "lei": "RON", "Lei": "RON", "ریال": "IRR", "ر.س": "SAR", "د.إ": "AED", "ج.م": "EGP",
    "د.م": "MAD", "د.ج": "DZD", "د.ت": "TND", "د.ك": "KWD", "د.ب": "BHD", "د.ا": "JOD", "ر.ع": "OMR", "ر.ق": "QAR",
    "ل.ل": "LBP", "ع.د": "IQD", "Bs.S": "VES", "Bs.F": "VES", "Bs.D": "VES", "FCFA": "XOF", "F CFA": "XOF",
    "TSh": "TZS", "USh": "UGX", "дин": "RSD", "сум": "UZS", "сом": "KGS", "֏": "AMD", "රු": "LKR", "B/": "PAB",
}  # fmt: skip
"""Currencies of unambiguous marks."""
CODES_OF_SHARED_MARK = {
    "$": ("USD", "CAD", "AUD", "MXN", "ARS", "CLP", "COP", "NZD", "SGD", "HKD", "TWD", "UYU"),
    "¥": ("JPY", "CNY"),
    "￥": ("JPY", "CNY"),
    "kr": ("SEK", "NOK", "DKK", "ISK"),
    "Rs": ("INR", "PKR", "LKR", "NPR"),
    "₨": ("INR", "PKR", "LKR", "NPR"),
    "R": ("ZAR",),
    "Bs": ("BOB", "VES"),
    "रु": ("INR", "NPR"),
    "ريال": ("SAR", "QAR", "OMR"),
    "درهم": ("AED", "MAD"),
}
"""Currencies that share a mark."""
CODE_OF_COUNTRY = {
    "us": "USD", "ca": "CAD", "au": "AUD", "nz": "NZD", "mx": "MXN", "ar": "ARS", "cl": "CLP", "co": "COP", "sg": "SGD",
    "hk": "HKD", "tw": "TWD", "uy": "UYU", "jp": "JPY", "cn": "CNY", "se": "SEK", "no": "NOK", "dk": "DKK", "is": "ISK",
    "in": "INR", "pk": "PKR", "lk": "LKR", "np": "NPR", "za": "ZAR", "bo": "BOB", "ve": "VES", "sa": "SAR", "qa": "QAR",
    "om": "OMR", "ae": "AED", "ma": "MAD",
}  # fmt: skip
"""The currency of the countries that share a mark with others."""
THREE_DECIMALS = frozenset({"BHD", "IQD", "JOD", "KWD", "OMR", "TND"})  # Currencies with a thousand subunits
MAX_LENGTH = 2000  # Characters of a text that are read
BEFORE_ONLY = frozenset({"R", "RM", "Rp", "S/", "KSh", "Fr", "SFr"})
AFTER_ONLY = frozenset({"р", "Ft", "đ", "lei", "Lei", "ден", "дин", "сум", "сом"})  # Of other meaning before a number
_BLANK = " \t\u00a0\u2009\u202f"
_GROUP = rf"[.,'’٬{_BLANK}]"
_NUMBER = rf"\d{{1,3}}(?:{_GROUP}\d{{2,3}}){{0,6}}{_GROUP}\d{{3}}(?!\d)(?:[.,٫]\d{{1,2}}(?!\d))?|\d+(?:[.,٫]\d+)?"
_WHOLE = rf"(?<!\d)(?<!\d[^\W\d_xX])(?:{_NUMBER})(?!\d|(?:[.,]\d{{1,20}})?[^\W\d_]\d)"  # 3x20, but no code: 1e999
_WORDS = {"mio": 6, "mln": 6, "million": 6, "bn": 9, "mrd": 9, "billion": 9, "lac": 5, "lakh": 5, "cr": 7, "crore": 7}
_SIGNS = {"万": 4, "萬": 4, "만": 4, "億": 8, "亿": 8, "억": 8}
_ZEROS = {"": 0, "k": 3, "m": 6, "b": 9} | _WORDS | _SIGNS  # That a letter, a word or a sign stands for
_FACTOR = rf"(?:[kKmMB]|[{_BLANK}]?(?i:(?:{'|'.join(_WORDS)})s?\.?))(?![^\W\d_])|[{''.join(_SIGNS)}]"
_MARKS = sorted({*CODES, *CODE_OF_MARK, *CODES_OF_SHARED_MARK}, key=len, reverse=True)
_KNOWN_MARKS = frozenset(_MARKS)
_MARK_AT_END = re.compile(rf"\d[{_BLANK}]?([^\W\d_]{{1,5}}|[$€£¥])\Z")
_NEAR = re.compile(rf"[{_BLANK}\n\u200e\u200f\u00b9\u00b2\u00b3\u2074-\u2079]{{0,3}}")
_MINUS = re.compile(rf"(?:^|[^\d{_BLANK}-])[{_BLANK}]?[-\u2212]$")
_DIGIT = re.compile(r"\d")
_CENTS = re.compile(r"\d\d(?!\d)")
_RANGE = re.compile(rf"[{_BLANK}]?(?:[-–—~]|to|bis)[{_BLANK}]?")
AmountKind = Literal["price", "high", "old", "replaced", "net", "unit", "instalment", "other"]
"""``high``: the upper end of a range; ``replaced``: by a lower one beside it; ``net``: without tax."""
_OLD = re.compile(rf"{OLD_PRICE}[^\d]{{0,14}}$", re.I)
_UNITS = (
    r"(?:kg|kilo|g|mg|l|ml|cl|dl|oz|fl|lbs?|ct|count|unit|stk|stück|stuk|st|litre|liter|item|each|sheet|m²|m2|m|sq|ft|yd"
    r"|pc|pi[eè]ce|pack|pk|serving|wash|load)\b"
)
_QUANTITY = re.compile(rf"[{_BLANK}]?(?!each)(?:%|{_UNITS})", re.I)
_AMOUNT_OF = r"(?:1|100)\s*+(?:kilo|milli)?(?:gramm?|lit(?:er|re|ro)|met(?:er|re|ro)|kus|ks|szt)\b"
_UNIT = re.compile(
    rf"\s*+[*¹²³†]{{0,3}}\s*+\(?(?:(?:/|(?:per|pro|je|par|por|al|la|za|a)\b)\s*+((?:\d++\s*+)?{_UNITS})|/\s*+({_AMOUNT_OF}))",
    re.I,
)
_UNIT_BEFORE = re.compile(
    rf"(?:(?<!\d)(\d++\s*+(?:kg|g|l|ml|oz|lb|stk|stück|m²)|{_AMOUNT_OF})\s*+=|grundpreis|unit price|per unit)"
    r"[^\d]{0,6}$",
    re.I,
)
_TAX = r"(?:tax(?:es)?|vat|gst|mwst|ust|tva|iva|btw|moms|dph|mva|ндс|kdv)"
_BESIDE = (
    r"off|discount|shipping|delivery|livraison|env[ií]o|coupon|cash ?back|points?|deposit|fees?|gift|tip|goal|raised"
    r"|over|orders|rabatt|credit|bonus|bid|payments?|versand(?!\w{0,9}frei)\w{0,9}|lieferung|frais|frete|spedizione|verzend\w{0,9}"
    r"|dostaw\w{0,9}|wysył\w{0,9}|doprav\w{0,9}|frakt|fragt|kargo|доставк\w{0,9}|скидк\w{0,9}|送料(?!無料)|运费|運費|배송|phí|ongkir"
    r"|pfand|consigne|statiegeld|kaucj\w{0,9}"
)
_BEFORE = rf"{_TAX}|sav(?:e|ings?)|spare?\w*|économisez|ahorra\w*|minimum|spend|above|subtotal|earn|net(?:to)?"
_EITHER = re.compile(rf"(?<![^\W\d_])(?:{_BESIDE})(?![^\W\d_])", re.I)
_OTHER = re.compile(rf"(?<![^\W\d_])(?:{_BEFORE}|{_BESIDE}|(?<!\d)\+\s*$)(?![^\W\d_])", re.I)
"""Words before an amount that is no price; those of ``_EITHER`` stand behind it, too."""
_WITHOUT = r"(?:ex(?:[ck]l\w{0,12})?|zzgl|plus|hors|sin|senza|bez|ohne|\+)\.?"
_NET = re.compile(rf"[(（]?(?:{_WITHOUT} {_TAX}\b|(?<![^\W\d_])(?:ht|nett[oó]|(?:kdv )?hariç)\b|税抜|税別)", re.I)
_GROSS = re.compile(rf"[(（]?(?:(?:in[ck]l?\w{{0,12}}|with|mit|avec|con|s)\.? {_TAX}\b|(?:ttc|brutt[oó])\b|税込)", re.I)
_FREE = r"(?:free|gratis|gratuit\w{0,3}|offerte?|kostenlos\w{0,3}|zdarma|darmow\w{0,3}|бесплатн\w{0,3})"
_ADDED = rf"(?:{_WITHOUT}|in[ck]l?\w{{0,12}}|{_FREE})\W[^\d]{{0,20}}?(?:{_BESIDE})"
_APART = re.compile(rf"(?<![^\W\d_])(?:{_ADDED}|(?:{_BESIDE})\W{{1,5}}{_FREE})[^\d]{{0,30}}", re.I)
"""What is for nothing, or comes to an amount before it: ``plus shipping``."""
_OR = re.compile(r"\b(?:or|oder|ou)\b[^\d]{0,12}$", re.I)
_TIMES_BEFORE = re.compile(
    r"\b\d{1,2}\s*(?:[x×]|payments?|instal\w*|monthly|rat(?:en|es?)|cuotas?|parcelas?|fois|mal)\s*(?:of|de|von|à|zu)?[^\d\w]{0,4}$",
    re.I,
)
_TIMES_AFTER = re.compile(r"\s*+[x×]\s*+\d{1,2}(?!\d)(?!\s*+(?!mo|mes|rat|pay|inst|parc|cuot)[^\W\d_])", re.I)
_MONTHLY = re.compile(r"\s*+(?:(?:/|per|a|pro|im|par|al|por)\s*+)?(?:mo\b|month|monat|mois|mes\b|mese\b|maand)", re.I)
"""After "or", an instalment beside a price; elsewhere, the price of something that is paid each month."""
_FRIDAY = "Fr"  # A mark that is a day of the week as well: ``Fr 1. Mai``
_EACH = re.compile(r"\s*+(?:(?:/|per|pro|par|por)\s*+([^\W\d_]+)|(pcm|pw|night|week|month|year|total)\b)", re.I)


def code_of(mark: str, likely: Sequence[str] = ()) -> str | None:
    """The code of the currency that a mark stands for; None if it is not a mark, or an ambiguous one.

    ``mark``: as printed: ``€``, ``US$``, ``kr.``, ``EUR``; ``likely``: codes suggested by the page, its country or its
    site, the most probable first.
    """
    plain = mark.strip().rstrip(".:")
    if plain in CODES:
        return plain
    known = CODE_OF_MARK.get(plain)
    return known or next((code for code in likely if code in CODES_OF_SHARED_MARK.get(plain, ())), None)


def _marks(*, are_words: bool) -> str:
    """Pattern of the marks that begin with a letter, or of the others; none is part of a longer word."""
    marks = [mark for mark in _MARKS if mark[0].isalpha() == are_words]
    firsts, wholes = {re.escape(mark[0]) for mark in marks}, (re.escape(mark) for mark in marks)
    bounded = (f"{mark}(?![^\\W\\d_])" if mark[-1].isalpha() else mark for mark in wholes)
    start = rf"(?<![^\W\d_{''.join(_SIGNS)}])" if are_words else ""
    return f"{start}(?=[{''.join(sorted(firsts))}])(?:{'|'.join(bounded)})"  # few letters begin one


_TOKEN = re.compile(
    rf"(?P<number>(?<!,)(?<!\d\.){_WHOLE})(?P<times>{_FACTOR})?(?P<round>[.,:][-–—]+)?"
    rf"|(?P<mark>{_marks(are_words=True)}|{_marks(are_words=False)})\.?"
)


@dataclass(frozen=True, slots=True)
class Money:
    """An amount, its currency (ISO 4217; None: several share the mark), its ``symbol`` as printed, and its place."""

    amount: Decimal
    currency: str | None
    symbol: str
    start: int
    end: int


def read_money(text: str, likely: Sequence[str] = ()) -> Money | None:
    """The first amount of money in a text; None if there is none.

    ``text``: of which the first ``MAX_LENGTH`` characters are read; ``likely``: codes of the currencies that a shared
    mark, such as ``$``, may stand for here, the likeliest first.
    """
    return next(find_money(text, likely), None)


def find_money(text: str, likely: Sequence[str] = ()) -> Iterator[Money]:
    """All amounts of money in a text, in order; both ends of a range."""
    if not _DIGIT.search(text):  # many marks are searched at every letter
        return
    tokens = list(_TOKEN.finditer(text[:MAX_LENGTH]))
    prefixes, used = _prefixes(text, tokens), set[int]()
    spans = times_in(text).spans if any(token["mark"] == _FRIDAY for token in tokens) else ()
    earlier: Money | None = None
    for place, token in enumerate(tokens):
        if token["number"] is None:
            continue
        marks = _marks_beside(text, tokens, place, used | {place + 1} & prefixes, likely)
        used.update(marks)
        before = tokens[place - 1] if place else token
        is_range = _RANGE.fullmatch(text, before.end(), token.start()) is not None
        if marks:
            found = _money(text, token, [tokens[mark] for mark in marks], likely)
            if any(span.start <= found.start < span.end for span in spans):
                continue
            is_apart = earlier is None or before.end() > earlier.end
            if is_range and before["number"] and is_apart and found.start == token.start():
                yield _other_end(before, found)  # the lower one of 10–15 €
            yield found
            earlier = found
        elif (token["round"] or "").strip("-–") in {",", ":"} and not text[token.end() : token.end() + 1].isalnum():
            yield Money(_times(token, None), None, "", token.start(), token.end())  # 1 290,- needs no currency
        elif is_range and earlier and before.end() == earlier.end and not _QUANTITY.match(text, token.end()):
            yield _other_end(token, earlier)  # the upper one of $10–15


def seams(texts: Sequence[str]) -> list[str]:
    """What is read behind each of the texts of elements side by side: a point before cents, a blank before a number.

    A blank, too, behind a mark of a currency: ``1 250 zł`` and ``do negocjacji``. Else nothing: ``$549`` and ``00`` is
    549.00, ``$549`` and ``25`` and ``% off`` is 549.
    """
    found = [""] * len(texts)
    for place, (before, after) in enumerate(pairwise(texts)):
        if before[-1:].isdigit() and after[:1].isdigit():
            are_cents = re.fullmatch(r"\d\d\s*", after) and not "".join(texts[place + 2 : place + 3]).startswith("%")
            found[place] = "." if are_cents else " "
        elif after[:1].isalpha() and (mark := _MARK_AT_END.search(before)) and mark[1] in _KNOWN_MARKS:
            found[place] = " "
    return found


def read_amount(number: str, currency: str | None = None) -> Decimal | None:
    """The first number of a text that is known to be a price: ``1.299,00`` is 1299.00; None if there is none.

    A number all of whose groups but the first have three digits has no fraction, unless the currency has a thousand
    subunits. A number with a letter and further digits right beside it, ``1e999``, belongs to a code.
    """
    found = re.search(_WHOLE, number)
    return _amount(found[0], currency) if found else None


def _amount(number: str, currency: str | None) -> Decimal:
    place = max(map(number.rfind, ".,٫"))
    groups = re.split(_GROUP, number)
    sizes = [*map(len, groups[1:])]  # as in 1,299,000 and in 12,99,000
    is_grouped = groups[0][:1] != "0" and sizes[-1:] == [3] and {*sizes[:-1]} in (set(), {2}, {3})
    if is_grouped and not (currency in THREE_DECIMALS and len(groups) == 2):
        place = -1
    parts = [number] if place < 0 else [number[:place], number[place + 1 :]]
    return Decimal(".".join(re.sub(r"\D", "", part) for part in parts))  # digits of any script


def _times(number: re.Match[str], currency: str | None) -> Decimal:
    """The amount of a number and the letter or word after it: ``1.2M``."""
    return _amount(number["number"], currency).scaleb(_ZEROS[(number["times"] or "").strip(f"{_BLANK}.s").lower()])


def _prefixes(text: str, tokens: Sequence[re.Match[str]]) -> set[int]:
    """The marks of a number behind them that is nearer, or has cents: in ``Size 42 €129,90``, not ``9,50 €12,90 €``."""
    found, cents = set[int](), [re.search(r"[.,]\d\d\Z", token["number"] or "") is not None for token in tokens]
    for place in range(len(tokens) - 2, 0, -1):
        before, mark, after, *rest = tokens[place - 1 : place + 3]
        if before["number"] and after["number"] and mark["mark"] not in AFTER_ONLY:
            gain = mark.start() - before.end() + cents[place + 1] - (after.start() - mark.end() + cents[place - 1])
            is_followed = bool(rest) and place + 2 not in found and rest[0]["mark"] == mark["mark"]
            if gain > 0 and not is_followed and not _QUANTITY.match(text, after.end()):
                found.add(place)
    return found


def _marks_beside(
    text: str, tokens: Sequence[re.Match[str]], place: int, used: set[int], likely: Sequence[str]
) -> list[int]:
    """The marks of a number: that before it, else after it; both if one is a code, as before a mark: ``AUD $5``."""

    def is_mark(other: int, barred: frozenset[str]) -> bool:
        if not 0 <= other < len(tokens) or other in used or (mark := tokens[other]["mark"]) is None:
            return False
        first, second = sorted((tokens[other], tokens[place]), key=lambda token: token.start())
        is_near = _NEAR.fullmatch(text, first.end(), second.start()) is not None
        return is_near and mark not in barred and (mark != "R" or "ZAR" in likely)

    before, after = is_mark(place - 1, AFTER_ONLY), is_mark(place + 1, BEFORE_ONLY)
    if before and _is_code_before(text, tokens, place - 1, used):
        return [place - 1, place - 2]
    if before and after:
        is_pair = (tokens[place - 1]["mark"] in CODES) != (tokens[place + 1]["mark"] in CODES)
        is_next = place + 2 < len(tokens) and tokens[place + 2].start() == tokens[place + 1].end()
        if is_pair and not is_next:
            return [place - 1, place + 1]
        return [place - 1]
    return [place - 1] * before + [place + 1] * after


def _is_code_before(text: str, tokens: Sequence[re.Match[str]], place: int, used: set[int]) -> bool:
    """Whether the code of a currency stands before a mark that is none."""
    if place < 1 or place - 1 in used or tokens[place]["mark"] in CODES or tokens[place - 1]["mark"] not in CODES:
        return False
    return _NEAR.fullmatch(text, tokens[place - 1].end(), tokens[place].start()) is not None


def _money(text: str, number: re.Match[str], marks: Sequence[re.Match[str]], likely: Sequence[str]) -> Money:
    codes = [code for mark in marks if (code := code_of(mark["mark"], likely))]
    exact = [mark["mark"] for mark in marks if mark["mark"] in CODES]
    currency = (exact or codes or [None])[0]
    start, end = min(token.start() for token in (number, *marks)), max(token.end() for token in (number, *marks))
    amount = _times(number, currency)
    if marks[-1].end() == end and (cents := _CENTS.match(text, end)) and marks[-1].start() == number.end():
        amount, end = amount + Decimal(cents[0]) / 100, cents.end()  # 12€50
    is_in_brackets = (text[:start].strip(), text[end:].strip()) == ("(", ")")
    if is_in_brackets or _MINUS.search(text[max(0, start - 3) : start]):
        amount = -amount
    return Money(amount, currency, marks[0]["mark"], start, end)


def _other_end(number: re.Match[str], end: Money) -> Money:
    """The end of a range that has no mark of its own."""
    return replace(end, amount=_times(number, end.currency), start=number.start(), end=number.end())


def kind_of_amount(before: str, after: str) -> AmountKind:
    """What an amount means, by the texts before it, from the end of another one, and after it."""
    if _UNIT.match(after) or _UNIT_BEFORE.search(before):
        return "unit"
    if _TIMES_BEFORE.search(before) or _TIMES_AFTER.match(after) or (_OR.search(before) and _MONTHLY.match(after)):
        return "instalment"
    if _OLD.search(before):
        return "old"
    before_next = re.split(r"\d", after, maxsplit=1)[0]
    if _GROSS.match(before_next.lstrip()):
        before = _NET.sub("", before)  # about the amount before it
    elif _NET.search(before[-24:]) or _NET.match(before_next.lstrip()):
        return "net"
    return "other" if _OTHER.search(_GROSS.sub("", before)) or _EITHER.search(_APART.sub("", before_next)) else "price"


def unit_of_amount(before: str, after: str) -> str:
    """What an amount is the price of, by the texts beside it: ``100 g``, ``week``; empty if they do not say."""
    said = _UNIT.match(after) or _UNIT_BEFORE.search(before) or _EACH.match(after)
    return " ".join((said[said.lastindex or 0] or "").split()) if said else ""
