"""The documentation stays short: the pages in ``docs/`` and the README. What is generated, the fields of rows, and
``docs/lab/`` do not count."""

import re

from tests.conftest import ROOT

MAX_WORDS, MAX_OF_README = 15_000, 1_000
GENERATED = {"settings.md", "methods.md"}
REFERENCE = re.compile(r"<!-- table: .*?<!-- end -->|^\| field \| type \| meaning \|\n(?:\|[^\n]*\n)+", re.S | re.M)


def words(text: str) -> int:
    """Words of a page: what stands between blanks and has a letter or digit."""
    return sum(any(char.isalnum() for char in word) for word in REFERENCE.sub("", text).split())


def test_the_pages_are_short() -> None:
    pages = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}
    assert pages.keys() > GENERATED
    assert sum(words(text) for name, text in pages.items() if name not in GENERATED) <= MAX_WORDS


def test_the_readme_is_short() -> None:
    assert words((ROOT / "README.md").read_text(encoding="utf-8")) <= MAX_OF_README
