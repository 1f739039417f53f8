"""The language of a text, by the naive Bayes model of py3langid, which counts sequences of bytes.

Source: Lui and Baldwin 2012, "langid.py: An Off-the-shelf Language Identification Tool" (ACL, demonstrations); the
weights are those of py3langid 0.4, trained again for 139 languages. Deviation: of a long text, slices from all parts
are read, so that the language of most of a page decides, even if its first paragraphs are in another one.

The unpacked file, an .npz without pickle, is in the user's cache folder, named by a checksum of the packed one. Any
fault of it, or of the folder, costs only time: then the packed file is unpacked in memory. A packed file that cannot be
read is an ``OSError``.
"""

import lzma
import os
import stat
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import numpy as np

from iawce.models.common.record import Arrays

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
LANGUAGES = frozenset(
    """
    ace af am an ar ary arz as az ba bcl be bg bn br bs ca crh cs cy da de dz el en eo es et eu ext fa fi fo fr fuv
    fy ga gcf gcr gd gl gom grc gu gug guw ha hbo he hi hr ht hu hy id ig is it ja jv ka kab kik kk km kn ko ku ky
    la lb lg lij ln lo lt ltg lv mg mk ml mn mr ms mt my ne nl nn no nso oc om or pa pcm pl ps pt qu ro ru rw sa sdh
    se si sk sl sn so sq sr st sv sw ta te tg th tk tl tr tt ug uk ur uz uzs vec vi vo wa wuu xh yo yue zh zu
    """.split()  # noqa: SIM905 - a line each would be long
)
"""The languages of the model: codes of ISO 639, with two letters where there is one. ``no`` is Bokmål."""
NO_WORDS = "zxx"  # ISO 639 for text without language: numbers, names of files
SLICES, SLICE = 8, 125  # Number of slices of a long text that are read, and characters of each
MIN_CONFIDENCE = 0.15  # Below, no language is given; chosen on half of the sites (docs/lab/crawling-and-runs.md)
SHORT = 50  # Letters below which a text without a sure language is too short


def read_arrays(packed: Path) -> Arrays:
    """The arrays of ``model.npz.xz`` by name, from the user's cache folder, where missing ones are stored."""
    kept = unpacked_file(packed)
    with suppress(Exception):  # NumPy raises what it likes for damage; the packed file is whole
        return _kept_arrays(kept)
    arrays = unpack_model(packed)
    with suppress(OSError):  # read-only, full, or no folder
        _keep(kept, arrays)
    return arrays


def unpack_model(packed: Path) -> Arrays:
    """The arrays in an .npz.xz file."""
    with np.load(BytesIO(lzma.decompress(packed.read_bytes())), allow_pickle=False) as arrays:
        return dict(arrays)


def unpacked_file(packed: Path) -> Path:
    """Path of the unpacked file: in ``$XDG_CACHE_HOME/iawce``, else in ``~/.cache/iawce``; nowhere without a home."""
    cache_home, home = Path(os.environ.get("XDG_CACHE_HOME", "")), Path(os.environ.get("HOME") or os.devnull)
    caches = cache_home if cache_home.is_absolute() else home / ".cache"
    return caches / "iawce" / f"languages-{crc32(packed.read_bytes()):08x}.npz"


def _kept_arrays(kept: Path) -> Arrays:
    """The arrays of the unpacked file; an exception if it is missing, may be another user's work, or is damaged."""
    state = kept.stat()
    if not stat.S_ISREG(state.st_mode) or state.st_mode & OTHERS_WRITE or state.st_uid != os.geteuid():
        raise PermissionError(kept)
    with kept.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
        arrays = dict(file)
    features, languages = arrays["ptc"].shape
    states = len(arrays["nextmove_row"])
    if not (
        arrays["pc"].shape == arrays["classes"].shape == (languages,)
        and arrays["out_feat"].shape == (states,)
        and arrays["out_feat"].max() < features
        and arrays["nextmove_row"].max() < arrays["nextmove"].size // 256
    ):
        raise ValueError("the arrays do not belong together")
    return arrays


def _keep(kept: Path, arrays: Arrays) -> None:
    """Write the file whole, for its owner alone; of processes that do so at once, the last one's stays."""
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(dir=kept.parent, prefix=".new.", ignore_cleanup_errors=True) as scratch:
        whole = Path(scratch) / kept.name
        whole.touch(mode=0o600)
        np.savez(whole, allow_pickle=False, **arrays)
        whole.replace(kept)


class Language(NamedTuple):
    """A language and its confidence, 0 to 1; if it is unknown (empty), ``why``: too_short, no_words or not_sure."""

    code: str = ""
    confidence: float = 0.0
    why: str = ""


def identify_language(text: str) -> Language:
    """The language of most of a text; takes the same time for any length."""
    sample = _sample(text)
    code, confidence = _identifier().classify(sample)
    if code in LANGUAGES and confidence >= MIN_CONFIDENCE:
        return Language(code, round(confidence, 4))
    letters = sum(map(str.isalpha, sample))
    if not letters or (code == NO_WORDS and confidence >= MIN_CONFIDENCE):
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
