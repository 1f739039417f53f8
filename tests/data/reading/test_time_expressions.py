"""Time expressions as forums write them."""

import pytest

from iawce.data.reading.time_expressions import cut_time, holds_time


@pytest.mark.parametrize(
    "text",
    [
        "2014-12-26 12:14", "发表于 2014-12-26 12:14", "昨天 14:24", "半小时前", "3 分钟前", "2014年12月26日",
        "刚刚", "12 Jan 2018, 12:15", "August 19, 2013", "Thursday 23rd April", "Yesterday at 5:40 PM",
        "3 hours ago", "an hour ago", "21. Apr 2020, 19:40", "18. Dezember 2019", "vor 3 Stunden",
        "gestern, 12:30", "8 janv. 2018 15:33", "il y a 2 jours", "hace 5 minutos", "3 de mayo de 2019",
        "5 минут назад", "вчера, 10:15", "12 мая 2016", "2020年4月3日", "5時間前", "2011-12-03T17:27:18-05:00",
        "11:43pm On Apr 23", "Sat, Jun 18 '05, 10:24 AM", "16.04.14 08:40", "2d",
    ],
)  # fmt: skip
def test_times(text: str) -> None:
    assert holds_time(text)


@pytest.mark.parametrize(
    "text", ["Posts: 1,204", "marigold", "Version 2.4.1", "42", "may be", "#17", "second to none", "de"]
)
def test_no_times(text: str) -> None:
    assert not holds_time(text)


def test_prose_is_no_time() -> None:
    assert not holds_time(
        "We met at 12:30 and talked about the garden until the sun went down behind the hills of the town."
    )


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("#1 erstellt: 21. Apr 2020, 19:40", "21. Apr 2020, 19:40"),
        ("Posted: Sun Jul 28, 2013 11:59 am", "Sun Jul 28, 2013 11:59 am"),
        ("by marigold » 12 Jan 2018, 12:15", "12 Jan 2018, 12:15"),
        ("Feb 23, 2019", "Feb 23, 2019"),
        ("no time", ""),
    ],
)
def test_the_time_in_a_text(text: str, time: str) -> None:
    assert cut_time(text) == time
