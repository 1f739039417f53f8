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
from iawce.data.errors import UsageError
from iawce.data.extras import needing
from iawce.data.page import SAVED_ORIGIN
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.canonical import canonical_address, is_spelling_of

Signature = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class MinHashSettings:
    """Settings of the comparison of texts.

    ``shingle``: consecutive words that are compared as one. ``permutations``: hashes of a signature; its estimate of
    the Jaccard index has a standard deviation of at most 0.5 / sqrt(permutations). ``threshold``: the least index of
    the shingles of two texts that are nearly the same. ``recall_weight``: weight, 0 to 1, of missing similar texts
    against comparing others, which costs only time; it determines the bands (Rajaraman and Ullman 2011, section 3.4).
    Permutations and weight are the best of six pairs (docs/lab/crawling-and-runs.md).

    Raises: UsageError: a value is not valid.
    """

    shingle: int = 5
    permutations: int = 256
    threshold: float = 0.8
    recall_weight: float = 0.9

    def __post_init__(self) -> None:
        if self.shingle < 1 or self.permutations < 2 or not 0 < self.threshold <= 1 or not 0 <= self.recall_weight <= 1:
            raise UsageError(f"near-duplicates cannot be found by {self}")

    def check_library(self) -> None:
        """Make sure that the library is installed.

        Raises:
            EnvironmentMissing: datasketch is not installed.
        """
        _library()

    @property
    def bands(self) -> tuple[int, int]:
        """Number of bands of a signature, and of hashes in each.

        Raises:
            EnvironmentMissing: datasketch is not installed.
        """
        return _bands(self)


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


def row_keys_of(row: Extraction, settings: MinHashSettings) -> RowKeys:
    """The keys of a row, in linear time.

    Raises:
        EnvironmentMissing: datasketch is not installed.
    """
    words = [word.casefold() for word in split_words(row.text)]
    found = _library().MinHash(settings.permutations, seed=1, hashfunc=partial(_hash, size=4), scheme="affine32")
    starts = range(max(1, len(words) - settings.shingle + 1))
    found.update_batch({_encoded(words[start : start + settings.shingle]) for start in starts})
    signature, (bands, rows) = np.asarray(found.hashvalues, np.uint32), settings.bands
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
def _bands(settings: MinHashSettings) -> tuple[int, int]:
    weights = (1 - settings.recall_weight, settings.recall_weight)
    found = _library().MinHashLSH(settings.threshold, settings.permutations, weights=weights)
    return found.b, found.r


def _library() -> Any:
    """Datasketch.

    Raises:
        EnvironmentMissing: it is not installed.
    """
    with needing("corpus", "the search for near-duplicates"):
        import datasketch  # noqa: PLC0415 - an extra
    return datasketch
