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


def test_the_python_of_the_system_comes_before_one_that_a_version_manager_compiled(tmp_path: Path) -> None:
    for folder, name, is_old in (
        (".pyenv/shims", "python3.11", 0),
        ("old", "python3.11", 1),
        ("system", "python3.11", 0),
        ("newer", "python3.14", 0),
    ):
        (tmp_path / folder).mkdir(parents=True)
        stand_in = tmp_path / folder / name
        stand_in.write_text(f"#!/bin/sh\nexit {is_old}\n")
        stand_in.chmod(0o755)
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("grep", "paste", "tr"):
        (tools / name).symlink_to(shutil.which(name) or name)
    written = (ROOT / "scripts" / "setup.sh").read_text()
    function = written[written.index("find_python()") :].partition("\n}\n")[0] + "\n}\n"

    def found(*folders: str) -> str:
        path = os.pathsep.join([*(str(tmp_path / folder) for folder in folders), str(tools)])
        command = ["/bin/sh", "-c", f"{function} find_python"]
        done = subprocess.run(command, env={"PATH": path}, capture_output=True, text=True, check=True)  # noqa: S603
        return done.stdout.strip().removeprefix(str(tmp_path))

    assert found(".pyenv/shims", "system") == "/system/python3.11"
    assert found("system", ".pyenv/shims") == "/system/python3.11"
    assert found(".pyenv/shims", "newer") == "/newer/python3.14"
    assert found("old", ".pyenv/shims", "newer") == "/newer/python3.14"
    assert found(".pyenv/shims") == "/.pyenv/shims/python3.11"
