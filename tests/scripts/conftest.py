"""Pages for commands."""

from pathlib import Path

import pytest


@pytest.fixture
def six(tmp_path: Path) -> list[Path]:
    """Six pages."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.html").write_text(f"<p>This is page number {number}.")
    return sorted(folder.iterdir())
