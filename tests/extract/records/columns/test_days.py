"""Days and ranges of days in columns."""

import pytest

from iawce.extract.records.columns.roles import person
from tests.extract.records.columns.made_lists import cards, columns_of
from tests.extract.records.columns.test_roles import NAMES, rows


@pytest.mark.parametrize("day", ["5 May 2024", "2024-05-05", "5. Mai 2024"])
def test_a_day_that_all_records_share_is_their_date_though_it_leads_to_each(day: str) -> None:
    assert rows(*(f"<a href=/p/{n}>{day}</a>" for n in range(5)))["date"] == [day] * 5


def test_numbers_that_all_records_share_are_values_and_days_that_differ_say_more() -> None:
    assert rows(*(f"<a href=/p/{n}#c>0 comments</a>" for n in range(5)))["replies"] == ["0"] * 5
    published = [f"{1 + n} March 2020" for n in range(5)]
    cells = (f"<a href=/p/{n}><time>{day}</time> <time>9 May 2024</time></a>" for n, day in enumerate(published))
    assert rows(*cells)["date"] == published


def test_a_mean_is_a_rating_and_a_day_is_none() -> None:
    columns = rows(*(f"<span>4.{n}5 avg rating — 1,20{n} ratings</span>" for n in range(5)))
    assert (columns["rating"][0], columns["rating_count"][1]) == ("4.05", "1201")
    assert rows(*(f"<span>{n} reviews</span> / <span>4.{n} average</span>" for n in range(3, 8)))["rating"][2] == "4.5"
    assert "rating" not in rows(*(f"<time>3/{n}/2026</time>" for n in range(4, 9)))


def test_days_of_delivery_are_no_dates() -> None:
    assert "date" not in rows(*(f"<div class=ship>FREE delivery <b>Wed, Mar {n}</b></div>" for n in range(11, 16)))
    assert "location" not in rows(*(f"<div>Get it by Thu, Mar {n}</div>" for n in range(11, 16)))


@pytest.mark.parametrize(
    "end",
    [
        "<i>Ends Dec {0}</i>",
        "<i>Valid until: <b>Dec {0}, 2025</b></i>",
        "<i>Expires</i><b>12/{0}/2025</b>",
        "<i>Bewerbungsfrist</i><b>{0}.12.2025</b>",
        "<i>Anmeldeschluss: {0}.12.2025</i>",
    ],
)
@pytest.mark.parametrize("day", ["", "<time>Nov {0}, 2025</time>"])
def test_the_last_day_of_an_offer_is_not_its_date(end: str, day: str) -> None:
    shown = rows(*(f"{end}{day}".format(n) for n in range(21, 26)))
    assert shown.get("date") == ([f"Nov {n}, 2025" for n in range(21, 26)] if day else None)


def test_a_range_has_its_first_and_its_last_day() -> None:
    said = ("12–14 May 2025", "28.04. - 02.05.2025", "May 3-4, 2025", "9 May 2025", "1 to 5 June 2025")
    columns = columns_of(cards(*(f"<span class=date>{text}</span>" for text in said)))
    assert columns["date"] == ["2025-05-12", "2025-04-28", "2025-05-03", "9 May 2025", "2025-06-01"]
    assert columns["date_end"] == ["2025-05-14", "2025-05-02", "2025-05-04", None, "2025-06-05"]


@pytest.mark.parametrize(
    "said",
    [
        "Mo, 1{0}.05. – Mi, 2{0}.05.2025",
        "Mon 1{0} May 2025, 10:00 – Wed 2{0} May 2025, 18:00",
        "1{0}/05/2025 - 2{0}/05/2025",
        "0{0}/05/2025 - 2{0}/05/2025",
    ],
)
def test_a_range_may_have_days_of_the_week_and_times_and_the_order_of_the_others(said: str) -> None:
    columns = rows(*(f"<p class=x1>{said.format(number)}</p>" for number in range(1, 6)))
    assert columns["date_end"] == [f"2025-05-2{number}" for number in range(1, 6)]
    assert columns["date"] == [f"2025-05-{(said[:2] == '0{' and '0') or '1'}{number}" for number in range(1, 6)]


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ("<ul><li>Opens: 1{0} March 2024<li>Closes: 1{0} May 2024</ul>", "closes"),
        ("<dl><dt>First published<dd>1{0} March 2024<dt>Last updated<dd>1{0} May 2024</dl>", "last_updated"),
        ("<p>Published <time>1{0} March 2024</time></p><p>Updated <time>1{0} May 2024</time></p>", "updated"),
        ("<p><time>1{0} March 2024</time></p><p>1{0} May 2024</p>", "day"),
        ("<p>Received: 1{0} March 2024 | Validated: 1{0} May 2024</p>", "validated"),
    ],
)
def test_another_day_of_a_record_is_another_value(lines: str, name: str) -> None:
    columns = rows(*(lines.format(number) for number in range(5)))
    assert columns["date"] == [f"1{number} March 2024" for number in range(5)]
    assert columns[name] == [f"1{number} May 2024" for number in range(5)]


@pytest.mark.parametrize("again", ["2024-03-1{0}", "1{0} March 2024", "1{0}/3/2024", "{0} days ago"])
def test_the_same_day_in_other_words_is_left_out(again: str) -> None:
    line = "<p><time>1{0} March 2024</time></p><p><time>" + again + "</time></p>"
    assert [*rows(*(line.format(number) for number in range(5)))] == ["title", "link", "date"]


def test_times_of_the_day_are_no_text() -> None:
    said = ("3:00 pm - 6:00 pm", "9:00 am - 11:00 am", "11:30 am - 12:15 pm", "1:30 pm - 2:15 pm", "10:00 am - 1:00 pm")
    columns = columns_of(cards(*(f"<p>{text}</p>" for text in said)))
    assert columns["time"] == list(said)
    assert "text" not in columns


@pytest.mark.parametrize("said", ["1{}:30 Uhr", "1{}.00–19.30 Uhr", "1{}h30"])
def test_a_time_of_the_day_may_have_the_word_for_it_behind_it(said: str) -> None:
    times = [said.format(number) for number in range(5)]
    assert columns_of(cards(*(f"<p>{text}</p>" for text in times)))["time"] == times


@pytest.mark.parametrize("attribute", ["title", "datetime"])
def test_a_day_in_an_attribute_of_the_element_around_a_link(attribute: str) -> None:
    days = [f"2024-03-0{day}" for day in range(1, 6)]
    cells = [
        f"<span class=age {attribute}={day}T10:00:00><a href=/item/{hours}>{hours} hours ago</a></span>"
        for hours, day in enumerate(days, 3)
    ]
    assert columns_of(cards(*cells))["date"] == days


@pytest.mark.parametrize(
    "said", ["by Ada Holm on March 27, 2019", "Ada Holm on 18 May 2016", "par Ada Holm le 3 mars 2020"]
)
def test_a_name_has_no_word_of_the_day_after_it(said: str) -> None:
    assert person(said) == "Ada Holm"


@pytest.mark.parametrize("day", ["Mar {}, 2025", "{} Mar 2025", "Mar {}", "March {}, 2025", "{} March 2025"])
@pytest.mark.parametrize("part", ["span", "time datetime=2025-03-1{}", "div class=day"])
def test_a_day_stays_a_date_in_the_card_without_an_author(day: str, part: str) -> None:
    said = [f"<{part.format(n)}>{day.format(10 + n)}</{part.split(maxsplit=1)[0]}>" for n in range(5)]
    by = [f"<span>By {name}</span> " if place != 2 else "" for place, name in enumerate(NAMES)]
    columns = rows(*(f"<p>{name}{text}</p>" for name, text in zip(by, said, strict=True)))
    assert columns["date"] == [
        f"2025-03-1{n}" if "datetime" in part and "2025" not in day else day.format(10 + n) for n in range(5)
    ]
    assert columns["author"] == [None if place == 2 else name for place, name in enumerate(NAMES)]


@pytest.mark.parametrize(
    "said",
    [
        "<time datetime='2025-05-1{n}'><span>May 1{n} @ 9:00 am</span> - <span>10:30 am</span></time>",
        "<time datetime='2025-05-1{n}T09:00:00Z'><b>1{n}</b><span>May</span></time>",
        "<div><time datetime='2025-05-1{n}'><strong>1{n}</strong><span>May</span></time></div>",
        "<span title='2025-05-1{n} 09:00'><span>1{n} May</span> <span>at 9:00 am</span></span>",
    ],
)
def test_a_day_in_an_attribute_of_the_element_around_the_parts_of_a_time(said: str) -> None:
    assert rows(*(f"<p>{said.format(n=n)}</p>" for n in range(5)))["date"] == [f"2025-05-1{n}" for n in range(5)]


@pytest.mark.parametrize(
    ("said", "time"),
    [
        (
            "<time datetime=2025-05-1{n}><span>1{n}. Mai @ 19:{n}5</span> - <span>22:{n}0</span></time>",
            "19:{n}5 - 22:{n}0",
        ),
        (
            "<time datetime=2025-05-1{n}><span>May 1{n} @ 9:{n}0 am</span> - <span>5:{n}0 pm</span></time>",
            "9:{n}0 am - 5:{n}0 pm",
        ),
        ("<time datetime=2025-05-1{n}>May 1{n}, 9:{n}0 am - 5 pm</time>", "9:{n}0 am"),
        ("<time datetime=2025-05-1{n}T09:00>May 1{n} @ 9:{n}0 am</time>", "9:{n}0 am"),
        ("<span>May 1{n}, 2025 @ 6:{n}0 pm</span> - <span>9:{n}0 pm</span>", "6:{n}0 pm - 9:{n}0 pm"),
        ("<span>1{n}.05.2025, 18:{n}0</span>–<span>21:{n}0 Uhr</span>", "18:{n}0 - 21:{n}0 Uhr"),
        ("Mon 1{n} May 2025, 10:00 – Wed 2{n} May 2025, 18:{n}0", "10:00 - 18:{n}0"),
        ("<span>May 1{n}, 2025</span> <span>6:{n}0 pm</span>", "6:{n}0 pm"),
        ("<b>May 1{n}, 2025 6:{n}0 pm</b>", None),
        ("May 1{n}, 2025", None),
    ],
)
def test_the_time_of_an_event_has_its_start_too(said: str, time: str | None) -> None:
    columns = rows(*(f"<p>{said.format(n=n)}</p>" for n in range(5)))
    assert columns.get("time") == (time and [time.format(n=n) for n in range(5)])
    assert "more" not in columns


def test_the_length_of_a_recording_is_no_end_of_it() -> None:
    columns = rows(*(f"<p><span>1{n} May 2025, 10:00</span> <span>{n + 3}2:11</span></p>" for n in range(5)))
    assert not any("-" in (time or "") for time in columns.get("time", []))


def test_a_time_without_one_of_the_day_before_it_stays() -> None:
    said = ("May 10 @ 9:00 am", "May 11", "May 12 @ 9:15 am", "May 13", "May 14 @ 7:00 pm")
    cells = (f"<p><time datetime=2025-05-1{n}>{text}</time> – <i>8:{n}0 pm</i></p>" for n, text in enumerate(said))
    assert rows(*cells)["time"] == [
        "9:00 am - 8:00 pm", "8:10 pm", "9:15 am - 8:20 pm", "8:30 pm", "7:00 pm - 8:40 pm"
    ]  # fmt: skip


def test_a_day_in_an_attribute_of_an_element_with_other_content_is_none_of_a_time_in_it() -> None:
    boxes = (
        f"<div title='2024-05-1{n}'><span>{name} wrote on</span> <span>May 1{n}</span> <p>A sturdy old desk</p></div>"
        for n, name in enumerate(NAMES)
    )
    assert rows(*boxes)["date"] == [f"May 1{n}" for n in range(5)]


@pytest.mark.parametrize(
    "said",
    [
        "<time datetime=2025-05-12>12 May</time> – <time datetime=2025-05-14>14 May</time>",
        "<span>12 May 2025</span> – <span>14 May 2025</span>",
        "<span>From 12 May 2025</span><br><span>To 14 May 2025</span>",
        "<time datetime=2025-05-12>May 12-14</time>",
    ],
)
def test_a_range_over_several_elements_or_with_its_year_in_an_attribute(said: str) -> None:
    others = ("17", "20", "21", "23")
    single = (f"<time datetime=2025-05-{day}>{day} May 2025</time>" for day in others)
    columns = rows(*(f"<p>{one}</p>" for one in (said, *single)))
    assert (columns["date"][0], columns["date_end"]) == ("2025-05-12", ["2025-05-14", None, None, None, None])


def test_two_days_without_a_word_or_dash_between_them_are_no_range() -> None:
    assert "date_end" not in rows(*(f"<p><b>1{n} May 2025</b>, <i>2{n} May 2025</i></p>" for n in range(5)))
    updated = (f"<p><time>1{n} May 2025</time> – updated <time>2{n} May 2025</time></p>" for n in range(5))
    assert "date_end" not in rows(*updated)


@pytest.mark.parametrize(
    "said",
    [
        "By {} | May 1{n}, 2025",
        "May 1{n}, 2025 by {}",
        "Posted by {} on May 1{n}, 2025",
        "Posted on September 1{n}, 2025 by {}",
        "By {} <time>May 1{n}, 2025</time>",
        "Von {} am 1{n}.05.2025",
    ],
)
def test_a_text_with_a_day_may_name_the_author_too_and_is_no_text(said: str) -> None:
    columns = rows(*(f"<p>{said.format(name, n=n)}</p><p>A desk for two</p>" for n, name in enumerate(NAMES)))
    assert columns["author"] == [*NAMES]
    assert (columns["date"][0] or "").startswith(("May 10", "September 10", "10.05"))
    assert "text" not in columns


@pytest.mark.parametrize("said", ["May 1{n}, 2025 · 4 min read", "Posted on May 1{n}, 2025", "May 1{n}, 2025 in News"])
def test_other_words_beside_a_day_are_no_author(said: str) -> None:
    assert "author" not in rows(*(f"<p>{said.format(n=n)}</p>" for n in range(5)))


@pytest.mark.parametrize("last", ["30+ days ago", "Posted 30+ days ago", "12+ hours ago"])
def test_more_than_some_days_ago_is_a_date_too(last: str) -> None:
    said = ["3 days ago", "1 week ago", "2 days ago", "5 days ago", last]
    dates = rows(*(f"<p><span>Oslo, Norway</span> <span>{one}</span></p>" for one in said))["date"]
    assert dates == [*said[:4], last.removeprefix("Posted ")]
    assert "date" not in rows(*(f"<p>{n}+ days of use</p>" for n in range(5)))


@pytest.mark.parametrize(
    "line",
    [
        "<a href=/p/{0}><time class='published updated' datetime={1}>{0} Tháng Sáu, 2020</time></a>",
        "<p>{2} <time datetime={1}>ngày {0} của tháng sáu</time></p>",
        "<time class=entry-date datetime={1}T10:00:00+07:00>{0} ta’ Ġun tas-sena 2020</time>",
    ],
)
def test_a_time_in_any_language_is_the_date_alone(line: str) -> None:
    columns = rows(*(line.format(n, f"2020-06-{n}", name) for n, name in enumerate(NAMES, 11)))
    assert columns["date"] == [f"2020-06-{n}" for n in range(11, 16)]
    assert not any(
        "2020" in (text or "") or "sáu" in (text or "") for name in {*columns} - {"date"} for text in columns[name]
    )


@pytest.mark.parametrize("updated", ["", "<time class=updated datetime=2021-06-{0}>{1} years</time>"])
@pytest.mark.parametrize("given", ["", " content=2020-06-{0}"])
def test_the_time_that_a_relative_one_stands_for_is_the_date(updated: str, given: str) -> None:
    line = f"<a href=/p/{{0}}><time datetime=2020-06-{{0}}{given}>{{1}} years</time>{{2}} ago</a>"
    others = (updated.format(n, 5) if n % 2 else "" for n in range(11, 16))
    columns = rows(*(line.format(n, n - 6, other) for n, other in enumerate(others, 11)))
    assert columns["date"] == [f"2020-06-{n}" for n in range(11, 16)]


def test_a_text_around_a_time_is_a_value_of_its_own() -> None:
    line = "<p>The ferry was seen at the old port on <time datetime=2020-06-{0}>June {0}</time> by {1}</p>"
    columns = rows(*(line.format(n, name) for n, name in enumerate(NAMES, 11)))
    assert any("old port" in (values[0] or "") for values in columns.values())


@pytest.mark.parametrize(
    "lengths", [("24:31", "31:07", "5:12", "8:45", "1:02:19"), ("42:10", "75:00", "61:30", "33:33", "9:59")]
)
def test_the_length_of_a_recording_is_no_date(lengths: tuple[str, ...]) -> None:
    said = rows(*(f"<b>{length}</b> <i>{n} weeks ago</i>" for n, length in enumerate(lengths, 2)))
    assert said["date"] == [f"{n} weeks ago" for n in range(2, 7)]
    assert "date" not in rows(*(f"<b>{length}</b>" for length in lengths))


PLACES = ("Oslo, Frogner", "Bergen, Laksevåg", "Hamar", "Oslo, Grünerløkka", "Narvik")


@pytest.mark.parametrize(
    "line", ["{1} - {0} June 2024", "{1} · {0} June 2024", "{0} June 2024 | {1}", "{1} – {0} days ago"]
)
def test_what_stands_beside_a_date_behind_a_sign_is_a_value_of_its_own(line: str) -> None:
    columns = rows(*(f"<p class=date>{line.format(n, place)}</p>" for n, place in enumerate(PLACES, 11)))
    assert columns["date"] == [f"{n} {'days ago' if 'ago' in line else 'June 2024'}" for n in range(11, 16)]
    assert columns["location"] == [*PLACES]
    columns = rows(*(f"<p>{line.format(n, f'{n - 10} min read')}</p>" for n in range(11, 16)))
    assert columns["min_read"] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("line", ["Posted - {0} June 2024", "{0} June 2024", "{0} June 2024 - 2{0} June 2024"])
def test_a_word_beside_all_dates_is_no_value(line: str) -> None:
    columns = rows(*(f"<p>{line.format(n)}</p>" for n in range(1, 6)))
    assert not {*columns} - {"title", "link", "date", "date_end"}
