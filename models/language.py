"""The language of a text, by the naive Bayes model of py3langid, which counts sequences of bytes.

Source: Lui and Baldwin 2012, "langid.py: An Off-the-shelf Language Identification Tool" (ACL, demonstrations); the
weights are those of py3langid 0.4, trained again for 139 languages. Deviation: of a long text, slices from all parts
are read, so that the language of most of a page decides, even if its first paragraphs are in another one.
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from iawce.models.language_arrays import read_arrays

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

LANGUAGES = frozenset(
    """
    ace af am an ar ary arz as az ba bcl be bg bn br bs ca crh cs cy da de dz el en eo es et eu ext fa fi fo fr fuv
    fy ga gcf gcr gd gl gom grc gu gug guw ha hbo he hi hr ht hu hy id ig is it ja jv ka kab kik kk km kn ko ku ky
    la lb lg lij ln lo lt ltg lv mg mk ml mn mr ms mt my ne nl nn no nso oc om or pa pcm pl ps pt qu ro ru rw sa sdh
    se si sk sl sn so sq sr st sv sw ta te tg th tk tl tr tt ug uk ur uz uzs vec vi vo wa wuu xh yo yue zh zu
    """.split()  # noqa: SIM905 - a line each would be long
)
"""The languages of the model: codes of ISO 639, with two letters where there is one. ``no`` is Bokmål."""
NO_WORDS = "zxx"
"""ISO 639 for text without language: numbers, names of files."""
SLICES, SLICE = 8, 125
"""Number of slices of a long text that are read, and characters of each."""
LEAST_CONFIDENCE = 0.15
"""Confidence below which no language is given; chosen on half of the sites (docs/lab/corpus.md)."""
SHORT = 50
"""Letters below which a text without a sure language is too short."""


class Language(NamedTuple):
    """A language and its confidence, 0 to 1; if it is unknown (empty), ``why``: too_short, no_words or not_sure."""

    code: str = ""
    confidence: float = 0.0
    why: str = ""


def identify_language(text: str, least: float = LEAST_CONFIDENCE) -> Language:
    """The language of most of a text; takes the same time for any length.

    Args:
        text: of any length.
        least: confidence below which no language is given.
    """
    sample = _sample(text)
    code, confidence = _identifier().classify(sample)
    if code in LANGUAGES and confidence >= least:
        return Language(code, round(confidence, 4))
    letters = sum(map(str.isalpha, sample))
    if not letters or (code == NO_WORDS and confidence >= least):
        return Language(why="no_words")
    return Language(why="too_short" if letters < SHORT else "not_sure")


def _sample(text: str) -> str:
    """The text, or slices of it at equal distances, the first and the last characters among them."""
    if len(text) <= SLICES * SLICE:
        return text
    step = (len(text) - SLICE) / (SLICES - 1)
    return "\n".join(text[start : start + SLICE] for start in (int(number * step) for number in range(SLICES)))


@cache
def _identifier() -> "LanguageIdentifier":
    """The model, without the unpacking into a temporary file that its library does at each start."""
    from py3langid.langid import MODEL_DIR, MODEL_FILE, LanguageIdentifier  # noqa: PLC0415 - only rows need it

    model = read_arrays(MODEL_DIR / MODEL_FILE)
    moves, rows, outputs = (model[name].data for name in ("nextmove", "nextmove_row", "out_feat"))
    classes = model["classes"].tolist()
    return LanguageIdentifier(model["ptc"], model["pc"], classes, moves, outputs, tk_row=rows, norm_probs=True)
