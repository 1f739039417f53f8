"""The map of the code: docs/code.svg is drawn from the code, and its tables name what exists."""

import re

from tests.conftest import ROOT
from tests.module_map import PAGES, calls_of, draw_way, entered


def test_the_picture_shows_the_way_of_an_article() -> None:
    calls = calls_of(ROOT / "tests" / "pages" / PAGES["article"] / "source.html")
    assert entered(calls)[0] == "extract/pipeline/extractor"
    drawn = (ROOT / "docs" / "code.svg").read_text(encoding="utf-8")
    assert drawn == draw_way(calls), "python -m bench modules --keep draws it anew"


def test_every_folder_and_module_that_the_map_names_exists() -> None:
    text = (ROOT / "docs" / "code.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:data|models|train|extract|evaluate|serve|scripts|bench|tests)/[\w/.*]*)`", text)
    assert len(named) > 20
    assert [name for name in named if not list(ROOT.glob(name.rstrip("/")))] == []
