"""The keys of a row: its addresses, its text, and a MinHash of the text that finds near-duplicates.

Sources: Broder 1997, "On the resemblance and containment of documents" (shingles, MinHash); shingles of 5 words and a
Jaccard index of 0.8 as in Lee et al. 2022, "Deduplicating Training Data Makes Language Models Better" (section 4.2).
"""

from dataclasses import dataclass
from functools import cache, partial
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from iawce.data.dom.words import split_words
from iawce.data.extras import needing
from iawce.data.page import SAVED_ORIGIN
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.canonical import canonical_address, is_spelling_of

Signature = NDArray[np.uint32]


SHINGLE = 5
"""Consecutive words that are compared as one."""
PERMUTATIONS = 256
"""Hashes of a signature; its estimate of the Jaccard index has a standard deviation of at most 0.5 / sqrt of these."""
THRESHOLD = 0.8
"""Least Jaccard index of the shingles of two texts that are nearly the same."""
RECALL_WEIGHT = 0.9
"""Weight of missing similar texts against comparing others, which costs only time; it determines the bands (Rajaraman
and Ullman 2011, section 3.4). Permutations and weight are the best of six pairs (docs/lab/crawling-and-runs.md)."""


@dataclass(frozen=True, slots=True)
class RowKeys:
    """The keys of a row.

    ``addresses``: of its page, canonical; ``text``: a hash of its words; ``signature``: of its shingles, uint32
    (permutations,); ``bands``: hashes of its parts, which near-duplicates share, int64 (bands,).
    """

    id: str
    ref: str
    addresses: tuple[str, ...]
    text: bytes
    signature: Signature
    bands: tuple[int, ...]


def row_keys_of(row: Extraction) -> RowKeys:
    """The keys of a row, in linear time.

    Raises:
        EnvironmentMissing: datasketch is not installed.
    """
    words = [word.casefold() for word in split_words(row.text)]
    found = _library().MinHash(PERMUTATIONS, seed=1, hashfunc=partial(_hash, size=4), scheme="affine32")
    starts = range(max(1, len(words) - SHINGLE + 1))
    found.update_batch({_encoded(words[start : start + SHINGLE]) for start in starts})
    signature, (bands, rows) = np.asarray(found.hashvalues, np.uint32), bands_and_rows()
    parts = (bytes([band]) + signature[band * rows : (band + 1) * rows].tobytes() for band in range(bands))
    hashes = tuple(_hash(part, 8, signed=True) for part in parts)
    text = blake2b(_encoded(words), digest_size=16).digest()
    return RowKeys(row.id, row.ref, page_addresses(row), text, signature, hashes)


def page_addresses(row: Extraction) -> tuple[str, ...]:
    """The canonical addresses of a row's page: its own, and the one that it claims, if that is the same page."""
    found, claimed = row.final_url or row.url, canonical_address(row.metadata.canonical_url)
    own = "" if found.startswith(SAVED_ORIGIN) else canonical_address(found)
    if own and claimed and is_spelling_of(own, claimed):
        return tuple(dict.fromkeys((own, claimed)))
    return (own,) if own else ()


def jaccard_estimate(one: Signature, other: Signature) -> float:
    """The Jaccard index estimated from two signatures."""
    return float(np.mean(one == other))


def _encoded(words: list[str]) -> bytes:
    return " ".join(words).encode("utf-8", "surrogatepass")


def _hash(part: bytes, size: int, *, signed: bool = False) -> int:
    return int.from_bytes(blake2b(part, digest_size=size).digest(), "little", signed=signed)


@cache
def bands_and_rows() -> tuple[int, int]:
    """Number of bands of a signature, and of hashes in each.

    Raises:
        EnvironmentMissing: datasketch is not installed.
    """
    found = _library().MinHashLSH(THRESHOLD, PERMUTATIONS, weights=(1 - RECALL_WEIGHT, RECALL_WEIGHT))
    return found.b, found.r


def _library() -> Any:
    with needing("corpus", "the search for near-duplicates"):
        import datasketch  # noqa: PLC0415 - an extra
    return datasketch
