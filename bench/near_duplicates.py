"""Recall and precision of the search for changed copies of texts.

    python -m bench near_duplicates wcxb=PATH/wcxb-dev.tar.xz

The corpus consists of the gold texts of pages with 100 words or more, in their order; each has copies in which words
are replaced by words of other texts, the end is cut off, or boilerplate of another site is added, each by several
shares of the words. Each copy is searched in the unchanged corpus; other pages of the same site are the hard cases. Two
texts are nearly the same if the exact Jaccard index of their shingles is at least the threshold: precision is the share
of such copies among those found, recall the share of them that are found. ``--choose`` tries settings on one half of
the sites, by a hash of their names; the other half is reported. Intervals of 95 % by bootstrap over sites.
"""

import hashlib
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from iawce.data.datasets.gold_sets import read_gold
from iawce.data.dom.words import split_words
from iawce.data.errors import Status
from iawce.extract.corpus.duplicates import Duplicates
from iawce.extract.corpus.row_keys import MinHashSettings, row_keys_of
from iawce.extract.output.extraction import Extraction
from iawce.models.common.intervals import site_mean

FEWEST_WORDS = 100
SHARES = {
    "words replaced": (0.005, 0.01, 0.02, 0.03, 0.05),
    "end cut off": (0.05, 0.1, 0.15, 0.2, 0.3),
    "boilerplate added": (0.05, 0.1, 0.2, 0.25, 0.4),
}
TRIED = [
    replace(MinHashSettings(), permutations=permutations, recall_weight=weight)
    for permutations in (64, 128, 256)
    for weight in (0.5, 0.9)
]
EDGES = (0.0, 0.5, 0.7, 0.75, 0.8, 0.85, 0.9, 1.01)


class Text(NamedTuple):
    ref: str
    site: str
    words: list[str]


class Looked(NamedTuple):
    """A text that was searched: its kind and site, its exact index with its source and with the text that was found."""

    kind: str
    site: str
    to_source: float
    found: float | None


def main(
    sets: Annotated[list[str], typer.Argument(help="Sets of pages with gold texts: NAME=PATH.")],
    sample: Annotated[int, typer.Option(min=1, help="Take the pages of every Nth site only.")] = 1,
    choose: Annotated[bool, typer.Option("--choose", help="Try settings on the other half of the sites.")] = False,
) -> None:
    texts = [text for name in sets for text in read_texts(name)]
    halves = [[text for text in texts if number_of(text.site) % (2 * sample) == half] for half in (0, 1)]
    for settings in TRIED if choose else ():
        looked, seconds = measure(halves[0], settings)
        print(f"{settings}, bands {settings.bands}: {summary(looked, settings)}, {1000 * seconds:.2f} ms a text")
    settings = MinHashSettings()
    looked, seconds = measure(halves[1], settings)
    print(f"{len(halves[1])} texts, {settings}, bands {settings.bands}, {1000 * seconds:.2f} ms a text")
    print(f"{summary(looked, settings)}\n\n| looked for | texts | nearly the same | recall | precision |")
    print("| --- " * 5 + "|")
    for kind in dict.fromkeys(one.kind for one in looked):
        print(row(kind, [one for one in looked if one.kind == kind], settings))
    print("\n| Jaccard index with the source | copies | found |\n| --- | --- | --- |")
    copies = [one for one in looked if one.kind != "another page"]
    for low, high in pairwise(EDGES):
        band = [one for one in copies if low <= one.to_source < high]
        print(f"| {low}–{min(high, 1)} | {len(band)} | {mean([one.found is not None for one in band], band)} |")


def number_of(site: str) -> int:
    return int.from_bytes(hashlib.sha256(site.encode()).digest()[:4])


def read_texts(name: str) -> Iterator[Text]:
    kind, _, path = name.partition("=")
    for page in read_gold(kind, Path(path)):
        words = split_words((page.text or "").casefold())
        if len(words) >= FEWEST_WORDS:
            yield Text(f"{kind} {page.id}", page.site, words)


def measure(texts: Sequence[Text], settings: MinHashSettings) -> tuple[list[Looked], float]:
    """All texts that were searched, and seconds for each, including shingles and signature."""
    draw, looked = random.Random(0), list[Looked]()
    shingles = {text.ref: shingles_of(text.words, settings) for text in texts}
    count, started = 0, time.process_time()
    with Duplicates(None, settings.threshold) as corpus:
        for text in texts:
            new = row_keys_of(extraction(text.ref, text.words), settings)
            found = corpus.find(new)
            index = jaccard(shingles[text.ref], shingles[found.ref]) if found else None
            looked.append(Looked("another page", text.site, index or 0.0, index))
            corpus.add(new)
            count += 1
        for text in texts:
            for number, (kind, words) in enumerate(copies(text, texts, draw)):
                found = corpus.find(row_keys_of(extraction(f"copy {number} of {text.ref}", words), settings))
                mine = shingles_of(words, settings)
                index = jaccard(mine, shingles[found.ref]) if found else None
                looked.append(Looked(kind, text.site, jaccard(mine, shingles[text.ref]), index))
                count += 1
    return looked, (time.process_time() - started) / count


def copies(text: Text, texts: Sequence[Text], draw: random.Random) -> Iterator[tuple[str, list[str]]]:
    for kind, shares in SHARES.items():
        for share in shares:
            other = draw.choice([one for one in draw.sample(texts, 3) if one.site != text.site] or texts)
            count = max(1, round(share * len(text.words)))
            if kind == "words replaced":
                places = set(draw.sample(range(len(text.words)), count))
                yield kind, [draw.choice(other.words) if at in places else word for at, word in enumerate(text.words)]
            elif kind == "end cut off":
                yield kind, text.words[:-count]
            else:
                added = other.words[:count]
                yield kind, added[: count // 2] + text.words + added[count // 2 :]


def extraction(ref: str, words: Sequence[str]) -> Extraction:
    return Extraction(ref=ref, status=Status.SUCCESS, text=" ".join(words))


def shingles_of(words: Sequence[str], settings: MinHashSettings) -> set[str]:
    size = settings.shingle
    return {" ".join(words[start : start + size]) for start in range(max(1, len(words) - size + 1))}


def jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other)


def summary(looked: Sequence[Looked], settings: MinHashSettings) -> str:
    return f"recall {recall(looked, settings)}, precision {precision(looked, settings)}"


def row(kind: str, looked: Sequence[Looked], settings: MinHashSettings) -> str:
    near = sum(one.to_source >= settings.threshold for one in looked)
    return f"| {kind} | {len(looked)} | {near} | {recall(looked, settings)} | {precision(looked, settings)} |"


def recall(looked: Sequence[Looked], settings: MinHashSettings) -> str:
    wanted = [one for one in looked if one.to_source >= settings.threshold]
    return mean([one.found is not None for one in wanted], wanted)


def precision(looked: Sequence[Looked], settings: MinHashSettings) -> str:
    found = [one for one in looked if one.found is not None]
    return mean([(one.found or 0) >= settings.threshold for one in found], found)


def mean(values: Sequence[bool], of: Sequence[Looked]) -> str:
    return str(site_mean(values, [one.site for one in of])) if values else "–"
