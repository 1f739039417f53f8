"""Names by which a correction recognises pages and the places of blocks, and their weights."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from urllib.parse import parse_qsl

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.path_keys import PathSpec, mask_digits
from iawce.data.document import Document
from iawce.data.network.address import parse_address
from iawce.data.page import SAVED_ORIGIN
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.record import Arrays

Names = frozenset[str]
NEAREST = 40  # Most elements around a block whose names are read
MAX_NAMES, MAX_LENGTH = 12, 60  # Class names of an element that are read, and characters of a name or a text
PLACES = (PathSpec.TAGS, PathSpec.OWN_NAMES, PathSpec.LAST_NAMES)  # Strictness of the keys of a block's place
EVERY = "any"  # The name of all blocks, and of all pages
_PLAIN = frozenset({"html", "body", "div", "span"})  # Tags without meaning
MAX_STEPS = 6  # Steps and parameters of an address that are read
MAX_PAIRS = 3000  # Distinct pairs of class attribute and id of a page that are read
TITLE_WORDS = 3  # Least words joined by hyphens in a step of an address that is a title
Floats = NDArray[np.float64]


def block_names(page: PageBlocks) -> list[Names]:
    """The names of each block: from the names of it and the elements around it, its place, and its text.

    Runs of digits are masked. A text of more than ``MAX_LENGTH`` characters is not a name.
    """
    owners, texts = page.owners.tolist(), page.blocks.texts
    around = {owner: frozenset(_around(page, owner)) for owner in dict.fromkeys(owners)}
    places = {strictness.name: page.places.keys(strictness)[page.owners].tolist() for strictness in PLACES}
    headings = _headings_before(page)
    return [
        around[owner].union(
            (EVERY, f"says {_short(texts[number])}", f"after {headings[number]}"),
            [f"at {name} {keys[number]:x}" for name, keys in places.items()],
        )
        for number, owner in enumerate(owners)
    ]


def element_names(classes: str, identity: str) -> Iterator[str]:
    """Names from the class attribute and the id of an element, runs of digits masked."""
    for name in classes[: MAX_LENGTH * MAX_NAMES].split()[:MAX_NAMES]:
        yield f".{mask_digits(name[:MAX_LENGTH])}"
    if identity:
        yield f"#{mask_digits(identity[:MAX_LENGTH])}"


def _around(page: PageBlocks, element: int) -> Iterator[str]:
    """Tag, class names and id of an element and of those around it."""
    index = page.index
    for _ in range(NEAREST):
        if index.tags[element] not in _PLAIN:
            yield f"in {index.tags[element]}"
        for name in element_names(index.classes[element], index.attributes.given[element].get("id", "")):
            yield f"in {name}"
        if (element := int(index.parents[element])) < 0:
            return


def _headings_before(page: PageBlocks) -> list[str]:
    """The text of the last heading before each block, or of the block itself if it is one; empty without one."""
    numbers = np.flatnonzero(page.is_heading)
    texts = ["", *(_short(page.blocks.texts[number]) for number in numbers.tolist())]
    return [texts[place] for place in np.searchsorted(numbers, np.arange(len(page)), side="right").tolist()]


def _short(text: str) -> str:
    return mask_digits(text.lower()) if len(text) <= MAX_LENGTH else ""


def page_names(document: Document) -> list[Names]:
    """The names of a page, in groups: one of all pages, the shape of the address, the root's names, all elements'.

    Runs of digits are masked. No group is empty.

    Raises PageError: the page holds no element.
    """
    index = document.index
    given, pairs = index.attributes.given, index.attributes.names[0][:MAX_PAIRS]
    roots = [0, *index.tagged("body")[:1]]
    own = (name for root in roots for name in element_names(index.classes[root], given[root].get("id", "")))
    groups = (
        frozenset({EVERY}),
        frozenset(_address(document.url)),
        frozenset(f"root {name}" for name in own),
        frozenset(f"has {name}" for classes, identity in pairs for name in element_names(classes, identity)),
    )
    return [names for names in groups if names]


def _address(url: str) -> Iterator[str]:
    """The shape of an address: its first steps, which of the others are numbers or words, and its parameters."""
    found = None if url.startswith(SAVED_ORIGIN) else parse_address(url)
    if found is None:
        return
    steps = [_step(step) for step in str(found.pathname).split("/")[1:][:MAX_STEPS]]
    for count in range(1, len(steps) + 1):
        yield f"address begins {'/'.join(steps[:count])}"
    yield f"address shape {'/'.join('w' if step and step[0].isalpha() else step for step in steps)}"
    for name, _ in parse_qsl(str(found.search).removeprefix("?"))[:MAX_STEPS]:
        yield f"address asks {mask_digits(name[:MAX_LENGTH])}"


def _step(step: str) -> str:
    """A step of an address; all titles give the same name."""
    masked = mask_digits(step[:MAX_LENGTH].lower())
    return "*" if masked.count("-") + masked.count("_") >= TITLE_WORDS - 1 else masked


@dataclass(frozen=True, slots=True)
class NamedWeights:
    """Weights by the key of a site and a name."""

    keys: NDArray[np.uint64]  # (names,), ascending
    values: NDArray[np.float32]  # (names, outputs)

    @classmethod
    def from_arrays(cls, arrays: Arrays, part: str) -> "NamedWeights":
        """The weights of a part of a model. LookupError, ValueError: arrays are missing or do not fit each other."""
        given, weights = arrays[f"{part}.keys"], arrays[f"{part}.values"]
        keys, values = given.astype(np.uint64), weights.astype(np.float32)
        if given.dtype != keys.dtype or keys.ndim != 1 or (keys[:-1] >= keys[1:]).any():
            raise ValueError("the keys of the weights are not ascending numbers")
        if (
            values.dtype != weights.dtype
            or values.ndim != 2
            or len(values) != len(keys)
            or not np.isfinite(values).all()
        ):
            raise ValueError("there is not one weight for each key")
        return cls(keys, values)

    def arrays(self, part: str) -> dict[str, NDArray[np.generic]]:
        """The same as ``from_arrays`` reads them."""
        return {f"{part}.keys": self.keys, f"{part}.values": self.values}

    @classmethod
    def of(cls, names: Sequence[tuple[str, str]], values: Floats) -> "NamedWeights":
        """Weights, float64 (names, outputs), of pairs of a site and a name."""
        keys, first = np.unique(np.array([weight_key(*pair) for pair in names], np.uint64), return_index=True)
        return cls(keys, values[first].astype(np.float32))

    def sums(self, site: str, groups: Sequence[Names]) -> Floats:
        """The sum of the weights of the names of each group on a site, float64 (groups, outputs)."""
        found, every = np.zeros((len(groups), self.values.shape[1])), sorted(set[str]().union(*groups))
        keys = np.array([weight_key(site, name) for name in every], np.uint64)
        places = np.searchsorted(self.keys, keys)
        known = places < len(self.keys)
        known[known] = self.keys[places[known]] == keys[known]
        rows = {every[number]: int(places[number]) for number in np.flatnonzero(known).tolist()}
        for number, names in enumerate(groups):
            own = sorted(rows[name] for name in names if name in rows)  # the same sum in every process
            found[number] = self.values[own].astype(np.float64).sum(axis=0)
        return found


def weight_key(site: str, name: str) -> int:
    """The key of a name of a site, 64 bits, the same on every machine."""
    return int.from_bytes(blake2b(f"{site}\n{name}".encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
