"""Columns of records: their meaning, their order, what is left out."""

import json
from pathlib import Path

import pytest

from iawce.data.text.lexicon.columns import MORE, VOCABULARY
from iawce.extract.records.columns.record_columns import MAX_COLUMNS
from tests.extract.records.columns.made_lists import cards, columns_of

PAGES = Path(__file__).parents[3] / "pages"
GOLD = json.loads((PAGES / "record-columns.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", GOLD)
def test_columns_of_made_pages(name: str) -> None:
    columns = columns_of((PAGES / "records" / f"{name}.html").read_text(encoding="utf-8"))
    assert columns == GOLD[name]
    known = [column for column in columns if column in VOCABULARY]
    assert list(columns)[: len(known)] == sorted(known, key=VOCABULARY.index)
    assert len(columns) <= MAX_COLUMNS


@pytest.mark.parametrize("waiting", ["src='data:image/svg+xml,%3Csvg/%3E'", "", "src='data:image/gif;base64,R0lGOD'"])
@pytest.mark.parametrize("loaded", [1, 2])
def test_pictures_most_of_which_are_not_loaded_are_no_text(waiting: str, loaded: int) -> None:
    said = "<img {} alt='A desk of dark wood in a room with number {} plants'>"
    shown = (f"src=/desk-{number}.jpg" if number < loaded else waiting for number in range(5))
    columns = columns_of(cards(*(said.format(one, number) for number, one in enumerate(shown))))
    assert columns["image"] == [f"http://shop.example/desk-{n}.jpg" if n < loaded else None for n in range(5)]
    assert "text" not in columns


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("<span class=product-brand>{0}</span>", "brand"),
        ("<p>Manufacturer: <b>{0}</b></p>", "manufacturer"),
        ("<span class=part>{0}</span>", ""),
    ],
)
def test_a_brand_that_the_title_has_too_is_a_column(cell: str, name: str) -> None:
    columns = columns_of(cards(*(cell.format(wood) for wood in ("oak", "elm", "ash", "fir", "yew"))))
    others = {key: values for key, values in columns.items() if key not in ("title", "link")}
    assert others == ({name: ["oak", "elm", "ash", "fir", "yew"]} if name else {})


@pytest.mark.parametrize("said", ["In stock (1{0} units)", "In stock now", "In stock <b>(1{0})</b>"])
def test_what_is_said_of_the_stock_is_whole(said: str) -> None:
    stocks = [said.format(number) if number % 2 else "Sold out" for number in range(5)]
    columns = columns_of(cards(*(f"<p class=stock>{stock}</p>" for stock in stocks)))
    plain = [stock.replace("<b>", "").replace("</b>", "") for stock in stocks]
    assert columns["availability"] == plain


MONTHS = ("May", "June", "July", "Aug", "Sep")


@pytest.mark.parametrize(
    "boxes",
    [
        "<div class=cal><b>{1}</b><i>1{0}</i></div>",
        "<div class=date><div>1{0}</div><div>{1}</div><div>2024</div></div>",
        "<a href=/s/{0} class=date><span>1{0}</span><span>{1}</span></a>",
        "<time><span>{1}</span><span>1{0}</span><span>2024</span></time>",
        "<div class=date><b>1{0}</b> <small>{1} 2024</small></div>",
    ],
)
@pytest.mark.parametrize("months", [MONTHS, ("May",) * 5])
def test_a_day_and_a_month_in_boxes_of_their_own_are_a_date(boxes: str, months: tuple[str, ...]) -> None:
    columns = columns_of(cards(*(boxes.format(number, month) for number, month in enumerate(months, 1))))
    year = " 2024" if "2024" in boxes else ""
    named = [
        f"{month} 1{number}" if "1{0}" in boxes.rpartition("{1}")[2] else f"1{number} {month}"
        for number, month in enumerate(months, 1)
    ]
    assert columns["date"] == [f"{date}{year}" for date in named]
    assert MORE not in columns


def test_counts_in_boxes_are_no_date() -> None:
    columns = columns_of(
        cards(*(f"<div><b>{number}</b><b>marks</b><b>12{number}</b></div>" for number in range(40, 45)))
    )
    assert "date" not in columns


NAMED = ("Soup", "Veal schnitzel", "Noodles", "Apple pie with cream", "Bread")
ITEMS = [
    *("<li>{} <span>{}</span></li>", "<p class=q7>{} <b>{}</b></p>", "<div class=q7>{} <em>{}</em></div>"),
    *("<li><span>{}</span> {}</li>", "<li><strong>{}</strong> {}</li>", "<li><a href=/s>{} <small>{}</small></a></li>"),
]


@pytest.mark.parametrize("item", ITEMS)
@pytest.mark.parametrize(("value", "role"), [("1{},50 €", "price"), ("1{} March 2024", "date")])
def test_a_name_beside_a_price_or_a_day_is_a_value_however_many_words_it_has(item: str, value: str, role: str) -> None:
    items = "".join(item.format(name, value.format(number)) for number, name in enumerate(NAMED))
    columns = columns_of(f"<main><h1>All of them</h1><ul>{items}</ul></main>")
    assert columns["title"] == [*NAMED]
    assert columns[role] == [value.format(number).replace(",", ".").removesuffix(" €") for number in range(5)]


@pytest.mark.parametrize("entry", ["{1} — {0}", "<p>{1} » {0}</p>", "{0} - {1}", "{0} ({1})", "{1} by {0}"])
@pytest.mark.parametrize("day", ["1{} May 2024", "2024-05-1{}", "May 1{}, 2024"])
def test_a_day_beside_a_link_is_a_date_however_long_the_link_is(entry: str, day: str) -> None:
    titles = ("Ann", "Bert on the hill", "Cleo sings a song of some length", "Dora paints")
    links = (f"<a href=/s/{number}>{title}</a>" for number, title in enumerate(titles))
    items = (f"<li>{entry.format(link, day.format(number))}</li>" for number, link in enumerate(links))
    columns = columns_of(f"<body><main><h1>All stories</h1><ul>{''.join(items)}</ul></main>")
    assert columns["title"] == [*titles]
    assert columns["date"] == [day.format(number) for number in range(4)]


@pytest.mark.parametrize(
    "picture",
    [
        "<div style='background-image:url(/i/{}.jpg)'></div>",
        "<a href=/p/{0} style=\"background: #fff url('/i/{0}.jpg') no-repeat\"></a>",
        "<div class=lazy data-bg=/i/{}.jpg style='background-image:url(data:image/gif;base64,R0)'></div>",
        "<span data-background-image='url(/i/{}.jpg)'></span>",
    ],
)
def test_a_picture_may_be_the_background_of_an_element(picture: str) -> None:
    columns = columns_of(cards(*(picture.format(number) for number in range(5))))
    assert columns["image"] == [f"http://shop.example/i/{number}.jpg" for number in range(5)]
    columns = columns_of(cards(*(f"<img src=/{number}.png>{picture.format(number)}" for number in range(5))))
    assert columns["image"] == [f"http://shop.example/{number}.png" for number in range(5)]
    assert "image" not in columns_of(cards(*([picture.format(1)] * 5)))


@pytest.mark.parametrize("count", [1, 3])
def test_headings_and_boxes_among_cards_are_no_records(count: int) -> None:
    cell = (
        "<img src=/{0}.png><time datetime=2026-05-0{0}>May {0}</time><b class=price>${0}</b><p>What is said of it.</p>"
    )
    shown = cards(*(cell.format(number) for number in range(1, 6)))
    box = "<li class=card><p>Sign up for our letter, and never miss a desk again.</p></li>"
    columns = columns_of(
        shown.replace("<li class=card><h3><a href=/p/2", box * count + "<li class=card><h3><a href=/p/2")
    )
    assert columns["price"] == ["1", "2", "3", "4", "5"]


def test_buttons_single_characters_and_constants_are_not_columns() -> None:
    cell = (
        "<span>·</span><p>Solid wood and oil number {0}, made to last for many years.</p><a href=/p/{0}>Read more</a>"
    )
    columns = columns_of(cards(*(cell.format(number) for number in range(5))))
    assert list(columns) == ["title", "link", "text"]


def test_a_link_over_a_card_for_screen_readers_is_no_title() -> None:
    cell = "<a href=/p/{0} class=over>The {1} desk. {2}0 cm wide. ${0}.99</a><span>{2}0 cm wide</span><b>${0}.99</b>"
    cells = [cell.format(number, name, number + 5) for number, name in enumerate(("oak", "elm", "ash", "fir"), 1)]
    columns = columns_of(cards(*cells))
    assert columns["title"] == [f"The {name} desk" for name in ("oak", "elm", "ash", "fir")]
    assert columns["price"] == ["1.99", "2.99", "3.99", "4.99"]


@pytest.mark.parametrize("rating", ["{}/5点", "{}/5分", "{}/5stars", "{} von 5Sternen", "{} / 5"])
def test_what_is_rated_may_stand_right_behind_the_number(rating: str) -> None:
    columns = columns_of(cards(*(f"<span>{rating.format(number)}</span>" for number in ("4.5", "3.5", "2.5"))))
    assert columns["rating"] == ["4.5", "3.5", "2.5"]


def test_a_page_of_ten_pages_is_no_rating() -> None:
    titles = ("Works sent in, 6/10p", "Works sent in, 7/10p", "Works sent in 1/5A", "The first works")
    cards = "".join(
        f"<li><a href=/w/{n} title='{title}'>{title}</a> <i title='{title}'></i>" for n, title in enumerate(titles)
    )
    columns = columns_of(f"<ul>{cards}</ul>")
    assert "rating" not in columns
    assert columns["title"] == list(titles)


def test_ratings_are_read_from_descriptions_of_stars_for_screen_readers() -> None:
    cell = '<i class=s aria-label="{0} out of 5 stars"></i><span>({1})</span>'
    columns = columns_of(cards(*(cell.format(4.5, 12), cell.format(3, 7), cell.format("4,0", 31))))
    assert columns["rating"] == ["4.5", "3", "4.0"]


@pytest.mark.parametrize(
    ("cell", "count"),
    [
        ("<div><b class=visually-hidden>4.{0} stars out of 5</b><i>({0}12)</i></div>", "112"),
        ("<div><i title='4.{0}/5'></i><a>{0}12&nbsp;<span>Beoordelingen</span></a></div>", "112"),
        ("<div><b class=score>4.{0}</b><i>({0}12件)</i></div>", "112"),
        ("<div><b class=score>4.{0}</b><i>({0}12 opinii)</i></div>", "112"),
        ("<div class=rating><b>4.{0} out of 5 star rating</b></div>", ""),
    ],
)
def test_ratings_and_their_counts_are_read_where_records_have_them(cell: str, count: str) -> None:
    columns = columns_of(cards(*(cell.format(number) for number in range(1, 6))))
    assert (columns["rating"][0], columns.get("rating_count", [""])[0]) == ("4.1", count)


@pytest.mark.parametrize("said", ["Sold out", "Ausverkauft", "在庫切れ", "Only 2 left"])
def test_what_some_badges_say_of_the_stock_is_apart_from_the_others(said: str) -> None:
    badges = ("Sale", "Sale", said, "", "New")
    columns = columns_of(cards(*(f"<b>€{n}.00</b><i class=badge>{one}</i>" for n, one in enumerate(badges, 1))))
    assert columns["availability"] == [None, None, said, None, None]
    assert columns["badge"] == ["Sale", "Sale", None, None, "New"]


def test_words_beside_an_amount_are_no_part_of_its_currency() -> None:
    columns = columns_of(cards(*(f"<p>{n} 250 zł<i>do negocjacji</i></p>" for n in range(1, 6))))
    assert (columns["price"][0], columns["price_currency"][0]) == ("1250", "PLN")


def test_a_picture_of_several_is_no_rating_of_a_record() -> None:
    columns = columns_of(cards(*(f"<b aria-label='Picture {number} of 5'></b>" for number in range(1, 6))))
    assert "rating" not in columns


def test_rare_values_share_one_column_unless_all_columns_are_requested() -> None:
    cell = "<li class=card><h3><a href=/p/{0}>Desk number {0}</a></h3><b>€{0}.00</b>{1}</li>"
    rare = {3: "<div class=shipping>Ships free</div>"}
    page = f"<main><h1>Desks</h1><ul>{''.join(cell.format(n, rare.get(n, '')) for n in range(1, 15))}</ul></main>"
    narrow, wide = columns_of(page), columns_of(page, all_columns=True)
    assert "shipping" not in narrow
    assert json.loads(narrow[MORE][2] or "") == {"shipping": "Ships free"}
    assert (wide["shipping"][2], MORE in wide) == ("Ships free", False)


def test_pictures_that_are_loaded_late_are_those_for_browsers_without_scripts() -> None:
    cell = (
        "<a href=/p/{0}><img src='data:image/gif;base64,R0lG' class=lazy><noscript><img src=/i/{0}.jpg></noscript></a>"
    )
    columns = columns_of(cards(*(cell.format(number) for number in range(4))))
    assert columns["image"] == [f"http://shop.example/i/{number}.jpg" for number in range(4)]


def test_a_grid_in_rows_is_read_by_cell() -> None:
    cell = "<td><a href=/p/{0}><img src=/i/{0}.jpg></a><br><a href=/p/{0}>Desk number {0}</a><br><b>€{0}9.50</b></td>"
    rows = "".join(f"<tr>{''.join(cell.format(number) for number in range(r, r + 3))}</tr>" for r in (1, 4))
    columns = columns_of(f"<main><h1>Desks</h1><table>{rows}</table></main>")
    assert columns["title"] == [f"Desk number {number}" for number in range(1, 7)]
    assert columns["price"] == [f"{number}9.50" for number in range(1, 7)]


@pytest.mark.parametrize("names", [("odd row-first", "even row-last"), ("featured", "plain"), ("", "last")])
@pytest.mark.parametrize("shape", ["<tr {}><td>{}</td><td>{}</td><td>{}</td></tr>", "<li {}>{}<p>{}</p><i>{}</i></li>"])
def test_records_that_differ_in_the_names_of_their_elements_have_the_same_columns(
    names: tuple[str, str], shape: str
) -> None:
    """Also where one has fewer values than others."""
    links = [f"<a href=/s/{number}>The {word} desk</a>" for number, word in enumerate(("oak", "elm", "ash", "fir"))]
    classes = [names[0], "", "", names[1]]
    cells = [
        ("Made in Malmö", "Ann Lee"),
        ("Made in Lund", "Bo Ek"),
        ("Made in Ystad", "Cy Dahl"),
        ("Made in Umeå", ""),
    ]
    rows = "".join(shape.format(f"class='{own}'", a, *b) for own, a, b in zip(classes, links, cells, strict=True))
    head = "<tr><th>Desk<th>Place<th>Maker</tr>" if shape.startswith("<tr") else ""
    around = f"<table>{head}{rows}</table>" if head else f"<ul>{rows}</ul>"
    columns = columns_of(f"<main><h1>Desks</h1>{around}</main>", all_columns=True)
    assert columns["title"] == [f"The {word} desk" for word in ("oak", "elm", "ash", "fir")]
    others = [values for name, values in columns.items() if name not in ("title", "link")]
    assert others == [
        ["Made in Malmö", "Made in Lund", "Made in Ystad", "Made in Umeå"],
        ["Ann Lee", "Bo Ek", "Cy Dahl", None],
    ]


def test_products_within_products_are_none_of_the_list() -> None:
    product = "itemscope itemtype=https://schema.org/Product"
    inner = f"<li itemprop=hasVariant {product}><a href=/p/{{0}}/{{1}} itemprop=name>Desk {{0}} in {{1}}</a></li>"
    outer = "<h3 itemprop=name><a href=/p/{0}>Desk {0}</a></h3><b itemprop=price>€{0}9</b><ul>{1}</ul>"
    cell = f"<li {product}>{outer}"
    cells = [
        cell.format(n, "".join(inner.format(n, m) for m in ("red", "blue", "grey")[: 2 + n % 2])) for n in range(1, 6)
    ]
    columns = columns_of(f"<main><h1>Desks</h1><ul>{''.join(cells)}</ul></main>")
    assert columns["title"] == [f"Desk {number}" for number in range(1, 6)]
    assert columns["price"] == [f"{number}9" for number in range(1, 6)]


def test_no_column_is_called_by_a_colour_or_its_place() -> None:
    cell = "<span class=color_8>solid {0}</span><span class=c11>north {0}</span>"
    columns = columns_of(cards(*(cell.format(number) for number in range(5))))
    assert list(columns) == ["title", "link", MORE]
    assert json.loads(columns[MORE][0] or "") == {"other": ["solid 0", "north 0"]}


def test_a_title_is_its_whole_heading_regardless_of_class_names() -> None:
    parts = "<span class=price-module__product-name>{1}</span> <span>desk of {2} wood</span>"
    cell = f"<li><a href=/p/{{0}}><h3>{parts}</h3></a><span class=price>€{{0}}.00</span></li>"
    cards = [cell.format(number, name, name.lower()) for number, name in enumerate(("OAK", "ELM", "ASH", "FIR"), 1)]
    columns = columns_of(f"<main><h1>Desks</h1><ul>{''.join(cards)}</ul></main>")
    assert columns["title"] == [
        "OAK desk of oak wood",
        "ELM desk of elm wood",
        "ASH desk of ash wood",
        "FIR desk of fir wood",
    ]
    assert columns["price"] == ["1.00", "2.00", "3.00", "4.00"]


def test_the_address_behind_a_word_is_its_value_and_counts_stand_beside_ratings_in_attributes() -> None:
    said = (
        f"<a href='mailto:{name}@desk.example?subject=desk'>Write to us</a> <a href='tel:+49%2030%201234{n}'>Call</a>"
        f"<i aria-label='{n}.5 out of 5 stars, {70 + n} reviews'></i>"
        for n, name in enumerate(("oak", "elm", "ash", "fir", "yew"))
    )
    columns = columns_of(cards(*said))
    assert columns["email"][:2] == ["oak@desk.example", "elm@desk.example"]
    assert columns["phone"][:2] == ["+49 30 12340", "+49 30 12341"]
    assert (columns["rating"][1], columns["rating_count"][1]) == ("1.5", "71")
    people = cards(*(f"<b><a href='mailto:x{n}@desk.example'>{name} Holm</a></b>" for n, name in enumerate(NAMES)))
    assert not any("@" in (value or "") for values in columns_of(people).values() for value in values)


@pytest.mark.parametrize(
    "other",
    ["<span>Ad</span><a href=/ad/1><img src=/ad.png></a>", "<div class=img></div><h3></h3>", "<a href=/more>More</a>"],
)
def test_adverts_and_placeholders_among_records_are_none(other: str) -> None:
    shown = cards(*(f"<p>A desk of {n} drawers</p><b>€{n}0.00</b>" for n in range(1, 6)))
    columns = columns_of(shown.replace("</ul>", f"<li class=card>{other}</li><li class=card>{other}</li></ul>"))
    assert columns["price"] == ["10.00", "20.00", "30.00", "40.00", "50.00"]


@pytest.mark.parametrize("heading", ["Oak {0}", "Desks of oak and elm {0}", "Many kinds of desks {0}"])
def test_records_of_sections_below_headings_are_one_list(heading: str) -> None:
    counts = {"for writing": 4, "for two": 2, "for drawing": 5}
    sections = (
        f"<div class=part><h3>{heading.format(count)}</h3>"
        + "".join(
            f"<div class=card><a href=/p/{place}{n}><img src=/i/{place}{n}.jpg></a><p>A desk {kind}, number {n}, made"
            f" of ash and elm by hand</p><b>€{place + 1}{n}0.00</b></div>"
            for n in range(count)
        )
        + "</div>"
        for place, (kind, count) in enumerate(counts.items())
    )
    columns = columns_of(f"<body><main><h1>Desks</h1>{''.join(sections)}</main>")
    assert columns["price"] == [f"{place}{n}0.00" for place, count in ((1, 4), (2, 2), (3, 5)) for n in range(count)]
    assert columns["section"] == [heading.format(count) for count in counts.values() for _ in range(count)]


@pytest.mark.parametrize("card", ["<h2><a href=/n/{0}>{1}</a></h2><i>{0} May 2024</i> {2}", "<h2>{1}</h2> {2}"])
def test_lines_of_text_are_no_records_beside_others(card: str) -> None:
    news = ("The bridge", "The mill", "High water", "Low prices", "A long spring")
    said = "What was said of it in the town, and what has become of it since then, in a few words."
    cards = "".join(card.format(n, title, f"{title}: {said}") for n, title in enumerate(news, 1))
    page = f"<body><main><div>{cards}</div><p>You are at:<br>Page 1.<br>Older news<br>All news</p></main>"
    columns = columns_of(page)
    assert columns["title"] == list(news)
    assert len(columns["text"]) == len(news)


def test_short_cells_without_a_header_are_columns_and_long_ones_are_not() -> None:
    rows = "".join(f"<tr><td>{name}<td>{n * 3}<td>{1990 + n}<td>blue" for n, name in enumerate(NAMES, 1))
    columns = columns_of(f"<body><main><h1>Boats</h1><table>{rows}</table></main>")
    assert columns == {
        "title": list(NAMES), "other": ["3", "6", "9", "12"],
        "other_2": ["1991", "1992", "1993", "1994"], "other_3": ["blue"] * 4,
    }  # fmt: skip
    long = "".join(
        f"<tr><td>{name}<td>{n * 3}<td>a boat {n} for many long and cold days at the open sea<td>x"
        for n, name in enumerate(NAMES)
    )
    assert MORE in columns_of(f"<body><main><h1>Boats</h1><table>{long}</table></main>")


def test_names_beside_numbers_are_several_records() -> None:
    rows = "".join(f"<tr><th>{name}</th><td>{900 + 7 * place} m</td></tr>" for place, name in enumerate(NAMES))
    assert columns_of(f"<body><main><h1>Peaks</h1><table>{rows}</table></main>")["title"] == list(NAMES)


NAMES = ("Alder", "Birch", "Cedar", "Dogwood")


THINGS = ("Oak desk", "Elm chair", "Ash shelf", "Fir stool", "Yew bench")


@pytest.mark.parametrize(("above", "below"), [("h4", "h3"), ("h5", "h2"), ("h6", "h4")])
def test_of_two_headings_the_higher_is_the_title(above: str, below: str) -> None:
    card = (
        "<li class=card><a href=/p/{0}><{2}>Maker {1}</{2}></a><a href=/p/{0}><{3}>{1}</{3}>Made by hand for {0}.</a>"
    )
    shown = "".join(card.format(number, name, above, below) for number, name in enumerate(THINGS))
    assert columns_of(f"<body><main><ul>{shown}</ul></main>")["title"] == list(THINGS)


PRODUCT = (
    "<li class=card><a href=/p/{0}><img src=/{0}.jpg>{1}</a><span>£{0}9</span><p>Made of {1} and some glue.</p></li>"
)


@pytest.mark.parametrize(
    ("other", "place"),
    [
        ("<li class=card>Loading...</li>", 5),
        ("<li class=card><img src=/sale.jpg><p>New for all of the summer</p></li>", 2),
        ("<li class=card><p>Members save more on all that they order here.</p></li>", 0),
        ("<li class=card><a href=/all>More of these...</a></li>", 5),
    ],
)
def test_adverts_and_placeholders_are_no_records(other: str, place: int) -> None:
    items = [PRODUCT.format(number, name) for number, name in enumerate(THINGS, 1)]
    items.insert(place, other)
    assert columns_of(f"<body><main><ul>{''.join(items)}</ul></main>")["title"] == list(THINGS)


def test_records_that_lack_most_are_records_still() -> None:
    items = [PRODUCT.format(number, name) for number, name in enumerate(THINGS, 1)]
    items[1] = "<li class=card><a href=/p/2><img src=/2.jpg>Elm chair</a></li>"
    items[4] = "<li class=card><a href=/p/5><img src=/5.jpg>Yew bench</a></li>"
    assert columns_of(f"<body><main><ul>{''.join(items)}</ul></main>")["title"] == list(THINGS)
    items[2] = (
        "<li class=card><img src=/3.jpg><p>A bench of which nobody knows the name <a href=/p/3>so far</a>.</p></li>"
    )
    assert len(columns_of(f"<body><main><ul>{''.join(items)}</ul></main>")["title"]) == 5
    rows = "".join(f"<tr><td>{name}<td>{number}9<td>{number}<td>{number * 3}" for number, name in enumerate(THINGS, 1))
    table = f"<table><tr><th>Thing<th>Width<th>Height<th>Weight{rows}<tr><td><td>150<td><td></table>"
    assert columns_of(f"<body><main>{table}</main>")["width"][-1] == "150"


@pytest.mark.parametrize("name", ["avatar", "user-avatar__image", "profile-photo"])
def test_a_name_that_leads_where_its_portrait_leads_is_the_author(name: str) -> None:
    people = ("ann", "bo", "cleo", "dan", "ann")
    card = "<article><a href=/{0}><img class={1} src=/{0}.png></a><a href=/{0}>{0}77</a>{2}</article>"
    heads = (f"<h2><a href=/p/{number}>{title}</a></h2>" for number, title in enumerate(THINGS))
    shown = "".join(card.format(who, name, head) for who, head in zip(people, heads, strict=True))
    columns = columns_of(f"<body><main>{shown}</main>")
    assert columns["author"] == [f"{who}77" for who in people]
    assert columns["title"] == list(THINGS)


@pytest.mark.parametrize(
    ("item", "between"),
    [
        ("<a href=/tag/{0}/>{0}</a>", " "),
        ("<a href=/blog/tags/{0}>#{0}</a>", ", "),
        ("<a href='/?tag={0}'>{0}</a>", ""),
        ("<li><a href=/tags/{0}>{0}</a></li>", ""),
    ],
)
def test_links_to_tags_are_one_column(item: str, between: str) -> None:
    tags = [("wood", "oil"), ("lacquer", "wax", "brass"), ("ply",), ("glass", "wood"), ("steel", "oil", "wax", "ply")]
    head = "<p><a href=/category/desks/>Desks</a></p>"
    columns = columns_of(cards(*(f"{head}<div>{between.join(map(item.format, own))}</div>" for own in tags)))
    assert [str(said).replace("#", "") for said in columns["tags"]] == [", ".join(own) for own in tags]
    assert MORE not in columns


@pytest.mark.parametrize("item", ["<a href=/shape/{0}/>{0}</a>", "<a href=#{0}>{0}</a>", "<i>{0}</i>"])
def test_links_to_other_pages_are_no_tags(item: str) -> None:
    shapes = [("round", "low"), ("low", "wide", "tall"), ("round",), ("tall", "round"), ("flat", "low", "wide")]
    assert "tags" not in columns_of(cards(*(f"<p>{' '.join(map(item.format, own))}</p>" for own in shapes)))


@pytest.mark.parametrize("button", ["Read more", "Add to cart", "→", "By", "Buy now", "·", "Weiterlesen"])
def test_buttons_of_some_records_are_no_values(button: str) -> None:
    cells = [f"<span>{text}</span>" for text in (button, button, button, "Only in shops", button)]
    assert columns_of(cards(*cells)).get(MORE) in (None, [None, None, None, '{"other": ["Only in shops"]}', None])


@pytest.mark.parametrize("grade", ["R", "B", "7", "Shopping", "Bye"])
def test_short_values_of_some_records_are_kept(grade: str) -> None:
    cells = [f"<span>{text}</span>" for text in (grade, "PG-13", grade, "Only in shops", "PG")]
    assert columns_of(cards(*cells))[MORE][0] == json.dumps({"other": [grade]})


SITES = (
    "Westmoor Trust",
    "Long Distance Walkers",
    "Friends of the Skell",
    "Office of Maps",
    "Hornby Club",
    "Old Stones",
)
ABOUT = (
    "a charity that looks after forty nature reserves", "walks", "volunteers who clean the river twice a year", "data",
    "meets on Tuesdays in the hall behind the church", "a blog on architecture with many pictures of churches",
)  # fmt: skip


@pytest.mark.parametrize(
    "about", [ABOUT, ABOUT[::-1], (ABOUT[1], *ABOUT[::2], *ABOUT[::2])[:6], (ABOUT[0],) * 5 + ABOUT[1:2]]
)
def test_a_link_and_a_description_of_any_length_are_one_record(about: tuple[str, ...]) -> None:
    pairs = zip(SITES, about, strict=True)
    entries = "".join(f"<li><a href=/to/{n}>{name}</a> – {said}" for n, (name, said) in enumerate(pairs))
    columns = columns_of(f"<h1>Links</h1><ul>{entries}</ul>")
    assert columns["title"] == list(SITES)
    assert columns["link"] == [f"http://shop.example/to/{n}" for n in range(6)]
    assert columns["text"] == [f"– {said}" for said in about]


@pytest.mark.parametrize(
    "entry",
    ["<li>{1}. <em>{0}</em>. Notes {2}, 2024. <a href=/{2}.pdf>PDF</a>", "<p>{1} <a href=/{2}.pdf>{0}</a> (PDF)</p>"],
)
def test_entries_of_several_texts_of_any_length_are_one_record_each(entry: str) -> None:
    entries = (entry.format(name, said, n) for n, (name, said) in enumerate(zip(SITES, ABOUT, strict=True)))
    columns = columns_of(f"<h1>Papers</h1><ol>{''.join(entries)}</ol>")
    assert columns["link"] == [f"http://shop.example/{n}.pdf" for n in range(6)]


@pytest.mark.parametrize(
    "box",
    [
        "<li class=promo><h2>Subscribe to our newsletter</h2><form><input><button>Sign up</button></form></li>",
        "<li class=app><div><h4>Get our app</h4><p>All desks in your pocket.</p></div></li>",
    ],
)
def test_the_heading_of_a_promotion_is_no_section(box: str) -> None:
    card = "<li class=card><h3><a href=/p/{0}>Desk {0}</a></h3><p>€{0}9.00</p></li>"
    entries = [card.format(n) for n in range(1, 9)]
    assert "section" not in columns_of(f"<h1>Desks</h1><ul>{''.join(entries[:4])}{box}{''.join(entries[4:])}</ul>")
    said = columns_of(f"<h1>Desks</h1><ul>{''.join(entries[:4])}<h2>Older desks</h2>{''.join(entries[4:])}</ul>")
    assert said["section"] == [None] * 4 + ["Older desks"] * 4


@pytest.mark.parametrize("entry", ["<h3><a href=/p/{0}>{1}</a></h3>{2}", "<a href=/p/{0}><h2>{1}</h2></a>{2}"])
@pytest.mark.parametrize("said", ["{0} bedroom {1} for sale in {2}", "{1} with {0} bedrooms in {2}"])
def test_a_heading_made_of_other_values_is_the_title(entry: str, said: str) -> None:
    homes = [("3", "terraced house", "Eastvale"), ("2", "ground floor flat", "Northmoor"), ("4", "mill", "Southport")]
    titles = [said.format(*home) for home in homes]
    parts = (f"<ul><li>{beds} bedroom<li>{kind}<li>{place}</ul>" for beds, kind, place in homes)
    items = (f"<li>{entry.format(n, *pair)}</li>" for n, pair in enumerate(zip(titles, parts, strict=True)))
    assert columns_of(f"<main><h1>Homes</h1><ul>{''.join(items)}</ul></main>")["title"] == titles


@pytest.mark.parametrize("flag", ["<span>{}</span>{}", "<span class=badge>{}</span>{}", "<label>{}</label>{}"])
@pytest.mark.parametrize("word", ["NEW", "NEU", "New", "PDF"])
def test_a_flag_before_some_titles_belongs_to_none(flag: str, word: str) -> None:
    titles = ["Bright flat with balcony", "Build by the river", "Compact studio", "Family home with garden"]
    shown = (flag.format(word, title) if title[0] in "CF" else title for title in titles)
    items = (f"<li><h2><a href=/x/{n}>{one}</a></h2><p>€{n}50</p></li>" for n, one in enumerate(shown, 1))
    assert columns_of(f"<main><h1>To let</h1><ul>{''.join(items)}</ul></main>")["title"] == titles
