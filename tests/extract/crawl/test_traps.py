"""Addresses without end are recognised; those of ordinary sites are not."""

import pytest

from iawce.extract.crawl.traps import FAR_DATES, MAX_DATES, SAME_IN_A_ROW, Traps

SITE = "https://example.org"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/" + "x" * 1000, "trap/long_address"),
        ("/a" * 21 + "/b", "trap/deep_path"),
        ("/a/b/a/b/a/b/", "trap/repeated_path"),
        ("/img/img/img/x.html", "trap/repeated_path"),
        ("/?" + "&".join(f"p{n}={n}" for n in range(9)), "trap/many_parameters"),
        ("/shop?add-to-cart=7", "trap/same_again"),
        ("/post?replytocom=12", "trap/same_again"),
        ("/user/login", "trap/same_again"),
        ("/register/", "trap/same_again"),
        ("/shop/cart/add/7", "trap/same_again"),
    ],
)
def test_traps_by_their_address(path: str, reason: str) -> None:
    assert Traps().refusal(SITE + path) == reason


@pytest.mark.parametrize(
    "path",
    [
        "/", "/2008/07/agua-en-la-luna/", "/page/2/", "/thread-12-3.html", "/forum/showthread.php?t=7&page=2",
        "/a/b/a/b", "/product/shoe?color=red&size=9", "/history/1871-paris/", "/news/2931-things-to-do", "/tag/2020/",
        "/cgi-bin/story.pl?id=4", "/register/of-members/anna-berg", "/fish?limit=10", "/browse?dir=music",
        "/news-today/d-day-1944-06-06-what-happened", "/history/day-of-victory-1945-05-08",
        "/update-1980-5-new-album", "/calendar/1985-10-26/",
    ],
)  # fmt: skip
def test_ordinary_addresses_are_none(path: str) -> None:
    assert Traps().refusal(SITE + path) == ""


def test_a_calendar_ends() -> None:
    traps = Traps()
    days = [
        f"{SITE}/events/{year}-{month:02}-{day:02}/"
        for year in (2024, 2025)
        for month in range(1, 13)
        for day in range(1, 29)
    ]
    assert [traps.refusal(day) for day in days].count("") == MAX_DATES
    posts = [
        f"{SITE}/{year}/{month:02}/a-{month}-day-out-{year}/" for year in range(2000, 2026) for month in range(1, 13)
    ]
    assert {traps.refusal(post) for post in posts} == {""}


@pytest.mark.parametrize("then", ["/calendar/{}-05/", "/events?month={}-05", "/termine/{}/05/01/", "/event-day/{}-05"])
def test_a_calendar_ends_sooner_where_no_page_has_been_or_will_be(then: str) -> None:
    traps = Traps()
    near, far = ([SITE + then.format(year) for year in years] for years in (range(1995, 2025), range(2900, 2930)))
    assert {traps.refusal(url) for url in near} == {""}
    assert {traps.refusal(url) for url in far} == {"trap/calendar"}
    assert [Traps().refusal(url) for url in far[:FAR_DATES]].count("") == FAR_DATES


def test_the_same_in_another_order_is_refused_where_one_order_is_known() -> None:
    traps, known = Traps(), {f"{SITE}/shop", f"{SITE}/shop?page=2"}.__contains__
    assert traps.refusal(f"{SITE}/shop?orderby=price", known) == "trap/same_again"
    assert traps.refusal(f"{SITE}/shop?orderby=price&page=2", known) == "trap/same_again"
    assert traps.refusal(f"{SITE}/shop?orderby=price&page=3", known) == ""
    assert traps.refusal(f"{SITE}/shop?orderby=name&page=3", known) == "trap/same_again"
    assert traps.refusal(f"{SITE}/shop?orderby=name&page=3", known, is_next=True) == ""
    assert traps.refusal(f"{SITE}/login?page=2", is_next=True) == ""


def test_combinations_of_parameters_end_and_numbers_of_pages_do_not() -> None:
    traps = Traps()
    combinations = [f"{SITE}/shop?a={n % 9}&b={n % 7}&c={n}&d={n}" for n in range(200)]
    assert [traps.refusal(url) for url in combinations].count("") < 100
    assert {traps.refusal(f"{SITE}/showthread.php?t={n}") for n in range(5000)} == {""}


def test_a_shape_whose_pages_all_say_the_same_is_closed() -> None:
    traps = Traps()
    for number in range(SAME_IN_A_ROW):
        url = f"{SITE}/maze/{number}"
        assert traps.refusal(url) == ""
        traps.see_text(url, is_known=True)
    assert traps.refusal(f"{SITE}/maze/99") == "trap/same_text"
    assert traps.refusal(f"{SITE}/maze-of-words/in-a-slug") == ""
