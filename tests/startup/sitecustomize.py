"""Compiled patterns are kept for the next processes that tests start: to compile them is a quarter of a short command.

Python imports this module as a process starts, since ``tests/conftest.py`` names its folder in PYTHONPATH.
"""

import atexit
import marshal
import os
import sys
from contextlib import suppress
from pathlib import Path
from re import _compiler  # type: ignore[attr-defined]
from threading import RLock
from types import SimpleNamespace
from typing import Any

KEPT = Path(__file__).resolve().parents[2] / ".pytest_cache" / f"patterns-{sys.hexversion:x}"
MANY = 50
"""New patterns that are worth writing: a few are those of a test."""
sre, compile_anew = _compiler._sre, _compiler.compile
kept: dict[tuple[Any, int], tuple[Any, ...]] = {}
new: list[tuple[Any, int]] = []
lock = RLock()


def compile_once(pattern: Any, flags: int = 0) -> Any:
    """What ``re`` makes of a pattern that it does not remember."""
    key = (pattern, int(flags))
    if type(pattern) not in (str, bytes):
        return compile_anew(pattern, flags)
    with lock:  # another thread must not see the compiler that only notes what it is given
        return compile_known(key, pattern, flags)


def compile_known(key: tuple[Any, int], pattern: Any, flags: int) -> Any:
    """The same with what was compiled before."""
    if key not in kept:
        made: list[tuple[Any, ...]] = []
        _compiler._sre = SimpleNamespace(**vars(sre) | {"compile": lambda *given: made.append(given)})
        try:
            compile_anew(pattern, flags)
        finally:
            _compiler._sre = sre
        text, found, code, *rest = made[0]
        kept[key] = (text, int(found), list(map(int, code)), *rest)
        new.append(key)
    return sre.compile(*kept[key])


def write() -> None:
    """Keep what this process compiled, unless it ran tests, whose patterns no other asks for."""
    if len(new) >= MANY and "pytest" not in sys.modules:
        scratch = KEPT.with_suffix(f".{os.getpid()}")
        scratch.write_bytes(marshal.dumps(kept))
        scratch.replace(KEPT)


if KEPT.parent.is_dir():
    if KEPT.is_file():
        with suppress(EOFError, ValueError, TypeError):  # damaged: all is compiled anew
            kept = marshal.loads(KEPT.read_bytes())  # noqa: S302 - written above
    _compiler.compile = compile_once
    atexit.register(write)
