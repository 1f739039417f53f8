"""The addresses that one page may reach: each connection is checked here, and made to the checked address.

A page of a public address reaches only such, in spite of any redirect, frame, script or name server; others only if the
user named one, such as localhost. A name is resolved once, and all its addresses must pass. Through the user's own
proxy, which resolves names itself, they are judged by their form. ``is_global`` of the standard library is not enough:
it accepts multicast, site-local addresses and several that contain the IPv4 address of a private host.
"""

import asyncio
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress, split_credentials
from iawce.data.network.settings import Connection, NetworkSettings, Resolver, proxy_address

IPAddress = IPv4Address | IPv6Address
_NAT64 = ip_network("64:ff9b::/96")
_NOT_PUBLIC = tuple(
    ip_network(text)
    for text in (
        "0.0.0.0/8",
        "100.64.0.0/10",  # shared by the customers of a provider; some clouds keep their metadata there
        "168.63.129.16/32",  # services of the machine's cloud, under an address that looks public
        "192.0.0.0/24",
        "192.88.99.0/24",
        "198.18.0.0/15",
        "64:ff9b:1::/48",  # NAT64 of a private network
        "100::/64",
        "2001::/23",
        "2002::/16",  # 6to4
        "3fff::/20",
        "5f00::/16",
        "fec0::/10",
    )
)
_ISATAP = (0x00005EFE, 0x02005EFE)
_LOW = 0xFFFFFFFF
DIAL_TIMEOUT = 10.0  # Seconds for one address to answer
LOOPBACK = ("127.0.0.1", "::1")
UNSAFE_PORTS = frozenset(
    {0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103}
    | {104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514}
    | {515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723}
    | {2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080}
)
"""Ports blocked by the Fetch standard."""
_LOCAL_NAME = re.compile(r"(?:.*\.)?(?:localhost|local|internal|intranet|lan|home\.arpa)|[^.]*")
_SSRF = "blocked/ssrf"


def is_public(address: IPAddress | str) -> bool:
    """Whether an address, and every IPv4 address inside it, is one of the public network.

    An IPv4 address written as IPv6, mapped or translated (NAT64), is judged as the IPv4 address it is.
    """
    known = ip_address(address) if isinstance(address, str) else address
    if isinstance(known, IPv6Address):
        if known.scope_id:
            return False
        if inner := known.ipv4_mapped or (IPv4Address(int(known) & _LOW) if known in _NAT64 else None):
            return is_public(inner)
        if (int(known) >> 32) & _LOW in _ISATAP and not is_public(IPv4Address(int(known) & _LOW)):
            return False
    return known.is_global and not (
        known.is_private
        or known.is_multicast
        or known.is_reserved
        or known.is_loopback
        or known.is_link_local
        or known.is_unspecified
        or any(known in network for network in _NOT_PUBLIC if network.version == known.version)
    )


async def dial_through(proxy: str, host: str, port: int, internet: Resolver) -> Connection:
    """A tunnel to a host. Raises OSError: the proxy cannot be reached, or does not connect."""
    address, (_, credentials) = proxy_address(proxy), split_credentials(proxy)
    reader, writer = await internet.dial(address.host, address.port)
    try:
        target = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        lines = [f"CONNECT {target} HTTP/1.1", f"Host: {target}"]
        if credentials:
            lines.append(f"Proxy-Authorization: {credentials.basic}")
        writer.write("\r\n".join([*lines, "", ""]).encode("ascii"))
        head = await reader.readuntil(b"\r\n\r\n")
        if not re.match(rb"HTTP/1\.[01] 2\d\d\b", head):
            raise ConnectionRefusedError("the proxy does not connect")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        writer.close()
        raise ConnectionResetError("the proxy's answer is invalid") from error
    except BaseException:
        writer.close()
        raise
    return reader, writer


class EgressFilter:
    """The way out for one page, ``is_local`` if named by no public address; its last failure and ``refusal``."""

    def __init__(self, settings: NetworkSettings) -> None:
        self._settings, self._internet = settings, settings.internet
        self._known: dict[str, Sequence[str]] = {}
        self.is_local = False
        self.refusal: PageError | None = None
        self.failure: PageError | None = None

    async def admit(self, address: WebAddress, *, is_followed: bool = False) -> None:
        """Check the named address, and decide which addresses the page may reach.

        If a page named it, not a person (``is_followed``), a name that could be public must be so. Raises PageError:
        ``blocked/ssrf`` or ``fetch_error/DETAIL``.
        """
        if self._is_by_name(address.host):
            return
        judged = {self._is_public(one) for one in await self._addresses(address.host)}
        must_be_public = not self._may_be_local(address.host) or (is_followed and not looks_local(address.host))
        if False in judged and (True in judged or must_be_public):
            raise _refusal()
        self.is_local = False in judged

    async def connect(self, host: str, port: int) -> Connection:
        """A connection to a host. Raises PageError: ``blocked/ssrf`` or ``fetch_error/DETAIL``; it is also kept."""
        try:
            if port in UNSAFE_PORTS:
                raise PageError("fetch_error/unsafe_port", f"no page is fetched from port {port}")
            if self._is_by_name(host):
                return await self._dial((host,), port, through_proxy=True)
            addresses = await self._addresses(host)
            is_public = all(map(self._is_public, addresses))
            if not is_public and not (self.is_local and self._may_be_local(host)):
                raise _refusal()
            return await self._dial(addresses, port, through_proxy=is_public and bool(self._settings.proxy))
        except PageError as error:
            self.failure = PageError(error.reason, error.message)
            if error.reason == _SSRF:
                self.refusal = self.failure
            raise

    def _is_by_name(self, host: str) -> bool:
        """Whether the user's proxy resolves this name."""
        return bool(self._settings.proxy) and not looks_local(host)

    def _may_be_local(self, host: str) -> bool:
        """Whether the named page may be there, and reach it, even if it is not public."""
        return not self._settings.public_only or _bare(host) in self._settings.allowed_hosts

    def _is_public(self, address: str) -> bool:
        return is_public(address) and not self._internet.is_own(address)

    async def _addresses(self, host: str) -> Sequence[str]:
        """The addresses of a name, the same during the lifetime of the page."""
        if (literal := _literal(host)) is not None:
            return (literal,)
        if is_loopback_name(host):
            return LOOPBACK
        name = _bare(host)
        if name not in self._known:
            try:
                found = await self._internet.resolve(name)
            except OSError as error:
                raise PageError("fetch_error/dns", f"there is no host {name}") from error
            self._known.setdefault(name, found)  # another connection may have been faster
        if not self._known[name]:
            raise PageError("fetch_error/dns", f"the host {name} has no address")
        return self._known[name]

    async def _dial(self, hosts: Sequence[str], port: int, *, through_proxy: bool) -> Connection:
        """A connection to the first address that answers; if none does, the error of the first."""
        failures: list[PageError] = []
        for host in hosts:
            try:
                async with asyncio.timeout(DIAL_TIMEOUT):
                    if through_proxy:
                        return await dial_through(self._settings.proxy, host, port, self._internet)
                    return await self._internet.dial(host, port)
            except OSError as error:
                failures.append(_failure(error))
        raise failures[0]


def is_loopback_name(host: str) -> bool:
    """Whether a name stands for this machine everywhere, without being resolved."""
    return _bare(host).rpartition(".")[2] == "localhost"


def is_literal(host: str) -> bool:
    """Whether a host is an IP address, in any spelling that a resolver accepts."""
    return _literal(host) is not None


def looks_local(host: str) -> bool:
    """Whether a host cannot be public, by its form."""
    return is_literal(host) or bool(_LOCAL_NAME.fullmatch(_bare(host)))


def _bare(host: str) -> str:
    return host.lower().removesuffix(".")


def _literal(host: str) -> str | None:
    with suppress(ValueError):
        return str(ip_address(host))
    with suppress(OSError):  # 127.1 and 0x7f000001, as the system's resolver reads them
        return socket.inet_ntoa(socket.inet_aton(host))
    return None


def _refusal() -> PageError:
    return PageError(_SSRF, "this address is not public; network.allowed_hosts names hosts that are opened anyway")


def _failure(error: OSError) -> PageError:
    if isinstance(error, ConnectionRefusedError):
        return PageError("fetch_error/refused", "the connection was refused")
    if isinstance(error, TimeoutError):
        return PageError("fetch_error/timeout", "the connection took too long")
    return PageError("fetch_error/unreachable", "the host cannot be reached")
