"""The language of texts: what they are in, whatever stands before or in them, and nothing where that is a guess."""

import pytest
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from iawce.data.page import Html
from iawce.extract import Extractor
from iawce.models.language import LANGUAGES, NO_WORDS, identify_language

ENGLISH = "The baker opens at six, and by seven most of the bread is gone. "
GERMAN = "Der Bäcker öffnet um sechs Uhr, und um sieben ist das meiste Brot schon verkauft. "
TEXTS = {
    "en": ENGLISH,
    "de": GERMAN,
    "fr": "Le boulanger ouvre à six heures, et à sept heures presque tout le pain est vendu.",
    "ja": "パン屋は六時に開き、七時にはほとんどのパンが売り切れます。",
    "zh": "面包店六点开门,到七点钟大部分面包就卖完了。",
    "ko": "빵집은 여섯 시에 문을 열고 일곱 시면 빵이 거의 다 팔립니다.",
    "ru": "Пекарня открывается в шесть часов, а к семи почти весь хлеб уже продан.",
    "ar": "يفتح الخباز في الساعة السادسة، وفي السابعة يكون معظم الخبز قد بيع.",
    "th": "ร้านขนมปังเปิดตอนหกโมงเช้า และพอถึงเจ็ดโมงขนมปังก็เกือบหมดแล้ว",
}


def test_the_languages_are_those_of_the_model() -> None:
    assert set(LanguageIdentifier.from_model_file(MODEL_FILE).labels) - {NO_WORDS} == LANGUAGES


@pytest.mark.parametrize("code", TEXTS)
def test_a_sentence_shows_its_language(code: str) -> None:
    found = identify_language(TEXTS[code])
    assert (found.code, found.why) == (code, "")
    assert 0.15 <= found.confidence <= 1


@pytest.mark.parametrize(
    ("text", "why"),
    [("Home", "too_short"), ("", "no_words"), ("12 345 678, 90.1\n" * 99, "no_words"), ("¿?", "no_words")],
)
def test_no_language_is_given_by_chance(text: str, why: str) -> None:
    assert identify_language(text) == ("", 0.0, why)


def test_a_foreign_beginning_does_not_decide() -> None:
    assert identify_language(ENGLISH * 20 + GERMAN * 80).code == "de"


def test_a_row_has_the_language_of_its_content_beside_the_one_that_the_page_claims() -> None:
    with Extractor(render="never", page_type="article") as extractor:
        row = extractor.extract(Html(f"<html lang=en-GB><title>Brot</title><h1>Brot</h1><p>{GERMAN * 5}"))
        short = extractor.extract(Html("<html lang=en><p>Bread"))
    assert (row.language, row.metadata.in_language) == ("de", "en-GB")
    assert row.language_confidence > 0.9
    assert (short.language, short.language_confidence) == ("", 0)
    assert "no_language/too_short" in map(str, short.warnings)
