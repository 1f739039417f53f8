"""Names to addresses, addresses to connections: all traffic that leaves this machine."""

import asyncio
import socket
from ipaddress import ip_address

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Resolver:
    """The network of the system. Tests can replace it."""

    async def resolve(self, host: str) -> list[str]:
        """All IP addresses of a name, in the order in which they are tried. Raises OSError: no such name."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
        except UnicodeError as error:  # a label that is empty or too long
            raise socket.gaierror(socket.EAI_NONAME, str(error)) from error
        return list(dict.fromkeys(str(entry[4][0]) for entry in found))

    async def dial(self, address: str, port: int) -> Connection:
        """Connect to this very IP address. Raises OSError: refused, unreachable, too slow."""
        return await asyncio.open_connection(address, port)

    def is_own(self, address: str) -> bool:
        """Whether an address belongs to this machine, even if it looks public. Nothing is sent.

        For a connection to itself, the system uses the same address at both ends.
        """
        family = socket.AF_INET if ip_address(address).version == 4 else socket.AF_INET6
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((address, 9))
                return bool(probe.getsockname()[0] == address)
        except OSError:  # there is no route
            return False
