"""What begins after something else."""

from concurrent.futures import Future

import pytest

from iawce.data.prefetch import begin_after


def ended(value: str = "", error: Exception | None = None) -> Future[str]:
    future = Future[str]()
    if error:
        future.set_exception(error)
    else:
        future.set_result(value)
    return future


@pytest.mark.parametrize("first", [None, ended("opened"), ended(error=OSError("not opened"))])
def test_work_begins_when_the_first_future_has_ended_in_any_way(first: Future[str] | None) -> None:
    assert begin_after(first, lambda: ended("done")).result(0) == "done"


def test_nothing_begins_before() -> None:
    first, begun = Future[str](), list[str]()
    found = begin_after(first, lambda: begun.append("second") or ended("done"))  # type: ignore[func-returns-value]
    assert not begun
    first.set_result("")
    assert (begun, found.result(0)) == (["second"], "done")


@pytest.mark.parametrize("error", [RuntimeError("closed"), OSError("no memory"), ValueError("a defect")])
def test_whoever_waits_gets_the_error_of_a_beginning_that_fails(error: Exception) -> None:
    def begin() -> Future[str]:
        raise error

    first = Future[str]()
    found = begin_after(first, begin)
    first.set_result("")
    assert found.exception(0) is error


def test_what_does_not_run_yet_is_cancelled(caplog: pytest.LogCaptureFixture) -> None:
    for is_first_done in (False, True):
        first, second = Future[str](), Future[str]()
        found = begin_after(first, lambda second=second: second)  # type: ignore[misc]
        if is_first_done:
            first.set_result("")
        assert found.cancel()
        assert (found.cancelled(), first.cancelled(), second.cancelled()) == (True, not is_first_done, is_first_done)
    assert not caplog.records


def test_what_runs_is_not_cancelled() -> None:
    first, second = Future[str](), Future[str]()
    found = begin_after(first, lambda: second)
    first.set_result("")
    second.set_running_or_notify_cancel()
    assert not found.cancel()
    second.set_result("done")
    assert found.result(0) == "done"


def test_cancelled_work_cancels_the_future_that_waits_for_it() -> None:
    first, second = Future[str](), Future[str]()
    found = begin_after(first, lambda: second)
    first.set_result("")
    second.cancel()
    assert found.cancelled()
