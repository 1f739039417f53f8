"""An Internet for tests: names and addresses as a test says, every connection one to a local server."""

import asyncio
import socket
from collections.abc import Mapping

from iawce.data.network.address import WebAddress
from iawce.data.network.settings import Connection, Resolver

PUBLIC = "93.184.216.34"
OTHER = "93.184.216.35"


class PublicInternet(Resolver):
    """Answers from ``names``; what is dialled is written down, and leads to the local server of that address.

    Args:
        names: addresses by name.
        servers: addresses of local servers, ``http://127.0.0.1:PORT``, by IP address.
    """

    def __init__(self, names: Mapping[str, list[str]], servers: Mapping[str, str]) -> None:
        self.names, self._servers = dict(names), servers
        self.resolved: list[str] = []
        self.dialled: list[tuple[str, int]] = []

    async def resolve(self, host: str) -> list[str]:
        self.resolved.append(host)
        if host not in self.names:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return self.names[host]

    async def dial(self, address: str, port: int) -> Connection:
        self.dialled.append((address, port))
        if address not in self._servers:
            raise ConnectionRefusedError
        local = WebAddress.parse(self._servers[address])
        return await asyncio.open_connection(local.host, local.port)

    def is_own(self, address: str) -> bool:
        return False

    @property
    def reached(self) -> set[str]:
        """Addresses that were dialled."""
        return {address for address, _ in self.dialled}
