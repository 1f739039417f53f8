"""``iawce settings``: all settings with their defaults, as a file to edit."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from pathlib import Path
from typing import Annotated

import typer


def settings(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files of settings to check; if left out, all settings are printed.")
    ] = None,
) -> None:
    """Print all settings with their meanings and defaults, as TOML for --settings; or check files of settings.

    Exit code 2: a file has a setting that does not exist, or a value that cannot be used.
    """
    from iawce.scripts.console import say
    from iawce.scripts.settings_text import settings_text, toml_value
    from iawce.scripts.settings_values import read_settings

    if not files:
        say(settings_text())
    for file in files or ():
        for name, value in read_settings([str(file)], "settings").changed().items():
            say(f"{file}: {name} = {toml_value(value)}")


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(settings)
