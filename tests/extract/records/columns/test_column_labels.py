"""Columns of records: what labels, heads and class names say of them."""

import pytest

from tests.extract.records.columns.made_lists import cards, columns_of


@pytest.mark.parametrize("head", ["Thread / Thread Starter", "Topic / Started by", "Subject | Author"])
def test_who_began_a_thread_is_its_author_where_a_head_names_it(head: str) -> None:
    row = (
        "<tr><td><div><a href=/t/{0}>A question about {0}</a></div><div><span onclick=go()>{1}</span></div></td>"
        "<td>08-06-2011 <i>16:28</i><br>by <a href=/member?u={0}>{2}</a></td><td>{0}</td></tr>"
    )
    people = [("ann1", "emil"), ("bertx", "ann1"), ("cleo", "cleo"), ("dora", "fay")]
    rows = "".join(row.format(number, *pair) for number, pair in enumerate(people, 3))
    columns = columns_of(f"<table><thead><tr><th>{head}<th>Last Post<th>Replies</tr></thead>{rows}</table>")
    assert columns["author"] == [first for first, _ in people]


@pytest.mark.parametrize("line", ["{} offers from <b>$1{}</b>", "In all it cost them <b>$1{}</b>, {} more than before"])
def test_a_label_with_a_number_and_a_sentence_are_no_names_beside_a_price(line: str) -> None:
    columns = columns_of(cards(*(f"<p>{line.format(number, number)}</p>" for number in range(2, 7))))
    assert columns["title"][0] == "The oak desk"
    assert not any("from" in name or "cost" in name for name in columns)


@pytest.mark.parametrize("name", ["likes", "reactions", "upvotes"])
@pytest.mark.parametrize(
    "markup", ["<span class={1}>1{0}</span>", "<div class='post-{1}'>1{0}</div>", "<p>1{0} {1}</p>"]
)
def test_reactions_of_readers_are_counts(markup: str, name: str) -> None:
    columns = columns_of(cards(*(markup.format(number, name) for number in range(5))))
    assert columns[name] == [f"1{number}" for number in range(5)]


def test_a_column_is_named_after_the_unit_of_its_values() -> None:
    columns = columns_of(
        cards(*(f"<span>{number} beds</span><span>{number + 1} sq ft</span>" for number in range(2, 6)))
    )
    assert (columns["beds"], columns["sq_ft"]) == (["2", "3", "4", "5"], ["3", "4", "5", "6"])


def test_a_word_beside_a_value_is_its_label() -> None:
    cell = "<div><span>By</span> <span>{0}</span></div><div><b>{1}</b> <i>{2}</i></div>"
    names = ("Ann Lee", "Bo Day", "Cy Holt", "Di Ray")
    cells = [cell.format(name, place, "comment" if place == 1 else "comments") for place, name in enumerate(names)]
    columns = columns_of(cards(*cells))
    assert (columns["author"], columns["replies"]) == (list(names), ["0", "1", "2", "3"])


PLACES, OFFICES = ("Aldra", "Benno", "Corla", "Dorma"), ("Mayor", "Clerk", "Warden", "Envoy")


@pytest.mark.parametrize(
    "pair",
    [
        "<div class=field><div class=field__label>{}</div><div class=field__item>{}</div></div>",
        "<div class=lab>{}</div><div class=val>{}</div>",
        "<p><span>{}</span> <em class=x1><a href=/x>{}</a></em></p>",
    ],
)
def test_words_of_one_look_before_values_are_their_labels(pair: str) -> None:
    both = zip(OFFICES, PLACES, strict=True)
    columns = columns_of(cards(*(pair.format("Office", one) + pair.format("Seat", place) for one, place in both)))
    assert (columns["office"], columns["seat"]) == ([*OFFICES], [*PLACES])


@pytest.mark.parametrize("line", ["<ul><li><b>Year</b> {}</li></ul>", "<p><strong>Year</strong> {}</p>"])
def test_a_word_in_an_element_of_its_own_at_the_beginning_of_a_line_is_its_label(line: str) -> None:
    years = ["2016", "2018", "2012", "2019"]
    assert columns_of(cards(*map(line.format, years)))["year"] == years


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        ("<p><b>USD</b> 1{}</p>", "price_currency", "USD"),
        ("<time><b>May</b> 1{} 2024</time>", "date", "May 10 2024"),
        ("<p><b>Of oak</b> {} from the old woods above the river, which no one has cut</p>", "of_oak", None),
    ],
)
def test_a_currency_a_month_and_the_beginning_of_a_sentence_are_no_labels(
    line: str, name: str, value: str | None
) -> None:
    columns = columns_of(cards(*map(line.format, range(4))))
    assert columns.get(name, [None])[0] == value


@pytest.mark.parametrize("badge", ["<span class=label>New</span>", "<span>New</span>", "<i>Neu</i>"])
def test_a_badge_before_a_name_is_no_label(badge: str) -> None:
    entries = (
        f"<li><a href=/p/{n}><h3>{badge} {one} jacket</h3></a><p>$1{n}.00</p></li>" for n, one in enumerate(PLACES)
    )
    columns = columns_of(f"<ul>{''.join(entries)}</ul>")
    assert {"new", "neu"}.isdisjoint(columns)
    assert all(one in (title or "") for one, title in zip(PLACES, columns["title"], strict=True))


@pytest.mark.parametrize("mark", ["Re:", "AW:", "RE :"])
def test_the_mark_of_a_reply_is_no_label(mark: str) -> None:
    topics = [f"{mark} The roof of the {name} desk" for name in OFFICES]
    columns = columns_of(cards(*(f"<p>4 posts</p><p><a href=/t/{n}>{one}</a></p>" for n, one in enumerate(topics))))
    assert topics in columns.values()


@pytest.mark.parametrize("cell", ["<td>", "<td class=cell>"])
def test_the_first_cells_of_a_small_table_in_a_record_are_labels(cell: str) -> None:
    row = f"<tr>{cell}{{}}</td>{cell}{{}}</td></tr>"
    both = zip(OFFICES, PLACES, strict=True)
    tables = (f"<table>{row.format('Office', one)}{row.format('Seat', two)}</table>" for one, two in both)
    columns = columns_of(cards(*tables))
    assert (columns["office"], columns["seat"]) == ([*OFFICES], [*PLACES])


@pytest.mark.parametrize(
    "pair", ["<p><i>{1}</i> <span class=lab>{0}</span></p>", "<p class=val>{1}</p><p class=lab>{0}</p>"]
)
def test_words_of_one_look_below_values_are_their_labels(pair: str) -> None:
    cells = (pair.format("Office", one) + pair.format("Seat", two) for one, two in zip(OFFICES, PLACES, strict=True))
    columns = columns_of(cards(*cells))
    assert (columns["office"], columns["seat"]) == ([*OFFICES], [*PLACES])


def test_words_behind_numbers_are_not_the_labels_of_the_next_ones() -> None:
    said = "<p><b>{}</b> <i>replies</i> <b>{}</b> <i>views</i> <span class=last>{}</span></p>"
    columns = columns_of(cards(*(said.format(one + 2, 20 + one * 7, name) for one, name in enumerate(OFFICES))))
    assert (columns["replies"], columns["views"]) == (["2", "3", "4", "5"], ["20", "27", "34", "41"])


@pytest.mark.parametrize("words", ["<b>Fast</b><b>Cheap</b><i>{}</i>", "<b>Fast</b><i>{}, {}</i><b>Cheap</b>"])
def test_words_without_a_value_of_their_own_are_no_labels(words: str) -> None:
    columns = columns_of(cards(*(f"<p>{words.format(*both)}</p>" for both in zip(OFFICES, PLACES, strict=True))))
    assert {"fast", "cheap"}.isdisjoint(columns)


@pytest.mark.parametrize("mark", [" | ", " · ", " <i>|</i> ", "•"])
@pytest.mark.parametrize("label", ["{}: ", "<b>{}:</b> "])
def test_labelled_values_in_one_line_are_columns(mark: str, label: str) -> None:
    lines = (
        mark.join(label.format(name) + value for name, value in (("Ref", f"24/{n}"), ("Seat", place)))
        for n, place in enumerate(PLACES)
    )
    columns = columns_of(cards(*(f"<p class=metaInfo>{line}</p>" for line in lines)))
    assert (columns["ref"], columns["seat"]) == ([f"24/{n}" for n in range(4)], [*PLACES])


@pytest.mark.parametrize("heading", ["<h3><a href=/p/{0}>{1}</a></h3>", "<a href=/p/{0}><h2>{1}</h2></a>"])
def test_a_heading_made_of_the_values_below_it_is_the_title(heading: str) -> None:
    titles = [f"{number} bedroom house for sale in {place}" for number, place in enumerate(PLACES, 2)]
    parts = "<ul><li>{0} bedroom</li><li>house</li></ul><p class=place>{1}</p><b>£{0}85,000</b>"
    shown = "".join(
        f"<li>{heading.format(number, title)}{parts.format(number, place)}</li>"
        for number, (title, place) in enumerate(zip(titles, PLACES, strict=True), 2)
    )
    assert columns_of(f"<main><h1>Homes</h1><ul class=homes>{shown}</ul></main>")["title"] == titles


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("<h3><a href=/p/{0}>{1}</a> <a class=count href=/p/{0}#talk><i>{0}</i></a></h3>", "{1}"),
        ("<h3><a href=/p/{0}>{1}</a> <span class=n>{0}</span></h3>", "{1}"),
        ("<h3><a href=/p/{0}>{1} <span class=n>{0}</span></a></h3>", "{1} {0}"),
        ("<h3><a href=/p/{0}>{1}</a> <span class=n>in {0}</span></h3>", "{1} in {0}"),
    ],
)
def test_a_counter_beside_the_link_of_a_heading_is_not_of_the_title(heading: str, shown: str) -> None:
    titles = [f"The council of {place} plans a road" for place in PLACES]
    entries = [(7 * number, title) for number, title in enumerate(titles, 1)]
    items = "".join(f"<li>{heading.format(*entry)}<p>It opens in {entry[0]} weeks.</p></li>" for entry in entries)
    columns = columns_of(f"<main><h1>News</h1><ul class=news>{items}</ul></main>")
    assert columns["title"] == [shown.format(*entry) for entry in entries]


FACTS = (("Name", "Old Mill"), ("Built", "1803"), ("Price per night", "€80.00"), ("Owner", "Town of Alder"))


@pytest.mark.parametrize("head", ["<h1>The mill</h1>", "<h1>The mill</h1><p>A mill at the lower end of the town.</p>"])
def test_labels_and_values_of_one_thing_are_one_record(head: str) -> None:
    rows = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in FACTS)
    columns = columns_of(f"<body><main>{head}<table>{rows}</table></main>")
    assert columns == {
        "name": ["Old Mill"], "built": ["1803"], "price_per_night": ["€80.00"], "owner": ["Town of Alder"],
    }  # fmt: skip


@pytest.mark.parametrize("name", ["state-published url", "published", "url", "entry-date"])
def test_a_class_that_names_what_a_link_does_not_say_takes_no_title_away(name: str) -> None:
    notes = ("Courses for all", "A new day nursery", "Vaccines from today", "Books on the square")
    details = ("Cleaning of the halls", "Building of a nursery", "Upkeep of the hospital", "Price of all the food")
    items = (
        f"<li><span><a href=/n/{n} class='{name}'>{one}</a></span><span class=documentPublished>1{n}/03/2024</span>"
        f"<span class=documentModified>changed 2{n}/03/2024 09:30</span><p class=description>{details[n]}.</p></li>"
        for n, one in enumerate(notes)
    )
    columns = columns_of(f"<main><h1>News</h1><ul>{''.join(items)}</ul></main>")
    assert columns["title"] == [*notes]
    assert columns["date"][0] == "10/03/2024"
