from pathlib import Path

import pytest

from iawce.data.sinks.sink import Row
from iawce.extract import Extractor


@pytest.fixture(scope="session")
def rows(pages: Path) -> list[Row]:
    """Rows of all our pages, and one of a failure, as a command would write them."""
    sources: list[Path | bytes] = [*sorted(pages.glob("*/source.html")), b"%PDF-1.4"]
    found = [row.to_dict() for row in Extractor(render="never").extract_many(sources)]
    assert {row["status"] for row in found} >= {"success", "failure"}
    return found
