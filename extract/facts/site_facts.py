"""Facts that are only in a page's markup: site, language, address, picture, summary, licence, place on the site."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from iawce.data.html.element_index import ElementIndex
from iawce.data.network.address import join
from iawce.data.reading.annotations import Thing, texts_of
from iawce.data.reading.claims import Claims
from iawce.extract.content.content import Breadcrumb

MOST_KEYWORDS = 50
MOST_BREADCRUMBS = 20
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")
_LICENCE = re.compile("creativecommons.org/(?:licenses|publicdomain)/")


def site_name(claims: Claims) -> str:
    """The name of the site."""
    named = claims.tags.first("og:site_name")
    return named or next(iter(claims.sites), "") or claims.tags.first("application-name", "apple-mobile-web-app-title")


def in_language(index: ElementIndex, claims: Claims, works: Sequence[Thing]) -> str:
    """The declared language, BCP 47; empty if there is none."""
    roots = [index.attributes.given[number].get("lang", "") for number in index.tagged("html")[:1]]
    tags = [claims.tags.first(name) for name in ("content-language", "language", "dc.language", "og:locale")]
    given = [*roots, *_texts(works, "inLanguage"), *tags]
    found = (text.strip().replace("_", "-") for text in given if _LANGUAGE.fullmatch(text.strip()))
    return next((f"{text[:2].lower()}{text[2:]}" for text in found), "")


def canonical_url(claims: Claims, base: str) -> str:
    """The address that the page declares as its own, absolute."""
    return next(_addresses([claims.tags.first("canonical"), claims.tags.first("og:url")], base), "")


def main_image(claims: Claims, works: Sequence[Thing], base: str) -> str:
    """The address of the main picture, absolute."""
    tags = claims.tags.texts(
        ("og:image:secure_url", "og:image:url", "og:image", "twitter:image", "twitter:image:src", "image_src")
    )
    given = [text for thing in works for text in _image(thing.get("image"))]
    return next(_addresses([*tags[:1], *given, *tags[1:]], base), "")


def description(claims: Claims, works: Sequence[Thing]) -> str:
    """The summary."""
    named = claims.tags.first("og:description", "description", "twitter:description", "dc.description")
    return named or next(iter(_texts(works, "description")), "")


def license_of(index: ElementIndex, claims: Claims, works: Sequence[Thing], base: str) -> str:
    """The address, or else the name, of the licence."""
    given = index.attributes.given
    related = [given[number] for number in index.attributes.having("rel") if index.tags[number] in ("a", "link")]
    marked = [link["href"] for link in related if "license" in link["rel"] and "href" in link]
    found = [*_texts(works, "license"), *marked, *claims.tags.texts(("dc.rights.license", "dcterms.license"))]
    addresses = [given[number].get("href", "") for number in index.tagged("a", "link")]
    common = [address for address in addresses if "creativecommons.org/" in address[:60] and _LICENCE.search(address)]
    return next(_addresses([*found, *common], base), "") or next(iter(found), "")


def article_section(claims: Claims, works: Sequence[Thing]) -> str:
    """The section of the site."""
    return claims.tags.first("article:section", "parsely-section") or next(iter(_texts(works, "articleSection")), "")


def keywords(claims: Claims, works: Sequence[Thing]) -> tuple[str, ...]:
    """Keywords, each once."""
    given = [*_texts(works, "keywords"), *claims.tags.all("article:tag"), *claims.tags.all("keywords")[:1]]
    words = (word.strip() for text in given for word in re.split("[,;、，]", text))
    return tuple(dict.fromkeys(filter(None, words)))[:MOST_KEYWORDS]


def breadcrumbs(claims: Claims, base: str) -> tuple[Breadcrumb, ...]:
    """The way to the page from the home of its site."""
    lists = claims.of_type("BreadcrumbList")
    steps = lists[0].get("itemListElement") if lists else None
    listed = [step for step in (steps if isinstance(steps, list) else [steps]) if isinstance(step, dict)]
    found = (_breadcrumb(step, base) for step in sorted(listed, key=_position)[:MOST_BREADCRUMBS])
    return tuple(step for step in found if step.name)


def _breadcrumb(step: Thing, base: str) -> Breadcrumb:
    item = step.get("item")
    leads = item.get("url") or item.get("@id") if isinstance(item, dict) else item
    names = texts_of(step.get("name")) or (texts_of(item.get("name")) if isinstance(item, dict) else [])
    return Breadcrumb(next(iter(names), ""), next(_addresses(texts_of(leads), base), ""))


def _position(step: Thing) -> int:
    text = next(iter(texts_of(step.get("position"))), "")
    return int(text) if re.fullmatch(r"\d{1,4}", text) else 0


def _texts(things: Iterable[Thing], name: str) -> list[str]:
    return [text for thing in things for text in texts_of(thing.get(name))]


def _image(value: Any) -> list[str]:
    """Addresses in a property that is an address, a picture, or a list of these."""
    one = value[0] if isinstance(value, list) and value else value
    return texts_of([one.get("url") or one.get("contentUrl") or one.get("@id")] if isinstance(one, dict) else one)


def _addresses(texts: Iterable[str], base: str) -> Iterator[str]:
    """The addresses of the web, absolute."""
    for text in texts:
        if len(text.split()) == 1 and (address := join(base, text)).startswith(("http:", "https:")):
            yield address
