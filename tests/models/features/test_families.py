"""Families of words in names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.models.features.name_families import FAMILIES, families_of

PARTS = st.sampled_from(
    ["ad", "ads", "bio", "tab", "side", "-", "bar", "date", "x", "load", "more", "é", "\n", "Header"]
)


def families(name: str) -> set[str]:
    (bits,) = families_of([name]).tolist()
    return {family for place, family in enumerate(FAMILIES) if bits >> place & 1}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("ad", {"advert"}),
        ("top-ads-2", {"advert"}),
        ("header", {"header"}),
        ("xadate", {"meta"}),
        ("tabio", {"accordion"}),
        ("bio", {"author"}),
        ("biology", set()),
        ("side-bar", {"sidebar"}),
        ("", set()),
    ],
)
def test_a_word_counts_where_nothing_that_begins_before_it_does(name: str, wanted: set[str]) -> None:
    assert families(name) == wanted


@given(st.lists(st.lists(PARTS).map("".join)))
def test_names_are_read_each_by_itself(names: list[str]) -> None:
    assert families_of(names).tolist() == [bits for name in names for bits in families_of([name]).tolist()]
