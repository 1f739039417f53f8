"""Records of real shops and boards against those that selectors name."""

from pathlib import Path

import pytest

from bench.mirrored_records import Found, measure

pytestmark = pytest.mark.corpus


@pytest.mark.parametrize(("site", "records"), [("theshoebox", 81)])
def test_records_of_a_mirrored_site_are_those_that_selectors_name(shared: Path, site: str, records: int) -> None:
    found = sum((found for _, found in measure(shared / "sites", site)), Found())
    assert found.wanted == records
    assert found.f1 >= 0.95, found
    assert found.items.rate >= 0.95, found
