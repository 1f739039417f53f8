import gzip
import io
from itertools import count, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.sources.source import read_sources
from tests.data.sources.handed_over import EndlessPipe, errors_of, pages_of

A, B = "https://a.example/1", "https://a.example/2"
SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
SITEMAP = (
    f'<?xml version="1.0"?><!-- c --><urlset {SPACE}><url><loc> {A} </loc></url><url><loc>{B}</loc></url></urlset>'
)
RSS = f"""<rss version="2.0"><channel><link>https://a.example/</link><item><title>x</title><link>{A}</link></item>
<item><guid>{B}</guid></item></channel></rss>"""
RDF = f"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
<channel><link>https://a.example/</link></channel><item><link>{A}</link></item><item><link>{B}</link></item></rdf:RDF>"""
ATOM = f"""<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.example/"/>
<entry><link rel="edit" href="https://a.example/edit"/><link href="{A}"/></entry>
<entry><link rel="alternate" href="{B}"/></entry></feed>"""
JSON = f'{{"version": "https://jsonfeed.org/version/1.1", "items": [{{"url": "{A}"}}, {{"external_url": "{B}"}}]}}'


@pytest.mark.parametrize("text", [SITEMAP, RSS, RDF, ATOM, JSON])
def test_its_addresses_are_live_pages(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "any name"
    for data in (text.encode(), gzip.compress(text.encode()), b"\xef\xbb\xbf" + text.encode()):
        path.write_bytes(data)
        found = pages_of(path)
        assert [(page.ref, page.url) for page in found] == [(A, A), (B, B)]
        assert all(page.is_live and page.is_followed for page in found)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert [page.url for page in pages_of("-")] == [A, B]


def index(*names: str) -> str:
    listed = "".join(f"<sitemap><loc>https://a.example/{name}</loc></sitemap>" for name in names)
    return f"<sitemapindex {SPACE}>{listed}</sitemapindex>"


def test_sitemaps_beside_an_index_are_read_once_and_never_in_circles(tmp_path: Path) -> None:
    (tmp_path / "index.xml").write_text(index("index.xml", "one.xml.gz", "deep.xml", "away.xml", "page.xml", ".."))
    (tmp_path / "one.xml.gz").write_bytes(gzip.compress(SITEMAP.encode()))
    (tmp_path / "deep.xml").write_text(index("index.xml", "one.xml.gz"))
    (tmp_path / "page.xml").write_text("<p>no sitemap")
    nested = "input/nested_sitemap"
    assert errors_of(tmp_path / "index.xml") == ["", "", nested, nested, nested]
    for number in range(9):
        (tmp_path / f"{number}.xml").write_text(index(f"{number + 1}.xml"))
    (tmp_path / "9.xml").write_text(SITEMAP)
    assert errors_of(tmp_path / "0.xml") == [nested]
    assert errors_of(tmp_path / "6.xml") == ["", ""]


def test_entries_without_an_address_are_pages_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "sitemap.xml"
    locs = ["", "about", A, f"https://a.example/{'x' * 5000}", "/relative"]
    path.write_text("<urlset>" + "".join(f"<url><loc>{loc}</loc></url>" for loc in locs) + "<url/></urlset>")
    bad = "input/bad_line"
    assert errors_of(path) == [bad, bad, "", bad, bad, bad]
    assert pages_of(path, base_url="https://a.example/x/")[-2].url == "https://a.example/relative"


def test_a_sitemap_that_is_cut_off_says_so(tmp_path: Path) -> None:
    path = tmp_path / "sitemap.xml"
    path.write_text(SITEMAP[:-30])
    assert errors_of(path)[-1] == "input/unreadable"
    path.write_text(
        SITEMAP.replace(" https", "&nbsp;https&").replace("</loc></url></urlset>", " & x</loc></url></urlset>")
    )
    assert len(pages_of(path)) == 2, "mistakes that can be passed over"


def test_entities_are_neither_expanded_nor_loaded(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("https://secret.example/")
    path = tmp_path / "sitemap.xml"
    bomb = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 50}">' for n in range(1, 12))
    declared = f'<!ENTITY e0 "https://bomb.example/">{bomb}<!ENTITY x SYSTEM "{secret.as_uri()}">'
    for entity, reason in (("&e11;", "input/unreadable"), ("&x;", "input/bad_line"), ("&e0;", "input/bad_line")):
        path.write_text(f"<!DOCTYPE urlset [{declared}]><urlset><url><loc>{entity}</loc></url></urlset>")
        assert errors_of(path) == [reason], entity
        path.write_text(f'<!DOCTYPE feed [{declared}]><feed><entry><link href="{entity}"/></entry></feed>')
        assert not any("secret" in page.url for page in pages_of(path))
        assert sum(len(page.url) for page in pages_of(path)) < 5000


def test_entries_are_read_as_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = (b"<url><loc>https://a.example/%d</loc></url>\n" % number for number in count())
    pipe = EndlessPipe(part for parts in (iter([b"<urlset>"]), entries) for part in parts)
    monkeypatch.setattr("sys.stdin", pipe.as_stdin())
    found = list(islice(read_sources(["-"]), 5000))
    assert found[-1].url == "https://a.example/4999"
    assert pipe.taken < 10_000


@given(tail=st.binary(max_size=100))
@pytest.mark.parametrize("text", [SITEMAP, RSS, ATOM, JSON])
def test_whatever_it_holds_there_is_no_exception(
    text: str, tail: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("sitemap") / "a.xml"
    path.write_bytes(text.encode()[:-30] + tail)
    assert not any(page.error.startswith("internal") for page in pages_of(path))


def test_a_feed_with_too_many_levels_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "feed").write_text('{"version": "https://jsonfeed.org/version/1", "items": ' + "[" * 100_000)
    assert errors_of(tmp_path / "feed") == ["input/unreadable"]


def test_a_name_that_no_file_can_have_costs_no_other_entry(tmp_path: Path) -> None:
    (tmp_path / "index.xml").write_text(index(f"https://a.example/{'x' * 300}", "https://a.example/none.xml"))
    assert errors_of(tmp_path / "index.xml") == ["input/nested_sitemap"] * 2


@pytest.mark.parametrize(
    "mistake",
    [
        '\n<?xml version="1.0"?>',
        f"<url><loc>{A}?q&w=1</loc></url>",
        f"<url><loc>{A}&nbsp;</loc></url>",
        f"<url><loc>{A}\x01</loc></url>",
        f"<url><loc><![CDATA[{A}?x=1&amp=2]]></loc></url>",
    ],
)
def test_after_a_mistake_references_still_count(mistake: str, tmp_path: Path) -> None:
    path, (before, inside) = tmp_path / "sitemap.xml", (mistake, "") if mistake.startswith("\n") else ("", mistake)
    rest = "".join(f"<url><loc>{A}?a={n}&amp;b=&#38;c&lt;d</loc></url>" for n in range(3000))
    path.write_text(f"{before}<urlset {SPACE}>{inside}{rest}</urlset>")
    found = [page.url for page in pages_of(path)]
    assert found[-3000:] == [f"{A}?a={n}&b=&c<d" for n in range(3000)]
    assert ("CDATA" not in mistake) or found[0] == f"{A}?x=1&amp=2"
    assert ("q&w" not in mistake) or found[0] == f"{A}?q&w=1"
