"""What the header ``X-Robots-Tag`` of an answer asks of this program.

A line may name a program before what it asks of it (``otherbot: noindex, nofollow``); else it is asked of all.
"""

import re

_VALUED = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})
"""Requests that have a value after a colon."""
_NAME = re.compile(r"[a-z*][\w./-]*")


def robots_requests(header: str, agent: str) -> str:
    """The requests that concern a program, in lower case, separated by commas.

    Args:
        header: its values, one a line.
        agent: name of the program, as in robots.txt.
    """
    return ",".join(request for line in header.lower().splitlines() for request in _requests(line, agent.lower()))


def _requests(line: str, agent: str) -> list[str]:
    found, named = list[str](), "*"
    for part in line.split(","):
        before, colon, after = part.partition(":")
        name, request = before.strip(), part.strip()
        if colon and name not in _VALUED and _NAME.fullmatch(name):
            named, request = name, after.strip()
        if request and named in ("*", agent):
            found.append(request)
    return found
