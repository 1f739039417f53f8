"""Every page of the documentation is in the navigation of its site, once."""

import re

from tests.conftest import ROOT

DOCS = ROOT / "docs"


def test_the_navigation_names_every_page_once() -> None:
    _, navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")
    pages = sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))
    assert sorted(re.findall(r"\S+\.md", navigation)) == pages
