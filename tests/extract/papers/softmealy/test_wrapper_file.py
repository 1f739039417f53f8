"""Wrappers in the files of forums: what is saved comes back the same, and what is no wrapper is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.errors import UsageError
from iawce.extract.papers.softmealy.tokens import SoftMealySettings
from iawce.extract.papers.softmealy.wrapper import WHOLE_PAGE, WrapperMode
from tests.extract.papers.softmealy.forum_pages import OTHER, nodes, read_wrapper, thread_page, write_wrapper
from tests.extract.papers.softmealy.test_wrapper import learned

MODES = get_args(WrapperMode)


def written() -> str:
    with TemporaryDirectory() as folder:
        write_wrapper(learned("page"), Path(folder) / "wrapper.json")
        return (Path(folder) / "wrapper.json").read_text(encoding="utf-8")


WRITTEN = written()


@pytest.mark.parametrize("settings", [SoftMealySettings(), SoftMealySettings.paper()])
@pytest.mark.parametrize("mode", MODES)
def test_a_saved_wrapper_extracts_the_same_fields(
    tmp_path: Path, mode: WrapperMode, settings: SoftMealySettings
) -> None:
    wrapper, page, path = learned(mode, settings), thread_page(OTHER), tmp_path / "wrapper.json"
    write_wrapper(wrapper, path)
    again = read_wrapper(path)
    assert again is not None
    assert again == wrapper
    scopes = nodes(page) if mode == "record" else WHOLE_PAGE
    analysis = PageAnalysis(page)
    assert again.extract(analysis, scopes) == wrapper.extract(analysis, scopes)
    write_wrapper(again, tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()


def test_a_person_can_read_it() -> None:
    file = json.loads(WRITTEN)
    assert (file["kind"], file["version"]) == ("forum", 4)
    file = file["templates"][0]["wrapper"]
    assert (file["mode"], file["fields"]["profile"]) == ("page", "href")
    texts = [edge for edge in file["tuples"]["edges"] if edge["target"] == "text"]
    assert texts[0]["sources"] == ["(date)"]
    assert texts[0]["contexts"] == [{"left": ["Open div .content"], "right": [], "support": 2}]


def change(path: list[str | int], value: object) -> Callable[[Any], None]:
    def apply(file: Any) -> None:
        for step in path[:-1]:
            file = file[step]
        file[path[-1]] = value

    return apply


WRAPPER: list[str | int] = ["templates", 0, "wrapper"]
CHANGES: dict[str, Callable[[Any], None]] = {
    "another version": change(["version"], 1),
    "no mode": change([*WRAPPER, "mode"], "site"),
    "a setting out of range": change([*WRAPPER, "settings", "width"], 10**9),
    "a setting that is none": change([*WRAPPER, "settings", "blanks"], "none"),
    "a key too many": change(["code"], "import os"),
    "a key too many in the wrapper": change([*WRAPPER, "code"], "import os"),
    "a field with a strange name": change([*WRAPPER, "fields", "(begin)"], "text"),
    "a strange attribute": change([*WRAPPER, "fields", "text"], "on click"),
    "no such class of tokens": change([*WRAPPER, "tuples", "edges", 0, "contexts", 0, "right"], ["Letter"]),
    "a pattern that is no text": change([*WRAPPER, "tuples", "edges", 0, "contexts", 0, "right"], [1]),
    "too wide a context": change([*WRAPPER, "tuples", "edges", 0, "contexts", 0, "right"], ["Any"] * 1000),
    "a state of no field": change([*WRAPPER, "tuples", "edges", 0, "target"], "price"),
    "an edge from nowhere": change([*WRAPPER, "tuples", "edges", 0, "sources"], []),
    "a page wrapper without body": change([*WRAPPER, "mode"], "record"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_inconsistent_wrapper_files_are_refused(name: str, tmp_path: Path) -> None:
    file, path = json.loads(WRITTEN), tmp_path / "broken.json"
    CHANGES[name](file)
    path.write_text(json.dumps(file), encoding="utf-8")
    with pytest.raises(UsageError, match=r"broken\.json (has another version|is)"):
        read_wrapper(path)


DAMAGED = [
    b"",
    b"{}",
    b"[]",
    b"\xff\xfe",
    WRITTEN.encode()[:-20],
    b"[" * 100_000,
    b'{"version":4}',
    b'{"kind":"forum","version":4}',
    b'{"kind":"site","version":4,"settings":{},"clusters":[]}',
]


@pytest.mark.parametrize("raw", DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_files_are_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "wrapper.json"
    path.write_bytes(raw)
    with pytest.raises(UsageError, match=r"wrapper\.json"):
        read_wrapper(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_wrapper(tmp_path / "none.json")


@given(st.integers(0, len(WRITTEN) - 1), st.sampled_from('"{}[],:0aA ('))
def test_a_changed_character_is_refused_or_still_a_wrapper(place: int, character: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "wrapper.json"
        path.write_text(WRITTEN[:place] + character + WRITTEN[place + 1 :], encoding="utf-8")
        try:
            wrapper = read_wrapper(path)
        except UsageError as error:
            assert str(path) in str(error)
        else:
            assert wrapper is not None
            write_wrapper(wrapper, path)
            assert read_wrapper(path) == wrapper
