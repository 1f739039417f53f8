"""How a page or a command can fail: every exception, status, reason and warning of the project.

::

    IawceError
    ├── UsageError            bad arguments, settings or data sets     exit code 2
    ├── EnvironmentMissing    browser, weights or an extra is missing  exit code 5
    └── PageError             one page cannot be read; becomes a row   never an exit code

A ``PageError`` carries a reason code (``kind/detail``). The pipeline turns it into a row with that reason, so that
one bad page never costs another.

``docs/rows.md`` shows the tables; a test compares them with this module.
"""

import shlex
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Self

_PLAIN = {
    FileNotFoundError: "there is no such file or folder",
    PermissionError: "no permission",
    IsADirectoryError: "it is a folder",
    NotADirectoryError: "a part of its path is no folder",
}
DAMAGED = (
    OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError, zlib.error,
)  # fmt: skip
"""Exceptions when a file is read that is damaged, or was written by another program."""


class _Described(StrEnum):
    """A name with a sentence that describes it."""

    description: str

    def __new__(cls, value: str, description: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.description = description
        return member


class Status(_Described):
    """Outcome of one page."""

    SUCCESS = "success", "everything went well"
    PARTIAL_SUCCESS = "partial_success", "there is content, but a warning names what is missing"
    FAILURE = "failure", "there is no content; the reason says why"
    SKIPPED = "skipped", "the page was read, but no answer is given, on purpose; the reason says why"


NO_CONTENT = (Status.FAILURE, Status.SKIPPED)  # Outcomes of pages without content


class ReasonKind(_Described):
    """Why a page has no content; a reason is ``kind/detail``."""

    BAD_PICTURE = "bad_picture", "a screenshot is missing, damaged or too large to decode"
    BLOCKED = "blocked", "the address must not be opened: its scheme, a host that is not public, robots.txt"
    CRASH = "crash", "the browser or the page's process died"
    DUPLICATE = "duplicate", "another row has the same content; the detail says what is the same, the message names it"
    EMPTY = "empty", "no bytes, element, text or main content, no body, or only the message of an error or a wall"
    FETCH_ERROR = "fetch_error", "the page could not be fetched: refused, no such name, bad certificate ..."
    FILTERED = "filtered", "the page does not pass a filter; the detail names it"
    HTTP_ERROR = "http_error", "the server answered with an error; the detail is the HTTP status"
    INPUT = "input", "the source is missing, unreadable or damaged"
    INTERNAL = "internal", "a defect in the program; the detail is the exception's name"
    NOT_FETCHED = "not_fetched", "an address would need a browser, which this command does not use"
    NOT_HTML = "not_html", "the content is no web page; the detail names its format"
    NOT_SEEN = "not_seen", "the page has no input for the model"
    NOT_SURE = "not_sure", "no page type is given: the model is not sure enough, or this is no ordinary page"
    TIMEOUT = "timeout", "the page or a script in it took too long"
    TOO_LARGE = "too_large", "the page has more bytes, elements or text than allowed"
    TRUNCATED = "truncated", "a limit was reached before any content: the detail names it"
    UNSTABLE = "unstable", "the page keeps navigating"


class WarningKind(_Described):
    """Remarks on a page that has content."""

    BLOCKED = "blocked", "parts of the page were not fetched, since their addresses are not public"
    DIALOG_DISMISSED = "dialog_dismissed", "the page opened a dialog, which was closed"
    DISAGREES = "disagrees", "a claim of the markup, which the detail names, is absent from the page or differs from it"
    DOUBTFUL_TEXT = "doubtful_text", "parts of the text may be missing or foreign; the detail is its expected word F1"
    DOUBTFUL_TYPE = "doubtful_type", "the page type is uncertain; the detail names the possible ones, likeliest first"
    EMBEDDED = "embedded", "the content comes from data in the page, whose kind the detail names, not from its elements"
    FURTHER_ARTICLE = "further_article", "another article on the page is left out; the detail is its path"
    HIDDEN_ELEMENTS = "hidden_elements", "text that is not drawn was left out; the detail counts its elements"
    NO_COLUMN = "no_column", "the list has no column like this, among those that the detail names after it"
    NO_LANGUAGE = "no_language", "the language is not known; the detail: too_short, no_words (but numbers), not_sure"
    NO_TEMPLATE = "no_template", "the page is like no cluster, or lacks the block or the fields: no template was used"
    NOT_FREE = "not_free", "the page says that it is not free to read: its text may be only the beginning"
    NOT_HTML = "not_html", "the page is plain text without markup"
    PARTIAL = "partial", "content may be missing: the page still loaded or changed, broke off, or was not all written"
    REPLACED_CHARACTERS = "replaced_characters", "bytes that do not decode became U+FFFD; the detail counts them"
    RETRIED = "retried", "the page was loaded on a later attempt; the detail counts the failed attempts"
    SCRIPTS_OFF = "scripts_off", "the page was drawn without its scripts, which remove its text or hang"
    SKIPPED = "skipped", "a part that cannot be read was left out: canvas, closed_shadow_root, frame"
    SUSPECT = "suspect", "this may not be the page that was wanted: blank, unstyled, an error, a consent wall"
    TRUNCATED = "truncated", "cut off: elements, text, blocks, records, output, paths, the screenshot's width"
    UNUSUAL_VIEW = "unusual_view", "a screenshot unlike those of the training: narrow, wide, dense, short, dark"
    WRONG_LABEL = "wrong_label", "the declared encoding does not fit the bytes; the detail says who declared it"


UNWANTED = frozenset({ReasonKind.FILTERED, ReasonKind.DUPLICATE})  # Reasons of rows that a corpus should not have
INCOMPLETE = frozenset({WarningKind.PARTIAL, WarningKind.TRUNCATED})  # Warnings with which a page is a partial success


@dataclass(frozen=True, slots=True)
class PageWarning:
    """A kind from the list and a detail, which may be empty; written ``kind/detail``."""

    kind: WarningKind
    detail: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The warning written as ``kind/detail``. Raises ValueError: no such kind."""
        kind, _, detail = text.partition("/")
        return cls(WarningKind(kind), detail)

    def __str__(self) -> str:
        return f"{self.kind}/{self.detail}" if self.detail else str(self.kind)


def is_left_out(reason: str) -> bool:
    """Whether a row with this reason should not be in a corpus."""
    return reason.partition("/")[0] in UNWANTED


def status_of(warnings: Iterable[PageWarning]) -> Status:
    """Status of a page that has content."""
    return Status.PARTIAL_SUCCESS if any(warning.kind in INCOMPLETE for warning in warnings) else Status.SUCCESS


def cause_of(error: BaseException) -> str:
    """Why something failed, in plain words; an error of the system without its number and the path, which is known."""
    if isinstance(error, PageError):
        return f"{error} ({error.reason})"
    if not isinstance(error, OSError):
        return f"{type(error).__name__} {error}" if isinstance(error, LookupError) else str(error)
    return _PLAIN.get(type(error)) or error.strerror or str(error)


class IawceError(Exception):
    """Base of all errors raised on purpose; ``exit_code`` is that of the command."""

    exit_code = 1


class UsageError(IawceError):
    """Arguments, settings or a data set cannot be used as given. Raised before work starts."""

    exit_code = 2


@contextmanager
def refused(what: str, *errors: type[Exception], kind: type[IawceError] = UsageError) -> Iterator[None]:
    """Errors of these types within are one of this ``kind`` that says ``what`` and why."""
    try:
        yield
    except errors as error:
        raise kind(f"{what}: {cause_of(error)}") from error


class EnvironmentMissing(IawceError):
    """Something is missing on this machine; the message says how to get it."""

    exit_code = 5


class PageError(IawceError):
    """One page cannot be fetched, decoded, rendered or read.

    ``reason`` is ``kind/detail`` with a ``ReasonKind``, such as ``not_html/pdf``; ``message`` one line for a person;
    ``http_status`` 0 if there was no answer; ``retry_after`` the seconds after which the server allows another request,
    None if it does not say.
    """

    def __init__(
        self, reason: str, message: str = "", *, http_status: int = 0, retry_after: float | None = None
    ) -> None:
        super().__init__(message or reason)
        ReasonKind(reason.partition("/")[0])
        self.reason, self.message = reason, message or reason
        self.http_status, self.retry_after = http_status, retry_after


def not_known(what: str, given: str, known: Iterable[str]) -> UsageError:
    """The error for a name that does not exist; its message begins with ``what``, and has all names that exist."""
    names = list(known)
    every = f"known are {', '.join(names)}"
    if nearest := nearest_name(given, names):
        return UsageError(f"{what} {given!r}; did you mean {nearest}? {every[0].upper()}{every[1:]}")
    return UsageError(f"{what} {given!r}; {every}")


def nearest_name(given: str, known: Iterable[str]) -> str:
    """The one of these names that is most like another; empty if none is."""
    return next(iter(get_close_matches(given.lower(), list(known), 1)), "")


def quantity(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun, in the singular for one: ``1 page``, ``2 pages``."""
    return f"{count} {noun if count == 1 else plural or f'{noun}s'}"


@contextmanager
def needing(extra: str, work: str) -> Iterator[None]:
    """An extra is imported inside; EnvironmentMissing, about ``work``, says how to install it if it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).startswith("iawce"):
            raise
        raise EnvironmentMissing(f"{work} needs {error.name}: {installs(extra)}") from error


def installs(extra: str) -> str:
    """The command that installs an extra beside the interpreter that runs, which need not be the one of the shell."""
    return f"{shlex.quote(sys.executable)} -m pip install 'iawce[{extra}]'"
