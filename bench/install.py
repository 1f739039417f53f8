"""Time and space of an installation, from a fresh clone and with empty caches.

It is made by git and ``scripts/run.sh``. Chromium is not measured: if it is installed, it is found in a second.

    python -m bench install
"""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
PAGE = "tests/pages/article-news/source.html"
TIMES = 5
DRIVER = "playwright"
"""The package that drives the browser, with a Node.js of its own."""


def main() -> None:
    """Clone, install, run; a table on stdout."""
    with TemporaryDirectory() as scratch:
        clone, caches = Path(scratch) / "clone", Path(scratch) / "caches"
        environment = _with_caches_in(caches)
        started = time.perf_counter()
        _run(["git", "clone", "--quiet", ROOT, clone], ROOT, environment)
        _run(["sh", "scripts/run.sh", "extract", PAGE, "--format", "text"], clone, environment)
        rows = {"from clone to first text, caches empty": f"{time.perf_counter() - started:.1f} s"}
        rows |= _sizes(clone / ".venv")
        iawce = clone / ".venv" / "bin" / "iawce"
        doctor, _ = _least([iawce, "doctor"], clone, environment)
        _, text = _least([iawce, "extract", PAGE, "--format", "text"], clone, environment)
        _, row = _least([iawce, "extract", PAGE], clone, environment)
        rows["iawce doctor, least of five"] = f"{doctor:.1f} s"
        rows["iawce extract page.html on a terminal: text, least of five"] = f"{text:.2f} s of CPU time"
        rows["the same into a pipe: a row"] = f"{row:.2f} s of CPU time"
    sys.stdout.write("| measured | value |\n| --- | --- |\n")
    sys.stdout.writelines(f"| {what} | {figure} |\n" for what, figure in rows.items())


def _with_caches_in(folder: Path) -> dict[str, str]:
    """The environment, without what changes an import, and with caches of package managers in ``folder``."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {name: str(folder / name) for name in ("UV_CACHE_DIR", "PIP_CACHE_DIR", "XDG_CACHE_HOME")}


def _run(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str]) -> None:
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def _sizes(venv: Path) -> dict[str, str]:
    """Megabytes of the installation, and of what is largest in it."""
    packages = next(venv.glob("lib/python*/site-packages"))
    largest = sorted(((_size(one), one.name) for one in packages.iterdir()), reverse=True)[:6]
    driver = _size(packages / DRIVER)
    return {
        "installed, without the browser's driver": f"{_size(venv) - driver:.0f} MB",
        f"the browser's driver ({DRIVER} with Node.js)": f"{driver:.0f} MB",
        "the largest packages": ", ".join(f"{name} {size:.0f}" for size, name in largest) + " MB",
    }


def _size(path: Path) -> float:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.lstat().st_blocks * 512 for file in files if not file.is_dir()) / 1e6


def _least(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str]) -> tuple[float, float]:
    """Least seconds by the clock and of the processor of several runs; other work on the machine makes both longer."""
    walls, spent = [], []
    for _ in range(TIMES):
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        _run(command, folder, environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        walls.append(time.perf_counter() - started)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(walls), min(spent)
