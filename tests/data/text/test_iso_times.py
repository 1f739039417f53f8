"""Times of posts in ISO 8601; nothing is guessed."""

from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from iawce.data.text.times import iso_times

FETCHED = "2020-05-10T12:00:00+00:00"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("07.06.2020, 18:59", "2020-06-07T18:59:00"),
        ("Thu, Jun 23 '05, 7:14 PM", "2005-06-23T19:14:00"),
        ("11-August-2011 16:02", "2011-08-11T16:02:00"),
        ("Sam 27 Juil 2019 14:05", "2019-07-27T14:05:00"),
        ("21.09.14 09:41", "2014-09-21T09:41:00"),
        ("2014年3月5日 12:14", "2014-03-05T12:14:00"),
        ("2000-02-06T00:00:00-06:00", "2000-02-06T00:00:00-06:00"),
        ("Apr 22, 2020 12:04 AM", "2020-04-22T00:04:00"),
        ("Apr 22, 2020", "2020-04-22"),
        ("Thu 21-Nov-19 10:53:49", "2019-11-21T10:53:49"),
        ("12/Mar/24", "2024-03-12"),
        ("21-Nov-1", ""),
        ("Sunday 8th March", ""),
        ("11:43pm On Apr 23", ""),
        ("05.03.2022 10:10:22 UTC+03:00", "2022-03-05T10:10:22+03:00"),
        ("Sat, 5 Mar 2022 10:10:22 -0330", "2022-03-05T10:10:22-03:30"),
        ("March 5, 2022 at 1:10 PM GMT+2", "2022-03-05T13:10:00+02:00"),
        ("5 March 2022, 10:10 (UTC)", "2022-03-05T10:10:00+00:00"),
        ("3 May 2024 10:30 -14:00", "2024-05-03T10:30:00"),
        ("5 March 2022 10:10-11:30", "2022-03-05T10:10:00"),
        ("5 March 2022 10:10 -12 votes", "2022-03-05T10:10:00"),
        ("5 March 2022 10:10 GMT+99", "2022-03-05T10:10:00"),
    ],
)
def test_a_time_is_read_as_far_as_the_page_has_it(written: str, expected: str) -> None:
    assert iso_times([[written]]) == [expected]


def test_the_order_of_day_and_month_is_not_guessed() -> None:
    assert iso_times([["04/05/2020"]]) == [""]
    assert iso_times([["04/05/2020"], ["04/25/2020"]]) == ["2020-04-05", "2020-04-25"]
    assert iso_times([["04/05/2020"], ["25/05/2020"]]) == ["2020-05-04", "2020-05-25"]
    assert iso_times([["04/05/2020"]], "fr") == ["2020-05-04"]
    assert iso_times([["05/05/2020"]]) == ["2020-05-05"]


def test_the_order_of_posts_decides_the_order_of_day_and_month() -> None:
    assert iso_times([["01/12/2020"], ["02/01/2020"], ["02/11/2020"]]) == ["2020-01-12", "2020-02-01", "2020-02-11"]


def test_machine_readable_times_have_priority() -> None:
    assert iso_times([["2014-07-22T16:42+01:00", "22.07.14"], []]) == ["2014-07-22T16:42:00+01:00", ""]


@pytest.mark.parametrize(
    ("written", "language", "expected"),
    [
        ("3 hours ago", "en", "2020-05-10T09:00:00"),
        ("vor 3 Stunden", "de", "2020-05-10T09:00:00"),
        ("vor 3 Std.", "de", "2020-05-10T09:00:00"),
        ("3 год. тому", "uk", "2020-05-10T09:00:00"),
        ("1 год назад", "ru", "2019-05-10"),
        ("2 napja", "hu", "2020-05-08"),
        ("gestern 14:24", "de-DE", "2020-05-09T14:24:00"),
        ("昨天 14:24", "zh", "2020-05-09T14:24:00"),
        ("il y a 2 jours", "fr", "2020-05-08"),
        ("3時間前", "ja", "2020-05-10T09:00:00"),
        ("3 小時前", "zh-TW", "2020-05-10T09:00:00"),
        ("3시간 전", "ko", "2020-05-10T09:00:00"),
        ("2일전", "ko", "2020-05-08"),
        ("어제 14:24", "ko", "2020-05-09T14:24:00"),
        ("3 ชั่วโมงที่แล้ว", "th", "2020-05-10T09:00:00"),
        ("5 นาทีที่ผ่านมา", "th", "2020-05-10T11:55:00"),
        ("5d", "", "2020-05-05"),
        ("2 dias atrás", "pt", "2020-05-08"),
        ("5 uur geleden", "nl", "2020-05-10T07:00:00"),
        ("3 mo. ago", "en", "2020-02-10"),
        ("wczoraj, 14:24", "pl", "2020-05-09T14:24:00"),
    ],
)
def test_relative_times_count_from_when_the_page_was_fetched(written: str, language: str, expected: str) -> None:
    assert iso_times([[written]], language, FETCHED) == [expected]
    assert iso_times([[written]], language) == [""]


PARTS = [
    "12",
    "5",
    "²",
    "٣",
    "2020",
    "'05",
    "/",
    ".",
    "-",
    ":",
    " ",
    "T",
    "Z",
    "+09:00",
    "ago",
    "前",
    "昨天",
    "pm",
    "Jan",
]
TEXTS = st.lists(st.lists(st.sampled_from(PARTS), max_size=8).map("".join), max_size=3)


@settings(max_examples=25)  # a library that reads relative times takes milliseconds for one
@given(TEXTS, st.sampled_from(["", "en", "zh-CN", "x"]))
def test_any_text_gives_a_time_or_none(texts: list[str], language: str) -> None:
    (found,) = iso_times([texts], language, FETCHED)
    assert not found or datetime.fromisoformat(found)
