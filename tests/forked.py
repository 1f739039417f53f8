"""Tests in several processes that are forked from one that has loaded and collected them all: ``--forks N``.

Each takes the next file that none has taken, so that what the tests of a file share is made once.
"""

import os
from collections.abc import Iterator
from itertools import groupby
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess

import pytest

NUMBER = 4
"""Bytes of the number of a file in the queue, which all processes read."""


class Forks:
    """Runs the tests in ``count`` processes, and tells this one what became of them."""

    def __init__(self, count: int) -> None:
        self.count = count

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """Run all tests, or leave it to pytest where none are to be run."""
        if session.config.option.collectonly or session.testsfailed:
            return None
        files = [list(items) for _, items in groupby(session.items, lambda item: item.path)]
        queue, filled = os.pipe()
        os.write(filled, b"".join(number.to_bytes(NUMBER) for number in range(len(files))))
        os.close(filled)
        tests = (item for number in iter(lambda: os.read(queue, NUMBER), b"") for item in files[int.from_bytes(number)])
        running: dict[Connection, tuple[ForkProcess, str]] = {}
        context = get_context("fork")
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        for number in range(self.count):
            received, sent = context.Pipe(duplex=False)
            process = context.Process(target=run, args=(session.config, number, tests, sent))
            process.start()
            sent.close()
            running[received] = process, ""
        try:
            while running:
                ready = wait(list(running))
                for one in [one for one in running if one in ready]:
                    self._receive(session, running, one)
        finally:
            for process, _ in running.values():
                process.terminate()
        return True

    def _receive(
        self, session: pytest.Session, running: dict[Connection, tuple[ForkProcess, str]], one: Connection
    ) -> None:
        """What a process says, of a test that begins or a part of it that is done, or that it has ended."""
        process, begun = running[one]
        try:
            said = one.recv()
        except EOFError:
            process.join()
            del running[one]
            if process.exitcode:
                session.shouldfail = f"a process ended with {process.exitcode} in {begun or 'no test'}"
        else:
            if isinstance(said, str):
                running[one] = process, said
            else:
                hook = session.config.hook
                report = hook.pytest_report_from_serializable(config=session.config, data=said)
                hook.pytest_runtest_logreport(report=report)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)


class Sender:
    """Sends what becomes of the tests of this process to the one that has started it."""

    def __init__(self, config: pytest.Config, sent: Connection) -> None:
        self.config = config
        self.sent = sent

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.sent.send(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.sent.send(self.config.hook.pytest_report_to_serializable(config=self.config, report=report))


def run(config: pytest.Config, number: int, tests: Iterator[pytest.Item], sent: Connection) -> None:
    """Run tests until none are left, with outputs and a temporary folder of this process."""
    capture = config.pluginmanager.getplugin("capturemanager")
    if capture.is_globally_capturing():
        capture.stop_global_capturing()
        capture.start_global_capturing()
        capture.suspend_global_capture()
    config.get_terminal_writer()._file = open(os.devnull, "w")  # noqa: PTH123, SIM115 - as long as the process
    folders = config._tmp_path_factory  # type: ignore[attr-defined]
    folders._basetemp = folders.getbasetemp() / f"process{number}"
    folders._basetemp.mkdir(mode=0o700)
    config.pluginmanager.register(Sender(config, sent))
    item = next(tests, None)
    while item:
        after = next(tests, None)
        config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        item = after
