"""Pieces of the content for retrieval: bounded, under one heading each, cut where a reader would cut, nothing lost."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.dom.words import count_words
from iawce.data.page import Html
from iawce.extract import Extraction, Extractor
from iawce.extract.output.chunks import cut_text
from iawce.extract.pipeline.settings import ExtractSettings

PAGES = sorted((Path(__file__).parents[2] / "pages").glob("*/source.html"))


def extract(source: Path | Html, most: int, **settings: str) -> Extraction:
    wanted = ExtractSettings(chunk_words=most, method=settings.pop("method", "body"), **settings)  # type: ignore[arg-type]
    with Extractor(render="never", settings=wanted, page_type="article") as extractor:
        return extractor.extract(source)


def letters(*texts: str) -> str:
    return "".join("".join(text.split()) for text in texts)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_pieces_are_bounded_and_lose_nothing(path: Path) -> None:
    for most in (7, 60):
        row = extract(path, most)
        assert letters(*(chunk.text for chunk in row.chunks)) == letters(row.text)
        assert all(chunk.places and chunk.words == count_words(chunk.text) for chunk in row.chunks)
        too_long = [chunk for chunk in row.chunks if chunk.words > most]
        assert all(chunk.text in chunk.headings or chunk.text == row.title for chunk in too_long)


SECTIONS = """<title>Bread</title><h1>Bread</h1><p>What it is.</p><h2>Flour</h2><p>White flour. Rye flour, too.</p>
<ul><li>wheat<li>rye</ul><h3>Rye</h3><p>Dark.</p><h2>Water</h2><table><tr><th>Cold<th>8<tr><th>Warm<th>20</table>"""


def test_a_chunk_has_the_headings_above_it() -> None:
    found = [(chunk.headings, chunk.text) for chunk in extract(Html(SECTIONS), 50).chunks]
    assert found == [
        (("Bread",), "Bread\n\nWhat it is."),
        (("Bread", "Flour"), "Flour\n\nWhite flour. Rye flour, too.\n\n- wheat\n- rye"),
        (("Bread", "Flour", "Rye"), "Rye\n\nDark."),
        (("Bread", "Water"), "Water\n\nCold\t8\nWarm\t20"),
    ]


def test_lists_and_tables_that_fit_are_whole_and_sentences_too() -> None:
    found = [chunk.text for chunk in extract(Html(SECTIONS), 4).chunks]
    assert found[1:4] == ["Flour\n\nWhite flour.", "Rye flour, too.", "- wheat\n- rye"]
    assert found[5:] == ["Water", "Cold\t8\nWarm\t20"]
    assert "- wheat" in [chunk.text for chunk in extract(Html(SECTIONS), 1).chunks]


def test_places_are_those_of_paragraphs_lists_and_tables() -> None:
    last = extract(Html(SECTIONS), 50).chunks[1]
    assert [place.path.rpartition("/")[2] for place in last.places] == ["h2[1]", "p[2]", "ul"]


def test_without_the_option_there_are_none() -> None:
    assert extract(Html(SECTIONS), 0).chunks == ()


@given(st.text(alphabet="ab .!?。\n字", max_size=80), st.integers(1, 6))
def test_any_text_is_cut_into_pieces_that_are_the_text(text: str, most: int) -> None:
    pieces = list(cut_text(text, most))
    assert "".join(pieces) == text
    assert all(count_words(piece) <= most for piece in pieces)


def test_sentences_stay_whole_where_they_fit() -> None:
    text = "One two. Three four five six! “Seven eight?” Nine"
    assert [piece.strip() for piece in cut_text(text, 4)] == ["One two.", "Three four five six!", "“Seven eight?” Nine"]
    assert list(cut_text("一二。三四五。", 4)) == ["一二。", "三四五。"]
