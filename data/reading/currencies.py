"""Currencies, by their codes (ISO 4217) and by the marks in prices."""

from collections.abc import Sequence

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
    "SFr": "CHF", "KSh": "KES", "lei": "RON", "ریال": "IRR", "ر.س": "SAR", "د.إ": "AED",
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
    "ريال": ("SAR", "QAR", "OMR"),
    "درهم": ("AED", "MAD"),
}
"""Currencies that share a mark."""
CODE_OF_COUNTRY = {
    "us": "USD", "ca": "CAD", "au": "AUD", "nz": "NZD", "mx": "MXN", "ar": "ARS", "cl": "CLP", "co": "COP", "sg": "SGD",
    "hk": "HKD", "tw": "TWD", "uy": "UYU", "jp": "JPY", "cn": "CNY", "se": "SEK", "no": "NOK", "dk": "DKK", "is": "ISK",
    "in": "INR", "pk": "PKR", "lk": "LKR", "np": "NPR", "za": "ZAR",
}  # fmt: skip
"""The currency of the countries that share a mark with others."""
THREE_DECIMALS = frozenset({"BHD", "IQD", "JOD", "KWD", "OMR", "TND"})
"""Currencies with a thousand subunits."""


def code_of(mark: str, likely: Sequence[str] = ()) -> str | None:
    """The code of the currency that a mark stands for; None if it is not a mark, or an ambiguous one.

    Args:
        mark: as printed: ``€``, ``US$``, ``kr.``, ``EUR``.
        likely: codes suggested by the page, its country or its site, the most probable first.
    """
    plain = mark.strip().rstrip(".:")
    if plain in CODES:
        return plain
    known = CODE_OF_MARK.get(plain)
    return known or next((code for code in likely if code in CODES_OF_SHARED_MARK.get(plain, ())), None)
