"""The files for containers name files, commands and options that there are."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT
from tests.scripts.commands import iawce
from tests.serve.canned import Canned
from tests.serve.container_file import STEPS, listed, values
from tests.serve.running import listening

SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]


def test_copied_files_exist_and_include_all_installed_packages() -> None:
    copied = {name for line in values("COPY") for name in line.split()[:-1]}
    assert all((ROOT / name).exists() for name in copied)
    packages = re.findall(r'"(\w+)"', (ROOT / "setup.py").read_text().partition("ROOTS = (")[2].partition(")")[0])
    assert set(packages) < copied


def test_it_is_run_by_nobody_special_and_writes_nowhere_else() -> None:
    assert int(values("USER")[-1]) > 1000
    words = [word for word, _ in STEPS]
    assert "RUN" not in words[words.index("USER") :]
    for service in (SERVICES["service"], SERVICES["batch"]):
        assert service["read_only"]
        assert service["init"]  # what the browser leaves behind has to be reaped
        assert "privileged" not in service
    assert SERVICES["service"]["ports"] == ["127.0.0.1:8787:8787"]


@pytest.mark.parametrize("command", [listed("CMD"), SERVICES["batch"]["command"]], ids=["service", "batch"])
def test_the_commands_have_these_options(command: list[str]) -> None:
    known = iawce(command[0], "--help").stdout
    assert all(word in known for word in command if word.startswith("--"))


def test_the_health_check_succeeds_with_a_service_only(tmp_path: Path) -> None:
    code = listed("HEALTHCHECK")[2]
    with listening(tmp_path, Canned()) as address:
        here = code.replace("http://127.0.0.1:8787", address)
        assert subprocess.run([sys.executable, "-c", here], check=False).returncode == 0  # noqa: S603
    gone = subprocess.run([sys.executable, "-c", here], check=False, capture_output=True)  # noqa: S603
    assert gone.returncode != 0
