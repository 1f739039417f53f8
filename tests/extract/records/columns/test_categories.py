"""Categories of records, and the words and tags beside them."""

import pytest

from tests.extract.records.columns.made_lists import cards, columns_of
from tests.extract.records.columns.test_roles import NAMES, rows


@pytest.mark.parametrize("name", ["section", "a-section", "card_section", "TopSection"])
def test_a_part_of_a_card_that_is_called_a_section_is_no_category(name: str) -> None:
    assert "category" not in rows(*(f"<div class={name}>#{n}</div>" for n in range(11, 16)))


@pytest.mark.parametrize("category", ["/categories/member-articles/", "/tags/people-of-the-year", "/?cat=users"])
def test_a_category_is_no_account_whatever_it_is_called(category: str) -> None:
    cells = (
        f"<ul><li><a href=/authors/{n}>{name}</a><li><a href='{category}'>Member articles</a></ul>"
        for n, name in enumerate(NAMES)
    )
    columns = rows(*cells)
    assert (columns["author"], columns["category"]) == (list(NAMES), ["Member articles"] * 5)


def test_a_count_on_the_card_of_a_category_is_not_its_title() -> None:
    cards = "".join(
        f"<a class=cat-card href=/c/{n}><div><div class=cat-card__title>{name}</div>"
        f"<div class=cat-card__count>{n} desks</div></div></a>"
        for n, name in enumerate(("Oak", "Elm", "Ash", "Fir"), 1)
    )
    columns = columns_of(f"<main><h1>Desks by wood</h1><div class=cards>{cards}</div></main>")
    assert columns["title"] == ["Oak", "Elm", "Ash", "Fir"]


@pytest.mark.parametrize("word", ["in", "En", "Posted in", "rubryka"])
@pytest.mark.parametrize("address", ["/category/{}/", "/{}/", "/c/{}"])
def test_the_link_after_a_word_that_is_always_the_same_is_the_category(word: str, address: str) -> None:
    names = ("Boats", "Tides", "Nets", "Fish", "Wind")
    line = "<p class=cat-links>{} <a href='{}'>{}</a></p>"
    columns = columns_of(cards(*(line.format(word, address.format(name), name) for name in names)))
    assert columns["category"] == list(names)


@pytest.mark.parametrize("words", ["{} {}", "<span>{}</span> {}", "{}: {}"])
def test_links_to_categories_are_these_under_any_label(words: str) -> None:
    day, category = (
        words.format("Am", "<time>1{} May 2024</time>"),
        words.format("Thema", "<a href=/category/{0}>{0}</a>"),
    )
    cells = (f"<p>{day.format(n)}</p><p>{category.format(one)}</p>" for n, one in enumerate(("Boats", "Tides", "Nets")))
    columns = columns_of(cards(*cells))
    assert columns["category"] == ["Boats", "Tides", "Nets"]
    assert columns["date"] == [f"1{n} May 2024" for n in range(3)]


def test_a_category_that_all_records_share_is_no_word_before_a_link() -> None:
    columns = columns_of(cards(*(f"<p class=category>News</p><p><a href=/a/{n}>{n} boats</a></p>" for n in range(5))))
    assert columns["category"] == ["News"] * 5


@pytest.mark.parametrize("label", ["Posted in {}", "Filed under: {}", "Category: {}", "{}"])
def test_a_category_is_said_without_the_words_before_it(label: str) -> None:
    cells = (
        f"<span class=cat-links>{label.format(f'<a href=/cat/{n}>{n}</a>')}</span>" for n in ("Tides", "Boats", "Fish")
    )
    assert rows(*cells)["category"] == ["Tides", "Boats", "Fish"]


@pytest.mark.parametrize(
    "names", [("Boats", "Tides", "Fish", "Sand", "Ships"), ("Boats", "Boats", "Boats", "Tides", "Boats")]
)
@pytest.mark.parametrize(
    "link",
    [
        "<p>in <a href=/category/{0}/>{0}</a></p>",
        "<ul><li>Post category: <a href=/category/{0}/>{0}</a></li></ul>",
        "<span><a href=/product-category/{0}/>{0}</a></span>",
        "<div><i>in</i> <a href='/?cat={0}'>{0}</a></div>",
    ],
)
def test_a_category_is_told_by_its_address_however_many_there_are(link: str, names: tuple[str, ...]) -> None:
    assert rows(*map(link.format, names))["category"] == [*names]


@pytest.mark.parametrize("address", ["/topic/{0}/", "/tag/{0}/", "/sections/{0}/"])
def test_an_address_that_may_be_that_of_a_post_is_no_category_where_each_is_another(address: str) -> None:
    names = ("Boats", "Tides", "Fish", "Sand", "Ships")
    assert "category" not in rows(*(f"<p><a href={address.format(name)}>{name}</a></p>" for name in names))


def test_several_categories_are_one_value() -> None:
    said = ("<a href=/category/a/>Boats</a>", "<a href=/category/a/>Boats</a> <a href=/category/b/>Tides</a>")
    columns = rows(*(f"<div class=kicker>{said[number % 2]}</div>" for number in range(5)))
    assert columns["category"] == ["Boats", "Boats, Tides", "Boats", "Boats, Tides", "Boats"]


@pytest.mark.parametrize(
    "line",
    [
        "<p class=cat-links><span>Veröffentlicht unter</span> <a href=/category/{0}/>{0}</a></p>",
        "<p class=categories>in <a href=/category/{0}/>{0}</a></p>",
        "<p class=post-data>Posted in <a href=/category/{0}/>{0}</a></p>",
        "<p class=post-data>Posted in <a href=/category/{1}/>{1}</a>, <a href=/category/{2}/>{2}</a></p>",
    ],
)
def test_words_before_the_link_to_a_category_are_none(line: str) -> None:
    names = [f"{name}, All" if "{1}" in line else name for name in ("Boats", "Tides", "Boats", "Tides", "Boats")]
    columns = columns_of(cards(*(line.format(name, *name.split(", ")) for name in names)))
    assert columns["category"] == names
    assert "location" not in columns


@pytest.mark.parametrize(
    "line",
    [
        "<p><a href=/category/{0}/>{0}</a> {1}</p>",
        "<p>{1} &nbsp; <a href=/category/{0}/>{0}</a></p>",
        "<p><span>Posted in</span> <a href=/category/{0}/>{0}</a></p><p class=tag-links>Tagged {1}</p>",
        "<p><a class=category-link href=/categories/{0}>{0}</a></p><p><b class=category>Filed</b> {1}</p>",
    ],
)
def test_links_to_tags_are_no_categories_beside_links_to_categories(line: str) -> None:
    names, tags = ("Boats", "Tides", "Boats", "Ports", "Boats"), ((0, 1), (1,), (0, 1, 2), (1, 2), (0,))
    said = (" ".join(f"<a href=/tag/{n}/>{('wood', 'sails', 'fog')[n]}</a>" for n in own) for own in tags)
    assert rows(*map(line.format, names, said))["category"] == [*names]


def test_links_to_tags_are_the_categories_where_there_are_no_others() -> None:
    tags = ("Boats", "Tides", "Boats", "Boats", "Tides")
    assert rows(*(f"<p><a href=/tag/{name}/>{name}</a></p>" for name in tags))["category"] == [*tags]
