import shlex
import subprocess
import sys
from importlib import import_module

import pytest

from iawce.data.errors import EnvironmentMissing, installs, needing


def test_an_absent_library_is_named_with_what_installs_it() -> None:
    with (
        pytest.raises(EnvironmentMissing, match=r"training needs no_such_library: .+ pip install 'iawce\[train\]'"),
        needing("train", "training"),
    ):
        import_module("no_such_library")


def test_a_module_of_our_own_that_is_absent_is_a_defect() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"iawce\.nothing"), needing("train", "training"):
        import_module("iawce.nothing")


def test_an_extra_is_installed_beside_the_interpreter_that_runs() -> None:
    """The pip of the shell may belong to another Python, to which it would add the libraries."""
    program, *words = shlex.split(installs("train"))
    assert words == ["-m", "pip", "install", "iawce[train]"]
    shown = subprocess.run([program, "-c", "import sys; print(sys.prefix)"], capture_output=True, text=True, check=True)  # noqa: S603
    assert shown.stdout.strip() == sys.prefix
