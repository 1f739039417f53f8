"""Every regular expression of the product takes time that grows with the text, whatever the text is."""

import gc
import re
from collections.abc import Iterator

import pytest

from tests.module_map import ROOMS
from tests.patterns.attacks import find_costly
from tests.patterns.collected import patterns


@pytest.fixture(autouse=True)
def no_garbage_collection() -> Iterator[None]:
    """It would count as work of a pattern."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("room", ROOMS)
def test_every_pattern_is_linear(room: str) -> None:
    found = {
        f"{module}: {pattern.pattern!r}": costly
        for pattern, (module, methods) in patterns().items()
        if module.startswith(f"iawce.{room}.") and (costly := find_costly(pattern, methods))
    }
    assert found == {}


def test_the_patterns_are_those_of_the_product() -> None:
    rooms = [module.split(".")[1] for module, _ in patterns().values()]
    assert len(rooms) > 500
    assert set(rooms) == set(ROOMS)


@pytest.mark.parametrize(
    "costly",
    [
        r"(?:a+)+b", r"\s+$", r"<a.*?>", r"(?:foo ?)+bar", rb"\s*=",
        *(pytest.param(one, marks=pytest.mark.slow) for one in (r"\s*[:;]", r"(\w|\d)*!", r"[\w.]+@")),
        pytest.param(r"x(?:\d{1,3}[ ,]?)*kg", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_a_costly_pattern_is_found(costly: str) -> None:
    assert find_costly(re.compile(costly), {"finditer"})


@pytest.mark.parametrize(
    "linear", [r"a+b?", r"(?<!\s)\s++$", r"<a[^<>]*+>", r"\d{1,9}kg", r":[^:]*", r"(?<![ab])(?>a|b)+c"]
)
def test_a_linear_pattern_is_not(linear: str) -> None:
    assert not find_costly(re.compile(linear), {"finditer"})


def test_a_pattern_that_begins_at_the_start_may_begin_with_spaces() -> None:
    assert not find_costly(re.compile(r"\s*:"), {"match", "fullmatch"})
