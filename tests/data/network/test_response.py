"""What answers ask for."""

import pytest

from iawce.data.network.response import retry_after


@pytest.mark.parametrize(
    "value",
    [
        "soon",
        "Mon, 01 Jan 2030 00:00:00 +9999999999999999999",
        "Mon, 01 Jan 99999999999999999999 00:00:00 GMT",
        "Mon, 1 Jan 2030 99999999999999999999:0:0 GMT",
    ],
)
def test_a_time_that_is_none_is_not_waited_for(value: str) -> None:
    assert retry_after(503, {"retry-after": value}) is None
