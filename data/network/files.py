"""The user's files with secrets for sites: cookies and credentials."""

import netrc
import warnings
from http.cookiejar import Cookie, LoadError, MozillaCookieJar
from pathlib import Path

from iawce.data.errors import UsageError
from iawce.data.network.address import Credentials


def read_cookies(path: Path) -> tuple[Cookie, ...]:
    """Cookies of a file as browsers export it (cookies.txt); those that have expired are left out.

    Raises:
        UsageError: it cannot be read, or is not such a file; or a cookie in it is not ASCII.
    """
    jar = MozillaCookieJar(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # besides the error, it warns of a bad line with a traceback
            jar.load(ignore_discard=True, ignore_expires=True)
    except (LoadError, OSError, ValueError) as error:
        raise UsageError(f"{path} is no file of cookies (cookies.txt, as Netscape wrote it)") from error
    for cookie in jar:
        if not f"{cookie.name}{cookie.value}".isascii():
            raise UsageError(f"{path} holds a cookie that is not ASCII")
        cookie.expires = cookie.expires or None  # in a file, 0 marks cookies that end with the session
    return tuple(cookie for cookie in jar if not cookie.is_expired())


def read_netrc(path: Path) -> dict[str, Credentials]:
    """Users and passwords by host; an entry ``default`` is ignored, since it would be sent to every site.

    Raises:
        UsageError: it cannot be read, or is no such file.
    """
    try:
        entries = netrc.netrc(str(path)).hosts
    except netrc.NetrcParseError as error:
        raise UsageError(f"{path} is no netrc file: line {error.lineno}") from error
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as a netrc file") from error
    return {
        host.lower(): Credentials(user, password) for host, (user, _, password) in entries.items() if host != "default"
    }
