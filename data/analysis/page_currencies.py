"""The currency of a shared mark on a page: by its markup, its country and its language."""

import re
from collections.abc import Iterator, Sequence

from iawce.data.analysis.markup_metadata import texts_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.web_address import host_of
from iawce.data.text.money import CODE_OF_COUNTRY, CODES

CURRENCY_TAGS = ("product:price:currency", "og:price:currency", "product:sale_price:currency", "pricecurrency")
_COUNTRY_OF_LANGUAGE = {
    "sv": "se", "nb": "no", "nn": "no", "no": "no", "da": "dk", "is": "is", "ja": "jp", "zh": "cn", "en": "us",
}  # fmt: skip
MAX_SCRIPT = 200_000  # Characters of a script that are searched
_CODE = re.compile(
    r"""currency(?:_?code)?\\?["']?\s{0,3}[:=]\s{0,3}(?:\{\s{0,3}["']active["']\s{0,3}:\s{0,3})?\\?["']([A-Z]{3})\b""",
    re.I,
)
USUAL = ("USD", "JPY", "INR")  # Default currencies of ``$``, ``¥`` and ``Rs``


def likely_currencies(analysis: PageAnalysis, defaults: Sequence[str] = USUAL) -> tuple[str, ...]:
    """Codes of currencies, the likeliest first: those of the page, its domain and its language, then the defaults."""
    return tuple(dict.fromkeys(code for code in (*_said(analysis), *defaults) if code in CODES))


def _said(analysis: PageAnalysis) -> Iterator[str]:
    yield analysis.markup_metadata.tags.first(*CURRENCY_TAGS, "currency").upper()
    yield from (text.upper() for thing in analysis.schema_items for text in texts_of(thing.get("priceCurrency")))
    for script in (one[:MAX_SCRIPT] for one in analysis.index.unread.values()):
        yield from _CODE.findall(script) if "currency" in script.lower() else ()
    yield CODE_OF_COUNTRY.get(host_of(analysis.document.base_url).rpartition(".")[2], "")
    roots = analysis.index.tagged("html")[:1]
    written = "".join(analysis.index.attributes.given[root].get("lang", "") for root in roots)
    language, _, region = written.lower().replace("_", "-").partition("-")
    yield CODE_OF_COUNTRY.get(region, "")
    yield CODE_OF_COUNTRY.get(_COUNTRY_OF_LANGUAGE.get(language, ""), "")
