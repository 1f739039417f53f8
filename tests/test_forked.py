"""Tests in forked processes: what becomes of each is told, also of a process that dies."""

import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

CONFTEST = """
import pytest
from tests.forked import Forks

def pytest_configure(config):
    config.pluginmanager.register(Forks(2))

@pytest.fixture(scope="session", autouse=True)
def ended(tmp_path_factory):
    print("written by a process")
    yield
    with open(RECORD, "a") as record:
        record.write(f"{tmp_path_factory.getbasetemp().name}\\n")
"""
MODULES = {
    "test_passing.py": """
import pytest

@pytest.mark.parametrize("number", range(3))
def test_it(number, tmp_path):
    pass
""",
    "test_failing.py": """
def test_passes():
    pass

def test_fails():
    print("said before")
    assert [1, 2] == [1, 3]
""",
    "test_skipped.py": """
import pytest

def test_it():
    pytest.skip("for a reason")
""",
    "test_torn.py": """
import pytest

@pytest.fixture
def torn():
    yield
    raise OSError("in the end")

def test_it(torn):
    pass
""",
}
DYING = {"test_dying.py": "import os\n\ndef test_dies(): os.kill(os.getpid(), 9)"}


def run(folder: Path, modules: dict[str, str], *options: str) -> subprocess.CompletedProcess[str]:
    written = {"conftest.py": CONFTEST.replace("RECORD", repr(str(folder / "record")))} | modules
    for name, text in written.items():
        (folder / name).write_text(text)
    program = (sys.executable, "-m", "pytest", "-c", "/dev/null", "-p", "no:cacheprovider", "-rs")
    command = [*program, "--rootdir", str(folder), *options, str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - ourselves


def test_all_that_becomes_of_tests_is_told(tmp_path: Path) -> None:
    done = run(tmp_path, MODULES)
    assert done.returncode == 1, done.stdout
    assert "1 failed, 5 passed, 1 skipped, 1 error" in done.stdout
    assert "said before" in done.stdout
    assert "for a reason" in done.stdout
    assert "OSError: in the end" in done.stdout
    processes = (tmp_path / "record").read_text().split()
    assert set(processes) <= {"process0", "process1"}  # one may have taken all
    assert len(processes) == len(set(processes))


def test_a_process_that_dies_ends_the_run(tmp_path: Path) -> None:
    done = run(tmp_path, MODULES | DYING)
    assert done.returncode != 0
    assert "a process ended with -9 in test_dying.py::test_dies" in done.stdout


def test_the_first_failure_ends_the_run_if_wanted(tmp_path: Path) -> None:
    done = run(tmp_path, MODULES, "--exitfirst")
    assert done.returncode == 1
    assert "stopping after 1 failures" in done.stdout
