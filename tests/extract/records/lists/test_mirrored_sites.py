"""Records of real shops and boards against those that selectors name."""

from pathlib import Path

import pytest

from tests.known_sites.site_records import ListScore, read_site_records, site_scores

pytestmark = pytest.mark.corpus


@pytest.mark.parametrize(("site", "records"), [("theshoebox", 81)])
def test_records_of_a_mirrored_site_are_those_that_selectors_name(
    shared: Path, pages: Path, site: str, records: int
) -> None:
    about = read_site_records(pages / "mirrored-records.json")[site]
    found = sum((found for _, found in site_scores(shared / "sites", site, about)), ListScore())
    assert found.wanted == records
    assert found.f1 >= 0.95, found
    assert found.items.rate >= 0.95, found
