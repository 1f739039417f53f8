"""What the header ``X-Robots-Tag`` asks of this program."""

import pytest

from iawce.data.network.robots import robots_requests


@pytest.mark.parametrize(
    ("header", "asked"),
    [
        ("", ""),
        ("noindex, NoFollow", "noindex,nofollow"),
        ("otherbot: noindex, nofollow", ""),
        ("IAWCE: nofollow", "nofollow"),
        ("otherbot: none, iawce: nofollow", "nofollow"),
        ("*: nofollow", "nofollow"),
        ("otherbot: none\nnofollow", "nofollow"),
        ("unavailable_after: 25 Jun 2030 15:00, nofollow", "unavailable_after: 25 jun 2030 15:00,nofollow"),
        ("max-snippet: 20, none", "max-snippet: 20,none"),
        (":,, :x", ":,:x"),
    ],
)
def test_requests_to_all_and_to_this_program_count(header: str, asked: str) -> None:
    assert robots_requests(header, "iawce") == asked
