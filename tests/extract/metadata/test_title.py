import pytest
from hypothesis import given

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.page import SAVED_ORIGIN
from iawce.extract.metadata.page_metadata import page_metadata
from tests.data.dom.markup import markup


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Big news - The Post</title><h1>Site</h1><h1>Big news</h1>", "Big news"),
        ("<title>Only this</title><h1>Other thing</h1>", "Only this"),
        ("<title>A long story of the sea | Post</title><h1>Post</h1>", "A long story of the sea"),
        ("<title>自动装箱和拆箱原理 | 博客</title><h1>博客</h1><h2>自动装箱和拆箱原理</h2>", "自动装箱和拆箱原理"),
        ("<title>Pages | Apple</title>", "Pages"),
        ("<title>お知らせの一覧と当選者の発表│協会</title>", "お知らせの一覧と当選者の発表"),
        ("<title>お知らせの一覧と当選者の発表｜協会</title>", "お知らせの一覧と当選者の発表"),
        ("<title>The pages of a diary | Page 2</title>", "The pages of a diary"),
        ('<meta property="og:title" content=" Of the  graph "><title>x | y</title>', "Of the graph"),
        ("<p>none", ""),
        ("<title>Roman »Fluss und Wald«: ein Buch – Courier</title>", "Roman »Fluss und Wald«: ein Buch"),
        ("<title>« Fluss | Wald » enfin lu - Courier</title>", "« Fluss | Wald » enfin lu"),
        ("<title>Courier » Rivers » Lock stays shut</title>", "Lock stays shut"),
    ],
)
def test_titles(html: str, title: str) -> None:
    assert page_metadata(PageAnalysis(Document("", html=html))).title == title


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Imprint | Council of the old town</title><p>By post.", "Imprint"),
        (
            "<title>Kiln Journal | Of green glaze</title><meta property=og:title content='Of green glaze'>",
            "Of green glaze",
        ),
        ("<title>Kiln Journal | Blue and green glaze</title><div>Blue and green glaze</div>", "Blue and green glaze"),
        ("<title>Kiln Journal | Blue and green glaze</title><a href=/>Kiln Journal</a>", "Blue and green glaze"),
        ("<title>4711 | Blue and green glaze</title><p>By post.", "Blue and green glaze"),
        ("<title>KfW | Blue and green glaze</title><p>By post.", "Blue and green glaze"),
    ],
)
def test_the_first_of_two_parts_is_the_title_unless_it_may_be_the_site(html: str, title: str) -> None:
    document = Document("", url="https://www.example.org/a/7", html=html)
    assert page_metadata(PageAnalysis(document)).title == title


@given(markup)
def test_a_title_is_one_line_of_words_of_the_page(html: str) -> None:
    title = page_metadata(PageAnalysis(Document("", html=f"<title>one | two words</title><body>{html}"))).title
    assert title == " ".join(title.split())
    assert title


HEADINGS = [
    ("<title>ORM in short — SQL Tools 2 Documentation</title><h1>SQL Tools 2 Documentation</h1><h1>ORM in short¶</h1>",
     "https://docs.example.org/orm_in_short.html", "ORM in short"),
    ("<title>A new kernel / News / Arch Boards</title><h1><a href=/>Archboards</a></h1>",
     "https://bbs.archboards.org/viewtopic.php?id=3", "A new kernel"),
    ("<title>Home - The Example Blog</title><h1>Home</h1>", "https://example.org/", "The Example Blog"),
    ("<title>Forum - heart of the net</title><h1>Why does my old cat sleep all day: a story that goes on</h1>",
     "https://example.org/t/why_does_my_old_cat_sleep_al/", "Why does my old cat sleep all day: a story that goes on"),
    ("<title>Sheets for every bed, soft and durable</title><h1>All Sheets</h1>",
     "https://shop.example.org/collections/all-sheets", "All Sheets"),
    ("<title>A fine system</title><h1><span aria-hidden=true>The fine</span><span aria-hidden=true>system</span>"
     "<span>The fine system<button>Copy</button></span></h1>", "", "The fine system"),
    ("<title>Paper</title><h1><span>Title:</span>Merging mod\u00adels</h1>",
     "https://example.org/merging-models", "Merging models"),
]  # fmt: skip


SITES = [
    ("<title>Sofas – A Very Long Shop Name</title><a href=/>A Very Long Shop Name</a><p>Sofas",
     "https://shop.example.org/c/4", "Sofas"),
    ("<title>Sofas – A Very Long Shop Name</title><a href=../../index.html><img alt='A very long shop name'></a>",
     "https://example.org/copies/shop/c/4/index.html", "Sofas"),
    ("<title>get_it all forums - Old news</title><h1><a href=index.html>get_it all forums</a></h1><h2>Old news</h2>",
     SAVED_ORIGIN, "Old news"),
    ("<title>The long name of a forum - View topic - Bees</title><h1><a href=/>The long name of a forum</a></h1>"
     "<h2>Bees</h2>", "https://example.org/viewtopic.php?t=3", "Bees"),
    ("<title>News of the day | Page 7 of 9 | The Post</title><a href=/>The Post</a>", "", "News of the day"),
    ("<title>Mill - flour and bread since 1780</title><h1><a href=/>Mill</a></h1>", "https://example.org/en", "Mill"),
    ("<title>The Mill | Flour and bread since 1780</title><h1><a href=/>The Mill</a></h1>"
     "<h2 id=site-description>Flour and bread since 1780</h2>", SAVED_ORIGIN, "The Mill"),
    ("<title>The Mill - for bread</title><ol class=breadcrumb><li aria-current=page>Basket</li></ol><h1>Basket</h1>",
     "https://example.org/p/17", "Basket"),
    ("<title>Sun hat – The Mill</title><h1><span class=btBreadCrumbs><a href=/c>Hats</a></span>Sun hat</h1>",
     "https://example.org/p/18", "Sun hat"),
    ("<title>A saga of mice | A Blog</title><h1><a href=#top>A saga of mice</a></h1>", SAVED_ORIGIN, "A saga of mice"),
    ("<title>Old mills turn again - Stories</title><h1><a href=/4>Old mills turn again</a> <i>(mill.example)</i> "
     "<b>87</b></h1>", "https://example.org/story/4", "Old mills turn again"),
    ("<title>Old mills turn | A Diary</title><h1><span>Dec 18 2025</span> <a href=/4>Old mills turn</a></h1>",
     "https://example.org/4", "Old mills turn"),
    ("<title>Harbour Post</title><h1><a href=/>Harbour Post</a></h1><h1>Old mills turn again at last</h1>",
     "https://example.org/old-mills-turn-again-at-last", "Old mills turn again at last"),
    ("<title>Harbour Post</title><a href=/><img alt='Harbour Post'></a><h1>Old mills turn</h1>",
     "https://example.org/p/19", "Old mills turn"),
    ("<title>Harbour Post</title><meta property=og:site_name content='Harbour Post'><h1>Old mills turn</h1>",
     "https://example.org/p/20", "Old mills turn"),
    ("<title>Harbour Post</title><a href=/>Harbour Post</a><h1>All that the harbour has to say</h1>",
     "https://example.org/", "Harbour Post"),
    ("<title>The Old Harbour Company | Winter menu</title><nav><a href=/cakes>Cakes</a></nav><h1>Winter menu</h1>",
     "https://oldharbour.example.org/p/21", "Winter menu"),
    ("<title>Sports Club 1920 - Summer on the lake</title><a href=/b>Teams</a><h2>Summer on the lake</h2><h3>Days</h3>",
     "https://example.org/p/22", "Summer on the lake"),
    ("<title>Harbour Post</title><meta property=og:title content='Old mills turn'><a href=/>Harbour Post</a>"
     "<h1>Sign in</h1><h2>Old mills turn</h2>", "https://example.org/p/24", "Old mills turn"),
    ("<title>Harbour Post</title><a href=/>Harbour Post</a><h1>Harbour Post - of the coast</h1>",
     "https://example.org/p/25", "Harbour Post"),
    ("<title>How the mill came to turn again | Rivers | Harbour Post</title><a href=/>Harbour Post</a><h2>Rivers</h2>"
     "<p><b>How the mill came to turn again</b></p>", "https://example.org/p/28", "How the mill came to turn again"),
    ("<title>Talk about rivers and mills | Bees | Harbour Forum</title><a href=/>Harbour Forum</a>"
     "<a href=/f/2>Talk about rivers and mills</a><h2>Bees</h2>", "https://example.org/t/29", "Bees"),
    ("<title>Which bridge for my small boat? | Boats</title><p>Home<h1>Boats</h1>Which bridge for my small boat?",
     "https://example.org/p/26", "Which bridge for my small boat?"),
    ("<title>All bridges of the north | Sources</title><p>Home</p><p>Nine bridges stand in the north.</p>"
     "<h2>Sources</h2><p>Maps</p>", "https://example.org/p/27", "All bridges of the north"),
    ("<title>How the old mill came to turn again - Harbour Post</title><h1>Harbour Post</h1>"
     "<h2>How the old mill came to turn again</h2>", "https://example.org/p/23", "How the old mill came to turn again"),
    ("<meta property=og:title content='Old mills turn'><title>Harbour Post</title><h1><a href=/>Harbour Post</a></h1>"
     "<h1>Old mills turn</h1>", "https://example.org/4", "Old mills turn"),
    ("<script type=application/ld+json>{\"@type\": \"NewsArticle\", \"headline\": \"Old mills turn\"}</script>"
     "<title>Harbour Post</title><h1><a href=/>Harbour Post</a></h1><h1>Old mills turn</h1>",
     "https://example.org/4", "Old mills turn"),
    ("<title>Harbour Post</title><h1><a href=/>Harbour Post</a></h1><h1>Welcome</h1>", "https://example.org/",
     "Harbour Post"),
    ("<title>Old mills</title><a href=/>Harbour Post</a><h1>Old mills</h1><h1>Read more</h1>", "https://example.org/4",
     "Old mills"),
    ("<title>Harbour Notes: Old mills turn</title><h1><a href=/>Harbour Notes</a></h1><h3>Old mills turn</h3>",
     "https://example.org/2023/03/old-mills.html", "Old mills turn"),
    ("<title>Harbour Notes: Spring</title><h1 id=banner-header><a href=/>Harbour Notes</a></h1><h3>Spring</h3>",
     "https://example.org/2023/03/blog-post_14.html", "Spring"),
    ("<title>Гавань: Мост открыт</title><h1><a href=/>Гавань</a></h1><h3>Мост открыт</h3>",
     "https://example.org/2023/03/blog-post_14.html", "Мост открыт"),
    ("<title>Mill: flour and bread since 1780</title><h1><a href=/>Mill</a></h1>", "https://example.org/en", "Mill"),
    ("<title>Rivers: Old mills turn</title><a href=/rivers>Rivers</a><a href=/>Home</a><h1>Old mills turn</h1>",
     "https://example.org/4", "Old mills turn"),
    ("<title>Harbour Post</title><a href=/>Harbour Post</a><p>By Ann</p><h3>Leave a comment</h3>",
     "https://example.org/p/31", "Harbour Post"),
    ("<title>mills:turn [Harbour Wiki]</title><h1><a href=/start>Harbour Wiki</a></h1><h1>How old mills turn</h1>",
     "https://example.org/mills/turn", "How old mills turn"),
    ("<title>Old mills turn [Harbour Wiki]</title><h1><a href=/start>Harbour Wiki</a></h1><p>They do.</p>",
     "https://example.org/mills/turn", "Old mills turn"),
    ("<title>Old mills turn [2024]</title><h1>Old mills turn [2024]</h1>", "https://example.org/4",
     "Old mills turn [2024]"),
    ("<title>Old mills: Part 2</title><p>Old mills: Part 2</p><p>Part 2</p>", "https://example.org/4",
     "Old mills: Part 2"),
    ("<title>Harbour Post::Old mills turn</title><h1>Old mills turn</h1>", "https://example.org/4", "Old mills turn"),
    ("<title>wind::mill - Mills</title><h1>wind::mill</h1>", "https://example.org/class_mill.html", "wind::mill"),
    ("<meta property=og:title content='Blue Kettle'><title>Mill II kettles in blue | Mill</title>"
     "<h1><small>Mill II</small> Blue Kettle | <small>2 l</small></h1>", "https://example.org/blue", "Blue Kettle"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "url", "title"), [*HEADINGS, *SITES])
def test_the_heading_that_is_the_pages_own(html: str, url: str, title: str) -> None:
    assert page_metadata(PageAnalysis(Document("", url=url, html=html))).title == title


@pytest.mark.parametrize(
    ("title", "url", "wanted"),
    [
        ("Contact | Town of Old Mills Official Website", "https://example.org/p/4", "Contact"),
        ("Printed Waters - Catalogue of the Town Library", "https://example.org/p/4", "Printed Waters"),
        ("Tarifs – Moulin, le logiciel des petits commerces", "", "Tarifs"),
        ("Mill Town – The rivers of the north", "https://milltown.example/p/4", "The rivers of the north"),
        ("Mill Town – The rivers of the north", "https://example.org/", "The rivers of the north"),
        ("Mill Town » View topic » The rivers of the north", "https://example.org/p/4", "The rivers of the north"),
    ],
)
@pytest.mark.parametrize("body", ["<h1>Get in touch with us</h1><p>words", "<article><p>words</p></article>"])
def test_a_topic_stands_before_the_name_of_its_site(title: str, url: str, wanted: str, body: str) -> None:
    html = f"<title>{title}</title><body>{body}</body>"
    assert page_metadata(PageAnalysis(Document("", url=url, html=html))).title == wanted


def test_a_heading_behind_the_name_of_its_site_is_the_title() -> None:
    html = "<title>Mills of Leeds – Archive for May 2021</title><h2>Archive for May 2021</h2><p>words"
    assert page_metadata(PageAnalysis(Document("", html=html))).title == "Archive for May 2021"


def test_a_page_that_is_no_article_may_have_a_slogan_for_its_heading() -> None:
    named = "<title>Travel insurance plans | Example</title>"
    heading = "<h1>Find travel insurance plans that make you smile on each trip</h1>"
    assert page_metadata(PageAnalysis(Document("", html=named + heading))).title == "Travel insurance plans"
    article = '<meta property="og:type" content="article">'
    assert page_metadata(PageAnalysis(Document("", html=article + named + heading))).title.startswith("Find travel")


def test_words_of_a_shop_around_the_main_heading_are_left_out() -> None:
    title = "<title>Buy Blue Kettle 2 l online cheap at Kitchen World - free delivery</title>"
    for headings, wanted in (
        ("<h1>Blue Kettle 2 l</h1>", "Blue Kettle 2 l"),
        ("<h1>Blue Kettle 2 l</h1><h1>Cheap</h1>", "Buy Blue Kettle 2 l online cheap at Kitchen World"),
        ("<h1>Blue Kettles</h1>", "Buy Blue Kettle 2 l online cheap at Kitchen World"),
    ):
        assert page_metadata(PageAnalysis(Document("", html=f"{title}<body>{headings}<p>words"))).title == wanted


LONG = "<p>The lock at the mill is closed, and the boats lie in the mud until the engineers come.</p>" * 9


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>Canal (TCL) – Disclosure | Exchange</title><div>Canal (TCL) – Disclosure</div>",
         "Canal (TCL) – Disclosure"),
        ("<title>Canal – Disclosure :: Exchange</title><p>Canal – Disclosure</p>", "Canal – Disclosure"),
        ("<title>水门关闭到夏天-河报</title><a href=/>河报</a><div class=bt>水门关闭到夏天</div>", "水门关闭到夏天"),
        ("<title>水門は夏まで閉鎖：河川新聞</title><p><b>水門は夏まで閉鎖</b></p>", "水門は夏まで閉鎖"),
        ("<title>水门关闭到夏天——河报</title><td>水门关闭到夏天</td>", "水门关闭到夏天"),
        ("<title>The lock-keeper of the mill</title><p>The lock</p>", "The lock-keeper of the mill"),
        ("<title>(3) Lock stays closed - Courier</title>", "Lock stays closed"),
        ("<title>(12+) Lock stays closed - Courier</title>", "Lock stays closed"),
        ("<title>Boats &amp;amp; locks</title>", "Boats & locks"),
        ("<title>Boats &amp;#x26; locks | The Post</title>", "Boats & locks"),
        ('<meta property="og:site_name" content="Courier"><title>Courier: Lock stays closed</title>',
         "Lock stays closed"),
        ("<title>Lock is shut | Post</title><h1><span class=kicker>Rivers</span><span>Lock is shut</span></h1>",
         "Lock is shut"),
        ("<title>Rivers: Lock stays closed | Post</title><h1><span class=kicker>Rivers</span>: Lock stays closed</h1>",
         "Rivers: Lock stays closed"),
        ("<title>Lock stays shut | Post</title><h1>Lock stays shut<span class=subtitle>for the summer</span></h1>",
         "Lock stays shut"),
        ("<title>The lock - Rivers of the North Country</title><h1>The Rivers of the North Country, Leeds</h1>"
         "<h1>The lock</h1>", "The lock"),
        ("<title>Lock stays shut-RiversㅣPost</title><script type=application/ld+json>"
         '{"@type": "NewsArticle", "headline": "Lock stays shut"}</script>', "Lock stays shut"),
        ("<title>Lock stays shut for long | Post</title><script type=application/ld+json>"
         '{"@type": "NewsArticle", "headline": "Lock stays shut"}</script>', "Lock stays shut for long"),
        ('<meta property="og:site_name" content="Courier"><title>Lock stays shut – Courier - Courier</title>'
         "<h1>Lock stays shut – Courier</h1>", "Lock stays shut"),
        ('<meta property="og:site_name" content="Post"><title>Lock stays shut – Courier - Post</title>'
         "<h1>Lock stays shut – Courier</h1>", "Lock stays shut – Courier"),
        (f"<title>You will not believe it</title><article><h1>The lock at the mill stays closed</h1>{LONG}</article>",
         "The lock at the mill stays closed"),
        ("<title>Post</title><a href=/s>Post</a><h1>The lock at the mill stays closed</h1><p>Posted on 3 May 2024</p>",
         "The lock at the mill stays closed"),
        ("<title>Notices - Mill</title><a href=/s>Notices</a><h1>The lock at the lake stays shut</h1><p>03.05.2024</p>",
         "The lock at the lake stays shut"),
        ("<title>水务局</title><a href=/s>水务局</a><h1>河边的船闸关闭到夏天</h1><p>发布时间：2024-05-03</p>",
         "河边的船闸关闭到夏天"),
        ("<title>Rivers</title><h1>The lock at the mill stays closed</h1><p>No boat comes.</p>", "Rivers"),
        ("<title>Rivers</title><h1><a href=/>The lock at the mill stays closed</a></h1><p>3 May 2024</p>", "Rivers"),
        ("<meta name=ArticleTitle content=船闸关闭><title>水务局</title><td>船闸关闭</td>", "船闸关闭"),
        ("<meta name=SiteName content=水务局><title>水务局</title><h1>船闸关闭</h1>", "船闸关闭"),
        ("<title>Книга «Река и лес» - Courier</title><h1>Книга «Река и лес»</h1>", "Книга «Река и лес»"),
        ("<title>«Река и лес» | Courier</title><h1>«Река и лес»</h1>", "«Река и лес»"),
        ("<title>Lock stays shut « Courier</title><h1>Lock stays shut »</h1>", "Lock stays shut"),
        ("<title>Locks in C#</title><h1>Locks in C#</h1>", "Locks in C#"),
        ("<title>Locks in F# - Courier</title><h1>Locks in F#<a href=#f>#</a></h1>", "Locks in F#"),
        ("<title>Locks in C#</title><h1>Locks in C# #</h1>", "Locks in C#"),
        ("<title>The lock</title><h1>The lock<a href=#lock>#</a></h1>", "The lock"),
        ("<title>The lock</title><h1><a href=#lock>#</a> The lock</h1>", "The lock"),
        ("<title>The lock</title><h1>The lock¶</h1>", "The lock"),
    ],
)  # fmt: skip
def test_titles_with_other_things_beside_them(html: str, title: str) -> None:
    document = Document("", url="https://post.example/lock", html=f"<head></head><body>{html}{LONG}</body>")
    assert page_metadata(PageAnalysis(document)).title == title


@pytest.mark.parametrize(
    ("title", "heading"),
    [
        ("Notes on glaze, one", "Glaze notes"),
        ("Learning notes on kilns one", "Notes on kilns"),
        ("窯学习笔记one", "窯 笔记"),
    ],
)
@pytest.mark.parametrize(
    ("line", "is_title"),
    [
        ("<div class=post-title>{}</div>", True),
        ("<p><b>{}</b></p>", True),
        ("<nav><span>{}</span></nav>", False),
        ("<p><a href=/notes>{}</a></p>", False),
        ("<div class=breadcrumbs><a href=/>Home</a> / <span>{}</span></div>", False),
        ("", False),
    ],
)
def test_a_line_above_the_heading_is_the_title_if_title_has_its_words_and_the_heading_only_resembles_it(
    title: str, heading: str, line: str, *, is_title: bool
) -> None:
    text = "<p>The kiln stood open to the evening, and the pots in it were still too warm to be touched.</p>" * 9
    html = f"<title>{title} - Courier</title>{line.format(title)}<div><h1>{heading}</h1>{text}</div>"
    found = page_metadata(PageAnalysis(Document("", html=html))).title
    assert found == (title if is_title else heading)
    assert page_metadata(PageAnalysis(Document("", html=html.replace(heading, f"{title}!")))).title != heading


@pytest.mark.parametrize("line", ["<div>{}</div>", "<p><b>{}</b></p>", "<header><span>{}</span></header>"])
def test_the_name_of_the_site_in_a_line_above_a_heading_that_is_the_rest_of_title_is_not_the_title(line: str) -> None:
    site, text = "Ann Lee Pots and Kilns of the Old Town", "<p>The kiln stood open to the evening.</p>" * 9
    html = f"<title>Green glaze pot - {site}</title>{line.format(site)}<h1>Green glaze pot</h1>{text}"
    assert page_metadata(PageAnalysis(Document("", html=html))).title == "Green glaze pot"
