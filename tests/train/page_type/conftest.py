"""Plots of trainings here are empty files unless a test looks at them: to draw one takes a second."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from matplotlib.figure import Figure

from tests.train.page_type.drawn_corpus import write_corpus

DRAW = Figure.savefig


def leave_empty(_: Figure, path: Path, **__: object) -> None:
    path.touch()


@pytest.fixture(scope="module", autouse=True)
def undrawn() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", leave_empty)
        yield


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that look at plots."""
    monkeypatch.setattr(Figure, "savefig", DRAW)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path)
