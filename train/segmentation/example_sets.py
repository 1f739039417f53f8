"""The examples of a training: real pages, plain and crowded ones written from them, and some without names."""

import hashlib
import logging
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.errors import quantity
from iawce.models.blocks.block_features import NOWHERE
from iawce.models.features.class_word_groups import FAMILIES
from iawce.train.segmentation.crowded_pages import FURTHER, TEASERS, write_crowded_pages
from iawce.train.segmentation.examples import Example, make_examples
from iawce.train.segmentation.plain_pages import write_plain_pages

log = logging.getLogger(__name__)
PLAIN, UNNAMED = "plain", "unnamed"
ARTICLES = frozenset({"article", "news"})
"""Types of pages that are articles."""


class Weight(NamedTuple):
    """Weight of a page of a set in the training of each part; with 0, it is only scored."""

    trees: float = 1.0
    article_trees: float = 1.0
    judge: float = 1.0


WEIGHTS: dict[str, Weight] = {
    FURTHER: Weight(0.0, 0.0, 1.0),
    TEASERS: Weight(0.0, 0.5, 0.6),
    UNNAMED: Weight(0.5, 0.5, 0.3),
}
"""Weight of generated pages; all others have 1."""


OTHER_ARTICLES = 0.4
"""Weight of documentation and services, whose page type is that of articles, for the trees of articles."""


class ExampleSets(NamedTuple):
    """Examples, and the name of the set of each."""

    examples: list[Example]
    names: list[str]

    def weight(self, number: int) -> Weight:
        """Weights of an example."""
        weight = WEIGHTS.get(self.names[number], Weight())
        is_other = self.examples[number].type not in ARTICLES
        return weight._replace(article_trees=weight.article_trees * OTHER_ARTICLES) if is_other else weight


class Written(NamedTuple):
    """Number of pages of each kind that are generated from the others."""

    plain: int = 90
    crowded: int = 160
    unnamed: int = 500


def make_sets(sets: Mapping[str, Sequence[GoldPage]], written: Written, folds: int, seed: int) -> ExampleSets:
    """The examples of all sets, and of pages generated from them.

    Args:
        sets: pages with gold text by the name of their set.
        written: numbers of generated pages.
        folds: parts of the cross-validation; pages generated from one part have nothing from the others.
        seed: of the chance.
    """
    pages = [page for found in sets.values() for page in found]
    added = {PLAIN: write_plain_pages(pages, written.plain, seed)}
    added |= {kind: _crowded(pages, kind, written.crowded, folds, seed) for kind in (FURTHER, TEASERS)}
    examples, names = list[Example](), list[str]()
    for name, given in [*sets.items(), *added.items()]:
        found = list(make_examples(given))
        log.info("%s: %d of %s with text", name, len(found), quantity(len(given), "page"))
        examples += found
        names += [name] * len(found)
    real = [example for example, name in zip(examples, names, strict=True) if name not in added]
    unnamed = [_without_names(example) for example in _sample(real, written.unnamed, seed)]
    return ExampleSets([*examples, *unnamed], [*names, *[UNNAMED] * len(unnamed)])


def fold_of(site: str, folds: int) -> int:
    """The part of a site, the same in every training."""
    return int(hashlib.sha256(site.encode()).hexdigest(), 16) % folds


def _crowded(pages: Iterable[GoldPage], kind: str, count: int, folds: int, seed: int) -> list[GoldPage]:
    articles = [page for page in pages if page.type in ARTICLES and page.text]
    parts = ([page for page in articles if fold_of(page.site, folds) == part] for part in range(folds))
    return [page for part in parts for page in write_crowded_pages(part, kind, count // folds, seed)]


def _sample(examples: Sequence[Example], count: int, seed: int) -> list[Example]:
    return random.Random(seed).sample(list(examples), min(count, len(examples)))  # noqa: S311 - no secret


def _without_names(example: Example) -> Example:
    """The example as if its page had no class names and ids."""
    features = example.features.copy()
    for family in FAMILIES:
        features[:, example.names.index(f"family_{family}")] = NOWHERE
        features[:, example.names.index(f"family_{family}_share")] = -1
    return replace(example, id=f"{example.id}#{UNNAMED}", features=features)
