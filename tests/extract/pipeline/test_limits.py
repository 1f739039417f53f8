"""Whatever a page costs, it gives its row: cut, or with the reason."""

from collections.abc import Iterator

import pytest

from iawce.data.document import Document
from iawce.data.errors import PageWarning, Status, UsageError, WarningKind
from iawce.data.page import Page
from iawce.extract import Extractor, Html, Limits
from iawce.extract.papers.simhtree import leaves
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.pipeline.page_opener import Source
from iawce.extract.pipeline.settings import ExtractSettings
from tests.conftest import ROOT

PARAGRAPHS = "".join(f"<p>Paragraph {number} of the page" for number in range(200))
BODY = ExtractSettings(method="body")
NO_TIME = Limits(seconds=0.001)
MANY = "".join(f"<div>entry {number}</div>" for number in range(5_000))


def extract(limits: Limits, html: str = PARAGRAPHS, settings: ExtractSettings = BODY) -> tuple[str, list[str], str]:
    row = Extractor(render="never", settings=settings, limits=limits).extract(Html(html))
    warnings = [str(warning) for warning in row.warnings if warning.kind != WarningKind.NO_LANGUAGE]
    assert (row.status == Status.SUCCESS) == (not warnings and not row.reason)
    return row.reason, warnings, row.text


def test_content_beyond_the_limits_is_cut_with_a_warning() -> None:
    reason, warnings, whole = extract(Limits())
    assert (reason, warnings) == ("", [])
    for limits, warning in (
        (Limits(elements=100), "truncated/elements"),
        (Limits(text=1000), "truncated/text"),
        (Limits(output=1000), "truncated/output"),
    ):
        reason, warnings, text = extract(limits)
        assert (reason, warnings) == ("", [warning])
        assert 500 < len(text) <= 3000
        assert whole.startswith(text)
    entries = ExtractSettings(keep="p")
    reason, warnings, text = extract(Limits(blocks=7), settings=entries)
    assert (reason, warnings, len(text.split("\n\n"))) == ("", ["truncated/200_blocks"], 7)


@pytest.mark.parametrize("begin", ["<br>", "<div>", "<i></i>", "<script>1</script>"])
def test_a_page_whose_text_comes_after_the_limits_says_so(begin: str) -> None:
    reason, _, text = extract(Limits(elements=1000), begin * 4000 + PARAGRAPHS)
    assert (reason, text) == ("truncated/elements", "")


def test_html_that_is_longer_than_its_text_is_cut_between_tags() -> None:
    links = "".join(f'<p>some words <a href="/a/long/address/{number}">linked</a> here' for number in range(500))
    row = Extractor(render="never", settings=BODY, limits=Limits(output=20_000)).extract(Html(links))
    assert row.warnings == (PageWarning(WarningKind.TRUNCATED, "output"),)
    assert 19_000 < len(row.html) < 21_000
    assert row.html.endswith("</div>") or row.html.endswith("</p>")
    assert len(row.text.split("\n\n")) == 500


def test_without_time_there_is_a_reason_and_with_too_little_a_part() -> None:
    for settings in (BODY, ExtractSettings(keep="div")):  # a page that needs many ticks of a coarse clock
        reasons = [extract(limits, MANY, settings)[0] for limits in (NO_TIME, Limits(seconds=100))]
        assert reasons == ["timeout/extract", ""]


def test_a_document_brings_its_own_limits_of_size() -> None:
    document = Document("d", html=PARAGRAPHS, limits=Limits(elements=10))
    assert Extractor(render="never", settings=BODY).extract(document).warnings[0].detail == "elements"
    assert document.replace(url="http://x.example/").limits.elements == 10


@pytest.mark.parametrize("name", ["seconds", "elements", "text", "blocks", "output", "records", "memory"])
def test_limits_are_positive(name: str) -> None:
    with pytest.raises(UsageError, match=name):
        Limits(**{name: 0})


@pytest.fixture(scope="module")
def several() -> Iterator[Extractor]:
    limits = Limits(seconds=20, memory=1 << 30)
    with Extractor(render="never", settings=BODY, processes=2, limits=limits) as opened:
        yield opened


def test_processes_give_the_rows_of_one_process_in_order(several: Extractor) -> None:
    sources: list[Source] = [
        *sorted((ROOT / "tests" / "pages").glob("*/source.html")),
        b"%PDF-1.4",
        b"",
        Html("<p>text", "http://x/"),
    ]
    sources += [Page("address", "http://x.example/"), Page("unreadable", error="input/unreadable")]
    alone = Extractor(render="never", settings=BODY)
    rows = [row.to_dict() | {"timings": {}} for row in several.extract_many(sources)]
    assert rows == [row.to_dict() | {"timings": {}} for row in alone.extract_many(sources)]


def test_types_are_classified_in_processes_as_here() -> None:
    sources = sorted((ROOT / "tests" / "pages").glob("*/source.html"))[:4]
    with Extractor(render="never", processes=1) as extractor:
        found = [(row.type, row.probabilities) for row in extractor.extract_many(sources)]
    assert found == [(row.type, row.probabilities) for row in Extractor(render="never").extract_many(sources)]


def test_a_page_that_needs_too_much_memory_costs_only_itself(several: Extractor) -> None:
    good = Html("<p>text of a page")
    huge = Document("huge", url="http://x.example/" + "directory/" * 40_000, html="<a href=x>word</a> " * 20_000)
    rows = list(several.extract_many([good, huge, good, good]))
    assert [row.reason for row in rows] == ["", "crash/memory", "", ""]
    assert rows[1].url.startswith("http://x.example/")


def test_a_page_that_never_ends_costs_only_itself() -> None:
    slow = f"<p {' '.join(f'a{number:x}' for number in range(14_000))}>text"  # time in the square of the attributes
    good, endless = Html("<p>text of a page"), Html(slow * 150)
    limits = Limits(seconds=0.2)
    with Extractor(render="never", settings=BODY, processes=1, limits=limits) as extractor:
        rows = list(extractor.extract_many([good, endless, good]))
    assert [row.reason for row in rows] == ["", "timeout/extract", ""]


LAMPS = "".join(f"<li><h2><a href='/{n}'>Lamp {n}</a></h2><p>{n}.50 EUR</p><p>red {n}</p></li>" for n in range(40))
POSTS = "".join(
    f"<div class=post id=p{n}><b class=author>user{n}</b><time datetime=2024-01-0{n}>{n} Jan 2024</time>"
    f"<div class=text>What I say as number {n} is longer than a line, and I mean every word of it.</div></div>"
    for n in range(1, 10)
)


@pytest.mark.parametrize(
    ("html", "page_type", "settings", "count"),
    [
        (f"<h1>Lamps</h1><ul>{LAMPS}</ul>", "list", ExtractSettings(), 40),
        (f"<h1>Lamps</h1><ul>{LAMPS}</ul>", "", ExtractSettings(method="records"), 40),
        (f"<h1>Lamps</h1><ul>{LAMPS}</ul>", "", ExtractSettings(method="simhtree"), 40),
        (f"<h1>Thread</h1><main>{POSTS}</main>", "thread", ExtractSettings(), 9),
    ],
)
def test_records_beyond_the_limit_are_cut_with_a_warning(
    html: str, page_type: str, settings: ExtractSettings, count: int
) -> None:
    for limit in (count - 1, count):
        limits = Limits(records=limit)
        with Extractor(render="never", settings=settings, page_type=page_type, limits=limits) as extractor:
            row = extractor.extract(Html(html))
        assert len(row.records) == row.scores.get("records", limit) == limit
        assert ("truncated/records" in map(str, row.warnings)) == (limit < count)
        assert row.status == (Status.PARTIAL_SUCCESS if limit < count else Status.SUCCESS)


def test_records_are_cut_without_a_word_at_no_number_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaves, "NODES_EACH", 1)
    settings = ExtractSettings(method="simhtree", method_settings=SimHTreeSettings(nodes=100))
    with Extractor(render="never", settings=settings, limits=Limits(records=50)) as extractor:
        row = extractor.extract(Html(f"<h1>Lamps</h1><ul>{LAMPS}</ul>"))
    assert 10 < len(row.records) < 40
    assert "truncated/records" in map(str, row.warnings)


def comments(count: int, *, nested: bool = False) -> str:
    one = "<div class=comment id=c{0}><a class=author>ann{0}</a> <time>2024-01-01</time><p>The boat leaves at {0} today"
    ends = ("</p></div>", "") if not nested else ("", "</div>" * count)
    return "<h1>Boats</h1>" + ends[0].join(one.format(number) for number in range(count)) + ends[0] + ends[1]


def posts_of(html: str, **limits: int) -> tuple[int, list[str], int]:
    with Extractor(render="never", page_type="thread", limits=Limits(**limits)) as extractor:
        row = extractor.extract(Html(html))
    return len(row.records), [str(one) for one in row.warnings if one.kind == WarningKind.TRUNCATED], len(row.to_json())


def test_all_comments_are_posts_or_it_is_said_that_some_are_not() -> None:
    assert posts_of(comments(2_200))[:2] == (2_200, [])
    assert posts_of(comments(40), records=30)[:2] == (30, ["truncated/records"])


def test_a_row_is_no_longer_than_its_limits_although_elements_lie_in_each_other() -> None:
    found, warnings, size = posts_of(comments(400, nested=True), output=200_000)
    assert (found, warnings) == (400, ["truncated/paths"])
    assert size < 500_000
    assert posts_of(comments(20, nested=True), output=200_000)[1] == []


def test_unclosed_tags_take_no_paragraph_of_the_page() -> None:
    for begin in ("<div>" * 3_000 + "<br>" * 60_000, "<b>x" * 5_000, "<ul><li>" * 5_000):
        reason, warnings, text = extract(Limits(), begin + PARAGRAPHS)
        assert (reason, warnings) == ("", [])
        assert all(f"Paragraph {number} of the page" in text for number in range(200))


@pytest.mark.timeout(900, method="thread")  # whose own way uses the timer
def test_a_page_that_never_comes_back_is_ended_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("iawce.extract.pipeline.document_extractor.extract_content", never)
    assert extract(Limits(seconds=0.5))[0] == "timeout/extract"


def test_thousands_of_posts_are_all_there_or_said_to_be_cut() -> None:
    written = (
        "<b class=author>Ruth</b> <time datetime=2024-05-02>2 May 2024</time><p>The boat leaves at noon, and I wait"
    )
    for count, most, warned in ((2200, 5000, []), (150, 100, ["truncated/records"])):
        posts = "".join(f"<div class=comment id=c{n}>{written}, as number {n}.</div>" for n in range(count))
        page = Html(f"<title>Boats</title><h1>Boats</h1><div>{posts}</div>", "https://board.example/1")
        with Extractor(render="never", page_type="thread", limits=Limits(records=most)) as extractor:
            row = extractor.extract(page)
        assert len(row.records) == min(count, most)
        assert [str(one) for one in row.warnings if one.kind == WarningKind.TRUNCATED] == warned
