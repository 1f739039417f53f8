import pickle

import pytest

from iawce.data.document import Document
from iawce.data.page import SAVED_ORIGIN

CLAIMS = '<link rel=canonical href="https://A.example/x/y"><meta property="og:url" content="https://b.example/z">'
UNKNOWN = (SAVED_ORIGIN, "")


def address(html: str, url: str = SAVED_ORIGIN) -> tuple[str, str]:
    document = Document("page", url=url, html=html)
    return document.url, document.url_source


@pytest.mark.parametrize(
    ("links", "found"),
    [
        ('<a href="/q">', ("https://a.example/x/y", "canonical")),
        ('<a href="//www.a.example/q">', ("https://a.example/x/y", "canonical")),
        ('<a href="https://b.example/q">', ("https://b.example/z", "og:url")),
        ('<a href="https://d.example/q">', UNKNOWN),
        ('<base href="https://b.example/"><a href="q">', ("https://b.example/z", "og:url")),
        ('<a href="mailto:me@a.example"><a href="#top">', UNKNOWN),
        ("", UNKNOWN),
    ],
)
def test_a_saved_page_has_the_address_that_it_claims_and_its_links_bear_out(links: str, found: tuple[str, str]) -> None:
    assert address(CLAIMS + links) == found


def test_relative_claims_and_pages_of_known_address_change_nothing() -> None:
    assert address('<link rel=canonical href="/x"><a href="/q">') == UNKNOWN
    assert address(CLAIMS + '<a href="/q">', "https://c.example/") == ("https://c.example/", "")
    assert address(CLAIMS + '<a href="/q">', "") == ("", "")
    assert address("") == UNKNOWN


def test_the_claim_is_made_anew_on_the_other_side() -> None:
    document = Document("page", url=SAVED_ORIGIN, html=CLAIMS + '<a href="/q">')
    there = pickle.loads(pickle.dumps(document))  # noqa: S301 - our own
    assert (there.url, there.given_url) == (document.url, SAVED_ORIGIN)
    assert document.replace(status=200).url_source == "canonical"
    assert document.base_url == document.url
