"""Addresses without end are recognised; those of ordinary sites are not."""

import pytest

from iawce.extract.crawl.traps import MAX_DATES, SAME_IN_A_ROW, Traps

SITE = "https://example.org"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/" + "x" * 1000, "trap/long_address"),
        ("/a" * 21 + "/b", "trap/deep_path"),
        ("/a/b/a/b/a/b/", "trap/repeated_path"),
        ("/img/img/img/x.html", "trap/repeated_path"),
        ("/?" + "&".join(f"p{n}={n}" for n in range(9)), "trap/many_parameters"),
        ("/shop?orderby=price", "trap/same_again"),
        ("/shop?add-to-cart=7", "trap/same_again"),
        ("/post?replytocom=12", "trap/same_again"),
        ("/user/login", "trap/same_again"),
        ("/calendar/2931-05/", "trap/calendar"),
        ("/events?month=1871-01", "trap/calendar"),
    ],
)
def test_traps_by_their_address(path: str, reason: str) -> None:
    assert Traps().refusal(SITE + path) == reason


@pytest.mark.parametrize(
    "path",
    [
        "/", "/2008/07/agua-en-la-luna/", "/page/2/", "/thread-12-3.html", "/forum/showthread.php?t=7&page=2",
        "/a/b/a/b", "/product/shoe?color=red&size=9", "/history/1871-paris/", "/news/2931-things-to-do", "/tag/2020/",
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
