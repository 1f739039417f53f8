"""Programs that are started without a standard stream, as by ``>&-`` in a shell."""

import io
import os
import sys

STREAMS = (("stdin", os.O_WRONLY, "rb"), ("stdout", os.O_RDONLY, "wb"), ("stderr", os.O_RDWR, "wb"))
"""Their names in the order of their numbers, and how each is opened so that only remarks and errors are taken."""


def fill_closed_streams() -> None:
    """Open something in the place of each standard stream that is closed: else the next file would have its number.

    To read from there, or to write results, is an ``OSError``; what is said to people goes nowhere.
    """
    for name, flags, mode in STREAMS:
        if getattr(sys, name) is None:
            number = os.open(os.devnull, flags)
            os.set_inheritable(number, True)
            file = os.fdopen(number, mode, buffering=0, closefd=False)  # nothing waits for the end of the program
            setattr(sys, name, io.TextIOWrapper(file, "utf-8", write_through=True))
