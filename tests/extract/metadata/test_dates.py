"""Dates as pages write them, and which of them is the page's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.text.times import read_date
from iawce.extract.metadata.page_metadata import page_metadata


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024-05-03T15:47:42.389Z", "2024-05-03T15:47:42+00:00"),
        ("2024-05-03 09:36:00+02:00", "2024-05-03T09:36:00+02:00"),
        ("Fri, 03 May 2024 15:47:42 GMT", "2024-05-03"),
        ("Published on May 3rd, 2024 by Ann", "2024-05-03"),
        ("3. Mai 2024, 17:47", "2024-05-03"),
        ("3 de mayo de 2024", "2024-05-03"),
        ("le 1er août 2024", "2024-08-01"),
        ("3 мая 2024", "2024-05-03"),
        ("2024年5月3日 20:50", "2024-05-03"),
        ("2024. 05. 03.", "2024-05-03"),
        ("03.05.2024", "2024-05-03"),
        ("25/12/2024", "2024-12-25"),
        ("20240503", "2024-05-03"),
        ("3. 5. 2024", "2024-05-03"),
        ("3.5. 2024 v 17:47", "2024-05-03"),
        ("v pátek 03. 05. 2024", "2024-05-03"),
        ("शनिवार, 3 मई 2024", "2024-05-03"),
        ("৩ মে ২০২৪", "2024-05-03"),
        ("3 மே, 2024", "2024-05-03"),
        ("18 جنوری، 2024", "2024-01-18"),
        ("3 أيار 2024", "2024-05-03"),
        ("18 تشرين الثاني 2024", "2024-11-18"),
        ("3 ماي 2024", "2024-05-03"),
        ("۳ مه ۲۰۲۴", "2024-05-03"),
        ("3 მაისი, 2024", "2024-05-03"),
        ("3 մայիսի 2024", "2024-05-03"),
        ("3 sentyabr 2024", "2024-09-03"),
        ("3 Disember 2024", "2024-12-03"),
        ("2024. gada 3. maijs", "2024-05-03"),
        ("2024 m. gegužės 3 d.", "2024-05-03"),
        ("2024-yil 3-may", "2024-05-03"),
        ("2024 ж. 3 мамыр", "2024-05-03"),
        ("1. 2.50", ""),
        ("mar 14/05/2024 - 18:05", "2024-05-14"),
        ("Mar, 14.05.2024", "2024-05-14"),
        ("mar. 14 mai 2024", "2024-05-14"),
        ("Mar 14, 2024", "2024-03-14"),
        ("٠٣/٠٥/٢٠٢٤", "2024-05-03"),
        ("２０２４年５月３日", "2024-05-03"),
        ("Release 2024.4.4", ""),
        ("31 February 2024", ""),
        ("May 2024", ""),
        ("by user4May 2024", ""),
        ("three days ago", ""),
        ("", ""),
    ],
)
def test_notations(text: str, date: str) -> None:
    assert read_date(text) == date


def test_the_order_of_day_and_month_depends_on_the_language() -> None:
    assert read_date("04/05/2024", month_first=True) == "2024-04-05"
    assert read_date("04/05/2024") == "2024-05-04"


@given(st.text(max_size=400))
def test_any_text_has_a_day_or_none(text: str) -> None:
    found = read_date(text)
    assert found == "" or (len(found) >= 10 and found[:10] == read_date(found[:10]))


STORY = "The tide was low on 1 January 1999 and the boats lay on their sides in the mud all day, as the book tells."


def dates(html: str, url: str = "", head: str = "") -> tuple[str, str]:
    body = f"<body><h1>The tide of May</h1>{html}<p>{STORY}</p></body>"
    document = Document("x", url=url, html=f"<html lang=en-GB><title>The tide of May</title>{head}{body}")
    about = page_metadata(PageAnalysis(document)).metadata
    return about.date_published, about.date_modified


def test_the_markup_comes_before_what_the_page_shows() -> None:
    head = '<meta property="article:published_time" content="2024-05-03T10:00:00Z">'
    assert dates("<p>Updated: 9 June 2024</p>", head=head) == ("2024-05-03T10:00:00+00:00", "2024-06-09")


def test_an_earlier_date_beside_the_title_is_that_of_publication() -> None:
    head = (
        '<meta property="article:published_time" content="2025-11-30"><meta name="last-modified" content="2025-12-01">'
    )
    assert dates("<time>4 May 2024</time>", head=head) == ("2024-05-04", "2025-12-01")


@pytest.mark.parametrize(
    ("lines", "published"),
    [
        ("<p>Recorded on 3 May 2023</p><p>Published 12 March 2024</p>", "2024-03-12"),
        ("<p>Decision of 3 May 2023</p><p>12 March 2024</p>", "2024-03-12"),
        ("<p>Received 3 May 2023, Accepted 1 Feb 2024, Published online: 12 Mar 2024</p>", "2024-03-12"),
        ("<p>Received: 3 May 2023</p><p>Revised: 2 January 2024</p><p>Published: 12 March 2024</p>", "2024-03-12"),
        ("<p>Published 3 May 2023</p><p>12 March 2024</p>", "2023-05-03"),
        ("<p>3 May 2023</p><p>Updated 12 March 2024</p>", "2023-05-03"),
        ("<p>By Ann Lee, 3 May 2023</p>", "2023-05-03"),
    ],
)
def test_what_else_happened_earlier_is_no_publication_where_the_page_shows_that_of_the_markup(
    lines: str, published: str
) -> None:
    assert dates(lines, head="<meta name=citation_publication_date content=2024/03/12>")[0] == published


@pytest.mark.parametrize(
    "html",
    [
        '<time datetime="2024-05-04">last spring</time>',
        "<span class=date>04/05/2024</span>",
        "<p>By Ann Lee<br>4th May 2024</p>",
        "<p>Joined: 1 March 2020</p><p>4 May 2024</p>",
        "<relative-time datetime=2024-05-04>last spring</relative-time>",
        "<p>4 May 2024 <i>(This was last seen by the keeper of the boats when the tide went out.)</i></p>",
        "<div><span>May</span> <span>4</span>, <span>2024</span></div>",
        "<p>٠٤/٠٥/٢٠٢٤</p>",
        "<p>२०२४-०५-०४</p>",
        "<p>２０２４年５月４日</p>",
        "<div>Escrito en <a href='/c/3'>Divulgación para todos</a> el Sábado 4 de mayo de 2024 · "
        "<a href='#comments'>Ver los comentarios</a> <a href='/print'>Imprimir / pdf</a></div>",
    ],
)
def test_dates_near_the_title(html: str) -> None:
    assert dates(html) == ("2024-05-04", "")


@pytest.mark.parametrize(
    "part", ["<div class=comments>{}</div>", "<nav>{}</nav>", "<ul class=related-posts><li>{}</ul>"]
)
def test_dates_of_other_things_are_not_the_page_s(part: str) -> None:
    assert dates(part.format("<time datetime=2024-05-04>4 May 2024</time>")) == ("", "")


def test_the_day_of_another_page_right_below_the_title_is_not_the_page_s() -> None:
    assert dates("<div class=related-item><a href=/a>A tide</a> <span>Published 1 May 2020</span></div>") == ("", "")


@pytest.mark.parametrize("name", ["item-nav", "share-menu", "related-meta", "news-footer", "caption"])
def test_a_date_right_below_the_title_is_the_page_s_if_it_says_so(name: str) -> None:
    later = "<ul class=related><li><a href=/a>Another tide</a> <span>Published on 1 May 2020</span></ul>"
    assert dates(f"<div class={name}>Published on 4 May 2024</div>", head="") == ("2024-05-04", "")
    assert dates(f"<div class={name}><p>By Ann Lee</p><p>Publié le 4 mai 2024</p></div>{later}") == ("2024-05-04", "")


FILES = ["<table><tr><th>File<th>Change{}</table>", "<ul>{}</ul>", "<div>{}</div>"]
FILE = [
    "<tr><td>{0}<td><relative-time datetime=2024-05-0{0}>last week</relative-time>",
    "<li><b>File {0}</b> <time>{0} May 2024</time></li>",
    "<div class=row><b>File {0}</b> <i>of the mill</i> <p class=date>{0} May 2024</p></div>",
]


@pytest.mark.parametrize(("rows", "row"), [*zip(FILES, FILE, strict=True)])
def test_dates_in_rows_that_repeat_are_not_the_page_s(rows: str, row: str) -> None:
    table = rows.format("".join(map(row.format, range(1, 5))))
    assert dates(f"<p>{STORY}</p>" * 9 + "<p>words</p>" * 9 + table) == ("", "")
    assert dates("<p>Published 9 May 2024</p>" + f"<p>{STORY}</p>" * 9 + table) == ("2024-05-09", "")


def test_the_day_on_a_button_is_not_the_page_s() -> None:
    assert dates("<button><time datetime=2024-05-04>4 May</time></button>") == ("", "")
    assert dates("<button>4 May 2024</button><p>3 May 2024</p>") == ("2024-05-03", "")


def test_a_date_in_the_address_is_read() -> None:
    assert dates("", "https://a.example/2024/05/04/tide") == ("2024-05-04", "")
    assert dates("", "https://a.example/2024/05/tide-12-and-3") == ("", "")
    assert dates("", "https://a.example/2024/may/04/tide") == ("2024-05-04", "")


def test_a_numeric_date_that_says_what_the_address_says_is_read_its_way() -> None:
    page = "<html lang=en><title>The tide</title><h1>The tide</h1><p>04/05/2024</p>"
    about = page_metadata(PageAnalysis(Document("x", url="https://a.example/2024/may/04/tide", html=page))).metadata
    assert about.date_published == "2024-05-04"


def test_other_dates_of_the_page_decide_the_order_of_day_and_month() -> None:
    page = "<html lang=en><title>The tide</title><h1>The tide</h1><p>04/05/2024</p><p>Rain</p><p>28/05/2024</p>"
    assert page_metadata(PageAnalysis(Document("x", html=page))).metadata.date_published == "2024-05-04"


def test_a_date_labelled_as_first_publication_is_the_publication_date() -> None:
    said = "<p>This story was originally published on 1 March 2020 and has been kept up to date since.</p>"
    assert dates(f"<p>4 May 2024</p><p>{STORY}</p>{said}") == ("2020-03-01", "")


@pytest.mark.parametrize(
    "html",
    [
        "<div><p>Letter 4</p><p>December 2016</p></div><p>Sent Dec 14, 2016</p>",
        "<table><tr><td>4<td>December 2016</table><p>Sent Dec 14, 2016</p>",
    ],
)
def test_a_number_beside_the_name_of_a_month_is_no_day(html: str) -> None:
    assert dates(html) == ("2016-12-14", "")


def test_a_month_in_words_comes_before_a_numeric_date_of_the_markup() -> None:
    head = '<meta property="article:published_time" content="9/3/2026">'
    assert dates("<p>Published March 9, 2026</p>", head=head) == ("2026-03-09", "")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2024年5月4日 10時00分更新", ("2024-05-04", "")),
        ("最終更新日：2024年5月4日", ("", "2024-05-04")),
        ("แก้ไขล่าสุด 4 พ.ค. 2567", ("", "2024-05-04")),
        ("令和6年5月4日", ("2024-05-04", "")),
    ],
)
def test_dates_of_scripts_without_blanks(line: str, expected: tuple[str, str]) -> None:
    said = f"<p>{line}<br>独立行政法人港湾情報処理推進機構<br>安全センター</p>"
    story = "港の古い橋が昨夜の嵐で落ちたと発表しました。" * 20
    document = Document("x", html=f"<title>港の橋</title><body><h1>港の橋</h1>{said}<p>{story}</p>")
    about = page_metadata(PageAnalysis(document)).metadata
    assert (about.date_published, about.date_modified) == expected


OPINION = '{"@type": "Review", "author": "Ada", "datePublished": "2023-02-11"'


@pytest.mark.parametrize(
    ("thing", "date"),
    [
        (f'{{"@type": "Product", "name": "The tide of May", "review": [{OPINION}}}]}}', ""),
        (f'{OPINION}, "itemReviewed": {{"@type": "Product", "name": "The tide of May"}}}}', "2023-02-11"),
        (f"{OPINION}}}", "2023-02-11"),
    ],
)
def test_a_review_of_the_product_on_a_page_does_not_date_it_and_a_page_that_is_a_review_does(
    thing: str, date: str
) -> None:
    assert dates("", head=f'<script type="application/ld+json">{thing}</script>')[0] == date


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Published 9 March 2024 | Updated 12 March 2024", ("2024-03-09", "2024-03-12")),
        ("Updated March 12, 2024, 9:40 a.m. · First published March 9, 2024, 6:00 a.m.", ("2024-03-09", "2024-03-12")),
        ("Publié le 9 mars 2024, mis à jour le 12 mars 2024", ("2024-03-09", "2024-03-12")),
        ("Veröffentlicht: 09.03.2024 – Aktualisiert: 12.03.2024", ("2024-03-09", "2024-03-12")),
        ("Publicado el 9 de marzo de 2024. Actualizado el 12 de marzo de 2024", ("2024-03-09", "2024-03-12")),
        ("9 March 2024 (published), 12 March 2024 (updated)", ("2024-03-09", "2024-03-12")),
        ("Published: 04/05/2024 · Updated: 23/05/2024", ("2024-05-04", "2024-05-23")),
        ("Last updated 12 March 2024", ("", "2024-03-12")),
        ("9 March 2024, updated 12 March 2024", ("2024-03-09", "2024-03-12")),
        ("9 March 2024 10:00 GMT | Updated 12 March 2024 18:05 GMT", ("2024-03-09", "2024-03-12")),
        ("9. März 2024 (zuletzt geändert am 12. März 2024 um 18.05 Uhr)", ("2024-03-09", "2024-03-12")),
        ("09/03/2024 – mis à jour le 12/03/2024", ("2024-03-09", "2024-03-12")),
        ("12 March 2024 updated, 9 March 2024 published", ("2024-03-09", "2024-03-12")),
        (
            "Publicado el 9 de marzo de 2024 a las 18:05 | Actualizado el 12 de marzo de 2024 a las 10:15 horas",
            ("2024-03-09", "2024-03-12"),
        ),
        (
            "Published on Saturday, 9 March 2024 at 10:00 GMT and last updated on Tuesday, 12 March 2024 at 18:05 GMT",
            ("2024-03-09", "2024-03-12"),
        ),
        ("On the way to the mill in the mud of 9 March 2024 we met a man who sold us a very old boat", ("", "")),
        ("Opublikowano 9 marca 2024, aktualizacja 12 marca 2024", ("2024-03-09", "2024-03-12")),
        ("Đăng ngày 9/3/2024 - Cập nhật 12/3/2024", ("2024-03-09", "2024-03-12")),
        ("입력 2024.03.09 | 업데이트 2024.03.12", ("2024-03-09", "2024-03-12")),
        ("9/3/2024 07:30 | Actualizado 09:02", ("2024-03-09", "")),
        ("9 марта 2024, 07:30 (обновлено в 09:02)", ("2024-03-09", "")),
        ("March 9, 2024 7:30 AM | Updated 2 days ago", ("2024-03-09", "")),
        ("2024年3月9日 6時00分（9時2分更新）", ("2024-03-09", "")),
        ("发布于 2024-03-09 · 编辑于 2024-03-12", ("2024-03-09", "2024-03-12")),
        ("最后修改于 2024-03-12 09:11", ("", "2024-03-12T09:11:00")),
        ("<p>最新推荐文章于 2024-11-02 发布</p><p>于 2024-03-09 首次发布</p>", ("2024-03-09", "")),
        ("Updated 9 March 2024, 07:30", ("", "2024-03-09")),
        ("9 March 2024, 07:30 GMT (last updated)", ("", "2024-03-09")),
    ],
)
def test_two_dates_in_one_text(line: str, expected: tuple[str, str]) -> None:
    assert dates(f"<p>{line}</p>") == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("<time datetime=2024-03-12>Last Updated: 12 March 2024</time>", ("", "2024-03-12")),
        (
            "<dd><time datetime=2024-03-09>Published: 9 March 2024</time></dd>"
            "<dd><time datetime=2024-03-12>Last Updated: 12 March 2024</time></dd>",
            ("2024-03-09", "2024-03-12"),
        ),
        (
            "<p><time datetime=2024-03-12>Zuletzt aktualisiert: 12. März 2024</time></p>"
            "<p><time datetime=2024-03-09>Veröffentlicht: 9. März 2024</time></p>",
            ("2024-03-09", "2024-03-12"),
        ),
        (
            "<p>Updated <time datetime=2024-03-12>12 March 2024</time> <time datetime=2024-03-09>9 March 2024</time>",
            ("2024-03-09", "2024-03-12"),
        ),
        ("<time datetime=2024-03-12>Mis à jour hier</time>", ("", "2024-03-12")),
        ("<time datetime=2024-03-12>Joined: 12 March 2024</time>", ("", "")),
        ("<p>Updated: 12 March 2024 <time datetime=2024-03-12>18:05</time></p>", ("", "2024-03-12")),
        ("<p>Updated <time datetime=2024-03-12>12 March 2024</time></p>", ("", "2024-03-12")),
        ("<time datetime=2024-03-09>Published 9 March 2024</time>", ("2024-03-09", "")),
    ],
)
def test_labels_of_elements_for_times(line: str, expected: tuple[str, str]) -> None:
    assert dates(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "Offer valid until 9 March 2024",
        "Deadline: 9 March 2024",
        "Registered: 9 March 2024",
        "Ann Lee, born 9 March 1999",
        "† 9 March 2024",
        "<span class=today>Saturday, 9 March 2024</span>",
        "Call 01234 09.03.24 or 01234 09.03.25",
        "© 1996-Sat Mar 9 06:14:35 EST 2024 Harbour Post",
        "© 1996 – 9 March 2024",
        "9 March 1938 – 11 May 2024",
        "<span class=date>From 9 March 2024 to 11 May 2024</span>",
        "9–11 March 2024",
        "9.3. - 11.3.2024",
    ],
)
def test_dates_of_something_else(line: str) -> None:
    assert dates(f"<p>{line}</p>") == ("", "")


@pytest.mark.parametrize(
    "thing",
    [
        '{"@type": "Event", "name": "The tide of May", "startDate": "2024-03-09T19:00"}',
        '{"@type": "Person", "name": "Ann Lee", "deathDate": "2024-03-09"}',
    ],
)
def test_the_day_of_what_the_page_is_about_is_not_its_own(thing: str) -> None:
    head = f'<script type="application/ld+json">{thing}</script>'
    assert dates("<p class=date>9 March 2024, 7 pm</p>", head=head) == ("", "")
    assert dates("<p>Published on 9 March 2024</p>", head=head) == ("2024-03-09", "")
    assert dates("<p>3 March 2024</p><p>9 March 2024</p>", head=head) == ("2024-03-03", "")


@pytest.mark.parametrize(
    "line",
    [
        "The mill closed on 9 March 1999 after two hundred years of work by the river.",
        "Die Mühle schloss am 9. März 1999 nach vielen Jahren und steht seither leer.",
        "El molino cerró el 9 de marzo de 1999 y desde entonces está vacío.",
        "The <a href=/mill>old mill</a> was closed on 9 March 1999 when the river rose.",
        "<b>The keeper of the mill, who came here on 9 March 1999, has never left the river.</b>",
    ],
)
def test_the_day_of_which_a_sentence_tells_is_not_the_page_s(line: str) -> None:
    assert dates(f"<p>{line}</p>") == ("", "")
    assert dates(f"<p>{line}</p><p>Ann Lee · 4 May 2024 · 5 min read</p>") == ("2024-05-04", "")


@pytest.mark.parametrize(
    "line",
    [
        "This story was first published on 4 May 2024 in the magazine of the museum by the river.",
        "By Ann Lee and Bo Ek, writers of the Post, on 4 May 2024",
        "Kicks on the Deck · 4 May 2024 · 5 min read",
        "Von Ann Lee aus der Redaktion am 4. Mai 2024 um 10.15 Uhr",
        "by ann lee in world news | 4 May 2024",
        "sábado, 4 de mayo de 2024, a las 10:30 hs por ana ruiz",
        "4 May 2024 by ann lee, filed under world news",
    ],
)
def test_a_line_with_a_day_and_some_words_is_no_sentence(line: str) -> None:
    assert dates(f"<p>{line}</p>") == ("2024-05-04", "")


def test_the_day_in_the_header_of_a_site_is_not_the_page_s() -> None:
    page = "<title>The tide</title><header><p>Saturday, 9 March 2024</p></header><main><h1>The tide</h1>"
    assert page_metadata(PageAnalysis(Document("x", html=f"{page}<p>{STORY}"))).metadata.date_published == ""


@pytest.mark.parametrize("line", ["3 May 2024 - 11 minutes", "<a href=/>All stories</a> <span>3 May 2024</span>"])
def test_the_day_over_the_title_in_a_header_that_holds_both_is_the_page_s(line: str) -> None:
    page = f"<title>The tide</title><header><p>{line}</p><h1>The tide</h1></header><p>{STORY}"
    assert page_metadata(PageAnalysis(Document("x", html=page))).metadata.date_published == "2024-05-03"


def test_a_plain_date_far_from_the_title_is_no_evidence_alone_and_a_labelled_one_is() -> None:
    far = f"<p>{STORY}</p>" * 60
    assert dates(f"{far}<p>9 March 2024</p>") == ("", "")
    assert dates(f"{far}<p>Published on 9 March 2024</p>") == ("2024-03-09", "")
    assert dates(f"{far}<p>9 March 2024</p>", head='<meta name=date content="2024-03-09">') == ("2024-03-09", "")


def test_what_is_later_than_the_visit_is_no_date_of_the_page() -> None:
    html = "<title>The tide</title><h1>The tide</h1><p>9 March 2031</p><p>4 May 2024</p>"
    document = Document("x", html=html, fetched="2025-01-01T10:00:00")
    assert page_metadata(PageAnalysis(document)).metadata.date_published == "2024-05-04"


@pytest.mark.parametrize(
    ("language", "head", "day"),
    [
        ("en", "", "2024-04-05"),
        ("en", '<link rel=canonical href="https://www.post.com.au/tide">', "2024-05-04"),
        ("en", '<meta property="og:locale" content="en_NZ">', "2024-05-04"),
        ("en", '<meta property="og:locale" content="en_GB">', "2024-05-04"),
        ("en-US", '<link rel=canonical href="https://www.post.co.uk/tide">', "2024-04-05"),
        ("en", '<meta name="date" content="2024-05-04">', "2024-05-04"),
    ],
)
def test_country_and_other_sources_decide_the_order_of_day_and_month(language: str, head: str, day: str) -> None:
    html = f"<html lang={language}><title>The tide</title>{head}<h1>The tide</h1><p>04/05/2024</p>"
    assert page_metadata(PageAnalysis(Document("x", html=html))).metadata.date_published == day


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Stand: 09.03.24, 14:05 Uhr", "2024-03-09"),
        ("09.03.24", "2024-03-09"),
        ("9/3/24", "2024-03-09"),
        ("19/3/24 - 14:05", "2024-03-19"),
        ("Version 9.3.24", ""),
        ("Seiten 9/3/24 und 25", ""),
    ],
)
def test_years_of_two_digits(line: str, day: str) -> None:
    html = f"<html lang=de><title>Die Flut</title><h1>Die Flut</h1><p class=datum>{line}</p>"
    assert page_metadata(PageAnalysis(Document("x", html=html))).metadata.date_published == day


@pytest.mark.parametrize(
    ("text", "day"),
    [("۱۸ اسفند ۱۴۰۲", "2024-03-08"), ("۱ فروردین ۱۴۰۰", "2021-03-21"), ("30 اسفند 1399", "2021-03-20"),
     ("۳۲ مهر ۱۴۰۰", "")],
)  # fmt: skip
def test_the_calendar_of_iran(text: str, day: str) -> None:
    assert read_date(text) == day


@pytest.mark.parametrize("mark", "/-")
@pytest.mark.parametrize(("language", "day"), [("fa-IR", "2025-05-18"), ("en", "")])
def test_a_year_of_the_calendar_of_iran_in_numbers_is_one_in_its_language(language: str, day: str, mark: str) -> None:
    written = mark.join(("۱۴۰۴", "۰۲", "۲۸"))
    html = f"<html lang={language}><title>Die Flut</title><h1>Die Flut</h1><p>{written} - ۰۷:۳۰</p>"
    assert page_metadata(PageAnalysis(Document("x", html=html))).metadata.date_published == day


@pytest.mark.parametrize(("shown", "day"), [("2026-02-22T19:57:30-05:00", "2026-02-23"), ("2026-02-20", "2026-02-20")])
def test_the_day_before_may_be_the_same_time_in_another_zone(shown: str, day: str) -> None:
    head = '<meta property="article:published_time" content="2026-02-23T00:57:30+00:00">'
    line = f'<time class=published datetime="{shown}">{shown[:10]}</time>'
    assert dates(f"<h1>A red boat in the mud</h1>{line}<p>The tide was low.</p>", head=head)[0][:10] == day


@pytest.mark.parametrize(
    "part",
    [
        "<span class=caption-with-letter-spacing><time datetime=2024-05-04>4 May 2024</time></span>",
        "<div class='Type text-caption'>4 May 2024 | 14 min read</div>",
        "<p class='typography--caption'>4 May 2024</p>",
        "<p class='MuiTypography-root MuiTypography-caption'>4 May 2024</p>",
    ],
)
def test_small_letters_called_those_of_a_caption_are_about_the_page(part: str) -> None:
    assert dates(part) == ("2024-05-04", "")


@pytest.mark.parametrize(
    "part",
    [
        "<p class=teaser-date>4 May 2024</p><p class=teaser-date>3 May 2024</p><p class=teaser-date>2 May 2024</p>",
        "<div><img src=a.jpg><p class=wp-caption-text>4 May 2024</p></div>",
        "<figure><img src=a.jpg><figcaption>4 May 2024</figcaption></figure>",
        "<div class=teaser><a href=/mill>Why the old mill was sold</a> <time>4 May 2024</time></div>",
        "<div class=comment><b>Ann Lee</b> <time>4 May 2024</time> I could not agree more with this.</div>",
        "<p>The boats lay in the mud.</p>" * 20 + "<div class=comments><time>4 May 2024</time></div>",
        '<pre>{"created_at": "2024-05-04T12:00:00Z"}</pre>',
        "<p>Tested with <code>2024-05-04</code></p>",
        "<table><tr><th>Version<th>Released<tr><td>16<td>4 May 2024<tr><td>15<td>5 May 2023</table>",
        "<ol><li>Old mills of the bay. Retrieved 4 May 2024.</ol>",
    ],
)
def test_the_day_of_a_picture_a_teaser_a_value_or_a_comment_is_not_the_page_s(part: str) -> None:
    assert dates(part) == ("", "")


def test_white_space_between_elements_is_no_distance_from_the_title() -> None:
    lines = [f"<div>{word}</div>" for word in ("Boats", "Mud", "Nets", "3 May 2024")]
    wide = "\n  <i>\n</i>\n <b> </b>\n"
    assert dates("".join(lines)) == dates(wide.join(["", *lines])) == ("2024-05-03", "")


def test_a_day_stands_beside_the_only_main_heading_though_the_title_is_worded_differently() -> None:
    head = '<meta property="og:title" content="What the ebb leaves on the shore">'
    html = (
        f"<html lang=en>{head}<body>{'<p>Boats.</p>' * 30}<h1>Our harbour in spring</h1><p>3 May 2024</p><p>{STORY}</p>"
    )
    assert page_metadata(PageAnalysis(Document("x", html=html))).metadata.date_published == "2024-05-03"


@pytest.mark.parametrize(
    ("plain", "zoned", "time"),
    [
        ("2024-05-03T10:26:25", "2024-05-03T15:26:25+00:00", "2024-05-03T15:26:25+00:00"),
        ("2024-05-03T10:26:25", "2024-05-03T10:26:25-05:00", "2024-05-03T10:26:25-05:00"),
        ("2024-05-03T10:26:25", "2024-05-03T00:00:00+00:00", "2024-05-03T10:26:25"),
        ("2024-05-03T10:26:25", "2024-05-04T15:26:25+00:00", "2024-05-03T10:26:25"),
        ("2024-05-03T00:00:00+02:00", "2024-05-03T15:26:25+00:00", "2024-05-03T00:00:00+02:00"),
        ("2024-05-03", "2024-05-03T15:26:25+00:00", "2024-05-03T15:26:25+00:00"),
    ],
)
def test_of_two_times_of_the_markup_on_one_day_that_with_a_zone_is_given(plain: str, zoned: str, time: str) -> None:
    thing = f'{{"@type": "Article", "datePublished": "{plain}", "dateModified": "{plain}"}}'
    metas = "".join(f"<meta property=article:{name}_time content={zoned}>" for name in ("published", "modified"))
    head = f'<script type="application/ld+json">{thing}</script>{metas}'
    assert dates("<h1>Low tide</h1>", head=head) == (time, time)
