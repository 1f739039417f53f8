"""Every regular expression of the product takes time that grows with the text, and is read alike by every Python."""

import json
import re
import subprocess
import sys
from collections import defaultdict

import pytest

from iawce.data.escape_markdown import TEX
from tests.conftest import ROOT
from tests.module_map import ROOMS
from tests.patterns.attacks import EXPONENT, Attack, find_costly, is_misread_early, large_growth_of, parsed
from tests.patterns.collected import patterns

Found = dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def attacked() -> Found:
    """What each pattern of a room was found to cost, empty if it is linear; in a process that has run no other test.

    Modules remember patterns that users gave, such as those of tests.
    """
    command = [sys.executable, "-m", __spec__.name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603 - this module
    found: Found = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_every_pattern_is_linear(attacked: Found, room: str) -> None:
    assert {pattern: costly for pattern, costly in attacked[room].items() if costly} == {}


def test_the_patterns_are_those_of_the_product(attacked: Found) -> None:
    assert sum(map(len, attacked.values())) > 500
    assert set(attacked) == set(ROOMS)


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


@pytest.mark.parametrize(
    "misread", [r"(?:ab?c)*+", r"a(?:b|(?:c*+|d)?+)", r"(x)?(?(1)(?:ab)*+|c)", rb"(?=(?:ab){2,3}+)"]
)
def test_what_an_early_python_misreads_is_found(misread: str | bytes) -> None:
    assert is_misread_early(parsed(re.compile(misread)))


@pytest.mark.parametrize("read", [r"a*+[bc]++", r"(?>ab?c)*+", r"(?>(?:a|b)*)", r"(?!a*+)(?:a|b)*"])
def test_what_every_python_reads_is_not(read: str) -> None:
    assert not is_misread_early(parsed(re.compile(read)))


def test_formulas_are_sought_in_linear_time_among_escaped_brackets() -> None:
    for part in (r"\\[", r"\\(", r"\[\\", r"\\\[", r"\[x\\["):
        assert large_growth_of(TEX, {"finditer"}, Attack("", part, "")) <= EXPONENT, part


def test_a_pattern_that_begins_at_the_start_may_begin_with_spaces() -> None:
    assert not find_costly(re.compile(r"\s*:"), {"match", "fullmatch"})


def _attack() -> Found:
    found = defaultdict[str, dict[str, str]](dict)
    for pattern, (module, methods) in patterns().items():
        misread = "misread by an early Python: write (?>...)*+" if is_misread_early(parsed(pattern)) else ""
        found[module.split(".")[1]][f"{module}: {pattern.pattern!r}"] = misread or find_costly(pattern, methods)
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_attack()))
