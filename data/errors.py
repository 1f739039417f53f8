"""Every exception of the project.

::

    IawceError
    ├── UsageError            bad arguments, settings or data sets     exit code 2
    ├── EnvironmentMissing    browser, weights or an extra is missing  exit code 5
    └── PageError             one page cannot be read; becomes a row   never an exit code

A ``PageError`` carries a reason code (``kind/detail``). The pipeline turns it into a row with that reason, so that
one bad page never costs another.
"""

from iawce.data.outcomes import ReasonKind

_PLAIN = {
    FileNotFoundError: "there is no such file or folder",
    PermissionError: "no permission",
    IsADirectoryError: "it is a folder",
    NotADirectoryError: "a part of its path is no folder",
}


def cause_of(error: BaseException) -> str:
    """Why something failed, in plain words; an error of the system without its number and the path, which is known."""
    if not isinstance(error, OSError):
        return str(error)
    return _PLAIN.get(type(error)) or error.strerror or str(error)


class IawceError(Exception):
    """Base of all errors raised on purpose; ``exit_code`` is that of the command."""

    exit_code = 1


class UsageError(IawceError):
    """Arguments, settings or a data set cannot be used as given. Raised before work starts."""

    exit_code = 2


class EnvironmentMissing(IawceError):
    """Something is missing on this machine; the message says how to get it."""

    exit_code = 5


class PageError(IawceError):
    """One page cannot be fetched, decoded, rendered or read.

    Args:
        reason: ``kind/detail`` with a kind of ``iawce.data.outcomes.ReasonKind``, such as ``not_html/pdf``.
        message: one line for a person.
        final_url: the last address of the browser, if any.
        http_status: of the answer; 0 if there was none.
        retry_after: seconds after which the server allows another request; None if it does not say.
    """

    def __init__(
        self,
        reason: str,
        message: str = "",
        *,
        final_url: str = "",
        http_status: int = 0,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message or reason)
        ReasonKind(reason.partition("/")[0])
        self.reason = reason
        self.message = message or reason
        self.final_url = final_url
        self.http_status = http_status
        self.retry_after = retry_after
