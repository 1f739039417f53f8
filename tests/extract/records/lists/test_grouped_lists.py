"""Records in groups below headings, letters and years; parts of records; the only entry of a page."""

import pytest

from tests.extract.records.lists.test_weighed_lists import POSTS, SAID, TAGS, records_of, texts


@pytest.mark.parametrize(
    "card",
    [
        "<a href=/{0}><img src=/{0}.png alt={0}>Course<h3>About {0}</h3>7 hours</a>",
        "<a href=/{0}><h4>About {0}</h4></a><p>An hour each week.</p>",
        "<h3><a href=/{0}>About {0}</a></h3>",
    ],
)
def test_entries_in_groups_with_a_text_about_each_are_the_records(card: str) -> None:
    text = "Everything that is meant for {0} stands here, in so many words that nobody takes it for a heading of them."
    groups = [("pupils", ["maps", "rivers", "towns"]), ("teachers", ["plans", "tests"])]
    html = "".join(
        f"<div class=group><h2>For {name}</h2><p>{text.format(name)}</p><div class=row>"
        f"{''.join(f'<div class=item>{card.format(one)}</div>' for one in items)}</div></div>"
        for name, items in groups
    )
    records = records_of(f"<body><main><h1>Courses</h1>{html}</main>")
    assert [record.texts["title"] for record in records] == [f"About {one}" for _, items in groups for one in items]
    assert [record.texts["section"] for record in records] == ["For pupils"] * 3 + ["For teachers"] * 2


@pytest.mark.parametrize("more", ["<a href=/{0}>More »</a>", "<a href=/{0}#more>{0}</a>"])
def test_parts_of_entries_that_lead_to_their_pages_are_no_entries_though_one_lacks_a_part(more: str) -> None:
    heading, text = "<div class=part><h2><a href=/{0}>About {0}</a></h2></div>", "<div class=part><p>{1}</p>{2}</div>"
    names, said = ["maps", "rivers", "towns", "plans", "tests"], "What there is to say of it in some words. " * 3
    parts = [heading if one == names[-1] else heading + text for one in names]
    entries = [part.format(one, said, more.format(one)) for part, one in zip(parts, names, strict=True)]
    html = "".join(f"<article class=entry>{one}<small>3 min</small></article>" for one in entries)
    records = records_of(f"<body><main>{html}</main>")
    assert [record.texts["title"] for record in records] == [f"About {one}" for one in names]


@pytest.mark.parametrize("more", ["<a href=/{0}>Read more »</a>", "<a href=/{0}#more>More</a>", "<a href=/{0}>{0}</a>"])
def test_parts_of_a_record_that_lead_to_its_page_are_no_records_of_a_group(more: str) -> None:
    picture = "<div class=picture><div><a href=/{0}><img src=/{0}.png></a></div></div>"
    html = "".join(
        f"<article class='post category-{name}'><div><div>{picture.format(name)}<header>"
        f"<h2><a href=/{name}>Story {name} of the week</a></h2></header><div class=entry>"
        f"{'<p>Soon.</p>' if name == 'Cleo' else f'<p>{SAID.format(name)}</p><p>{more.format(name)}</p>'}"
        "</div></div></div></article>"
        for name in ("Ann", "Bert", "Cleo", "Dora")
    )
    titles = [record.texts["title"] for record in records_of(f"<body><main><h1>May</h1>{html}</main>")]
    assert titles == [f"Story {name} of the week" for name in ("Ann", "Bert", "Cleo", "Dora")]


META = "<div><span><a href=/hello#c>1 comment</a></span> / <span><a href=/news>News</a></span> / <span>ann</span></div>"


@pytest.mark.parametrize(
    "parts",
    [
        "{title}" + META + "<div class=entry><p>{text}</p></div>",
        "<div class=picture><a href=/hello><img src=/a.png></a></div><header>{title}" + META + "</header><p>{text}</p>",
        "<header><h6><a href=/news>News</a></h6>{title}</header><div>{text}</div><footer>" + META + "</footer>",
    ],
)
def test_the_only_entry_of_a_page_is_its_record_and_no_part_of_it(parts: str) -> None:
    entry = parts.format(title="<h2><a href=/hello>Hello</a></h2>", text=SAID.format("Ann"))
    records = records_of(f"<body><main><h1>Ann</h1><article class='post hentry'>{entry}</article></main>")
    assert [record.texts["title"] for record in records] == ["Hello"]
    inner = f"<h1>All walks</h1><ul>{POSTS.replace('div', 'li')}</ul>"
    assert len(records_of(f"<body><main><article class=hentry>{inner}</article></main>")) == 4


WORDS = "Anchor Apple Bread Cart Clock Desk Door Engine Flute Gate Hammer Harp Iron Jar Kite Lamp Lute Map Nail Oak"
LETTER = "<h3>{0}</h3><ul>{1}</ul>"


@pytest.mark.parametrize(
    ("letter", "column", "page"),
    [
        (LETTER, "<td>{0}</td>", "<table><tr>{0}</tr></table>"),
        (LETTER, "<div class=col>{0}</div>", "<div class=row>{0}</div>"),
        (f"<div class=group>{LETTER}</div>", "{0}", "<div class=category>{0}</div>"),
        ("<dt>{0}</dt>{1}", "{0}", "<dl>{0}</dl>"),
    ],
)
def test_entries_below_letters_are_records_however_few_a_letter_has(letter: str, column: str, page: str) -> None:
    tag = "dd" if "<dt>" in letter else "li"
    groups = {
        first: [word for word in WORDS.split() if word.startswith(first)]
        for first in sorted({word[0] for word in WORDS.split()})
    }
    parts = [
        letter.format(first, "".join(f"<{tag}><a href=/wiki/{word}>{word}</a></{tag}>" for word in words))
        for first, words in groups.items()
    ]
    columns = "".join(column.format("".join(part)) for part in (parts[:4], parts[4:9], parts[9:]))
    menu = "<ul class=menu><li><a href=/>Home</a></li><li><a href=/help>Help</a></li><li><a href=/us>Us</a></li></ul>"
    intro = f"<h1>Things</h1><p>{SAID.format('Ann')}</p>"
    records = records_of(f"<body>{menu}<div>{intro}{page.format(columns)}</div>")
    assert [(record.texts["title"], record.texts["section"]) for record in records] == [
        (word, word[0]) for word in WORDS.split()
    ]


@pytest.mark.parametrize(
    "entry",
    [
        "<ul class=products><li class='product type-product'>{0}<span class=price>$19.00</span></li></ul>",
        "<div class=grid><article class='card product-card'>{0}<p class=price>$19.00</p></article></div>",
        "<div class=posts><article class=post>{0}<p>What is said of the clock, at some length.</p></article></div>",
    ],
)
@pytest.mark.parametrize(
    "around", ["<main><h1>Clocks</h1>{}</main>", "<div role=main>{}</div>", "<div><h1>Clocks</h1>{}</div>"]
)
def test_the_last_page_of_a_listing_may_have_one_entry_beside_longer_lists(entry: str, around: str) -> None:
    best = (
        "<li><a href=/p/t{0}><img src=/t{0}.jpg><span>Top thing {0}</span></a> <span class=price>${0}0.00</span></li>"
    )
    side = f"<ul>{TAGS}</ul><h3>Top rated</h3><ul class=widget>{''.join(map(best.format, range(1, 4)))}</ul>"
    one = entry.format("<a href=/p/1><img src=/1.jpg></a><h2><a href=/p/1>Clock of oak</a></h2>")
    records = records_of(f"<body><div>{side}</div>{around.format(one)}<nav><a href=?p=1>1</a> <b>2</b></nav>")
    assert [record.texts["title"] for record in records] == ["Clock of oak"]


def test_entries_below_years_are_records_and_the_years_are_none() -> None:
    entry = "<div class=entry><a href=/{0}>{0}</a><span>3 May</span></div>"
    years = [("2026", ["Harbour", "Market"]), ("2025", ["Bridge"]), ("2024", ["Tower", "Tram", "Canal"])]
    groups = [
        f"<section class=year><h2>{year}</h2><div>{''.join(map(entry.format, names))}</div></section>"
        for year, names in years
    ]
    records = records_of(f"<body><main>{''.join(groups)}</main>", "class_names")
    assert texts(records) == ["Harbour", "Market", "Bridge", "Tower", "Tram", "Canal"]


ENTRY = "<li><a href=/w/{0}>{0}</a> <span>harbour</span>"


@pytest.mark.parametrize(
    ("heading", "group"),
    [
        ("<h2>{0}</h2><a href=/edit?part={0}>edit</a>", "<div class=head>{0}</div><div class=towns><ul>{1}</ul></div>"),
        ("<h3>{0} <a href=/towns?letter={0}>all</a></h3>", "{0}<ul>{1}</ul>"),
        ("<h2>{0}</h2>", "<section><div>{0}</div><ul>{1}</ul></section>"),
    ],
)
def test_entries_below_letters_are_records_whatever_the_headings_link_to_alike(heading: str, group: str) -> None:
    letters = {letter: [f"{letter}{end}" for end in ("lby", "rden", "xton", "mstad")[:most]] for letter, most in SIZES}
    parts = (group.format(heading.format(letter), entries(names)) for letter, names in letters.items())
    html = f"<body><main><h1>Towns</h1>{''.join(parts)}</main>"
    found = [(record.texts["title"], record.texts["section"]) for record in records_of(html)]
    assert [title for title, _ in found] == [name for names in letters.values() for name in names]
    assert {section.split()[0] for _, section in found} == set(letters)


SIZES = [("A", 4), ("B", 2), ("C", 1), ("D", 3), ("E", 4), ("F", 2)]


def entries(names: list[str]) -> str:
    return "".join(map(ENTRY.format, names))


def test_headings_that_link_to_different_things_head_records_with_links_of_their_own() -> None:
    part = "<section><h2><a href=/m/{0}>Museum {0}</a></h2><ul>{1}</ul></section>"
    parts = (part.format(letter, entries([letter + "a", letter + "b"][:most])) for letter, most in SIZES)
    records = records_of(f"<body><main>{''.join(parts)}</main>")
    assert [record.texts["title"] for record in records] == [f"Museum {letter}" for letter, _ in SIZES]


@pytest.mark.parametrize("group", ["<h2>{0}</h2><div class=row>{1}</div>", "<section><h2>{0}</h2>{1}</section>"])
@pytest.mark.parametrize("names", [("Oak", "Elm", "Ash"), ("Desks", "Chairs")])
def test_cards_below_headings_are_records_though_each_heading_has_as_many(group: str, names: tuple[str, ...]) -> None:
    card = "<div class=k><a href=/p/{0}><img src=/i/{0}.jpg></a><h3><a href=/p/{0}>{1} {0}</a></h3><p>${0}.00</p></div>"
    cards = ["".join(card.format(10 * row + place, name) for place in range(3)) for row, name in enumerate(names, 1)]
    parts = (group.format(name, own) for name, own in zip(names, cards, strict=True))
    records = records_of(f"<body><main><h1>All of it</h1>{''.join(parts)}</main>")
    wanted = [f"{name} {10 * row + place}" for row, name in enumerate(names, 1) for place in range(3)]
    assert [record.texts["title"] for record in records] == wanted


def test_parts_of_a_record_of_equal_number_are_no_records_beside_a_text_about_it() -> None:
    part = "<div class=g><h2><a href=/g/{0}>Game {0}</a></h2><p>Played on day {0}</p><div>{1}</div></div>"
    team = "<div class=t><img src=/i/{0}.png><a href=/t/{0}>Team {0}</a><b>{0}</b></div>"
    parts = (part.format(game, "".join(team.format(10 * game + one) for one in range(3))) for game in range(1, 7))
    records = records_of(f"<body><main>{''.join(parts)}</main>")
    assert [record.texts["title"] for record in records] == [f"Game {number}" for number in range(1, 7)]


@pytest.mark.parametrize(
    "pair",
    [
        "<div class=field><div class=field__label>{}</div><div class=field__item>{}</div></div>",
        "<div class=row><span>{}:</span> <b>{}</b></div>",
        "<p><span class=lab>{}</span> <span class=val>{}</span></p>",
    ],
)
@pytest.mark.parametrize("missing", [False, True])
def test_labelled_fields_of_records_are_no_records(pair: str, missing: bool) -> None:
    names = ("Ann Lee", "Bo Day", "Cy Holt", "Di Ray", "Ed Wade")
    offices = ("Mayor", "Clerk", "Warden", "Envoy", "Reeve")
    shown = "".join(
        f"<div class=node><h3><a href=/n/{number}>{name}</a></h3>{pair.format('Office', office)}"
        f"{'' if missing and number == 2 else pair.format('Seat', f'{office} house')}</div>"
        for number, (name, office) in enumerate(zip(names, offices, strict=True))
    )
    records = records_of(f"<body><main><h1>The council</h1>{shown}</main>")
    assert [record.texts["title"] for record in records] == [*names]
    assert [record.texts["office"] for record in records] == [*offices]


def test_parts_with_links_of_their_own_are_records_though_each_section_has_the_same() -> None:
    titles = ("Annual report", "Balance sheet", "Presentation")
    part = "<div class=doc><h3>{0}</h3><p>{1} pages of figures</p><a href=/{2}/{1}.pdf>PDF</a></div>"
    shown = ""
    for year in range(2019, 2025):
        parts = (part.format(one, year % 7 + n + 9, year) for n, one in enumerate(titles))
        shown += f"<section><h2>{year}</h2>{''.join(parts)}</section>"
    records = records_of(f"<body><main><h1>Downloads</h1>{shown}</main>")
    assert len(records) == 6 * len(titles)
