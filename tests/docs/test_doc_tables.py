"""The docs show what the code knows; ``pytest tests/docs --write-docs`` writes it anew."""

import pytest

from tests.conftest import ROOT
from tests.docs.doc_tables import PAGES


@pytest.mark.parametrize("name", PAGES)
def test_the_file_is_what_the_registries_say(name: str, write_docs: bool) -> None:
    path, page = ROOT / "docs" / name, PAGES[name]()
    if write_docs:
        path.write_text(page, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == page, "run: pytest tests/docs --write-docs"
