"""What a command sends, seen in a network namespace of its own, where everything goes to the loopback interface.

Run there, this module prints the packets of its arguments' command, each as hexadecimal digits in a line of its own.
"""

import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

PROBE = b"packets are seen"
ROOT = Path(__file__).resolve().parent.parent
EVERY_PROTOCOL = 3
_NAMESPACE = ("unshare", "--net", "--map-root-user", "sh", "-c",
              'ip link set lo up && ip route add default dev lo && exec "$@"', "sh")  # fmt: skip


_DESTINATION, _LOOPBACK = slice(30, 34), 127
"""Where a frame names the address that an IPv4 packet is for, and how addresses of this machine begin."""


def is_outward(packet: bytes) -> bool:
    """Whether a packet is for another machine."""
    return packet[_DESTINATION][0] != _LOOPBACK


def packets_of(command: Sequence[str]) -> list[bytes]:
    """The packets that a command sends, name look-ups included; skips the test where that cannot be seen."""
    if not all(map(shutil.which, ("unshare", "ip"))):
        pytest.skip("needs the commands unshare and ip")
    if subprocess.run([*_NAMESPACE, "true"], capture_output=True, check=False).returncode:  # noqa: S603
        pytest.skip("network namespaces are not permitted here")
    watching = [*_NAMESPACE, sys.executable, "-m", "tests.packets", *command]
    done = subprocess.run(watching, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    return [bytes.fromhex(line) for line in done.stdout.splitlines()]


def _main(command: Sequence[str]) -> None:
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(EVERY_PROTOCOL)) as seeing:
        seeing.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)  # noqa: S603
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending:
            sending.sendto(PROBE, ("192.0.2.1", 9))
        for packet in _until_probe(seeing):
            sys.stdout.write(f"{packet.hex()}\n")


def _until_probe(seeing: socket.socket) -> Iterator[bytes]:
    while PROBE not in (packet := seeing.recv(1 << 16)):
        yield packet


if __name__ == "__main__":
    _main(sys.argv[1:])
