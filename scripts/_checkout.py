"""Lets ``python scripts/NAME.py`` run from a bare checkout; imported first by each command when run as a file.

Takes ``scripts/`` off the import path, whose names would hide others, and makes the checkout ``iawce`` if needed.
"""

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != _ROOT / "scripts"]
if find_spec("iawce") is None:
    _file = _ROOT / "package" / "__init__.py"
    _spec = spec_from_file_location("iawce", _file, submodule_search_locations=[str(_ROOT)])
    assert _spec and _spec.loader  # noqa: S101 - a file that is there
    sys.modules["iawce"] = module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules["iawce"])


def run(file: str) -> None:
    """Run the command of a file as a module of the package: what it defines is then known by one name."""
    verb = Path(file).stem
    import_module("iawce.scripts.program").run_command(getattr(import_module(f"iawce.scripts.{verb}"), verb))
