"""What is built is what was meant: only ``iawce/``, all of it, and no page."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT

ROOTS = ("data", "models", "train", "extract", "evaluate", "serve", "scripts")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy: building writes beside the sources, where other tests read meanwhile."""
    copy, out = tmp_path_factory.mktemp("checkout"), tmp_path_factory.mktemp("dist")
    for root in ROOTS:
        shutil.copytree(ROOT / root, copy / root)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(copy)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    return next(out.glob("*.whl"))


def test_the_wheel_holds_every_module_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
    modules = {name for name in names if name.endswith(".py")}
    wanted = {f"iawce/{path.relative_to(ROOT)}" for root in ROOTS for path in (ROOT / root).rglob("*.py")}
    assert modules == wanted
    others = {Path(name).suffix or Path(name).name for name in names if not name.endswith(".py")}
    assert others <= {".typed", ".css", ".j2", ".js", ".json", ".safetensors", ".onnx"}
    weights = {path.name for path in (ROOT / "models" / "weights").rglob("*") if path.is_file()}
    assert {Path(name).name for name in names if "/weights/" in name} == weights
    assert all(name.startswith("iawce/") for name in names)


def test_no_page_of_others_and_no_registry_is_in_the_repository() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    files = [Path(name) for name in listed.stdout.splitlines()]
    ours = (ROOT / "tests" / "pages", ROOT / "tests" / "gate" / "pages")
    pages = [ROOT / name for name in files if name.suffix in {".html", ".webp"}]
    assert not [page for page in pages if not any(folder in page.parents for folder in ours)]
    assert Path("uv.lock") not in files
    lock = (ROOT / "requirements.lock").read_text()
    assert "http://" not in lock
    assert "https://" not in lock


def test_every_dependency_is_locked_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + [line for extra in project["optional-dependencies"].values() for line in extra]
    lock = (ROOT / "requirements.lock").read_text()
    for line in wanted:
        name = re.split("[>=[]", line)[0]
        if name == project["name"]:  # an extra that holds others
            continue
        assert f"\n{name}==" in lock, name
    pins = [line for line in lock.splitlines() if line[:1].isalnum()]
    assert lock.count("--hash=sha256:") >= len(pins)


def test_version_and_changelog_agree() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"## {version}" in (ROOT / "CHANGELOG.md").read_text()


def test_one_extra_holds_all_that_users_may_want() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (held,) = extras["all"]
    assert set(held.partition("[")[2].rstrip("]").split(",")) == extras.keys() - {"all", "dev"}
