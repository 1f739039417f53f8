"""Runs the labelling page on a socket of this machine, while pages are still being read."""

import secrets
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

import uvicorn

from iawce.data.errors import UsageError
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.serve.labelling.label_app import make_label_app
from iawce.serve.labelling.label_session import LabelSession
from iawce.serve.labelling.label_task import LabelTask
from iawce.serve.labelling.task_view import PageSettings

HOST = "127.0.0.1"
LEAVE = 5
"""Seconds that requests get to end."""
MAX_WAITING = 200
"""Pages that are read in advance; each waits with its row in memory."""


@dataclass(slots=True)
class LabellingServer:
    """A server that listens; ``address`` is that of its page, with the token. ``UsageError`` if the port is taken.

    ``tasks`` are read in a separate thread; ``port`` 0 is any that is free.
    """

    session: LabelSession
    tasks: Iterable[LabelTask]
    page: PageSettings = PageSettings()  # noqa: RUF009 - frozen
    settings: ExtractSettings = ExtractSettings()  # noqa: RUF009 - frozen
    port: int = 0
    address: str = field(init=False)
    _server: uvicorn.Server = field(init=False)
    _socket: socket.socket = field(init=False)
    _failed: list[BaseException] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        token = secrets.token_urlsafe(24)
        config = uvicorn.Config(
            make_label_app(self.session, token, self.settings, self.page),
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=LEAVE,
            proxy_headers=False,
        )
        try:
            self._socket = socket.create_server((HOST, self.port))
        except OSError as error:
            raise UsageError(f"{HOST}:{self.port} is not available: {error}") from error
        self._server = uvicorn.Server(config)
        self.address = f"http://{HOST}:{self._socket.getsockname()[1]}/{token}/"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._socket.close()

    def serve(self) -> None:
        """Serve until ``stop``, SIGINT or SIGTERM; ``IawceError`` if pages cannot be read on this machine."""
        reading = threading.Thread(target=self._read, daemon=True)
        reading.start()
        try:
            self._server.run([self._socket])  # which ends by the signal that it got
        finally:
            reading.join()  # of the page it reads: a process that ends while a thread is in C++ is aborted
        if self._failed:
            raise self._failed[0]

    def stop(self) -> None:
        """Let ``serve`` return."""
        self._server.should_exit = True

    def _read(self) -> None:
        session = self.session
        try:
            for task in self.tasks:
                session.add(task)
                while session.progress.waiting >= MAX_WAITING and not self._server.should_exit:
                    time.sleep(0.2)
                if self._server.should_exit:
                    return
            session.stop_reading()
        except Exception as error:  # noqa: BLE001 - raised where the command waits, when the pages that are there are done
            self._failed.append(error)
            session.stop_reading()
            if not session.progress.total:
                self.stop()

    def run(self, *, opens: bool = True) -> None:
        """Serve until SIGINT or SIGTERM, and close; ``opens``: open the page in a browser."""
        with self:
            sys.stderr.write(f"{self.address}\n")
            if opens:
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()
            self.serve()
