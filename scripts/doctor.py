"""``iawce doctor``: is this machine ready."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

import platform
import re
import sys
from collections.abc import Callable
from importlib.metadata import distributions, requires, version

import typer

from iawce.data.errors import EnvironmentMissing, IawceError, PageError, installs, refused
from iawce.scripts.console import say

NOT_FOR_USERS = ("all", "dev")  # Extras that hold the others, or are for the project's own tests


def doctor() -> None:
    """Check this machine; say what is missing.

    Lists required packages and optional extras, and how to install them.

    Exit code 0: ready to extract; 5: something needed is missing.
    """
    from concurrent.futures import ThreadPoolExecutor

    ready = True
    with ThreadPoolExecutor() as pool:  # the browser starts while weights are read
        for name, found in {name: pool.submit(check) for name, check in CHECKS.items()}.items():
            try:
                say(f"ok       {name}: {found.result()}")
            except IawceError as error:
                ready = False
                say(f"{'MISSING ' if isinstance(error, EnvironmentMissing) else 'BROKEN  '} {name}: {error}")
    for extra, packages in _requirements().items():
        if extra and extra not in NOT_FOR_USERS:
            absent = [package for package in packages if not any(distributions(name=package))]
            hint = f"not installed ({', '.join(absent)}): {installs(extra)}" if absent else "installed"
            say(f"{'optional' if absent else 'ok      '} extra {extra}: {hint}")
    if not ready:
        raise typer.Exit(EnvironmentMissing.exit_code)


def _requirements() -> dict[str, list[str]]:
    """Names of the packages that each extra needs; those that all need under an empty name."""
    found: dict[str, list[str]] = {}
    for line in requires("iawce") or []:
        name, extra = re.match(r"[\w.-]+", line), re.search(r"extra == ['\"](.+?)['\"]", line)
        if name:
            found.setdefault(extra[1] if extra else "", []).append(name[0])
    return found


def _packages() -> str:
    absent = [name for name in _requirements()[""] if not any(distributions(name=name))]
    if absent:
        how = f"{sys.executable} -m pip install {' '.join(absent)}"
        raise EnvironmentMissing(f"{', '.join(absent)} not installed: {how}")
    return ", ".join(f"{name} {version(name)}" for name in ("playwright", "lxml", "onnxruntime"))


def _weights() -> str:
    from iawce.extract.records.lists import ranked_lists
    from iawce.models.blocks.block_model import load_block_model
    from iawce.models.page_type.classifier import load_classifier, shipped_records

    ranked_lists.load_list_model()
    records = shipped_records()
    for record in records:
        load_classifier(record.name)
    if not records:
        raise EnvironmentMissing("no weights are shipped; reinstall the project")
    records.append(load_block_model().record)
    return ", ".join(record.file for record in records)


def _browser() -> str:
    import asyncio

    from iawce.data.page import Page
    from iawce.data.render.chromium import can_sandbox
    from iawce.data.render.renderer import Renderer

    async def render() -> str:
        async with Renderer() as renderer:
            return (await renderer.render(Page("doctor", body=b"<p>ready"))).renderer

    with refused("Chromium starts but does not render", PageError, kind=EnvironmentMissing):
        browser = asyncio.run(render())
    return browser + ("" if can_sandbox() else ", WITHOUT its sandbox, since it runs as root; use another user")


CHECKS: dict[str, Callable[[], str]] = {
    "Python": lambda: f"{platform.python_version()} on {platform.system()} {platform.machine()}",
    "packages": _packages,
    "weights": _weights,
    "Chromium": _browser,
}
