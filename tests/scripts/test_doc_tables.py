"""The docs show what the code knows."""

import pytest

from iawce.scripts.doc_tables import PAGES
from tests.conftest import ROOT


@pytest.mark.parametrize("name", PAGES)
def test_the_file_is_what_the_registries_say(name: str) -> None:
    written = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), "run: python scripts/doc_tables.py"
