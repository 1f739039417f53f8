"""Lets ``python scripts/NAME.py`` run from a bare checkout; imported first by each command when run as a file.

Takes ``scripts/`` off the import path, where its module names would hide others, and makes ``iawce`` the namespace of
the checkout's folders if the project is not installed.
"""

import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

_ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != _ROOT / "scripts"]
if find_spec("iawce") is None:
    _namespace = ModuleType("iawce")
    _namespace.__path__ = [str(_ROOT)]
    sys.modules["iawce"] = _namespace
