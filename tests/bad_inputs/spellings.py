"""Spellings of the addresses of machines, as a browser understands them."""

from collections.abc import Iterator
from ipaddress import IPv4Address


def spellings(address: str) -> Iterator[str]:
    """Addresses of the web that lead to an IP address."""
    hosts = [f"[{address}]", f"[{address.upper()}]"]
    if ":" not in address:
        number, first = int(IPv4Address(address)), address.partition(".")[0]
        hosts = [address, f"{address}.", str(number), hex(number), f"0{number:o}", f"{first}.{number % (1 << 24)}"]
        hosts += [f"[::ffff:{address}]", f"[64:ff9b::{address}]", address.replace(".", "。")]
        hosts += ["".join(f"%{ord(one):x}" for one in address), "".join(chr(ord(one) + 0xFEE0) for one in address)]
    for host in hosts:
        yield from (f"http://{host}/", f"https://{host}:8443/x", f"http://public.test@{host}/", f"http:\\\\{host}/")
