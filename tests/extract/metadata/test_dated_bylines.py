"""Authors in lines with a date, or beside one."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.metadata.page_metadata import page_metadata
from tests.extract.metadata.test_authors import TEXT, authors, ld


@pytest.mark.parametrize("kind", ["p", "p class=byline", "div class=meta"])
@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("2023-02-06\n by Ann Lee", "Ann Lee"),
        ("February 6, 2023 by Ann Lee", "Ann Lee"),
        ("February 6, 2023 | by Ann Lee", "Ann Lee"),
        ("On February 6, 2023, by Ann Lee", "Ann Lee"),
        ("Posted on February 6, 2023 by Ann Lee in Boats", "Ann Lee"),
        ("06.02.2023 von Anna Berg", "Anna Berg"),
        ("Le 6 février 2023 par Anne Petit", "Anne Petit"),
        ("6 lutego 2023 przez Anna Nowak", "Anna Nowak"),
        ("Updated February 6, 2023 by Bo Ek", ""),
        ("February 6, 2023, updated by Bo Ek", ""),
    ],
)
def test_a_byline_may_begin_with_its_time(kind: str, line: str, name: str) -> None:
    assert authors(f"<h1>A red boat in the mud</h1><{kind}>{line}</{kind[:3].strip()}>{TEXT}") == (name,) * bool(name)


@pytest.mark.parametrize("kind", ["p", "p class=byline", "div class=meta"])
@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Category: News | Author: Ann Lee | Date: May 3, 2024", ("Ann Lee",)),
        ("Posted: May 3, 2024 / By: Ann Lee / In: News", ("Ann Lee",)),
        ("News · 3 May 2024 · 5 min read · by Ann Lee and Bo Ek", ("Ann Lee", "Bo Ek")),
        ("Kategorie: News | Autorin: <b>Anna Berg</b> | 03.05.2024", ("Anna Berg",)),
        ("News | By <a href=/x>Ann Lee</a> | 3 May 2024", ("Ann Lee",)),
        ("3 May 2024 | Photo by Bo Ek", ()),
        ("发布时间：2024-05-03 来源：港口日报 作者：王小明 浏览：12次", ("王小明",)),
        ("作者：王小明 发布时间：2024-05-03 来源：港口日报", ("王小明",)),
        ("2024年05月03日 21:40　记者：王小明　责任编辑：张伟", ("王小明",)),
    ],
)
def test_a_part_of_a_line_with_the_date_may_be_the_byline(kind: str, line: str, names: tuple[str, ...]) -> None:
    assert authors(f"<h1>A red boat in the mud</h1><{kind}>{line}</{kind.split(maxsplit=1)[0]}>{TEXT}") == names


@pytest.mark.parametrize("line", ["News | 3 May 2024 | Ann Lee", "3 May 2024 · 5 min read · Ann Lee"])
def test_a_part_of_a_line_with_the_date_may_be_a_name(line: str) -> None:
    assert authors(f"<p>{line}</p>") == ("Ann Lee",)
    assert authors(f"<p>{line}</p><p>We met ann and lee.</p>") == ()


@pytest.mark.parametrize(
    "line",
    [
        "3 May 2024 9:30 | Updated 3 May 2024 11:45",
        "Published: 03.05.2024 09:30 Updated: 04.05.2024 10:00",
        "2024-05-03 09:30:00 (2024-05-04 10:00:00)",
    ],
)
def test_a_name_may_stand_beside_two_dates(line: str) -> None:
    assert authors(f"<div><span>Ann Lee</span> <span>{line}</span></div>") == ("Ann Lee",)
    assert authors(f"<div>{line}</div>") == ()


def test_what_is_no_name_beside_one() -> None:
    assert authors(f"<h1>A boat</h1><p>6 мая 2024</p><p>г. Тверь Нижняя</p>{TEXT}") == ()
    assert authors(f"<h1>A boat</h1>{TEXT}<h3 class=about-author>About annlee</h3><b class=author>annlee</b>") == (
        "annlee",
    )


CARD = "<div class=c><span class=author-name>{}</span><i>Reporter</i></div>"


@pytest.mark.parametrize(
    "byline",
    [
        "<ul><li><a rel=author href=/1>Ann Lee</a></li><li><a rel=author href=/2>Bo Ek</a></li></ul>",
        "<ul><li><a href=/people/ann>Ann Lee</a><li><a href=/people/bo>Bo Ek</a></ul>",
        f"<div>{CARD.format('Ann Lee')}{CARD.format('Bo Ek')}</div>",
        f"<div class=byline>{CARD.format('Ann Lee')}{CARD.format('Bo Ek')}</div>",
        "<ul class=authors><li><b>Ann Lee</b><i>Leeds College</i></li><li><b>Bo Ek</b><i>York College</i></li></ul>",
        "<p class=authors>Ann Lee<sup>1</sup> and Bo Ek<sup>2,*</sup></p>",
        "<div><a href=/p/1>Ann Lee</a><a href=/p/2>Bo Ek</a></div><p>3 May 2024</p>",
        "<div><a href=/p/1>Ann Lee</a>, <a href=/p/2>Bo Ek</a></div><p>3 May 2024</p>",
        "<p class=author><a href=/1>Ann Lee</a> i <a href=/2>Bo Ek</a></p>",
    ],
)
def test_several_authors_in_items_cards_or_links(byline: str) -> None:
    assert authors(byline) == ("Ann Lee", "Bo Ek")


def test_all_authors_of_cards_are_those_of_the_markup() -> None:
    people = [{"@type": "Person", "name": "Ann Lee"}, {"@type": "Person", "name": "Bo Ek"}]
    cards = f"<div>{CARD.format('Ann Lee')}{CARD.format('Bo Ek')}</div>"
    assert authors(cards, ld(people)) == authors(cards, ld("Ann Lee")) == ("Ann Lee", "Bo Ek")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("<p>Ann Wu</p>", ("Ann Wu",)),
        ("<p>Nguyễn Thu Hà</p>", ("Nguyễn Thu Hà",)),
        ("<p>Ольга Смирнова</p>", ("Ольга Смирнова",)),
        ("<p>Share This</p>", ()),
        ("<p>Print Article</p>", ()),
        ("<button>Red Mill</button>", ()),
        ("<button><span>Red Mill</span></button>", ()),
        ("<p>Getty Images</p>", ()),
        ("<p>New York</p><p>They saw New York.</p><p>It is in New York now.</p><p>So is New York.</p>", ()),
        ("<p>Washington DC</p>", ()),
        ("<p>שתפו בפייסבוק</p>", ()),
        ("<p>شارك المقال</p>", ()),
        ("<h2>اندازه متن</h2>", ()),
        ("<p>Ольга смирнова</p>", ()),
        ("<p>박민수 기자</p>", ("박민수",)),
        ("<ul><li>입력 2024.05.03 07:30</li><li>박민수 기자</li></ul>", ("박민수",)),
        ("<p>박민수 기자 | 사회</p>", ("박민수",)),
        ("<p>山田太郎 編集委員</p>", ("山田太郎",)),
        ("<p>사회 뉴스</p>", ()),
        ("<p>山田太郎</p>", ()),
        ("<p><a href=/author/n>נועה ברקוביץ</a></p>", ("נועה ברקוביץ",)),
    ],
)
def test_a_line_beside_the_date_needs_the_capitals_of_a_name(line: str, names: tuple[str, ...]) -> None:
    assert authors(f"<p>3 May 2024</p>{line}") == names


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Autorka: Anna Wrona", "Anna Wrona"),
        ("Текст: Ольга Смирнова", "Ольга Смирнова"),
        ("লেখক: শারমিন আক্তার", "শারমিন আক্তার"),
        ("執筆協力：山田太郎", "山田太郎"),
        ("Ann Lee", "Ann Lee"),
        ("Foto: Ann Lee", None),
        ("编辑：王小明", None),
        ("One or two more words: Ann Lee", None),
    ],
)
def test_what_stands_before_a_colon_in_a_byline_is_a_label(line: str, name: str | None) -> None:
    assert authors(f"<div class=author>{line}</div>") == ((name,) if name else ())


@pytest.mark.parametrize(
    "name", ["Rui Matos dos Santos", "Ana de la Cruz", "Jan van den Berg", "Ana Maria de los Rios"]
)
@pytest.mark.parametrize(
    "line", ["<strong>{}</strong><div><time>3 May 2024</time></div>", "<span>{}</span> <span>May 3, 2024</span>"]
)
def test_a_name_beside_the_date_may_have_particles(name: str, line: str) -> None:
    assert authors(f"<div>{line.format(name)}</div>") == (name,)


@pytest.mark.parametrize("line", ["Rio de Janeiro", "Mar del Plata", "Casa da Praia", "Top ten Tips", "Out at Sea"])
def test_other_words_in_small_letters_are_no_particles(line: str) -> None:
    assert authors(f"<div><strong>{line}</strong><div><time>3 May 2024</time></div></div>") == ()


@pytest.mark.parametrize(
    "between", ["", "<div>Industry Insights</div>", "<p>Share</p><p>Print</p>", "<a href=/c>Sea</a>"]
)
@pytest.mark.parametrize("date", ["<p>May 5, 2021</p>", "<time datetime=2021-05-05>5 May 2021</time>"])
def test_a_byline_with_its_date_may_stand_above_the_title(between: str, date: str) -> None:
    page = f"<main><div><p>By Ann Lee</p>{date}</div><div>{between}</div><h1>The old mill</h1>{TEXT}</main>"
    assert page_metadata(PageAnalysis(Document("x", html=page))).metadata.authors == ("Ann Lee",)


@pytest.mark.parametrize(
    "above",
    [
        "<nav><p>By Popular Demand</p><p>By Brand</p></nav><main>",
        "<div><a href=/p>The new pier is open</a><p>By Bob Ray</p><p>May 4, 2021</p></div><div>News</div><main>",
        "<header>Sunday, May 5, 2024 <p>By Harbour Media Group</p></header><main>",
    ],
)
def test_words_behind_by_above_the_title_name_nobody_without_a_date_or_below_another_title(above: str) -> None:
    page = f"{above}<h1>The old mill</h1>{TEXT}</main>"
    assert page_metadata(PageAnalysis(Document("x", html=page))).metadata.authors == ()
