"""The language model in the user's cache folder: the same from there, and whatever is wrong there costs no language."""

import lzma
import os
import resource
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from py3langid.langid import MODEL_DIR, MODEL_FILE

from iawce.models import language
from iawce.models.common.record import Arrays
from iawce.models.language import identify_language, read_arrays, unpacked_file

TEXTS = {
    "The baker opens at six, and by seven most of the bread is gone.": "en",
    "Der Bäcker öffnet um sechs Uhr, und um sieben ist das meiste Brot schon verkauft.": "de",
    "パン屋は六時に開き、七時にはほとんどのパンが売り切れます。": "ja",
    "ร้านขนมปังเปิดตอนหกโมงเช้า และพอถึงเจ็ดโมงขนมปังก็เกือบหมดแล้ว": "th",
    "12 345 678": "",
}
MODEL: dict[str, NDArray[Any]] = {
    "ptc": np.arange(60, dtype=np.float16).reshape(20, 3),
    "pc": np.zeros(3, np.float32),
    "classes": np.array(["de", "en", "th"]),
    "nextmove": np.zeros(2 * 256, np.uint32),
    "nextmove_row": np.array([0, 1, 1], np.uint16),
    "out_feat": np.array([-1, 7, 19], np.int32),
}
"""A model of two features and three states, in place of the one with 100,000 of each."""


@pytest.fixture
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of this test's own, not yet there."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    return tmp_path / "caches"


@pytest.fixture
def packed(tmp_path: Path, caches: Path) -> Path:
    """The small model as it is shipped."""
    assert not caches.exists()
    unpacked = BytesIO()
    np.savez(unpacked, allow_pickle=False, **MODEL)
    path = tmp_path / "model.npz.xz"
    path.write_bytes(lzma.compress(unpacked.getvalue()))
    return path


@pytest.fixture
def unpackings(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What is unpacked from now on."""
    files: list[Path] = []
    unpack_model = language.unpack_model

    def counted(packed: Path) -> Arrays:
        files.append(packed)
        return unpack_model(packed)

    monkeypatch.setattr(language, "unpack_model", counted)
    return files


def is_model(arrays: Arrays) -> bool:
    return arrays.keys() == MODEL.keys() and all(
        np.array_equal(arrays[name], array) and arrays[name].dtype == array.dtype for name, array in MODEL.items()
    )


def test_the_same_languages_are_identified_from_the_cache(caches: Path, unpackings: list[Path]) -> None:
    found = []
    for _ in ("unpacked", "from the cache"):
        language._identifier.cache_clear()
        found.append([identify_language(text) for text in TEXTS])
    assert found[0] == found[1]
    assert [language.code for language in found[1]] == list(TEXTS.values())
    packed = MODEL_DIR / MODEL_FILE
    assert unpackings == [packed]
    assert list((caches / "iawce").iterdir()) == [unpacked_file(packed)]


def test_the_file_is_its_owner_s(caches: Path, packed: Path, unpackings: list[Path]) -> None:
    mask = os.umask(0)
    try:
        assert is_model(read_arrays(packed))
        assert is_model(read_arrays(packed))
    finally:
        os.umask(mask)
    assert (caches / "iawce").stat().st_mode & 0o777 == 0o700
    assert unpacked_file(packed).stat().st_mode & 0o777 == 0o600
    assert unpackings == [packed]


def replace_by(**arrays: NDArray[Any]) -> Callable[[Path], object]:
    content = BytesIO()
    np.savez(content, allow_pickle=True, **arrays)
    return lambda path: path.write_bytes(content.getvalue())


HARMS: dict[str, Callable[[Path], object]] = {
    "cut": lambda path: os.truncate(path, path.stat().st_size // 2),
    "emptied": lambda path: os.truncate(path, 0),
    "text": lambda path: path.write_bytes(b"not a model"),
    "no array": replace_by(),
    "one array": replace_by(ptc=np.zeros(3)),
    **{f"{name} of objects": replace_by(**MODEL | {name: array.astype(object)}) for name, array in MODEL.items()},
    "fewer features": replace_by(**MODEL | {"ptc": MODEL["ptc"][:9]}),
    "more states": replace_by(**MODEL | {"nextmove_row": np.zeros(4, np.uint16)}),
    "fewer moves": replace_by(**MODEL | {"nextmove": np.zeros(256, np.uint32)}),
    "fewer languages": replace_by(**MODEL | {"classes": np.array(["de", "en"])}),
    "written by the group": lambda path: path.chmod(0o620),
    "written by all": lambda path: path.chmod(0o602),
}


def test_the_same_arrays_make_the_same_file(packed: Path) -> None:
    read_arrays(packed)
    whole = unpacked_file(packed).read_bytes()
    replace_by(**MODEL)(unpacked_file(packed))
    assert unpacked_file(packed).read_bytes() == whole


@pytest.mark.parametrize("harm", HARMS)
def test_a_file_that_is_not_as_it_was_written_is_replaced(packed: Path, harm: str) -> None:
    read_arrays(packed)
    kept = unpacked_file(packed)
    whole = kept.read_bytes()
    HARMS[harm](kept)
    assert is_model(read_arrays(packed))
    assert (kept.read_bytes(), kept.stat().st_mode & 0o777) == (whole, 0o600)


def test_no_damaged_byte_changes_an_array(packed: Path) -> None:
    read_arrays(packed)
    kept = unpacked_file(packed)
    whole = kept.read_bytes()
    for place in range(0, len(whole), 37):
        kept.write_bytes(whole[:place] + bytes([whole[place] ^ 0x5A]) + whole[place + 1 :])
        assert is_model(read_arrays(packed)), place


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_of_another_user_is_replaced(packed: Path) -> None:
    read_arrays(packed)
    os.chown(unpacked_file(packed), 4711, -1)
    assert is_model(read_arrays(packed))
    assert unpacked_file(packed).stat().st_uid == 0


def test_a_folder_in_place_of_the_file_is_left(packed: Path) -> None:
    unpacked_file(packed).mkdir(parents=True)
    assert is_model(read_arrays(packed))
    assert unpacked_file(packed).is_dir()


@contextmanager
def full_disk() -> Iterator[None]:
    """No file can have more than a kilobyte."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_on_a_full_disk_the_model_is_there_and_nothing_stays_of_its_file(caches: Path, packed: Path) -> None:
    with full_disk():
        assert is_model(read_arrays(packed))
    assert list((caches / "iawce").iterdir()) == []


@pytest.mark.parametrize("place", [os.devnull, "/proc/self"])
def test_a_cache_folder_that_cannot_be_written_costs_no_language(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", place)
    language._identifier.cache_clear()
    assert {text: identify_language(text).code for text in TEXTS} == TEXTS


@pytest.mark.parametrize(
    ("cache_home", "home", "expected"),
    [
        ("/caches", "/home/me", "/caches/iawce"),
        ("", "/home/me", "/home/me/.cache/iawce"),
        ("relative", "/home/me", "/home/me/.cache/iawce"),
        ("", "", f"{os.devnull}/.cache/iawce"),
    ],
)
def test_the_place_is_that_of_the_user_s_caches(
    packed: Path, monkeypatch: pytest.MonkeyPatch, cache_home: str, home: str, expected: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", cache_home)
    monkeypatch.setenv("HOME", home)
    assert unpacked_file(packed).parent == Path(expected)


def test_another_model_has_another_file(packed: Path, tmp_path: Path) -> None:
    (tmp_path / "other.xz").write_bytes(b"other")
    assert unpacked_file(tmp_path / "other.xz").name != unpacked_file(packed).name


def test_several_may_unpack_at_once(caches: Path, packed: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert all(map(is_model, pool.map(read_arrays, [packed] * 40)))
    assert list((caches / "iawce").iterdir()) == [unpacked_file(packed)]
