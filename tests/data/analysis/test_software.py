"""Forum software by the fingerprints of its pages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.software import FINGERPRINTS, Fingerprint, Software, recognise, statistics
from iawce.data.document import Document
from tests.extract.records.posts.forum_pages import POSTS, discuz, rows, vanilla, xenforo


def software_of(html: str) -> Software | None:
    return recognise(Document("page.html", html=html))


@pytest.mark.parametrize(
    ("foot", "name", "version"),
    [
        ("Powered by <b>Discuz!</b> X3.4", "Discuz!", "3.4"),
        ("Powered by phpBB® Forum Software © phpBB Limited", "phpBB", ""),
        ("Powered by vBulletin™ Version 4.2.2", "vBulletin", "4.2.2"),
        ("Forum software by XenForo™ © 2010-2018 XenForo Ltd.", "XenForo", ""),
        ("Powered by phpwind v8.7", "phpwind", "8.7"),
        ("Powered by SMF 2.0.15", "SMF", "2.0.15"),
        ("Powered By MyBB 1.8", "MyBB", "1.8"),
        ("Powered by Dvbbs Version 8.2", "Dvbbs", "8.2"),
        ("Powered by Invision Community", "Invision", ""),
    ],
)
def test_software_named_at_the_foot_of_a_page(foot: str, name: str, version: str) -> None:
    found = software_of(f"<body><p>Hello</p><div id=footer>{foot}</div></body>")
    assert found is not None
    assert (found.name, found.version) == (name, version)
    assert found.evidence


def test_the_generator_names_software_and_version() -> None:
    found = software_of("<head><meta name=generator content='Discourse 3.4.0.beta2'></head><body><p>Hello</p>")
    assert found is not None
    assert (found.name, found.version) == ("Discourse", "3.4.0")


def test_two_traces_are_enough_and_one_is_not() -> None:
    asset = "<link rel=stylesheet href='/styles/prosilver/theme/style.css'>"
    assert software_of(f"<head>{asset}</head><body><p>Hello</p>") is None
    found = software_of(f"<head>{asset}</head><body><dl class='postprofile'><dt>x</dt></dl>")
    assert found is not None
    assert found.name == "phpBB"


def test_mentioning_software_is_not_evidence_of_it() -> None:
    assert software_of("<body><article><p>We moved from phpBB to Discourse 3.4 last year.</p></article>") is None


def test_statistics_of_a_collection() -> None:
    found = [software_of(f"<p>x</p><p>Powered by MyBB {version}</p>") for version in ("1.8", "1.6", "1.8")]
    assert statistics([*found, None]) == {"MyBB": {"1.8": 2, "1.6": 1}, "": {"": 1}}


def test_unknown_pages_are_nothing() -> None:
    assert software_of(rows(POSTS)) is None
    assert software_of("<p>Hello</p>") is None


@pytest.mark.parametrize("draw", [xenforo, vanilla, discuz])
def test_a_single_kind_of_trace_is_too_little(draw: object) -> None:
    assert software_of(draw(POSTS)) is None  # type: ignore[operator]


@pytest.mark.parametrize("fingerprint", FINGERPRINTS, ids=lambda one: one.software)
@given(data=st.data())
def test_whatever_matches_a_fingerprint_holds_one_of_its_words(fingerprint: Fingerprint, data: st.DataObject) -> None:
    for pattern in (fingerprint.said, fingerprint.assets, fingerprint.names):
        text = data.draw(st.from_regex(re.compile(pattern, re.ASCII), fullmatch=True))
        assert any(word in text.lower() for word in fingerprint.words)
