"""The arrays of the language model: unpacked once for each user, since xz takes ten times as long as a plain file.

The unpacked file is in the user's cache folder, named by the hash of the packed one; it contains no pickle. Any fault
of it, or of the folder, costs only time: then the packed file is unpacked in memory.
"""

import lzma
import os
import stat
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import numpy as np

from iawce.models.common.record import Arrays

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def read_arrays(packed: Path) -> Arrays:
    """The arrays of ``model.npz.xz`` by name, from the user's cache folder, where they are stored if they are missing.

    Raises:
        OSError: the packed file cannot be read.
    """
    kept = unpacked_file(packed)
    if arrays := _kept_arrays(kept):
        return arrays
    unpacked = unpack_model(packed)
    with suppress(OSError):  # read-only, full, or no folder
        _keep(kept, unpacked)
    return _arrays(BytesIO(unpacked))


def unpack_model(packed: Path) -> bytes:
    """The .npz file in an .npz.xz file.

    Raises:
        OSError: it cannot be read.
    """
    with lzma.open(packed) as file:
        return file.read()


def unpacked_file(packed: Path) -> Path:
    """Path of the unpacked file: in ``$XDG_CACHE_HOME/iawce``, else in ``~/.cache/iawce``; nowhere without a home.

    Raises:
        OSError: the packed file cannot be read.
    """
    told, home = Path(os.environ.get("XDG_CACHE_HOME", "")), Path(os.environ.get("HOME") or os.devnull)
    caches = told if told.is_absolute() else home / ".cache"
    return caches / "iawce" / f"languages-{sha256(packed.read_bytes()).hexdigest()[:16]}.npz"


def _kept_arrays(kept: Path) -> Arrays:
    """The arrays of the unpacked file; none where it is missing, another user may have written it, or it is damaged."""
    try:
        state = kept.stat()
        if not stat.S_ISREG(state.st_mode) or state.st_mode & OTHERS_WRITE or state.st_uid != os.geteuid():
            return {}
        with kept.open("rb") as file:
            arrays = _arrays(file)
        return arrays if _fit(arrays) else {}
    except Exception:  # noqa: BLE001 - zip, zlib and NumPy raise what they like for damage; the packed file is whole
        return {}


def _arrays(file: IO[bytes]) -> Arrays:
    """All arrays of an .npz file; the CRC-32 of each is checked."""
    with np.load(file, allow_pickle=False) as arrays:
        return dict(arrays)


def _fit(arrays: Arrays) -> bool:
    """Whether the arrays belong together: one column a language, one feature and one row of moves a state."""
    features, languages = arrays["ptc"].shape
    states = len(arrays["nextmove_row"])
    return bool(
        arrays["pc"].shape == arrays["classes"].shape == (languages,)
        and arrays["out_feat"].shape == (states,)
        and arrays["out_feat"].max() < features
        and arrays["nextmove_row"].max() < arrays["nextmove"].size // 256
    )


def _keep(kept: Path, unpacked: bytes) -> None:
    """Write the file whole, for its owner alone; of processes that do so at once, the last one's stays.

    Raises:
        OSError: it cannot be written.
    """
    kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(dir=kept.parent, prefix=".new.", ignore_cleanup_errors=True) as scratch:
        whole = Path(scratch) / kept.name
        whole.touch(mode=0o600)
        whole.write_bytes(unpacked)
        whole.replace(kept)
