"""Packed bodies come out as they went in, in any pieces, and a small one never becomes a large piece."""

import gzip
import tracemalloc
import zlib
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.errors import PageError
from iawce.data.network.client import Unpacker

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "identity": bytes,
    "gzip": gzip.compress,
    "X-GZIP ": gzip.compress,
    "deflate": zlib.compress,
}


def raw_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


def unpacked(encoding: str, pieces: list[bytes]) -> Iterator[bytes]:
    unpacker = Unpacker(encoding)
    for piece in pieces:
        yield from unpacker.feed(piece)
    unpacker.finish()


def in_pieces(body: bytes, size: int) -> list[bytes]:
    return [body[start : start + size] for start in range(0, len(body), size)]


@given(st.binary(max_size=2000), st.sampled_from(sorted(PACKERS)), st.integers(1, 700))
def test_bodies_come_out_as_they_went_in(body: bytes, encoding: str, size: int) -> None:
    assert b"".join(unpacked(encoding, in_pieces(PACKERS[encoding](body), size))) == body


@given(st.binary(max_size=2000))
def test_deflate_without_its_frame_and_gzip_in_several_members_are_read(body: bytes) -> None:
    assert b"".join(unpacked("deflate", [raw_deflate(body)])) == body
    assert b"".join(unpacked("gzip", [gzip.compress(body), gzip.compress(b"and more")])) == body + b"and more"
    assert b"".join(unpacked("gzip", [gzip.compress(body) + gzip.compress(b"and more")])) == body + b"and more"


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", b"<p>no gzip at all"),
        ("deflate", b"<p>no deflate at all"),
        ("gzip", gzip.compress(b"<p>cut off" * 100, mtime=0)[:-20]),
        ("br", b"<p>"),
        ("gzip, gzip", b"<p>"),
    ],
)
def test_a_lie_is_an_error(encoding: str, body: bytes) -> None:
    with pytest.raises(PageError) as caught:
        list(unpacked(encoding, [body]))
    assert caught.value.reason == "fetch_error/encoding"


def test_a_bomb_comes_out_in_small_pieces() -> None:
    bomb = gzip.compress(bytes(100_000_000))
    tracemalloc.start()
    largest = max(len(piece) for piece in unpacked("gzip", [bomb]))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert largest <= 1 << 16
    assert peak < 5_000_000
