from importlib import import_module

import pytest

from iawce.data.errors import EnvironmentMissing
from iawce.data.extras import needing


def test_an_absent_library_is_named_with_what_installs_it() -> None:
    with (
        pytest.raises(EnvironmentMissing, match=r"training needs no_such_library: pip install 'iawce\[train\]'"),
        needing("train", "training"),
    ):
        import_module("no_such_library")


def test_a_module_of_our_own_that_is_absent_is_a_defect() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"iawce\.nothing"), needing("train", "training"):
        import_module("iawce.nothing")
