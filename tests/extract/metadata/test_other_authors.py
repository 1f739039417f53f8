"""People on a page who are not its authors: of other stories, reviewers, accounts."""

import json

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.metadata.page_metadata import page_metadata
from tests.extract.metadata.test_authors import PERSON, TEXT, authors, ld


@pytest.mark.parametrize(
    "other",
    [
        '<div class="comments"><b class="author">Troll King</b></div>',
        '<div class="related-posts"><p class="byline">By Cy Old</p></div>',
        "<p>By following the shore, one comes to the mill.</p>",
        '<nav><a href="/authors/all">All Our Authors</a></nav>',
        '<div class="author-box"><a href="/follow">Follow</a></div>',
        '<p class="byline"><a href="/category/old-boats">Old Boats</a></p>',
        "<p>3 May 2024 <span>•</span> Old Boats</p><p>We like old boats.</p>",
        "<p>Front Page</p><nav><a href=/>Front Page</a></nav>",
        f"<p>3 May 2024</p><p><strong>Orrin Bridge</strong><br>{'It fell down in a storm, and rose. ' * 5}</p>",
        "<p><a href=/harbour>Old Harbour</a></p>",
    ],
)
def test_persons_that_are_no_authors(other: str) -> None:
    assert authors(other) == ()


def test_the_subject_of_a_page_is_not_its_author() -> None:
    box = "<table class='infobox vcard'><tr><th class=fn>Lake Orrin</tr><tr><th>Area<td>9 km²</tr></table>"
    html = f"<title>Lake Orrin - Wiki</title><h1>Lake Orrin</h1>{box}{TEXT}"
    assert page_metadata(PageAnalysis(Document("", html=html))).metadata.authors == ()
    signed = html.replace(TEXT, f"<p>By Lake Orrin</p>{TEXT}")
    assert page_metadata(PageAnalysis(Document("", html=signed))).metadata.authors == ("Lake Orrin",)


def test_the_author_of_a_checked_claim_is_not_that_of_the_page() -> None:
    check = {"@type": "ClaimReview", "itemReviewed": {"@type": "Claim", "author": {**PERSON, "name": "Some Liar"}}}
    head = f'<script type="application/ld+json">{json.dumps(check)}</script>'
    assert authors("<p class=byline>By Ann Lee</p>", head) == ("Ann Lee",)


@pytest.mark.parametrize(
    "card",
    [
        "<div><a href=/author/bo>Bo Ek</a> <a href=/mill>Why the old mill was sold to strangers</a></div>",
        "<div><a href=/mill>Why the old mill was sold</a><p>By Bo Ek</p><p>3 May 2011</p></div>",
        "<a href=/mill><b>Why the old mill was sold</b><span class=author>Bo Ek</span></a>",
        "<div class=x1><a href=/mill>Was die Mühle kostet</a><div><a rel=author href=/bo>Bo Ek</a></div></div>",
    ],
)
def test_the_author_of_another_story_in_a_small_box_is_not_that_of_the_page(card: str) -> None:
    assert authors(f"{TEXT * 25}<div>{card}</div>") == ()
    assert authors(f"{TEXT * 25}<p class=author>Ann Lee</p><div>{card}</div>") == ("Ann Lee",)


@pytest.mark.parametrize(
    "box",
    [
        "<a href=/@ann?from=post><h2>Written by Ann Lee</h2></a>",
        "<div><a href=/author/ann>Ann Lee</a> <a href=/author/ann>View all posts by Ann Lee</a></div>",
        "<div><a href=/author/ann>Ann Lee</a><p>Ann lives in the harbour, sails, and wrote"
        " <a href=/book>The boats of the old harbour</a> with her brother.</p></div>",
    ],
)
def test_the_author_in_a_box_below_the_text_with_other_links_is_that_of_the_page(box: str) -> None:
    assert authors(f"{TEXT * 25}{box}") == ("Ann Lee",)


@pytest.mark.parametrize(
    "line",
    [
        "<p>By <a href=/ann>Ann Lee</a> – Updated 3 May 2024 | Fact-checked by <a href=/bo>Bo Ek</a></p>",
        "<ul><li>Written by Ann Lee</li><li class=byline>Reviewed by: Bo Ek, CFP</li></ul>"
        f"{TEXT}<div class=author-box><h4 class=author-name>Bo Ek</h4><p>Bo is an adviser.</p></div>",
        "<p class=author>Ann Lee</p><p>Edited by</p><p class=author>Bo Ek</p>",
        "<p class=author>Ann Lee</p><p>Last edited by Ann Lee on 3 May 2024</p>",
        "<p class=author>Written by Ann Lee</p><p>Reviewed by Ann Lee, PhD</p>",
    ],
)
def test_who_reviewed_a_page_is_not_its_author_and_who_edited_a_post_may_be(line: str) -> None:
    assert authors(line) == ("Ann Lee",)


@pytest.mark.parametrize("word", ["Tested by", "Researched by", "Taken by", "Articles by Bo"])
def test_the_label_of_another_work_is_no_name(word: str) -> None:
    line = f"<p class=byline><span>Ann Lee</span> <span>{word}</span></p>"
    assert authors(f"<h1>A red boat in the mud</h1>{line}{TEXT}") == ("Ann Lee",)


@pytest.mark.parametrize(
    "line",
    [
        "<ul class=user-links><li><a href=/user/login>Zarejestruj się</a></li></ul>",
        "<p class=author><a href=/users/sign_in>Anmelden</a></p>",
        "<span class=author><a href=/boat/#respond>No Comments</a></span>",
        "<span class=author><a href='https://a.example/boat#comments'>Keine Kommentare</a></span>",
        "<a rel=me href='https://social.example/profile/boats'>Blue Sky</a>",
        "<h2 id=authoring-maps>Authoring Maps</h2>",
    ],
)
def test_a_link_to_an_account_or_to_comments_names_no_author(line: str) -> None:
    assert authors(f"<h1>A red boat in the mud</h1>{line}{TEXT}") == ()
    assert authors(f"<h1>A red boat in the mud</h1>{line}<a href=/user/ann-lee>Ann Lee</a>{TEXT}") == ("Ann Lee",)


def test_a_list_of_tags_beside_the_date_names_no_author_but_one_with_the_date_does() -> None:
    tags = "<ul><li>Red Boats</li><li>Woodland Works</li><li>Logistics</li></ul>"
    assert authors(f"<h1>A red boat in the mud</h1><p>6 May 2024</p>{tags}{TEXT}") == ()
    line = "<ul><li>6 May 2024</li><li>Ann Lee</li></ul>"
    assert authors(f"<h1>A red boat in the mud</h1>{line}{tags}{TEXT}") == ("Ann Lee",)


@pytest.mark.parametrize(
    "line",
    [
        "<h2>Key Takeaways</h2>",
        "<div><h3><b>Key Takeaways</b></h3></div>",
        "<a href=/files/plan.pdf>Red Plan</a>",
        "<p>It’s Blogvent, day 19, where we blog daily in the harbour!</p>",
        "<dl><dt>Media contact</dt><dd>Bo Ek</dd></dl>",
        "<div class=copyright>© Kelso Pictures / Bo Ek</div>",
        "<div>Photo: Kelso Pictures / Bo Ek</div>",
    ],
)
def test_a_heading_a_file_a_sentence_and_what_has_another_label_beside_the_date_name_no_author(line: str) -> None:
    assert authors(f"<p>6 May 2024</p>{line}") == ()
    assert authors(f"<p>6 May 2024</p><p>Ann Lee</p>{line}") == ("Ann Lee",)


def test_the_header_of_a_site_names_no_author_beside_the_date_and_that_of_an_article_does() -> None:
    site = "<header><div>Free Estimates</div><a href=/>Lund Plumbing</a> <a href=tel:1>Call Now</a></header>"
    for line, names in (("", ()), ("<p>Ann Lee</p>", ("Ann Lee",))):
        page = (
            f"<title>Low tide</title><body>{site}<main><header>{line}<h1>Low tide</h1></header><p>6 May 2024</p>{TEXT}"
        )
        assert page_metadata(PageAnalysis(Document("x", html=page))).metadata.authors == names


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("<div class=bar><a href=/>Kelso Courier</a></div>", ""),
        ("<div class=bar><a href=/><img src=/logo.png alt='Kelso Courier'></a></div>", "<p>Kelso Courier</p>"),
        ("<table><tr><td><a href=https://news.example>Kelso Courier</a></td></tr></table>", ""),
    ],
)
@pytest.mark.parametrize(("line", "names"), [("<p>Ann Lee</p>", ("Ann Lee",)), ("", ())])
def test_the_name_of_a_site_beside_the_date_is_no_author(
    above: str, below: str, line: str, names: tuple[str, ...]
) -> None:
    html = f"<title>Low tide</title><body>{above}<h1>Low tide</h1><p>6 May 2024</p>{line}{TEXT}{below}"
    page = Document("x", url="https://news.example/tide", html=html)
    assert page_metadata(PageAnalysis(page)).metadata.authors == names


OTHERS = "<h2>Our authors</h2><ul><li><a href=/author/bo/>Bo Ek</a></li><li><a href=/author/cy/>Cy Day</a></li></ul>"


@pytest.mark.parametrize(
    ("byline", "side", "names"),
    [
        ("<p>Ann Lee</p><p>3 May 2024</p>", f"<aside class=widget-area>{OTHERS}</aside>", ("Ann Lee",)),
        ("<p class=byline>By Reuters</p>", f"<div role=complementary>{OTHERS}</div>", ("Reuters",)),
        (f"<main>{TEXT}</main>", f"<aside>{OTHERS}</aside>", ()),
        ("<p>By Ann Lee</p>", "<aside><a href=/x>Boats</a> <p class=byline>by Bo Ek</p></aside>", ("Ann Lee",)),
        (f"<article>{TEXT}<aside class=author-box><p>By Ann Lee</p></aside></article>", "", ("Ann Lee",)),
        (f"<main>{TEXT}<aside class=author>Ann Lee</aside></main>", "", ("Ann Lee",)),
        ("", "<aside><h2 class=author-name>Ann Lee</h2><p>Paints boats.</p></aside>", ("Ann Lee",)),
    ],
)
def test_who_is_named_beside_an_article_wrote_others(byline: str, side: str, names: tuple[str, ...]) -> None:
    assert authors(f"{byline}{TEXT * 4}{side}") == names


def test_the_author_of_the_markup_comes_before_those_beside_an_article() -> None:
    assert authors(f"<p>3 May 2024 · Ann Lee</p>{TEXT * 9}<aside>{OTHERS}</aside>", ld("Ann Lee")) == ("Ann Lee",)


@pytest.mark.parametrize(
    "card",
    [
        "<div class=c><a href=/s>Boats lie in the mud again</a><a class=author href=/author/{0}>{0}</a></div>",
        "<div class=c><a class=author href=/author/{0}>{0}</a><time>3 May 2024</time></div>",
        "<div class=c><a class=author href=/author/{0}>{0}</a></div><p>There are more boats.</p>",
    ],
)
def test_authors_of_other_stories_are_not_joined(card: str) -> None:
    found = authors(f"<p class=byline>By Ann Lee</p><div>{card.format('Bo Ek')}{card.format('Cy Dahl')}</div>")
    assert found == ("Ann Lee",)
    assert authors(f"<div>{card.format('Bo Ek')}{card.format('Cy Dahl')}</div>") != ("Bo Ek", "Cy Dahl")


def first_author(body: str, url: str = "") -> tuple[str, ...]:
    html = f"<html lang=en><title>Low tide</title><body><h1>Low tide</h1>{body}{TEXT}{TEXT}</body>"
    return page_metadata(PageAnalysis(Document("x", url=url, html=html))).metadata.authors


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("<p>Hong Kong</p>", ()),
        ("<p>Prep Time</p><p>Five Minutes</p>", ()),
        ("<p>By the Harbour Team</p>", ("the Harbour Team",)),
        ("<div>By<span>Harbour Editors</span><span>3 May 2024</span></div>", ("Harbour Editors",)),
    ],
)
def test_a_team_named_as_author_below_the_title_needs_no_date(line: str, names: tuple[str, ...]) -> None:
    assert first_author(line, url="https://harbour.example/tide") == names


@pytest.mark.parametrize("day", ["May 18, 2025 9:00 AM", "Posted on 18 May 2025, 09:00", "2025年5月18日 9時00分"])
def test_the_day_that_links_to_a_post_is_no_other_story_beside_its_author(day: str) -> None:
    foot = "<p class=meta><span class=author>Ann Lee</span> <a href=/2025/tide>{}</a></p>"
    assert authors(TEXT * 25 + foot.format(day)) == ("Ann Lee",)
    assert authors(TEXT * 25 + foot.format("Why the old mill was sold")) == ()


TEASERS = """<section><h2>From the blog</h2>
    <div class=item><h3><a href=/mill>Why the old mill was sold</a></h3>
        <span class=date>3 May 2024</span> <span class=author>By Bo Ek</span><p>It stood empty for long.</p></div>
    <div class=item><h3><a href=/pier>The pier</a></h3>
        <span class=date>1 May 2024</span> <span class=author>By Cy Day</span><p>It is of wood.</p></div></section>"""
IN_LINKS = """<section><a href=/mill><article><h4>Why the old mill was sold</h4><p class=author>By Bo Ek</p>
    <time datetime=2024-05-03>3 May 2024</time></article></a></section>"""


@pytest.mark.parametrize("teasers", [TEASERS, IN_LINKS * 2, TEASERS.replace("div", "article")])
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ((), "")),
        ("<p>By Ann Lee on 9 January 2023</p>", (("Ann Lee",), "2023-01-09")),
        ("<p class=date>9 January 2023</p>", ((), "2023-01-09")),
        ("<h2 class=author-name><a href=/ann>The Harbour Post editors</a></h2>", (("The Harbour Post editors",), "")),
        ("<h2><a href=/about/ann>Ann Lee</a></h2><p>9 January 2023</p>", (("Ann Lee",), "2023-01-09")),
        ("<h2><a href=#low>When the tide is low</a></h2><p>Published 9 January 2023</p>", ((), "2023-01-09")),
    ],
)
def test_author_and_date_of_a_card_whose_heading_leads_to_another_page_are_that_page_s(
    teasers: str, line: str, expected: tuple[tuple[str, ...], str]
) -> None:
    html = f"<title>Low tide</title><body><main><h1>Low tide</h1><div>{line}</div>{TEXT * 3}{teasers}</main>"
    about = page_metadata(PageAnalysis(Document("x", html=html))).metadata
    assert (about.authors, about.date_published) == expected


@pytest.mark.parametrize(
    "link",
    [
        "<h5><a href=/news>Subscribe to our weekly newsletter</a></h5>",
        "<h3><a href=/series>A part of the series on the shore</a></h3>",
        "<h4><a href=/pdf>Download all of the press release</a></h4>",
    ],
)
def test_a_single_link_beside_the_byline_makes_no_card_of_it(link: str) -> None:
    html = "<title>Low tide</title><h1>Low tide</h1><div><p>By Ann Lee</p><p>3 May 2024</p>{}</div>{}"
    about = page_metadata(PageAnalysis(Document("x", html=html.format(link, TEXT * 3)))).metadata
    assert (about.authors, about.date_published) == (("Ann Lee",), "2024-05-03")


def test_the_title_of_a_page_may_be_a_link_to_it() -> None:
    post = "<div><h2><a href=/tide>When the tide is low</a></h2><p class=byline>By Ann Lee, 9 January 2023</p></div>"
    html = f"<title>When the tide is low</title><body><h1>Harbour Post</h1>{post}{TEXT * 3}{TEASERS}"
    about = page_metadata(PageAnalysis(Document("x", html=html))).metadata
    assert (about.authors, about.date_published) == (("Ann Lee",), "2023-01-09")


@pytest.mark.parametrize(
    "line",
    [
        "<p>29:15 — <a href=/x><em>Bleak Tide</em></a> by Cy Orr.</p>",
        "<p><b>Bleak Tide</b> by Cy Orr</p>",
        "<p><i>Bleak Tide</i> by <i>Cy Orr</i></p>",
        "<ul><li><em>Bleak Tide</em> by Cy Orr</li><li>some tea</li></ul>",
    ],
)
@pytest.mark.parametrize(("byline", "names"), [("", ()), ("<p>By Ann Lee</p>", ("Ann Lee",))])
def test_who_made_what_a_line_of_the_text_begins_with_is_not_its_author(
    line: str, byline: str, names: tuple[str, ...]
) -> None:
    assert authors(f"{byline}<p>3 May 2024</p>{TEXT * 5}{line}") == names


@pytest.mark.parametrize(
    "line", ["<p><a href=/n>News</a> by Ann Lee</p>", "<p>3 May 2024 in <i>News</i> by Ann Lee</p>"]
)
def test_the_line_below_the_title_may_begin_with_the_section_or_the_day(line: str) -> None:
    assert authors(line) == ("Ann Lee",)
