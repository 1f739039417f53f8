from pathlib import Path

import pytest

from iawce.data.sources.source import Source, files_in
from tests.data.sources.handed_over import errors_of, pages_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.html", "a.html", "c.txt", "sub/d.html", "page[1].html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"<p>{name}")
    return tmp_path


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("[ab].html", ["a.html", "b.html"]),
        ("?.txt", ["c.txt"]),
        ("**/d.html", ["sub/d.html"]),
        ("s*", ["sub/d.html"]),
        ("page[1].html", ["page[1].html"]),
    ],
)
def test_paths_that_fit_are_read_by_name(pattern: str, names: list[str], folder: Path) -> None:
    paths = [folder / name for name in names]
    assert [Path(page.ref) for page in pages_of(folder / pattern)] == paths
    assert list(files_in(Source.parse(str(folder / pattern)))) == paths


def test_none_that_fits_is_a_page_with_a_reason(folder: Path) -> None:
    assert errors_of(folder / "*.pdf") == ["input/not_found"]
