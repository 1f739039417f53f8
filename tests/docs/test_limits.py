"""Every limit that cuts is in docs/limits.md, with what is said of it and where that is tested."""

import re
from dataclasses import fields
from importlib import import_module

from iawce.data.errors import ReasonKind, WarningKind
from iawce.data.limits import Limits
from iawce.data.render.settings import RenderSettings
from tests.conftest import ROOT
from tests.module_map import modules

TEXT = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
LIMITS, FACTS = re.findall(r"<!-- table: \w+ -->\n.*\n.*\n((?:\|.*\n)+)<!-- end -->", TEXT)
CUTTING = rf"{ReasonKind.TOO_LARGE}|{ReasonKind.TIMEOUT}|{WarningKind.TRUNCATED}"
SAID = re.compile(rf"\"((?:{CUTTING})/\w+)\"|WarningKind\.(TRUNCATED), f?\"(?:\{{[^}}]*\}}_)?(\w+)\"")


def test_each_limit_names_its_tests() -> None:
    for row in (*LIMITS.splitlines(), *FACTS.splitlines()):
        named = re.findall(r"`([\w/]+\.py)`", row.rstrip("| ").rpartition(" | ")[2])
        assert named, row
        assert all((ROOT / "tests" / name).is_file() for name in named), row


def test_each_setting_that_limits_is_there() -> None:
    wanted = [f"Limits.{field.name}" for field in fields(Limits)]
    wanted += [f"RenderSettings.{field.name}" for field in fields(RenderSettings) if field.name.startswith("max_")]
    short = {name for name in wanted if f"`{name.partition('.')[2]}`" in LIMITS}
    assert [name for name in wanted if f"`{name}`" not in LIMITS and name not in short] == []


def test_what_is_said_of_a_cut_is_there() -> None:
    found = set[str]()
    for path in modules(ROOT).values():
        for reason, kind, detail in SAID.findall(path.read_text("utf-8")):
            found.add(reason or f"{kind.lower()}/{detail}")
    assert len(found) > 10
    documented = LIMITS.replace("N_", "")
    assert {one for one in found if f"`{one}`" not in documented} == set()


def test_each_fact_has_the_limit_that_the_code_has() -> None:
    for name, most in re.findall(r"`([\w.]+)\.([A-Z_]+` \| [\d,]+)", FACTS):
        constant, number = most.split("` | ")
        assert getattr(import_module(f"iawce.{name}"), constant) == int(number.replace(",", "")), constant
    assert FACTS.count("\n") == len(re.findall(r"\.[A-Z_]+` \| [\d,]+", FACTS))
