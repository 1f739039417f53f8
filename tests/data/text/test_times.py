"""The times in a text: where they stand and what they say."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.text.lexicon.times import NOT_WRITTEN_AT, OF_ANOTHER_THING
from iawce.data.text.times import MAX_LENGTH, TIME, fold, marked, times_in


@pytest.mark.parametrize(
    "text",
    [
        "2014-12-26 12:14", "发表于 2014-12-26 12:14", "昨天 14:24", "半小时前", "3 分钟前", "2014年12月26日",
        "刚刚", "12 Jan 2018, 12:15", "August 19, 2013", "Thursday 23rd April", "Yesterday at 5:40 PM",
        "3 hours ago", "an hour ago", "21. Apr 2020, 19:40", "18. Dezember 2019", "vor 3 Stunden",
        "gestern, 12:30", "8 janv. 2018 15:33", "il y a 2 jours", "hace 5 minutos", "3 de mayo de 2019",
        "5 минут назад", "вчера, 10:15", "12 мая 2016", "2020年4月3日", "5時間前", "2011-12-03T17:27:18-05:00",
        "11:43pm On Apr 23", "Sat, Jun 18 '05, 10:24 AM", "16.04.14 08:40", "2d",
        "令和6年5月1日", "民國113年5月1日", "1 พ.ค. 2567", "3시간 전", "어제 14:24", "3 ชั่วโมงที่แล้ว", "오후 3:05",
        "15時30分", "방금", "12\xa0May\xa02020", "昨天14:24", "5h ago", "22 בפברואר 2026",
        "5 januara", "21. februara", "5. aprīlis", "12 tháng 3, 2024", "12 thg 3 2024",
        "5 mo. ago", "3 giorni fa", "2 dias atrás", "há 5 horas", "3 dagen geleden", "5 godzin temu", "2 timmar sedan",
        "3 dage siden", "3 dager siden", "3 dagar sedan", "vor 2 Sekunden", "hace 2 segundos", "před 2 sekundami",
        "2 minuten geleden", "2 minuuttia sitten", "2 mins ago", "5 sec ago",
        "il y a 3 h", "il y a 2 j", "vor 3 Std.", "vor 2 Tg.", "hace 3 h", "před 3 h", "5 мин. назад", "2 ч назад",
        "1 godz. temu", "3 t. siden", "3 tim sedan", "2 sett. fa", "3 gg fa", "1 h 5 min. temu", "2 d 3 h ago",
        "3 órája", "5 perccel ezelőtt", "πριν από 3 ώρες", "πριν 5 λεπτά",
        "3 gün önce", "před 5 hodinami", "3 päivää sitten", "5 годин тому", "acum 3 zile", "منذ 3 أيام",
        "منذ ساعة", "۳ روز پیش", "לפני 3 ימים", "3 ngày trước", "3 hari yang lalu", "gisteren om 10:15", "igår 10:15",
    ],
)  # fmt: skip
def test_times(text: str) -> None:
    assert times_in(text).is_stamp


@pytest.mark.parametrize(
    "text",
    [
        "Posts: 1,204",
        "24 lis",
        "iPhone 12 Pro 2020",
        "marigold",
        "Version 2.4.1",
        "42",
        "may be",
        "#17",
        "second to none",
        "de",
        "4.2 out of 5 stars",
        "10.0.0.11",
        "9.5/10",
        "3DES",
        "v0.1.10-beta",
        "2nd gen",
        "3일 전시회",
        "令和の橋",
        "방금 도착",
        "330 xi sedan",
        "4 door sedan",
        "Il y a 2 ministres",
        "hace 2 secuelas",
        "vor 2 Sekten",
        "3 sections ago",
        "2 minors ago",
        "5 tags ago",
        "5 naps ago",
        "il y a 2 jobs",
        "vor 5 Stück",
        "hace 3 m de nieve",
        "3 órája van",
        "3 pessoas atrás",
        "há pessoas",
        "2h30",
        "Version 3.12",
        "18 में",
        "5 मेरे",
        "18 mac mini",
        "۵ آب معدنی",
    ],
)
def test_no_times(text: str) -> None:
    assert not times_in(text).is_stamp


@pytest.mark.parametrize("text", ["2-1 20:45", "0/0 20:45", "21-18 20:45"])
def test_a_score_before_a_clock_is_no_day(text: str) -> None:
    assert times_in(text).written == "20:45"


def test_prose_is_no_time() -> None:
    assert not times_in(
        "We met at 12:30 and talked about the garden until the sun went down behind the hills of the town."
    ).is_stamp


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("#1 erstellt: 21. Apr 2020, 19:40", "21. Apr 2020, 19:40"),
        ("Posted: Sun Jul 28, 2013 11:59 am", "Sun Jul 28, 2013 11:59 am"),
        ("by marigold » 12 Jan 2018, 12:15", "12 Jan 2018, 12:15"),
        ("Feb 23, 2019", "Feb 23, 2019"),
        ("a year and 2 years 25 weeks ago", "2 years 25 weeks ago"),
        ("mailman-2097 January 8, 2025, 3:14am 18", "January 8, 2025, 3:14am"),
        ("Deadwing88, Feb 23, 2019", "Feb 23, 2019"),
        ("Today at 02:59:56 AM", "Today at 02:59:56 AM"),
        ("fred 2012-01-27 12:27 UTC", "2012-01-27 12:27 UTC"),
        ("Ann\n   Feb   23, 2019", "Feb 23, 2019"),
        ("18 lis 2010, 20:35", "18 lis 2010, 20:35"),
        ("03-12 10:15", "03-12 10:15"),
        ("12.03., 10:15:22", "12.03., 10:15:22"),
        ("am 03/12 10:15 von Ann", "03/12 10:15"),
        ("3.12 to 10:15", "10:15"),
        ("Monday at 10:15 AM", "Monday at 10:15 AM"),
        ("Posted lundi à 10:15", "lundi à 10:15"),
        ("Freitag um 10:15 Uhr", "Freitag um 10:15"),
        ("the Monday talk, 10:15", "10:15"),
        ("le 12 mars 2024 à 10h15", "12 mars 2024 à 10h15"),
        ("12/03/2024 às 8h05", "12/03/2024 às 8h05"),
        ("12 mars 2024 2h30", "12 mars 2024"),
        ("at 10:15 a.m. or so", "10:15 a.m."),
        ("no time", ""),
    ],
)
def test_the_time_in_a_text(text: str, time: str) -> None:
    assert times_in(text).written == time


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("on Wed, Jul 24, 2013", "2013-07-24"),
        ("五月 24, 2026", "2026-05-24"),
        ("5月 17 2020", "2020-05-17"),
        ("5월 7, 2020", "2020-05-07"),
        ("08:58, 14 November 2016", "2016-11-14"),
        ("Mar 30 Avr 2019, 19:48", "2019-04-30"),
        ("12 March 1954", "1954-03-12"),
        ("03.05.2024", "2024-05-03"),
        ("25/12/2024", "2024-12-25"),
        ("٣ مايو ٢٠٢٤", "2024-05-03"),
        ("２０２４年５月３日", "2024-05-03"),
        ("令和6年5月3日（金）", "2024-05-03"),
        ("平成31年（2019年）4月30日", "2019-04-30"),
        ("令和元年5月1日", "2019-05-01"),
        ("民國 113 年 5 月 3 日", "2024-05-03"),
        ("3 พ.ค. 2567", "2024-05-03"),
        ("3 พ.ค. 67", "2024-05-03"),
        ("๓ พฤษภาคม พ.ศ. ๒๕๖๗", "2024-05-03"),
        ("03/05/2567", "2024-05-03"),
        ("3 ພຶດສະພາ 2024", "2024-05-03"),
        ("2024년 5월 3일(금)", "2024-05-03"),
        ("04/05/2024", ""),
        ("3 May 2024 – 5 May 2024", ""),
        ("Sale until 3 May 2024", ""),
        ("1934 this week", ""),
        ("3 days ago", ""),
    ],
)
def test_a_text_that_is_a_date(text: str, day: str) -> None:
    assert times_in(text).whole_day() == day


def test_a_text_of_two_numbers_is_a_date_if_their_order_is_known() -> None:
    assert times_in("04/05/2024").whole_day(month_first=True) == "2024-04-05"
    assert times_in("04/05/2024").whole_day(month_first=False) == "2024-05-04"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("ថ្ងៃទី៣ ខែឧសភា ឆ្នាំ២០២៤", "2024-05-03"),
        ("၂၀၂၄ ခုနှစ်၊ မေလ ၃ ရက်", "2024-05-03"),
        ("เผยแพร่ 3 พฤษภาคม 2567 เวลา 10:30 น.", "2024-05-03"),
        ("13 máj, 2008 - 20:41", "2008-05-13"),
        ("štvrtok 16. októbra 2008", "2008-10-16"),
        ("3. listopadu 2008", "2008-11-03"),
        ("2010. márc. 5.", "2010-03-05"),
        ("3 Ara 2010, 20:35", "2010-12-03"),
        ("5 d’abril de 2010", "2010-04-05"),
        ("18 lis 2010, 20:35", ""),
        ("3 พ.ค. 1099", ""),
        ("令和6年13月3日", ""),
    ],
)
def test_the_day_of_a_text(text: str, day: str) -> None:
    assert times_in(text).day() == day


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("下午3:05", "15:05:00"),
        ("午後3時05分", "15:05:00"),
        ("오전 12시 5분", "00:05:00"),
        ("15時30分", "15:30:00"),
        ("午後15:30", "15:30:00"),
        ("25時30分", None),
    ],
)
def test_the_time_of_the_day(text: str, clock: str | None) -> None:
    found = times_in(text).clock
    assert (found.isoformat() if found else None) == clock


PARTS = [
    *("1", "12", "2024", "²", "٣", "５", "İ", "-", "/", ".", ":", ",", " ", "\n", "T", "年", "月", "日", "前", "昨天"),
    *("令和", "民國", "元", "พ.ค.", "67", "2567", "시", "분", "오후", "어제", "전", "시간", "時", "分", "မေ"),
    *("may", "Mar", "days", "ago", "an hour", "vor", "heute", "il y a", "pm", "'05", "of"),
]


@given(st.lists(st.sampled_from(PARTS), max_size=40).map("".join))
def test_times_stand_in_their_text_one_after_the_other(text: str) -> None:
    times = times_in(text)
    places = [place for span in times.spans for place in (span.start, span.end)]
    assert all(0 <= place <= len(times.text) for place in places)
    assert all(before.end <= after.end for before, after in pairwise(times.spans))
    assert not times.spans or times.written


@given(st.lists(st.sampled_from(PARTS), max_size=20).map("".join))
def test_no_time_is_without_a_mark(text: str) -> None:
    if TIME.search(fold(text)):
        assert marked(["", text, "x"]).tolist() == [False, True, False]


@given(st.text(max_size=50))
def test_a_folded_text_is_as_long_as_the_text(text: str) -> None:
    assert len(fold(text)) == len(text)


def test_the_beginning_of_a_long_text_is_read() -> None:
    assert times_in("3 May 2024 " * MAX_LENGTH).text == ("3 May 2024 " * MAX_LENGTH)[:MAX_LENGTH].strip()
    assert not times_in("x" * MAX_LENGTH + " 3 May 2024").spans
    assert not times_in("1" * 1_000_000).spans


@pytest.mark.parametrize(
    "day",
    ["Monday", "Mon", "Tues.", "mardi", "Mer", "dim.", "Samstag", "Do", "miércoles", "sexta-feira", "sabato", "fredag",
     "czwartek", "perşembe", "keskiviikko", "Пт", "среда", "недеља"],
)  # fmt: skip
def test_the_day_of_the_week_belongs_to_a_date(day: str) -> None:
    assert times_in(f"{day}, 4 March 2026").written == f"{day}, 4 March 2026"


@pytest.mark.parametrize(
    "name", ["Mora", "Thomas", "Sanders", "Frank", "Weber", "Diaz", "Miller", "Saturnino", "Montag-Lee"]
)
def test_a_name_that_begins_like_a_day_of_the_week_belongs_to_no_date(name: str) -> None:
    assert times_in(f"By {name}, 4 March 2026").written == "4 March 2026"


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("3. listopada 2008.", "hr", "2008-10-03"),
        ("3 listopada 2008", "pl-PL", "2008-11-03"),
        ("3 listopada 2008", "en", ""),
        ("5 lip 2010, 20:35", "hr-HR", "2010-06-05"),
        ("5 lip 2010, 20:35", "pl", "2010-07-05"),
        ("18 srp 2010", "cs", "2010-08-18"),
    ],
)
def test_the_language_decides_what_a_name_of_two_months_means(text: str, language: str, day: str) -> None:
    assert times_in(text).day(language=language) == day


@pytest.mark.parametrize("before", ["Expires: ", "This offer expires at midnight on ", "Offer expires Friday, "])
def test_the_end_of_an_offer_is_not_the_time_of_writing(before: str) -> None:
    assert OF_ANOTHER_THING.search(before)
    assert NOT_WRITTEN_AT.search(before)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("Wed Mar 31 07:24:32 CDT 2010", "2010-03-31T07:24:32"),
        ("Sat Mar  6 07:24:32 2010", "2010-03-06T07:24:32"),
        ("posted Sat Mar  6 07:24:32 UTC 2010", "2010-03-06T07:24:32+00:00"),
        ("Mar 31 07:24:32 -0500 2010", "2010-03-31T07:24:32-05:00"),
        ("Mar 31 27:24:32 2010", "2010-03-31"),
    ],
)
def test_the_time_of_the_day_between_day_and_year(text: str, time: str) -> None:
    times = times_in(text)
    assert (times.day(), times.has_clock, len(times.spans)) == (time, True, 1)
