"""The state of a run: which inputs there are, and what has become of each."""

import threading
from pathlib import Path

import pytest

from iawce.data.run_folder.input import Input, InputState, input_id, is_in_share
from iawce.data.run_folder.run_state import RunState
from tests.data.run_folder.rows import make_row


def entry(name: str, **about: object) -> Input:
    return Input(input_id(name, ""), name, **about)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.sqlite"


def test_inputs_are_taken_by_priority_then_as_they_came(path: Path) -> None:
    with RunState(path) as state:
        assert state.add([entry("a"), entry("b", priority=2.0), entry("c", priority=2.0), entry("a")]) == 3
        assert state.add([entry("b", priority=9.0), entry("d", depth=3, parent="p", data={"why": "ä"})]) == 1
        assert [found.ref for found in state.take(2)] == ["b", "c"]
        assert state.take(5) == [entry("a"), entry("d", depth=3, parent="p", data={"why": "ä"})]
        assert state.take() == []


def test_inputs_in_progress_of_an_ended_process_are_queued_again(path: Path) -> None:
    with RunState(path) as state:
        state.start({})
        assert all(state.begin(entry(name)) for name in "abc")
        assert not state.begin(entry("a")), "it is being done"
        state.finish({"id": entry("a").id, "ref": "a"})
        state.leave_out(entry("b").id, "trap/calendar")
    with RunState(path) as state:
        state.start({})
        assert [state.begin(entry(name)) for name in "abcd"] == [False, False, True, True]
        assert state.counts() == {"done": 1, "left_out": 1, "running": 2}
        assert state.left_out() == {"trap/calendar": 1}


def test_an_input_can_be_put_back_and_changed(path: Path) -> None:
    with RunState(path) as state:
        state.add([entry("a"), entry("b")])
        state.take(2)
        state.update(entry("b").id, priority=1.0, data={"tries": 1})
        state.put_back([entry("a").id, entry("b").id])
        assert state.take(2) == [entry("b", priority=1.0, data={"tries": 1}), entry("a")]


def test_a_second_row_of_an_input_is_not_taken(path: Path) -> None:
    with RunState(path) as state:
        assert [state.finish(make_row(number)) for number in (1, 4, 1)] == [True, True, False]
        assert state.outcomes() == {("success", ""): 1, ("failure", "timeout/render"): 1}
        known = state.find(input_id("page 4", ""))
        assert known
        assert (known.state, known.status, known.reason) == (InputState.DONE, "failure", "timeout/render")
        assert state.find("0" * 16) is None


def test_failures_count_as_no_page_type(path: Path) -> None:
    with RunState(path) as state:
        for number, change in enumerate(({}, {"status": "failure", "reason": "empty/no_content"}, {"type": ""})):
            state.finish(make_row(number) | change)
        state.finish(make_row(4))
        assert state.types() == {"article": 1, "failed": 2, "untyped": 1}


def test_any_number_of_inputs_is_read_in_order(path: Path) -> None:
    with RunState(path) as state:
        state.add(entry(str(number)) for number in range(2500))
        state.take(1200)
        assert [known.input.ref for known in state.inputs()] == [str(number) for number in range(2500)]
        assert len(list(state.inputs(InputState.QUEUED))) == 1300


def test_notes_are_kept(path: Path) -> None:
    with RunState(path) as state:
        state.set("crawl.traps", {"calendar": 3})
    with RunState(path, is_read=True) as state:
        assert state.get("crawl.traps") == {"calendar": 3}
        assert state.get("crawl.none", 7) == 7


def test_threads_share_it(path: Path) -> None:
    taken: list[Input] = []
    with RunState(path) as state:
        state.add(entry(str(number)) for number in range(200))

        def work() -> None:
            while found := state.take(3):
                taken.extend(found)
                for each in found:
                    state.finish({"id": each.id, "ref": each.ref})

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len({each.id for each in taken}) == len(taken) == state.counts()["done"] == 200


def test_text_that_no_file_can_hold_is_kept_as_it_can_be(path: Path) -> None:
    with RunState(path) as state:
        assert state.begin(entry("a\ud800b", data={"\udfff": "x"}))
        assert next(state.inputs()).input.ref == "a?b"


@pytest.mark.parametrize("what", [b"no database at all" * 99, b""])
def test_other_files_are_refused_as_state(what: bytes, path: Path) -> None:
    path.write_bytes(what)
    with pytest.raises(OSError, match=r"not a database|not the state of a run"):
        RunState(path, is_read=True)


def test_each_input_is_in_one_share() -> None:
    ids = [input_id(str(number), "") for number in range(3000)]
    parts = [{id for id in ids if is_in_share(number, 3, id)} for number in (1, 2, 3)]
    assert set.union(*parts) == set(ids)
    assert sum(map(len, parts)) == 3000
    assert all(900 < len(part) < 1100 for part in parts)


@pytest.mark.parametrize("data", ["{", "[1]", "3", ""])
def test_damaged_data_of_an_input_are_an_error_of_the_file(data: str, path: Path) -> None:
    with RunState(path) as state:
        state.add([entry("a")])
        with state.transaction() as run:
            run.execute("UPDATE inputs SET data = ?", (data,))
        with pytest.raises(OSError, match="damaged"):
            state.find(entry("a").id)
