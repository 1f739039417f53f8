"""What is built is what was meant: only ``iawce/``, all of it, and no page."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import iawce
from tests.conftest import ROOT

ROOTS = ("data", "models", "train", "extract", "evaluate", "serve", "scripts")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy: building writes beside the sources, where other tests read meanwhile."""
    copy = tmp_path_factory.mktemp("checkout")
    for root in ("package", *ROOTS):
        shutil.copytree(ROOT / root, copy / root)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    return copy


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(checkout)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    return next(out.glob("*.whl"))


def test_the_wheel_holds_every_module_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name]
    modules = {name for name in names if name.endswith(".py")}
    wanted = {f"iawce/{path.relative_to(ROOT)}" for root in ROOTS for path in (ROOT / root).rglob("*.py")}
    assert modules == wanted | {"iawce/__init__.py"}
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


def test_the_version_is_the_wheel_s_and_the_changelog_s(wheel: Path) -> None:
    assert wheel.name.split("-")[1] == iawce.__version__
    assert f"## {iawce.__version__}" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("way", ["wheel", "editable", "checkout", "checkers"])
def test_the_package_s_own_names_are_found(checkout: Path, wheel: Path, tmp_path: Path, way: str) -> None:
    """However the package got there: no other installation is seen."""
    installed = tmp_path / "installed"
    begin, home = {
        "wheel": (f"sys.path.insert(0, {str(installed)!r})", installed / "iawce"),
        "editable": (
            f"sys.path.insert(0, {str(installed)!r}); import site; site.addsitedir(sys.path[0])",
            checkout / "package",
        ),
        "checkout": (f"sys.path.insert(0, {str(ROOT / 'scripts')!r}); import _checkout", ROOT / "package"),
        "checkers": (f"sys.path.insert(0, {str(ROOT / '.typings')!r})", ROOT / ".typings" / "iawce"),
    }[way]
    installed.mkdir()
    with zipfile.ZipFile(build_editable(checkout, tmp_path) if way == "editable" else wheel) as archive:
        archive.extractall(installed)
    libraries = [entry for entry in sys.path if entry.endswith("site-packages")]
    names = "from iawce import Extractor, __version__, __file__; print(__version__, Extractor.__module__, __file__)"
    code = f"import sys; sys.path += {libraries!r}; {begin}; {names}"
    found = run_in(tmp_path, "-S", "-c", code)
    assert found.split() == [iawce.__version__, "iawce.extract.pipeline.extractor", str(home / "__init__.py")]


def build_editable(checkout: Path, folder: Path) -> Path:
    """What ``pip install -e`` installs."""
    code = "import sys; from setuptools.build_meta import build_editable; build_editable(sys.argv[1])"
    run_in(checkout, "-c", code, folder)
    return next(folder.glob("*.whl"))


def run_in(folder: Path, *arguments: object) -> str:
    """What a Python writes that sees no folder of this one's."""
    command, alone = [sys.executable, *map(str, arguments)], os.environ | {"PYTHONPATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=alone)  # noqa: S603
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_name_that_there_is_not_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Extractr'"):
        iawce.Extractr  # noqa: B018


def test_one_extra_holds_all_that_users_may_want() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    (held,) = extras["all"]
    assert set(held.partition("[")[2].rstrip("]").split(",")) == extras.keys() - {"all", "dev"}
