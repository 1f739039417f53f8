"""The currency of a shared mark on a page: by its markup, its country and its language."""

from collections.abc import Iterator

from iawce.data.analysis.markup_metadata import SchemaItem, texts_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.web_address import host_of
from iawce.data.text.money import CODE_OF_COUNTRY, CODES

_TAGS = ("product:price:currency", "og:price:currency", "product:sale_price:currency", "pricecurrency", "currency")
_COUNTRY_OF_LANGUAGE = {"sv": "se", "nb": "no", "nn": "no", "no": "no", "da": "dk", "is": "is", "ja": "jp", "zh": "cn"}
USUAL = ("USD", "JPY", "INR")
"""Default currencies of ``$``, ``¥`` and ``Rs``."""


def likely_currencies(analysis: PageAnalysis) -> tuple[str, ...]:
    """Codes of currencies, the likeliest first: those of the page, its domain and its language, then the defaults.

    Args:
        analysis: of the page.
    """
    return tuple(dict.fromkeys(code for code in _said(analysis) if code in CODES))


def _said(analysis: PageAnalysis) -> Iterator[str]:
    yield analysis.markup_metadata.tags.first(*_TAGS).upper()
    for thing in analysis.schema_items:
        yield from _of_thing(thing)
    yield CODE_OF_COUNTRY.get(host_of(analysis.document.base_url).rpartition(".")[2], "")
    language, _, region = _language(analysis).lower().replace("_", "-").partition("-")
    yield CODE_OF_COUNTRY.get(region, "")
    yield CODE_OF_COUNTRY.get(_COUNTRY_OF_LANGUAGE.get(language, ""), "")
    yield from USUAL


def _of_thing(thing: SchemaItem) -> Iterator[str]:
    for text in texts_of(thing.get("priceCurrency")):
        yield text.upper()


def _language(analysis: PageAnalysis) -> str:
    index = analysis.index
    roots = index.tagged("html")
    return index.attributes.given[roots[0]].get("lang", "") if len(roots) else ""
