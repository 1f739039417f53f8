"""One address for each page: parameters that only identify the reader, or how the page was found, are removed."""

import re
from collections.abc import Iterator

from iawce.data.network.address import MAX_LENGTH, parse_address
from iawce.extract.metadata.pagination import Further, is_further_page

TRACKING = re.compile(
    r"utm_\w+|(?:fb|g|dc|ms|y|tt|tw|wbra|gbra)clid|mc_[ce]id|_ga|_gl|_hsenc|_hsmi|igshid|mkt_tok|oly_(?:anon|enc)_id|"
    r"vero_id|wickedid|(?:pk|piwik|mtm)_\w+|ga_\w+|s_cid|ref_src|ref_url|cmpid|trk(?:campaign)?",
    re.I,
)
"""Names of tracking parameters of common programs for statistics and advertising."""
SESSION = re.compile(
    r"(?:php|j|asp|asp\.net_)?sess(?:ion)?_?(?:id)?|aspsessionid\w*|sid|cf(?:id|token)|zenid|oscsid|xtcsid|s", re.I
)
"""Names of parameters that may identify a session."""
CERTAIN = re.compile(
    r"phpsessid|jsessionid|asp\.net_sessionid|aspsessionid\w*|cf(?:id|token)|zenid|oscsid|xtcsid", re.I
)
"""Those of them that servers use only for sessions, so that their value need not be examined."""
PATH_SESSION = re.compile(r";jsessionid=[^/]*", re.I)
SESSION_VALUE = re.compile(r"(?=\D*\d)[0-9a-z-]{8,}", re.I)  # A word without digits is a search term
INDEX = re.compile(r"(?:index|default|home)\.(?:html?|php\d?|aspx?|jsp|cgi)\Z", re.I)
"""File names of the page that a server sends for a folder."""
ESCAPE = re.compile(r"%([0-9a-fA-F]{2})")
UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def canonical_address(url: str) -> str:
    """The canonical address of a page: without fragment, user, default port, tracking and session; empty if invalid.

    Parameters are sorted by name, and keep their order if the name is repeated; escapes are normalised as in RFC 3986
    (section 6.2). Nothing else is changed, since ``www.`` or a slash at the end may lead to another page.
    """
    read = parse_address(url)
    if read is None or read.protocol not in ("http:", "https:") or read.port == "0" or len(read.href) > MAX_LENGTH:
        return ""
    query = "&".join(sorted(_parameters(read.search.removeprefix("?")), key=lambda one: one.partition("=")[0]))
    path = ESCAPE.sub(_plain_escape, PATH_SESSION.sub("", read.pathname))
    return f"{read.origin}{path or '/'}{'?' if query else ''}{ESCAPE.sub(_plain_escape, query)}"


def is_spelling_of(url: str, claimed: str) -> bool:
    """Whether two addresses probably are of one page, of which the second is claimed by the page (``rel=canonical``).

    They differ only in scheme, ``www.``, a slash or an index file at the end, case, or parameters that do not number
    the pages of a list: many sites claim their first page or their home page for all others.
    """
    first, other = parse_address(url), parse_address(claimed)
    if first is None or other is None or is_further_page(claimed, url) is Further.YES:
        return False
    hosts = {one.hostname.removeprefix("www.") for one in (first, other)}
    paths = {INDEX.sub("", one.pathname).rstrip("/").lower() for one in (first, other)}
    return len(hosts) == len(paths) == 1


def _parameters(query: str) -> Iterator[str]:
    for part in query.split("&"):
        name, _, value = part.partition("=")
        is_session = CERTAIN.fullmatch(name) or (SESSION.fullmatch(name) and SESSION_VALUE.fullmatch(value))
        if part and not is_session and not TRACKING.fullmatch(name):
            yield part


def _plain_escape(found: re.Match[str]) -> str:
    byte = int(found[1], 16)
    return chr(byte) if byte in UNRESERVED else f"%{found[1].upper()}"
