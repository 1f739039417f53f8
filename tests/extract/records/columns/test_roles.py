"""What says that a column holds titles, authors, dates, prices, ratings, places: on lists written for it."""

import json
from pathlib import Path

import pytest

from iawce.extract.records.columns.roles import person
from tests.extract.records.columns.made_lists import Columns, cards, columns_of

PAGES = Path(__file__).parents[3] / "pages" / "record-faults"
FAULTS = json.loads((PAGES / "columns.json").read_text(encoding="utf-8"))
NAMES = ("Ada Holm", "Ben O'Dea", "Cora de Wit", "Dan Ek", "Eve Lund")


def rows(*cells: str) -> Columns:
    """The columns of a list of cards with headings, each with one of these cells."""
    return columns_of(cards(*cells))


def test_a_rank_is_no_title_though_its_cell_is_called_so() -> None:
    shown = "".join(
        f"<tr><td class=title>{rank}.</td><td class=title><a href=/job/{rank}>We look for {job}</a></td></tr>"
        for rank, job in enumerate(("a joiner", "two bakers", "a ferry master", "an editor"), 1)
    )
    columns = columns_of(f"<main><h1>Jobs</h1><table>{shown}</table></main>")
    assert columns["title"][:2] == ["We look for a joiner", "We look for two bakers"]
    assert columns["link"][0] == "http://shop.example/job/1"


def test_years_footnotes_and_amounts_in_brackets_count_no_ratings() -> None:
    years = rows(*(f"<span>({1978 + 9 * n})</span><span>A film about desks</span>" for n in range(5)))
    notes = rows(*(f"<b>$ {n}9.50</b> <sup>({1 + n % 2})</sup>" for n in range(5)))
    assert "rating_count" not in {**years, **notes}
    accounts = rows(*(f"<span>{said}</span>" for said in ("(1200)", "(80)", "450", "(3,100)", "(95)")))
    assert "rating_count" not in accounts
    works = rows(*(f"<a href=/all/{n}>Further works</a> <span>(12{n})</span>" for n in range(5)))
    assert "rating_count" not in works
    after_stars = rows(*(f"<i title='{n}.5 out of 5 stars'>{n}.5 stars</i><span>({1998 + n})</span>" for n in range(5)))
    assert after_stars["rating_count"][2] == "2000"


@pytest.mark.parametrize("none", ["discuss", "No comments yet", "Leave a comment"])
def test_words_beside_numbers_of_comments_say_that_there_are_none(none: str) -> None:
    said = ["12 comments", "3 comments", none, "41 comments", "1 comment"]
    items = (f"<a href=/t/{number}#c class=comments>{text}</a>" for number, text in enumerate(said))
    assert rows(*items)["replies"] == ["12", "3", "0", "41", "1"]


@pytest.mark.parametrize(
    "said", ["({} Replies)", "( {} Replies )", "（{} replies）", "({}\u00a0replies)", "{} replies"]
)
def test_replies_in_brackets(said: str) -> None:
    assert rows(*(f"<span>{said.format(3 * n)}</span>" for n in range(5)))["replies"] == ["0", "3", "6", "9", "12"]


@pytest.mark.parametrize("by", ["bởi", "Posted by", "autorius:", "γράφει", "tekijä"])
def test_the_word_before_the_link_to_an_author_is_not_the_author(by: str) -> None:
    cells = (
        f"<span class=byline>{by} <span><a class='url fn' href=/author/{n}>{NAMES[n]}</a></span></span>"
        for n in range(5)
    )
    assert rows(*cells)["author"] == [*NAMES]


def test_equal_texts_with_links_to_different_pages_are_buttons() -> None:
    columns = rows(*(f"<cite>site{n}.example</cite> <a href=/user/cache?q={n}>Cached</a>" for n in range(5)))
    assert "author" not in columns
    assert not any("Cached" in (value or "") for values in columns.values() for value in values)


def test_a_list_price_alone_is_the_price() -> None:
    columns = rows(*(f"<div>List Price: <span class=price>${n}.50</span></div>" for n in range(11, 16)))
    assert columns["price"] == ["11.50", "12.50", "13.50", "14.50", "15.50"]
    assert "old_price" not in columns


def test_a_rating_of_0_counts_where_somebody_gave_it() -> None:
    given = rows(*(f"<span>{n}.0 out of 5 stars</span> <span>({2 * n % 5} reviews)</span>" for n in range(5)))
    assert given["rating"] == [None, "1.0", "2.0", "3.0", "4.0"]
    assert rows(*(f"<p>{n} out of 5 stars</p><p>7{n} reviews</p>" for n in range(5)))["rating"][0] == "0"
    other_digits = rows(*(f"<i role=img aria-label='Rated {n} out of ۵'></i>" for n in "۰۱۲۳۴"))
    assert other_digits["rating"] == [None, "۱", "۲", "۳", "۴"]


def test_genres_are_no_places() -> None:
    genres = ("Business, Technology", "Technology", "Business, Technology", "Science, Business", "Technology, Science")
    assert "location" not in rows(*(f"<div>{genre}</div>" for genre in genres))
    towns = ("Reno, NV", "Sparks, NV 89436", "Elko, NV", "Bath, England", "Ely, NV")
    assert rows(*(f"<div>{town}</div>" for town in towns))["location"] == list(towns)


@pytest.mark.parametrize(
    "said",
    [
        ("Lena Holm, University of Ulm", "Omar Haddad, Tunis", "Yuki Ito, Kyoto", "Pia Lund, Rome", "Ben Ade, Ulm"),
        ("By Clare Duffy, CNN", "Ann Orr, Reporter", "Chris Orr, The Times", "Ida Su, Editor", "Jo Ta, BBC"),
        ("Space Gray, Silver", "Midnight, Starlight", "Natural, Black", "Red, Deep Blue", "Oak, Elm"),
    ],
)
def test_the_items_of_a_list_are_no_places(said: tuple[str, ...]) -> None:
    items = ("<ul>" + "".join(f"<li>{part}</li>" for part in text.split(", ")) + "</ul>" for text in said)
    assert "location" not in rows(*items)


PERSONS = ("Saleh, Amira", "Park, Eunji", "Lindholm, Bo", "García Ruiz, Carmen", "O'Hara, Mary Ann")


@pytest.mark.parametrize("cell", ["<p>{}</p><p>2024</p>", "<p>{}</p><p>{}</p>", "<p class=advisor>{}</p>"])
def test_persons_with_the_family_first_are_no_places(cell: str) -> None:
    columns = rows(*(cell.format(*pair) for pair in zip(PERSONS, PERSONS[::-1], strict=True)))
    assert "location" not in columns
    for row, pair in enumerate(zip(PERSONS, PERSONS[::-1], strict=True)):
        said = " ".join(values[row] or "" for values in columns.values())
        assert all(name in said for name in pair[: cell.count("{}")])


@pytest.mark.parametrize(
    "towns",
    [
        ("Reno, NV", "Austin, TX", "Boise, ID", "Salem, OR", "Miami, FL"),
        ("Porto, Portugal", "Lyon, France", "Nice, France", "Lisbon, Portugal", "Lyon, France"),
        ("Quay 1, Zug", "Main street 5, Bern", "Lake road 12, Thun", "Market 3, Basel", "Hill 7, Chur"),
    ],
)
def test_regions_that_recur_codes_and_addresses_are_places(towns: tuple[str, ...]) -> None:
    assert rows(*(f"<p>{town}</p>" for town in towns))["location"] == [*towns]


@pytest.mark.parametrize(
    ("first", "second", "role"),
    [
        ("venue-name", "venue-address", "location"),
        ("event__venue-title", "event__venue-hint", "location"),
        ("company-name", "company-size", "company"),
    ],
)
def test_a_second_value_of_a_role_is_kept(first: str, second: str, role: str) -> None:
    said = [(f"The {NAMES[n]} Hall", f"Up to {n} hundred seats") for n in range(5)]
    columns = rows(*(f"<p class={first}>{one}</p><p class={second}>{other}</p>" for one, other in said))
    assert columns[role] == [one for one, _ in said]
    others = [values for name, values in columns.items() if name not in ("title", role)]
    assert all(any(said[row][1] in (values[row] or "") for values in others) for row in range(5))


@pytest.mark.parametrize("again", ["<p class=venue>{}</p>", "<p class=venue>{} </p><p class=venue>{}</p>"])
def test_the_same_value_of_a_role_again_is_left_out(again: str) -> None:
    cells = (f"<p class=venue>Hall {name}</p>{again.format(f'Hall {name}', f'Hall {name}')}" for name in NAMES)
    assert [*rows(*cells)] == ["title", "link", "location"]


@pytest.mark.parametrize("said", ["Show number", "Ver teléfono", "Send email"])
@pytest.mark.parametrize("names", ["phone", "contact-phone btn", "email-link"])
def test_a_button_is_no_phone_or_address(said: str, names: str) -> None:
    assert not any("phone" in name or "email" in name for name in rows(*(f"<a class='{names}'>{said}</a>",) * 5))
    shown = rows(*(f"<span class=phone>Tel. 030 555 1{n}</span>" for n in range(5)))
    assert shown["phone"] == [f"Tel. 030 555 1{n}" for n in range(5)]
    assert rows(*("<span class=phone>030 555 14</span>",) * 5)["phone"] == ["030 555 14"] * 5


@pytest.mark.parametrize("end", ["", "; Lind, Sara M.", "; van den Berg, Jan; O'Hara, Ann"])
@pytest.mark.parametrize(
    "years", ["", ", 1951-", " (1902–1987)", ", 1951- author.", ", editor.", ", 1902-1987, author."]
)
def test_names_with_the_family_first_are_whole(end: str, years: str) -> None:
    people = ("Kendall, Ruth", "Osei, Kwame A.", "Moreau-Petit, Paul", "Öz, Ela", "de la Cruz, Juan")
    said = rows(*(f"<span class=author>{name}{years}{end}</span>" for name in people))
    assert said["author"] == [f"{name}{end}" for name in people]


@pytest.mark.parametrize("between", [", & ", ", ", " and ", ", and "])
def test_names_as_in_a_citation_are_whole(between: str) -> None:
    pairs = [between.join((f"{name}, M.", "de la Cruz, J. P.")) for name in ("Kendall", "Osei", "Moreau-Petit", "Öz")]
    assert rows(*(f"<span class=author>{pair}</span>" for pair in pairs))["author"] == pairs


@pytest.mark.parametrize("before", ["", "by "])
@pytest.mark.parametrize("between", ["; ", ", "])
@pytest.mark.parametrize("name", ["<span>{}</span>", "<a href='/search?author={0}'>{0}</a>"])
def test_names_with_the_family_first_in_elements_of_their_own_are_all_authors(
    before: str, between: str, name: str
) -> None:
    three = [("Kendall, Ruth", "Öz, Ela"), ("Lind, Sara M.",), ("Osei, Kwame A.", "de la Cruz, Juan", "Ito, Yuki")]
    papers = [*three, *three[:2]]
    shown = (between.join(map(name.format, people)) for people in papers)
    said = rows(*(f"<div class=authors>{before}{people}</div>" for people in shown))
    assert said["author"] == ["; ".join(people) for people in papers]


@pytest.mark.parametrize("scope", ["", " itemscope itemtype='https://schema.org/Person'"])
@pytest.mark.parametrize("title", ["<span class=title itemprop=name>{}</span>", "<b itemprop=name>{}</b>"])
def test_the_name_of_an_author_is_no_title(scope: str, title: str) -> None:
    person = f"<span itemprop=author{scope}><a href=/by/{{0}} itemprop=url><span itemprop=name>{{0}}</span></a></span>"
    journal = "<a href=/in/{0}><span itemprop=isPartOf itemscope><span itemprop=name>{0}</span></span></a>"
    papers = ("Learning to read", "Layout without pixels", "A slow crawler", "What pages forget", "Tables and lists")
    people = zip(
        papers,
        ("Lena Holm", "Pia Lund", "Ben Ade", "Yuki Ito", "Omar Rao"),
        ("IPM", "WWW", "SIGIR", "TOIS", "JMLR"),
        strict=True,
    )
    entries = (
        f"<li>{person.format(name)}:<br>{title.format(said)} {journal.format(where)}</li>"
        for said, name, where in people
    )
    found = columns_of(f"<h1>Papers</h1><ul>{''.join(entries)}</ul>")
    assert found["title"] == list(papers)
    assert found["author"][0] == "Lena Holm"


@pytest.mark.parametrize("entry", ["{}, A., and Rao, B. (2024): <em>{}</em>. Notes.", "{}, A.B. <cite>{}</cite> 2024."])
def test_the_authors_at_the_beginning_of_a_citation_are_no_title(entry: str) -> None:
    works = (
        "Groundwater under trees",
        "Sensors for streams",
        "A century of floods",
        "Rivers in the city",
        "Storm sewers",
    )
    families = ("Fenwick", "Chen", "Rahman", "Stark", "Öz")
    entries = (
        f"<li>{entry.format(*pair)} <a href=/{pair[0]}.pdf>PDF</a></li>" for pair in zip(families, works, strict=True)
    )
    assert columns_of(f"<h1>Papers</h1><ul>{''.join(entries)}</ul>")["title"] == list(works)


def test_authors_of_papers_are_one_value() -> None:
    lists = ("Ada Holm, Ben Ito", "Cora Wu", "Dan Ek, Eve Lund and Fay Oz", "Gus Po, Hal Ri", "Ida Su, Jo Ta")
    linked = (
        ", ".join(f"<a href='/find?author={name}'>{name}</a>" for name in one.replace(" and ", ", ").split(", "))
        for one in lists
    )
    columns = rows(*(f"<div class=list-authors>{one}</div>" for one in linked))
    assert columns["author"] == [one.replace(" and ", ", ") for one in lists]


@pytest.mark.parametrize("names", [NAMES, ("Real Estate",) * 5])
def test_names_beside_the_date_are_authors_where_each_is_another(names: tuple[str, ...]) -> None:
    cells = (
        f"<p><span>{name}</span> – <span><time datetime=2026-03-0{day}>3/{day}/2026</time></span></p>"
        for day, name in enumerate(names, 4)
    )
    columns = rows(*cells)
    assert columns.get("author") == (list(names) if names is NAMES else None)
    assert columns["date"] == [f"2026-03-0{day}" for day in range(4, 9)]  # 3/4 alone may be in April


@pytest.mark.parametrize("word", ["By", "von", "por"])
@pytest.mark.parametrize("day", ["<span class=more>Dec. 19, 2025</span>", ""])
def test_names_behind_a_word_of_its_own_are_authors_though_one_stands_in_one_text_with_it(word: str, day: str) -> None:
    linked = [f"{word} <a href=/e/{name[:3]}>{name}</a> •" for name in (NAMES[0], NAMES[0], NAMES[1], NAMES[1])]
    columns = rows(*(f"<span class=more>{cell}</span> {day}" for cell in (*linked, f"{word} the staff •")))
    assert columns["author"][:4] == [NAMES[0], NAMES[0], NAMES[1], NAMES[1]]


@pytest.mark.parametrize("around", ["article", "div"])
@pytest.mark.parametrize(
    "box", ["<aside class=meta>{1}</aside>", "<header><aside>{1}</aside></header>", "<footer>{1}</footer>"]
)
def test_an_aside_or_a_footer_of_each_entry_belongs_to_it(box: str, around: str) -> None:
    entry = f"<{around}><h2><a href=/{{0}}>Story {{0}}</a></h2>{box}<p>What there is to say of it.</p></{around}>"
    entries = "".join(entry.format(day, f"<a href=/{day}>October {day}, 2024</a> | News") for day in range(11, 16))
    page = f"<main><h1>News</h1>{entries}</main><aside><article>An advert</article></aside>"
    headed = page.replace("<h2>", "<header><h2>").replace("</h2>", "</h2></header>") if "header" not in box else page
    assert columns_of(headed)["date"] == columns_of(page)["date"]
    assert columns_of(page)["date"] == [f"October {day}, 2024" for day in range(11, 16)]


@pytest.mark.parametrize("tag", ["aside", "footer", "header"])
def test_parts_beside_a_list_are_none_of_its_entries_though_they_are_alike(tag: str) -> None:
    links = "".join(f"<li><a href=/menu/{n}>Menu entry {n}</a></li>" for n in range(12))
    side = f"<div class=col><{tag}><ul>{links}</ul></{tag}></div>"
    entries = "".join(f"<div><h2><a href=/{n}>Story {n}</a></h2><p>What there is to say.</p></div>" for n in range(4))
    page = f"<div class=c>{side}<div class=col><main>{entries}</main></div>{side}</div>"
    assert columns_of(page)["title"] == [f"Story {n}" for n in range(4)]


def test_an_office_is_no_second_author() -> None:
    columns = rows(*(f"<p class=byline>By {name}, Senior Editor</p>" for name in NAMES))
    assert columns["author"] == list(NAMES)


def test_a_word_before_a_number_says_what_it_counts() -> None:
    counts = ("Views1.4K", "Views 987", "Views: 12", "Views 3", "Views 2,100")
    columns = rows(*(f"<div class=stat>{count}</div>" for count in counts))
    assert columns["views"] == ["1400", "987", "12", "3", "2100"]


def test_pictures_with_equal_descriptions_are_distinct() -> None:
    assert rows(*(f"<img src=/img/{n}.jpg alt=Image>" for n in range(5)))["image"][3] == "http://shop.example/img/3.jpg"


def test_records_lead_where_the_first_of_their_own_links_leads() -> None:
    shown = "".join(
        f"<dt>[{n}] <a href=/abs/{n}>arXiv:{n}</a> (<a href=/pdf/{n}>pdf</a>)</dt>"
        f"<dd><div class=title>On the {name} of rivers</div></dd>"
        for n, name in enumerate(("depth", "width", "speed", "names", "banks"), 70)
    )
    assert columns_of(f"<main><h1>Papers</h1><dl>{shown}</dl></main>")["link"][0] == "http://shop.example/abs/70"


def test_sections_of_prices_are_prices_without_tax_too() -> None:
    columns = rows(*(f"<div class='price-section price-section--withoutTax'>£{n}47.62</div>" for n in range(1, 6)))
    assert columns["price"][0] == "147.62"
    assert "category" not in columns


@pytest.mark.parametrize("name", ["no-image.png", "noimage.jpg", "img/no-image-35ys.jpg?w=300"])
def test_pictures_that_say_that_there_are_none_are_left_out(name: str) -> None:
    pictures = (f"<img src='/{name if n % 2 else f'{n}.jpg'}'>" for n in range(5))
    shown = [None if n % 2 else f"http://shop.example/{n}.jpg" for n in range(5)]
    assert rows(*pictures)["image"] == shown


@pytest.mark.parametrize("name", ["piano-image.png", "no-image/desk.png", "casino-image.jpg"])
def test_other_pictures_of_several_records_are_theirs(name: str) -> None:
    pictures = (f"<img src='/{name if n % 2 else f'{n}.jpg'}'>" for n in range(5))
    assert rows(*pictures)["image"][1] == f"http://shop.example/{name}"


def test_pictures_that_are_not_there_yet_are_none() -> None:
    assert "image" not in rows(*["<img alt='' src=/img/loading.svg>"] * 5)
    assert "image" not in rows(*["<img alt=desk.jpg>"] * 5)
    named = (f"<img alt='' src=/p/clear-box-{n}.jpg>" for n in range(5))
    assert rows(*named)["image"][1] == "http://shop.example/p/clear-box-1.jpg"


def test_counts_of_reviews_and_labelled_values_are_no_titles() -> None:
    cards = "".join(
        f"<div class=c><a href=/app/{n}><div>({n},204 English reviews)</div></a><p>Made by: {name}</p>"
        f"<b>{game}</b></div>"
        for n, (name, game) in enumerate(zip(NAMES, ("Moor", "Tide", "Sluice", "Ferry", "Lock"), strict=True), 3)
    )
    columns = columns_of(f"<main><h1>Games</h1>{cards}</main>")
    assert columns["title"] == ["Moor", "Tide", "Sluice", "Ferry", "Lock"]
    assert columns["rating_count"][0] == "3204"


def test_a_title_behind_many_pictures_is_a_title() -> None:
    pictures = "".join(f"<div class=slide><img src=/p/{{n}}-{k}.jpg alt=Bone></div>" for k in range(40))
    cards = "".join(
        f"<div class=card>{pictures.format(n=n)}<h4>The {name} headphones</h4><div>${n}9</div></div>"
        for n, name in enumerate(("loud", "soft", "small", "red"), 1)
    )
    assert columns_of(f"<main><h1>Shop</h1>{cards}</main>")["title"][3] == "The red headphones"


def test_letters_that_hide_a_word_from_scripts_say_nothing() -> None:
    hidden = "".join(f"<span>{letter}</span>" for letter in "S9p4onsored2")
    columns = rows(*[f"<div>{hidden}</div><p>{text}</p>" for text in ("One of five.",) * 5])
    assert not any("9" in (value or "") for values in columns.values() for value in values)


@pytest.mark.parametrize("name", FAULTS)
def test_faults_that_real_pages_showed(name: str) -> None:
    assert columns_of((PAGES / f"{name}.html").read_text(encoding="utf-8")) == FAULTS[name]


def test_cents_above_the_line_are_cents() -> None:
    columns = rows(*(f"<div><span>$3,{n}99</span><sup>00</sup></div>" for n in range(4, 9)))
    assert columns["price"][:2] == ["3499.00", "3599.00"]


def test_a_single_price_at_the_place_of_old_prices_is_a_price() -> None:
    both = "<div class='part rrp'><span class=amount>лв90,00</span></div><div class=part><span>лв7{n},50</span></div>"
    one = "<div class=part><span>лв6{n},50</span></div>"
    columns = rows(*((one if n % 3 == 2 else both).format(n=n) for n in range(5)))
    assert columns["price"] == ["70.50", "71.50", "62.50", "73.50", "74.50"]
    assert set(columns["price_currency"]) == {"BGN"}


def test_rare_values_have_no_separate_column_unless_they_are_prices() -> None:
    shown = "".join(
        f"<li class=card><h3><a href=/p/{n}>The desk of {n} boards</a></h3>"
        + ("<div>12 views</div><s>$30</s> <b>$20</b>" if n == 3 else "") + "</li>"
        for n in range(12)
    )  # fmt: skip
    html = f"<main><h1>Desks</h1><ul>{shown}</ul></main>"
    assert list(columns_of(html)) == ["title", "link", "price", "price_currency", "old_price", "more"]
    assert columns_of(html)["more"][3] == '{"views": "12"}'
    assert columns_of(html, all_columns=True)["views"][3] == "12"


def test_a_thread_is_by_whoever_began_it_and_plain_cells_name_columns() -> None:
    users = ("ada", "ben", "cora", "dan", "eve")
    shown = "".join(
        f"<tr><td><a href=/t/{n}>Wool number {n} of the year</a> <small><a href=/t/{n}?page=1>1</a></small></td>"
        f"<td><a href=/profile?u={n}>{user}</a></td><td>{3 * n + 1}</td><td>{90 - n}</td>"
        f"<td>March {n + 1}, 2024<br>by <a href=/profile?u={9 - n}>{users[n - 1]}</a></td></tr>"
        for n, user in enumerate(users)
    )
    head = "".join(f"<td>{name}</td>" for name in ("Subject", "Started by", "Replies", "Views", "Last post"))
    columns = columns_of(f"<main><h1>Wool</h1><table><tr>{head}</tr>{shown}</table></main>")
    assert columns["author"] == list(users)
    assert columns["replies"] == ["1", "4", "7", "10", "13"]
    assert columns["views"] == ["90", "89", "88", "87", "86"]
    assert columns["last_post"] == ["eve", "ada", "ben", "cora", "dan"]
    assert "subject" not in columns


@pytest.mark.parametrize("shared", ["views-field-", "review__", "date-list__cell--", "authorCell"])
def test_a_word_in_the_names_of_all_columns_says_nothing_of_one(shared: str) -> None:
    """As Drupal calls every cell of a view."""
    shown = "".join(
        f"<tr><td class='{shared}title'><a href=/talk/{n}>The {name} talk</a><td class='{shared}track'>{track}"
        f"<td class='{shared}length'>{10 * n + 20}<td class='{shared}room'>{room}"
        for n, (name, track, room) in enumerate(
            zip(NAMES, ("Front", "Back", "Both", "Front", "None"), "VWXYZ", strict=True)
        )
    )
    head = "<tr><th>Talk<th>Tracks<th>Session length<th>Room"
    columns = columns_of(f"<main><h1>Talks</h1><table><thead>{head}<tbody>{shown}</table></main>")
    assert columns["session_length"] == ["20", "30", "40", "50", "60"]
    assert list(columns) == ["title", "link", "tracks", "session_length", "room"]


def test_cached_copies_are_no_authors_even_if_few_have_them() -> None:
    cells = (f"<cite>site{n}.example</cite> " + f"<a href=/user/cache?q={n}>Cached</a>" * (n > 1) for n in range(5))
    assert "author" not in rows(*cells)


@pytest.mark.parametrize("said", ["By Ada Holm ⋅", "Por Ada Holm ⋅ marzo", "by Ada Holm ∙ 3 replies"])
def test_a_name_has_no_mark_after_it(said: str) -> None:
    assert person(said) == "Ada Holm"


def test_a_rating_in_per_cent_is_a_number_and_none_at_all_without_votes() -> None:
    shares = [
        f"<div class=summary><b>Rating:</b> <div class=rating><i>{n}%</i></div></div>" for n in (80, 0, 60, 100, 40)
    ]
    assert rows(*shares)["rating"] == ["80", None, "60", "100", "40"]


def test_an_excerpt_is_left_out_of_the_text_that_it_begins() -> None:
    whole = [
        f"A {kind} desk with room for two people, their lamps and their cats."
        for kind in ("low", "tall", "wide", "old", "new")
    ]
    columns = rows(*(f"<p>{text[:24]}...</p><b>new</b><div class=text>{text}</div>" for text in whole))
    assert columns["text"] == whole


def test_the_price_of_a_quantity_has_its_own_column_and_is_the_price_where_there_is_no_other() -> None:
    both = cards(*(f"<b>${number}.00</b> <i>(${number}.50 / 100 g)</i>" for number in range(2, 7)))
    columns = columns_of(both)
    assert columns["price"] == [f"{number}.00" for number in range(2, 7)]
    assert columns["unit_price"] and columns["unit"]
    assert (columns["unit_price"][0], columns["unit"][0]) == ("2.50", "100 g")
    alone = columns_of(cards(*(f"<b>${number}.50/kg</b>" for number in range(2, 7))))
    assert alone["price"] == alone["unit_price"] == [f"{number}.50" for number in range(2, 7)]


def test_a_currency_an_amount_and_cents_are_one_price_still() -> None:
    parts = (f"<p><span>$</span><span>1{n}</span><span>.50</span></p>" for n in range(5))
    assert rows(*parts)["price"] == [f"1{n}.50" for n in range(5)]
    assert rows(*(f"<p><span>${n}9.99</span></p>" for n in range(1, 6)))["price"][0] == "19.99"


@pytest.mark.parametrize(
    ("markup", "joint"),
    [
        ("<p>By <a href=/author/{n}>{}</a> and <a href=/author/x>{}</a></p>", " and "),
        ("<p class=authors><a href=/author/{n}>{}</a>, <a href=/author/x>{}</a></p>", ", "),
        ("<p><a href=/author/{n}>{}</a> &amp; <a href=/author/x>{}</a></p>", " & "),
        ("<ul><li><a href=/author/{n}>{}</a></li><li><a href=/author/x>{}</a></li></ul>", ", "),
    ],
)
def test_several_authors_in_elements_of_their_own(markup: str, joint: str) -> None:
    first, _, second = markup.partition("</a>")
    single, end = f"{first}</a>", second.rpartition("</a>")[2]
    pairs = [
        markup.format(name, "Flo Berg", n=n) if n % 2 else single.format(name, n=n) + end
        for n, name in enumerate(NAMES)
    ]
    wanted = [f"{name}{joint}Flo Berg" if n % 2 else name for n, name in enumerate(NAMES)]
    assert rows(*pairs)["author"] == wanted


def test_who_began_and_who_answered_are_not_two_authors() -> None:
    said = (
        f"<p><a href=/user/{n}>{name}</a> 3 hours ago <a href=/user/9>Flo Berg</a></p>" for n, name in enumerate(NAMES)
    )
    assert rows(*said)["author"] == [*NAMES]


@pytest.mark.parametrize("said", ["4.{n} out of 5.", "4.{n} out of 5, 21{n} reviews", "Rated 4.{n}/5."])
def test_a_mark_after_a_rating_ends_it(said: str) -> None:
    assert rows(*(f"<p>{said.format(n=n)}</p>" for n in range(5)))["rating"] == [f"4.{n}" for n in range(5)]
    assert "rating" not in rows(*(f"<p>{n} of 5,000 desks</p>" for n in range(5)))


@pytest.mark.parametrize(
    "badge", ["<img src=/sale.png alt=Sale>", "<div><img src=/sale.png></div>", "<span><img src=/sale.png></span>"]
)
@pytest.mark.parametrize("places", [(1, 3), (0, 2, 4), (0, 1, 3, 4)])
def test_a_badge_before_the_pictures_of_some_records_is_none(badge: str, places: tuple[int, ...]) -> None:
    part = badge.partition("<img")[0]
    pictures = (f"{part}<img src=/{n}.jpg>{part.replace('<', '</')}" for n in range(5))
    cells = (f"<a href=/p/{n}>{badge * (n in places)}{one}</a>" for n, one in enumerate(pictures))
    assert rows(*cells)["image"] == [f"http://shop.example/{n}.jpg" for n in range(5)]


def test_a_picture_that_two_records_share_is_no_badge() -> None:
    shown = ((0, 5), (1,), (0, 6), (3, 7), (4,))
    cells = ("".join(f"<img src=/{n}.jpg>" for n in numbers) for numbers in shown)
    assert rows(*cells)["image"] == [f"http://shop.example/{n[0]}.jpg" for n in shown]


def test_portraits_of_authors_are_no_pictures_of_records_but_those_of_a_team_are() -> None:
    cells = [
        f"<a href=/author/{n}/><img src=/{n}.jpg alt=''></a><span>By {name}</span>" for n, name in enumerate(NAMES)
    ]
    assert "image" not in rows(*cells)
    team = "".join(
        f"<li><a href=/people/{n}/><img src=/{n}.jpg></a><h3><a href=/people/{n}/>{name}</a></h3><p>Joiner</p></li>"
        for n, name in enumerate(NAMES)
    )
    columns = columns_of(f"<main><h1>Our team</h1><ul>{team}</ul></main>")
    assert columns["image"] == [f"http://shop.example/{n}.jpg" for n in range(5)]


@pytest.mark.parametrize(
    ("texts", "counts"),
    [
        (("No Comments »", "1 Comment »", "No Comments »", "12 Comments »", "No Comments »"), "0 1 0 12 0"),
        (("Leave a comment", "Leave a comment", "Leave a comment", "1 Comment", "2 Comments"), "0 0 0 1 2"),
        (("Comments Off", "4 Comments", "Comments Off", "Comments Off", "1 Comment"), "0 4 0 0 1"),
        (("Comments (0)", "Comments (3)", "Comments (0)", "Comments (14)", "Comments (0)"), "0 3 0 14 0"),
        (("Brak komentarzy", "4 komentarze", "Brak komentarzy", "1 komentarz", "Brak komentarzy"), "0 4 0 1 0"),
        (("Un commentaire", "Aucun commentaire", "7 commentaires", "Un commentaire", "Aucun commentaire"), "1 0 7 1 0"),
    ],
)
def test_most_records_may_have_no_comments(texts: tuple[str, ...], counts: str) -> None:
    assert rows(*(f"<p><span>{text}</span></p>" for text in texts))["replies"] == counts.split()


@pytest.mark.parametrize(
    "texts",
    [
        ("Comments Off", "In print", "Comments Off", "Comments Off", "On air"),
        ("Leave a comment", "3 boats", "Leave a comment", "Leave a comment", "2 boats"),
        ("The view from above", "Two comments on the sea and its ports", "9 comments", "A tide", "Sails"),
    ],
)
def test_words_for_comments_alone_count_none(texts: tuple[str, ...]) -> None:
    assert {"replies", "views"}.isdisjoint(rows(*(f"<p><span>{text}</span></p>" for text in texts)))


def test_a_count_behind_a_word_for_prices_is_none() -> None:
    votes = "<div><span class=mean>4.{0}</span> from <span class=rating-count>12{0}</span> votes</div>"
    said = rows(*(votes.format(number) for number in range(5)))
    assert "price" not in said
    assert said["rating_count"] == [f"12{number}" for number in range(5)]
    plain = rows(*(f"<div>from <b>12{number}</b> people</div>" for number in range(5)))
    assert "price" not in plain
    assert rows(*(f"<div>from <b>${number}9</b></div>" for number in range(1, 6)))["price"][0] == "19"


def test_counts_before_a_colon_and_ratings_up_to_ten() -> None:
    assert rows(*(f"<a href=/p/{n}#c>{n} comments:</a>" for n in range(2, 7)))["replies"] == [*"23456"]
    said = rows(*(f"<span>{n}.3 (2.{n}M)</span>" for n in range(5, 10)))
    assert said["rating"] == [f"{n}.3" for n in range(5, 10)]
    assert said["rating_count"] == [f"2{n}00000" for n in range(5, 10)]


@pytest.mark.parametrize("head", ["Contracting authority", "Autorité", "Autoridad", "Authority"])
def test_an_authority_is_no_author(head: str) -> None:
    places = ("Department of Roads", "City of Vail", "Harbour Office", "Board of Parks", "Office of Mills")
    line = "<tr><td><a href=/t/{0}>Supply of salt {0}</a><td>{1}<td>2024-02-0{0}</tr>"
    lines = "".join(line.format(number, place) for number, place in enumerate(places, 1))
    assert "author" not in columns_of(f"<table><tr><th>Title<th>{head}<th>Date</tr>{lines}</table>")
