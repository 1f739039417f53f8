"""Connections through the user's HTTP proxy, by CONNECT (RFC 9110, section 9.3.6)."""

import asyncio
import re

from iawce.data.network.address import split_credentials
from iawce.data.network.internet import Connection, Internet
from iawce.data.network.settings import proxy_address


async def dial_through(proxy: str, host: str, port: int, internet: Internet) -> Connection:
    """A tunnel to a host.

    Raises:
        OSError: the proxy cannot be reached, or does not connect.
    """
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
