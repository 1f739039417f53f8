"""The shell scripts that set up what is missing, with a stand-in for the part that installs."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import iawce

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout, called as a clone of the repository is, that installs nothing."""
    scripts = tmp_path / "iawce" / "scripts"
    scripts.mkdir(parents=True)
    for name in ("run.sh", "train.sh", "__main__.py"):
        shutil.copy(ROOT / "scripts" / name, scripts)
    (scripts / "setup.sh").write_text(f"PYTHON='{sys.executable}'\necho \"extras: $EXTRAS\" >&2\n")
    return tmp_path / "iawce"


def run(script: str, *arguments: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    installed = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = ["sh", script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=installed)  # noqa: S603


def test_a_command_starts_where_the_checkout_is_a_folder_of_the_package_s_name(checkout: Path) -> None:
    done = run("iawce/scripts/run.sh", "--version", folder=checkout.parent)
    assert (done.returncode, iawce.__version__ in done.stdout) == (0, True), done.stderr


@pytest.mark.parametrize(
    ("script", "arguments", "extras"),
    [
        ("run.sh", ["extract"], ""),
        ("run.sh", ["crawl"], "crawl"),
        ("run.sh", ["serve"], "serve"),
        ("run.sh", ["label"], "serve"),
        ("run.sh", ["evaluate"], "bench"),
        ("run.sh", ["train"], "train imagenet"),
        ("train.sh", [], "train imagenet"),
    ],
)
def test_the_libraries_of_a_command_are_set_up_with_it(
    checkout: Path, script: str, arguments: list[str], extras: str
) -> None:
    done = run(f"scripts/{script}", *arguments, "--help", folder=checkout)
    assert (done.returncode, done.stderr.splitlines()[0].strip()) == (0, f"extras: {extras}".strip()), done.stderr
