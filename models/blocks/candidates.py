"""Candidates for the main content of a page, made from the probabilities of its blocks, and the choice of one.

A candidate is the chosen blocks within one part of the page: the containers that score best in the manner of
Readability (Arc90, 2009), each block's points weighted by its probability; the elements ``article`` and ``main``; the
longest run of chosen blocks; those not announced by a link in a heading, those that do not repeat earlier text, those
that are neither teasers nor asides; the first of several articles.

Of independent blocks the set with the best expected F1 is always one of the most probable ones (Ye et al. 2012,
Optimizing F-measure). Deviation: no block below ``MIN_VALUE`` is kept. A page without a more probable block has no
content: all such pages of WCXB were bot walls, error pages and shells of scripts.

Whether the kept blocks form one article is considered by the judge alone. It gives for each candidate the probability
that it is better than the choice of blocks, easier to learn than the word F1 of either, and the expected word F1.
"""

from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from iawce.data.arrays import Bools, Floats, Ints
from iawce.data.document import Document
from iawce.data.labels import FineType, PageType
from iawce.models.blocks.candidate_features import PageEvidence
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.probabilities import logit, quick_median, sigmoid

Favor = Literal["precision", "balanced", "recall"]
PRECISION, RECALL = 0.5, 2.0  # Weights of recall relative to precision in the F measure, of the candidates so named
FAVORED: dict[Favor, float] = {"precision": 1 / 3, "balanced": 1.0, "recall": 2.0}
"""The same if a user favors precision or recall."""
MIN_VALUE = 0.15
AGREEMENT = 0.8  # Weight of the evidence on all blocks at the same place
FIELD = 5  # Most mean words of blocks that agree completely: the dates of all entries are kept, or none
CHOICE = "choice"  # Name of the candidate with all chosen blocks
CANDIDATES = (
    CHOICE, "precision", "recall", "container", "container_siblings", "parent", "grandparent", "article", "main", "run",
    "own", "once", "container_recall", "no_teasers", "no_asides", "alone", "first", "first_article",
)  # fmt: skip
"""Names of all candidates."""
PROSE = 12  # Least words of a block that scores for its container
MAX_LETTERS = 3.0  # Most points for a block's length, one for each hundred characters
SIBLING = 0.25  # Least share of the container's score that a sibling needs to belong to it
FIRST = "first_article"  # Name of the candidate with the first of several articles
GAP = 60  # Most unchosen words between two runs of chosen blocks that are joined
Candidates = dict[str, Bools]
SINGLE = frozenset({PageType.ARTICLE, PageType.PRODUCT})  # Types of pages with a single item
BETTER = 0.1  # Least margin of a candidate's probability of being better, compared with the choice's own
PROSE_WORDS, SHORT = 20, 15  # Minimum words of a block of prose; maximum words of a short one
LEADS_AWAY = ("copied", "announced", "teaser", "aside", "named", "further")
"""Kinds of evidence that a block leads to another page or is beside the content."""
Features = list[tuple[str, Floats | float]]
"""Names, and the value of each candidate, float64 (candidates,), or that of the page."""


def is_judged(page_type: str, fine_type: str = "") -> bool:
    """Whether the judge decides on a page of a type, and of a finer type; each empty if unknown.

    Only articles are mostly in one part of the page. Of the many sections of documentation and services, finer types
    of articles, most candidates leave too much out, and what stands beside a product is known by its names.
    """
    return page_type == PageType.ARTICLE and fine_type in ("", FineType.ARTICLE)


def join_answers(found: Floats) -> Floats:
    """The probability of each block by several trees, those of all pages first, float64 (trees, blocks).

    That is their mean, or what the first say if no block is probable by the mean: the type may be wrong.
    """
    mean = found.mean(axis=0)
    return np.asarray(mean if mean.max() >= MIN_VALUE else found[0])


def smooth_by_group(probabilities: Floats, words: Floats, places: Ints) -> Floats:
    """Probabilities pulled towards the mean logit of all blocks with the same number of a place."""
    logits, count = logit(probabilities, 0.002), np.maximum(np.bincount(places), 1)
    together, size = (np.bincount(places, values) / count for values in (logits, words))
    weight = np.where(size <= FIELD, 1, AGREEMENT)[places]
    return sigmoid((1 - weight) * logits + weight * together[places])


def choose_by_f(probabilities: Floats, words: Floats, beta: float = 1.0) -> Bools:
    """The blocks with the best expected F measure in words; recall counts ``beta`` times as much as precision."""
    squared = beta**2
    order = np.argsort(-probabilities, kind="stable")
    content, kept = np.cumsum((probabilities * words)[order]), np.cumsum(words[order])
    expected = (1 + squared) * content / np.maximum(kept + squared * content[-1], 1e-9)
    return np.asarray(probabilities >= max(MIN_VALUE, probabilities[order[int(expected.argmax())]]))


def favored(judged: Bools, probabilities: Floats, words: Floats, favor: Favor) -> Bools:
    """The blocks that the judge took, without doubtful ones or with them.

    ``precision`` leaves out less certain blocks, if any remain; ``recall`` adds possible ones.
    """
    chosen = choose_by_f(probabilities, words, FAVORED[favor])
    if favor == "recall":
        return judged | chosen
    return judged & chosen if favor == "precision" and (judged & chosen).any() else judged


def expected_f1(probabilities: Floats, words: Floats, chosen: Bools) -> float:
    """Word F1 to expect of the chosen blocks, if the probabilities were independent of each other."""
    content = probabilities * words
    return float(2 * content[chosen].sum() / max(words[chosen].sum() + content.sum(), 1e-9))


def page_candidates(evidence: PageEvidence, probabilities: Floats) -> Candidates:
    """The candidates of a page by name, each bool (blocks,), the choice first; none if no block is chosen.

    ``probabilities``: that each block is main content, float64 (blocks,).
    """
    words = evidence.words
    choice = choose_by_f(probabilities, words)
    if not choice.any():
        return {}
    found: Candidates = {
        CHOICE: choice,
        "precision": choose_by_f(probabilities, words, PRECISION),
        "recall": choose_by_f(probabilities, words, RECALL),
    }
    parts = _containers(evidence, probabilities)
    found |= {name: choice & part for name, part in parts.items()}
    mass = evidence.sums(probabilities * words)
    for name, elements in (("article", evidence.articles), ("main", evidence.mains)):
        if elements:
            found[name] = choice & evidence.inside(max(elements, key=lambda element: float(mass[element])))
    found["own"] = choice & ~evidence.is_announced & ~evidence.is_copy
    found["once"] = choice & ~evidence.is_copy
    if "container" in found:
        found["container_recall"] = found["recall"] & parts["container"]
    found |= _without_others(evidence, choice)
    found["run"] = _longest_run(choice, np.where(found["recall"], 0.0, words), probabilities * words)
    return {name: blocks for name, blocks in found.items() if blocks.any()}


def _without_others(evidence: PageEvidence, choice: Bools) -> Candidates:
    """The chosen blocks without teasers, without asides, without all that leads elsewhere; the first article."""
    aside = evidence.is_aside | evidence.is_named
    found = {
        "no_teasers": choice & ~evidence.is_teaser,
        "no_asides": choice & ~aside,
        "alone": choice & ~evidence.is_teaser & ~aside & ~evidence.is_announced & ~evidence.is_copy,
    }
    if (end := _second_title(evidence, choice)) is not None:
        found["first"] = choice & (np.arange(len(choice)) < end)
    if evidence.separate:
        found[FIRST] = choice & (evidence.owners < evidence.separate[1])
    return found


def _second_title(evidence: PageEvidence, choice: Bools) -> int | None:
    """Place of the next title of the same kind as the first chosen one, after some prose; None without one."""
    titles = np.flatnonzero(choice & evidence.is_title)
    if not len(titles):
        return None
    read = np.cumsum(np.where(choice & ~evidence.is_title, evidence.words, 0.0))
    kinds = evidence.heading_kinds[titles]
    later = titles[(kinds == kinds[0]) & (read[titles] - read[titles[0]] >= GAP)]
    return int(later[0]) if len(later) else None


def _containers(evidence: PageEvidence, probabilities: Floats) -> Candidates:
    """The blocks in the best container, in it and its siblings, in its parent and in that of its parent."""
    scores = _scores(evidence, probabilities)
    best, parents = int(scores.argmax()), evidence.parents
    if scores[best] <= 0:
        return {}
    found = {"container": evidence.inside(best)}
    if (parent := int(parents[best])) >= 0:
        alike = np.flatnonzero((parents == parent) & (scores >= SIBLING * scores[best]))
        siblings = np.zeros(len(evidence.words), bool)
        for element in alike.tolist():
            siblings |= evidence.inside(element)
        found |= {"container_siblings": siblings, "parent": evidence.inside(parent)}
        if (around := int(parents[parent])) >= 0:
            found["grandparent"] = evidence.inside(around)
    return found


def _scores(evidence: PageEvidence, probabilities: Floats) -> Floats:
    """Points of each element of the page: those of the prose directly in it, half of those one level below."""
    prose = (evidence.words >= PROSE) & (3 * evidence.link_words < evidence.words)
    points = (1 + evidence.commas + np.minimum(evidence.letters / 100, MAX_LETTERS)) * probabilities * prose
    count, parents = len(evidence.parents), evidence.parents
    holders = parents[evidence.elements]
    scores = np.bincount(np.maximum(holders, 0), points * (holders >= 0), count)
    around = np.where(holders >= 0, parents[holders], -1)
    scores += np.bincount(np.maximum(around, 0), points / 2 * (around >= 0), count)
    words, linked = evidence.sums(evidence.words), evidence.sums(evidence.link_words)
    return np.asarray(scores * (1 - linked / np.maximum(words, 1)))


def _longest_run(choice: Bools, other: Floats, mass: Floats) -> Bools:
    """The run of chosen blocks with the largest mass; only a gap of more ``other`` words ends it."""
    chosen = np.flatnonzero(choice)
    between = np.diff(np.cumsum(other)[chosen], prepend=0.0)
    runs = np.cumsum(between > GAP)
    best = int(np.bincount(runs, mass[chosen]).argmax())
    found = np.zeros(len(choice), bool)
    found[chosen[runs == best]] = True
    return found


def best_candidate(judged: Floats) -> tuple[int, float]:
    """Index of the best candidate, and its expected word F1, 0 to 1.

    ``judged``: of each candidate of a page, the choice of blocks first, float64 (candidates, 2): the logit that it is
    better than the choice, and its expected word F1.
    """
    better = sigmoid(judged[:, 0])
    best = int((better + BETTER * (np.arange(len(better)) == 0)).argmax())
    return best, float(np.clip(judged[best, 1], 0.0, 1.0))


@cache
def candidate_feature_names() -> tuple[str, ...]:
    """Names of the features of a candidate in their order."""
    evidence = PageEvidence(PageBlocks(Document("", html="<p>text</p>").text_blocks))
    return tuple(name for name, _ in _describe(evidence, np.ones(1), {CHOICE: np.ones(1, bool)}))


def describe_candidates(evidence: PageEvidence, probabilities: Floats, candidates: Candidates) -> NDArray[np.float32]:
    """The features of each candidate, the choice of blocks first, float32 (candidates, features).

    ``probabilities``: that each block is main content, float64 (blocks,).
    """
    columns = [np.broadcast_to(value, len(candidates)) for _, value in _describe(evidence, probabilities, candidates)]
    return np.column_stack(columns).astype(np.float32)


def _describe(evidence: PageEvidence, probabilities: Floats, candidates: Candidates) -> Features:
    masks, words, values = np.stack(list(candidates.values())), evidence.words, _values(evidence, probabilities)
    choice, table = masks[0], np.column_stack(list(values.values()))

    def sums(blocks: Bools) -> dict[str, Floats]:
        return dict(zip(values, (blocks @ table).T, strict=True))

    inside, left_out, added = sums(masks), sums(choice & ~masks), sums(masks & ~choice)
    total = dict(zip(values, table.sum(axis=0).tolist(), strict=True))
    size, mass, unkept = inside["words"], inside["mass"], np.maximum(left_out["words"], 1)
    agreements = 2 * ((masks * words) @ masks.T) / (size[:, None] + size)
    others = agreements[~np.eye(len(size), dtype=bool)].reshape(len(size), -1) if len(size) > 1 else np.ones((1, 1))
    read, first, last = np.cumsum(words), masks.argmax(axis=1), masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    behind = choice & ~masks & (np.arange(masks.shape[1]) > last[:, None])
    names = list(candidates)
    return [
        ("candidate", np.array([CANDIDATES.index(name) for name in names])),
        ("share", mass / max(total["mass"], 1e-9)),
        ("inside", _means(inside)),
        ("left_out", _means(left_out)),
        ("left_out_words", left_out["words"] / size[0]),
        ("added", _means(added)),
        ("added_words", added["words"] / size),
        ("expected", 2 * mass / (size + total["mass"])),
        ("mean_agreement", others.mean(axis=1)),
        ("most_agreement", others.max(axis=1)),
        ("least_agreement", others.min(axis=1)),
        ("median_agreement", quick_median(others.T)),
        ("words", np.log1p(size)),
        ("of_page", size / total["words"]),
        ("links", inside["link_words"] / size),
        *((name, inside[name]) for name in ("headings", "linked_headings", "titles")),
        ("headings_linked", inside["linked_headings"] / np.maximum(inside["headings"], 1)),
        ("start", read[first] / read[-1]),
        ("end", read[last] / read[-1]),
        ("compact", (masks @ words) / (read[last] - read[first] + words[first])),
        *((name, inside[name] / size) for name in ("repeated_links", "repeated_short")),
        ("prose", inside["prose"]),
        *((name, inside[name] / size) for name in ("prose_words", *LEADS_AWAY)),
        *((f"{name}_left_out", left_out[name]) for name in ("titles", "linked_headings")),
        *((f"{name}_left_out", left_out[name] / unkept) for name in ("repeated_links", *LEADS_AWAY)),
        ("left_out_behind", (behind @ words) / unkept),
        ("prose_left_out", left_out["prose"]),
        *_headings_of(masks, evidence),
        ("page_words", float(np.log1p(total["words"]))),
        ("page_blocks", float(len(words))),
        ("unspaced", evidence.unspaced),
        ("candidates", float(len(names))),
        ("choice_expected", 2 * mass[0] / (size[0] + total["mass"])),
        ("choice_inside", mass[0] / size[0]),
        ("choice_of_page", size[0] / total["words"]),
        ("mass", total["mass"] / total["words"]),
        ("agreement", float(agreements.mean())),
        ("separate", float(len(evidence.separate))),
        ("main_titles", float(evidence.has_main_titles)),
        ("titles", float(evidence.is_title.sum())),
        *((f"{name}_of_page", total[name] / total["words"]) for name in LEADS_AWAY),
        *((f"agrees_with_{n}", agreements[:, names.index(n)] if n in candidates else -1.0) for n in CANDIDATES),
    ]


def _values(evidence: PageEvidence, probabilities: Floats) -> dict[str, NDArray[np.generic]]:
    """Values of blocks that are summed over those of a candidate, and over those of the choice that it leaves out."""
    words = evidence.words
    linked, is_prose = 2 * evidence.link_words > words, words >= PROSE_WORDS
    return {
        "words": words,
        "mass": probabilities * words,
        "link_words": evidence.link_words,
        "headings": evidence.is_heading,
        "linked_headings": evidence.is_heading & linked,
        "titles": evidence.is_title,
        "prose": is_prose,
        "repeated_links": words * (evidence.is_repeated & linked),
        "repeated_short": words * (evidence.is_repeated & (words < SHORT)),
        "prose_words": words * (is_prose & (3 * evidence.link_words < words)),
        "copied": words * evidence.is_copy,
        "announced": words * evidence.is_announced,
        "teaser": words * evidence.is_teaser,
        "aside": words * evidence.is_aside,
        "named": words * evidence.is_named,
        "further": words * evidence.is_further,
    }


def _means(sums: dict[str, Floats]) -> Floats:
    """Mean probability of the words, -1 where there are none."""
    return np.where(sums["words"] > 0, sums["mass"] / np.maximum(sums["words"], 1), -1.0)


def _headings_of(masks: Bools, evidence: PageEvidence) -> Features:
    """Kinds of headings in a candidate; whether it begins with a title, or after the page's first one."""
    kinds = evidence.heading_kinds
    headings = np.argsort(kinds, kind="stable")[np.count_nonzero(kinds < 0) :]
    starts = np.flatnonzero(np.diff(kinds[headings], prepend=-1))
    first, titled = masks.argmax(axis=1), np.concatenate([[0.0], np.cumsum(evidence.is_title)])
    return [
        ("heading_kinds", np.logical_or.reduceat(masks[:, headings], starts, axis=1).sum(axis=1).astype(float)),
        ("begins_with", np.where(evidence.is_title[first], 2.0, titled[first] > 0)),
    ]
