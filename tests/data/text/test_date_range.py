"""Ranges of days, of which month and year may be written once."""

import pytest

from iawce.data.text.times import date_range

MAY = ("2025-05-12", "2025-05-14")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("12–14 May 2025", MAY),
        ("May 12-14, 2025", MAY),
        ("Mon 12 to Wed 14 May 2025", MAY),
        ("12.-14. Mai 2025", MAY),
        ("12 al 14 de mayo de 2025", MAY),
        ("du 12 au 14 mai 2025", MAY),
        ("28.04. - 02.05.2025", ("2025-04-28", "2025-05-02")),
        ("3./4. Mai 2025", ("2025-05-03", "2025-05-04")),
        ("28 April - 2 May 2025", ("2025-04-28", "2025-05-02")),
        ("April 28 - May 2, 2025", ("2025-04-28", "2025-05-02")),
        ("Dec 30, 2024 – Jan 2, 2025", ("2024-12-30", "2025-01-02")),
        ("2025-05-12 to 2025-05-14", MAY),
        ("Mo., 12.05.2025 – Mi., 14.05.2025", MAY),
        ("Mo 12.05.2025 bis Mi 14.05.2025", MAY),
        ("Mo, 12.05. – Mi, 14.05.2025", MAY),
        ("12.05.2025, 10:00 Uhr – 14.05.2025, 18:00 Uhr", MAY),
        ("Mon 12 May 2025, 10:00 – Wed 14 May 2025, 18:00", MAY),
        ("May 12, 2025 @ 10:00 am - May 14, 2025 @ 5:00 pm", MAY),
        ("Mar 28 - 29, 2026", ("2026-03-28", "2026-03-29")),
    ],
)
def test_both_days_of_a_range(text: str, days: tuple[str, str]) -> None:
    assert date_range(text) == days


@pytest.mark.parametrize(
    "text",
    [
        *("12 May 2025", "2025-05-12", "5/4/2025", "3:00 pm - 6:00 pm", "10-12 people", "14–12 May 2025", "", " - "),
        "12/05/2025 - 14/05/2025",  # of either order
        "Mo., 12.05.2025, 10:00 – 18:00 Uhr",
        "Mon 12 May 2025, 7:30 pm - 9:30 pm",
        "12.05.2025 10:00",
        "2025-05-12T08:30:00-04:00",
        "12.05.2025 (UTC+2)",
        "12–14 " + "May " * 50,
    ],
)
def test_other_texts_are_no_ranges(text: str) -> None:
    assert date_range(text) == ("", "")


def test_the_order_of_the_other_days_holds() -> None:
    assert date_range("05/06/2025 - 07/06/2025", month_first=False) == ("2025-06-05", "2025-06-07")
    assert date_range("05/06/2025 - 05/08/2025", month_first=True) == ("2025-05-06", "2025-05-08")
    assert date_range("05/06/2025 - 07/06/2025") == ("", "")
