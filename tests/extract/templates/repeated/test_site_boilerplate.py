"""What repeats on each of many sites, counted and left out."""

from itertools import count

import pytest

from iawce.data.document import Document
from iawce.data.page import Html, Page
from iawce.extract import Extractor
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.processes.count_sites import count_sites, large_sites
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.templates.site_boilerplate import SiteBoilerplate, SiteCounter, site_host
from tests.extract.templates.site.made_pages import SENTENCE, article

JOIN = "<p>Join the paper today and read all of it on every day of the year, wherever you happen to be.</p>"


def pages(count: int, host: str = "https://www.a.org") -> list[Page]:
    """Articles with an invitation in the middle of the text."""
    return [joined(number, f"{host}/{number}") for number in range(count)]


def joined(number: int, url: str) -> Page:
    others = f"<p>{chr(97 + number)} {SENTENCE * 12}</p>"
    return Html(article(number).replace("</p></div>", f"</p>{JOIN}{others}</div>", 1), url).page()


def extracted(page: Page, known: SiteBoilerplate, kind: str = "article") -> Extraction:
    settings = ExtractSettings(method="body", boilerplate=known)
    return Extractor(render="never", settings=settings, page_type=kind).extract(page)


def test_an_article_is_without_what_repeats_and_says_so() -> None:
    page, known = pages(7)[0], count_sites(pages(7), 0)
    alone, aware = extracted(page, {}), extracted(page, known)
    assert "Join the paper" in alone.text
    assert "site_pages" not in alone.scores
    assert (aware.scores["site_pages"], aware.scores["repeated_texts"]) == (7, 6)
    assert "Join the paper" not in aware.text
    assert "Join the paper" not in aware.markdown
    assert "a The harbour bridge will close" in aware.text


@pytest.mark.parametrize("kind", ["list", "thread", "product"])
def test_other_types_keep_what_repeats(kind: str) -> None:
    row = extracted(pages(1)[0], count_sites(pages(7), 0), kind)
    assert "Join the paper" in row.text
    assert "site_pages" not in row.scores


def test_pages_of_other_sites_and_of_small_ones_are_as_they_were() -> None:
    known = count_sites([*pages(7), *pages(5, "https://b.org")], 0)
    assert list(known) == ["a.org"]
    for url in ("https://b.org/1", "https://c.org/1"):
        assert "Join the paper" in extracted(joined(1, url), known).text


def test_pages_that_repeat_each_other_are_left_whole() -> None:
    page = pages(1)[0]
    row = extracted(page, count_sites([page] * 7, 0))
    assert "The harbour bridge" in row.text
    assert row.scores["repeated_texts"] == 0


def test_versions_of_one_page_are_left_whole() -> None:
    versions = [
        Html(
            article(0).replace("</p></div>", f"</p><p>{chr(97 + one)} new rule.</p></div>", 1), f"https://a.org/v{one}"
        )
        for one in range(8)
    ]
    known = count_sites([one.page() for one in versions], 0)
    for one, version in enumerate(versions):
        row = extracted(version.page(), known)
        assert "The harbour bridge" in row.text
        assert f"{chr(97 + one)} new rule." in row.text


def test_processes_count_what_one_process_counts_and_pages_that_fail_cost_nothing() -> None:
    bad = [
        Page("live", "https://a.org/x"),
        Page("pdf", body=b"%PDF-1.4"),
        Page("none", body=b""),
        Page("e", error="input/x"),
    ]
    assert count_sites([*bad, *pages(7), *bad], 1) == count_sites(pages(7), 0)


def test_beyond_its_bound_the_counter_forgets_the_sites_with_the_fewest_pages() -> None:
    counter = SiteCounter(most=1000)
    for number in range(500):
        counter.add("large.org", [1, 2, number + 10])
        counter.add(f"{number}.org", range(50))
        assert len(counter) <= 1000
    assert counter.settle()["large.org"].repeated == {1, 2}


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.A.org:8080/x?y#z", "a.org"),
        ("http://saved-page.invalid/x.html", ""),
        ("", ""),
        ("http://[broken", ""),
        ("no address", ""),
    ],
)
def test_the_site_of_an_address(url: str, site: str) -> None:
    assert site_host(Page("x", url, b"<p>a")) == site_host(Document("x", url=url, html="<p>a")) == site


@pytest.mark.parametrize("quote", ['"', "'", ""])
def test_a_saved_page_is_of_the_site_that_it_claims(quote: str) -> None:
    html = f"<title>a</title><LINK href={quote}https://www.claimed.example/a{quote} rel={quote}canonical{quote} /><p>a"
    assert site_host(Page("x", body=html.encode())) == site_host(Document("x", html=html)) == "claimed.example"
    assert site_host(Page("x", "https://known.example/", html.encode())) == "known.example"


def test_only_sites_with_enough_pages_are_read_twice() -> None:
    def page(host: str) -> Page:
        return Page("x", f"https://{host}/", b"<p>a")

    assert large_sites([page(f"host{number}.example") for number in range(20)]) == frozenset()
    assert large_sites([page("a.example")] * 6 + [page("b.example")] * 5) == {"a.example"}
    assert large_sites([Page("x", "https://live.example/")] * 9) == frozenset()
    assert large_sites(Page("x", "https://live.example/") for _ in count()) == frozenset(), "it does not read for ever"


def test_headings_of_what_stays_are_no_boilerplate() -> None:
    """All recipes of a site have ingredients."""

    def recipe(letter: str) -> Page:
        text = f"<h2>Ingredients</h2><p>{letter} {SENTENCE * 12}</p><h2>Follow us</h2>{JOIN}<p>{letter} {SENTENCE}</p>"
        return Html(f"<body><main><h1>Cake {letter}</h1>{text}</main>", f"https://a.org/{letter}").page()

    row = extracted(recipe("a"), count_sites(map(recipe, "abcdefg"), 0))
    assert "Ingredients" in row.text
    assert "Follow us" not in row.text
    assert "Join the paper" not in row.text
