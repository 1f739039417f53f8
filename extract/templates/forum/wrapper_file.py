"""A file with a wrapper alone.

A pattern is written as text (``Open div .post``, ``Punc :``, ``Num``), a context as the patterns left and right of a
separator, from it outwards.
"""

from pathlib import Path

from iawce.extract.papers.softmealy.wrapper import Wrapper
from iawce.extract.templates.template import VERSION, TemplateFile, read_templates, write_templates


class WrapperFile(TemplateFile, tag="wrapper"):
    """A file with a wrapper alone."""

    wrapper: Wrapper


def write_wrapper(wrapper: Wrapper, path: Path) -> None:
    """Write a wrapper to a file, completely or not at all.

    Raises:
        OSError: it cannot be written.
    """
    write_templates(WrapperFile(VERSION, wrapper), path)


def read_wrapper(path: Path) -> Wrapper:
    """Read a wrapper from a file.

    Raises:
        UsageError: it cannot be read, or is not a wrapper.
    """
    return read_templates(path, WrapperFile).wrapper
