"""Wrappers as files: what is saved comes back the same, and what is no wrapper is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.errors import UsageError
from iawce.data.reading.page_reading import PageReading
from iawce.extract.templates.softmealy.settings import SoftMealySettings
from iawce.extract.templates.softmealy.wrapper import WHOLE_PAGE, WrapperMode
from iawce.extract.templates.softmealy.wrapper_file import (
    LARGEST,
    load_wrapper,
    parse_wrapper,
    save_wrapper,
    wrapper_json,
)
from tests.extract.templates.softmealy.forum_pages import OTHER, nodes, thread_page
from tests.extract.templates.softmealy.test_wrapper import learned

WRITTEN = wrapper_json(learned("page"))
MODES = get_args(WrapperMode)


@pytest.mark.parametrize("settings", [SoftMealySettings(), SoftMealySettings.paper()])
@pytest.mark.parametrize("mode", MODES)
def test_what_is_saved_extracts_the_same(tmp_path: Path, mode: WrapperMode, settings: SoftMealySettings) -> None:
    wrapper, page, path = learned(mode, settings), thread_page(OTHER), tmp_path / "wrapper.json"
    save_wrapper(path, wrapper)
    again = load_wrapper(path)
    assert again == wrapper
    scopes = nodes(page) if mode == "record" else WHOLE_PAGE
    reading = PageReading(page)
    assert again.extract(reading, scopes) == wrapper.extract(reading, scopes)
    assert wrapper_json(again) == path.read_text(encoding="utf-8")


def test_a_person_can_read_it() -> None:
    file = json.loads(WRITTEN)
    assert (file["version"], file["mode"], file["fields"]["profile"]) == (1, "page", "href")
    texts = [edge for edge in file["tuples"]["edges"] if edge["target"] == "text"]
    assert texts[0]["sources"] == ["(date)"]
    assert texts[0]["contexts"] == [{"left": ["Open div .content"], "right": [], "support": 2}]


def change(path: list[str | int], value: object) -> Callable[[Any], None]:
    def apply(file: Any) -> None:
        for step in path[:-1]:
            file = file[step]
        file[path[-1]] = value

    return apply


CHANGES: dict[str, Callable[[Any], None]] = {
    "another version": change(["version"], 2),
    "no mode": change(["mode"], "site"),
    "a setting out of range": change(["settings", "width"], 10**9),
    "a setting that is none": change(["settings", "blanks"], "none"),
    "a key too many": change(["code"], "import os"),
    "a field with a strange name": change(["fields", "(begin)"], "text"),
    "a strange attribute": change(["fields", "text"], "on click"),
    "no such class of tokens": change(["tuples", "edges", 0, "contexts", 0, "right"], ["Letter"]),
    "a pattern that is no text": change(["tuples", "edges", 0, "contexts", 0, "right"], [1]),
    "too wide a context": change(["tuples", "edges", 0, "contexts", 0, "right"], ["Any"] * 1000),
    "a state of no field": change(["tuples", "edges", 0, "target"], "price"),
    "an edge from nowhere": change(["tuples", "edges", 0, "sources"], []),
    "a page wrapper without body": lambda file: file.update(mode="record"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_does_not_fit_is_refused(name: str) -> None:
    file = json.loads(WRITTEN)
    CHANGES[name](file)
    with pytest.raises(UsageError, match=r"broken\.json is no wrapper of version 1"):
        parse_wrapper(json.dumps(file), "broken.json")


DAMAGED = [
    b"",
    b"{}",
    b"[]",
    b"\xff\xfe",
    WRITTEN.encode()[:-20],
    b"[" * 100_000,
    b" " * (LARGEST + 1),
    b'{"version":1}',
]


@pytest.mark.parametrize("raw", DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_files_are_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "wrapper.json"
    path.write_bytes(raw)
    with pytest.raises(UsageError, match=r"wrapper\.json"):
        load_wrapper(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        load_wrapper(tmp_path / "none.json")


@given(st.integers(0, len(WRITTEN) - 1), st.sampled_from('"{}[],:0aA ('))
def test_a_changed_character_is_refused_or_still_a_wrapper(place: int, character: str) -> None:
    changed = WRITTEN[:place] + character + WRITTEN[place + 1 :]
    try:
        wrapper = parse_wrapper(changed)
    except UsageError as error:
        assert "no wrapper" in str(error)
    else:
        assert parse_wrapper(wrapper_json(wrapper)) == wrapper
