"""Features of candidates for a page's main content: the blocks that each contains, and those that it leaves out."""

import numpy as np
from numpy.typing import NDArray

from iawce.models.blocks.candidate_features import Bools, PageEvidence
from iawce.models.blocks.candidates import CANDIDATES, Candidates
from iawce.models.blocks.page_blocks import Floats

PROSE, SHORT = 20, 15
"""Minimum words of a block of prose; maximum words of a short one."""
LEADS_AWAY = ("copied", "announced", "teaser", "aside", "named", "further")
"""Kinds of evidence that a block leads to another page or is beside the content."""
_SUMS = (
    "words", "mass", "link_words", "headings", "linked_headings", "titles", "prose", "repeated_links", "repeated_short",
    "prose_words", *LEADS_AWAY,
)  # fmt: skip
"""Values summed over the blocks of a candidate, and over those of the choice that it leaves out."""
_OWN = (
    "share", "inside", "left_out", "left_out_words", "added", "added_words", "expected", "mean_agreement",
    "most_agreement", "least_agreement", "median_agreement", "words", "of_page", "links", "headings", "linked_headings",
    "titles", "headings_linked", "start", "end", "compact", "repeated_links", "repeated_short", "prose", "prose_words",
    *LEADS_AWAY, "titles_left_out", "linked_headings_left_out", "repeated_links_left_out",
    *(f"{name}_left_out" for name in LEADS_AWAY), "left_out_behind", "prose_left_out", "heading_kinds", "begins_with",
)  # fmt: skip
_PAGE = (
    "page_words", "page_blocks", "unspaced", "candidates", "choice_expected", "choice_inside", "choice_of_page", "mass",
    "agreement", "separate", "main_titles", "titles", *(f"{name}_of_page" for name in LEADS_AWAY),
)  # fmt: skip
FEATURES = ("candidate", *_OWN, *_PAGE, *(f"agrees_with_{name}" for name in CANDIDATES))
"""Names of the features of a candidate in their order."""
Sums = dict[str, Floats]
"""By the name in ``_SUMS``, float64 (candidates,) each."""


def describe_candidates(evidence: PageEvidence, probabilities: Floats, candidates: Candidates) -> NDArray[np.float32]:
    """The features of each candidate, float32 (candidates, ``len(FEATURES)``).

    Args:
        evidence: of the page.
        probabilities: that each block is main content, float64 (blocks,).
        candidates: of the page, the choice of blocks first.
    """
    masks, values = np.stack(list(candidates.values())), _values(evidence, probabilities)
    choice = masks[0]
    inside, left_out = _sums(masks, values), _sums(choice & ~masks, values)
    added = _sums(masks & ~choice, values)
    agreements = _agreements(masks, evidence.words, inside["words"])
    places = np.array([CANDIDATES.index(name) for name in candidates])
    with_each = np.full((len(masks), len(CANDIDATES)), -1.0)
    with_each[:, places] = agreements
    total = values.sum(axis=0)
    columns = [
        places,
        *_probabilities_of(inside, left_out, added, float(total[1])),
        *_agreement_of(agreements),
        *_inside_of(inside, float(total[0])),
        *_places_of(masks, evidence.words),
        *(inside[name] / inside["words"] for name in ("repeated_links", "repeated_short")),
        inside["prose"],
        *(inside[name] / inside["words"] for name in ("prose_words", *LEADS_AWAY)),
        *_left_out_of(left_out, choice & ~masks & _is_behind(masks), evidence.words),
        *_headings_of(masks, evidence),
    ]
    page = _page_features(evidence, total, inside, len(candidates), float(agreements.mean()))
    rows = np.column_stack([*columns, *(np.full(len(masks), value) for value in page), with_each])
    return rows.astype(np.float32)


def _values(evidence: PageEvidence, probabilities: Floats) -> Floats:
    """The summed values, float64 (blocks, ``len(_SUMS)``)."""
    words = evidence.words
    linked, is_prose = 2 * evidence.link_words > words, words >= PROSE
    return np.column_stack([
        words,
        probabilities * words,
        evidence.link_words,
        evidence.is_heading,
        evidence.is_heading & linked,
        evidence.is_title,
        is_prose,
        words * (evidence.is_repeated & linked),
        words * (evidence.is_repeated & (words < SHORT)),
        words * (is_prose & (3 * evidence.link_words < words)),
        words * evidence.is_copy,
        words * evidence.is_announced,
        words * evidence.is_teaser,
        words * evidence.is_aside,
        words * evidence.is_named,
        words * evidence.is_further,
    ])  # fmt: skip


def _sums(masks: Bools, values: Floats) -> Sums:
    return dict(zip(_SUMS, (masks @ values).T, strict=True))


def _agreements(masks: Bools, words: Floats, sizes: Floats) -> Floats:
    """Word F1 of each two candidates, float64 (candidates, candidates)."""
    return np.asarray(2 * ((masks * words) @ masks.T) / (sizes[:, None] + sizes))


def _means(sums: Sums) -> Floats:
    """Mean probability of the words, -1 where there are none."""
    return np.where(sums["words"] > 0, sums["mass"] / np.maximum(sums["words"], 1), -1.0)


def _probabilities_of(inside: Sums, left_out: Sums, added: Sums, mass: float) -> list[Floats]:
    return [
        inside["mass"] / max(mass, 1e-9),
        _means(inside),
        _means(left_out),
        left_out["words"] / inside["words"][0],
        _means(added),
        added["words"] / inside["words"],
        2 * inside["mass"] / (inside["words"] + mass),
    ]


def _agreement_of(agreements: Floats) -> list[Floats]:
    """Mean, largest, smallest and median agreement with the other candidates, 1 where there are none."""
    count = len(agreements)
    others = agreements[~np.eye(count, dtype=bool)].reshape(count, -1) if count > 1 else np.ones((1, 1))
    return [others.mean(axis=1), others.max(axis=1), others.min(axis=1), _medians(others)]


def _medians(rows: Floats) -> Floats:
    """The median of each row; that of numpy loads masked arrays."""
    ordered, count = np.sort(rows, axis=1), rows.shape[1]
    return np.asarray((ordered[:, count // 2] + ordered[:, (count - 1) // 2]) / 2)


def _inside_of(inside: Sums, total: float) -> list[Floats]:
    headings, linked = inside["headings"], inside["linked_headings"]
    return [
        np.log1p(inside["words"]),
        inside["words"] / total,
        inside["link_words"] / inside["words"],
        headings,
        linked,
        inside["titles"],
        linked / np.maximum(headings, 1),
    ]


def _places_of(masks: Bools, words: Floats) -> list[Floats]:
    """Beginning and end of a candidate, as shares of the page's words, and its share of the words between."""
    read = np.cumsum(words)
    first, last = masks.argmax(axis=1), masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    span = read[last] - read[first] + words[first]
    return [read[first] / read[-1], read[last] / read[-1], (masks @ words) / span]


def _is_behind(masks: Bools) -> Bools:
    """Whether each block is after the last one of each candidate, bool (candidates, blocks)."""
    last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    return np.asarray(np.arange(masks.shape[1]) > last[:, None])


def _left_out_of(left_out: Sums, behind: Bools, words: Floats) -> list[Floats]:
    whole = np.maximum(left_out["words"], 1)
    shares = [left_out[name] / whole for name in ("repeated_links", *LEADS_AWAY)]
    counts = [left_out[name] for name in ("titles", "linked_headings")]
    return [*counts, *shares, (behind @ words) / whole, left_out["prose"]]


def _headings_of(masks: Bools, evidence: PageEvidence) -> list[Floats]:
    """Kinds of headings in a candidate; whether it begins with a title, or after the page's first one."""
    headings = np.flatnonzero(evidence.heading_kinds >= 0)
    kinds, numbers = np.unique(evidence.heading_kinds[headings], return_inverse=True)
    of_kind = np.zeros((len(headings), len(kinds)))
    of_kind[np.arange(len(headings)), numbers] = 1
    count = ((masks[:, headings] @ of_kind) > 0).sum(axis=1).astype(float)
    first = masks.argmax(axis=1)
    titled = np.concatenate([[0.0], np.cumsum(evidence.is_title)])
    return [count, np.where(evidence.is_title[first], 2.0, titled[first] > 0)]


def _page_features(
    evidence: PageEvidence, total: Floats, inside: Sums, candidates: int, agreement: float
) -> list[float]:
    """Features shared by all candidates of a page; the first candidate is the choice of blocks."""
    words, mass, chosen, content = float(total[0]), float(total[1]), inside["words"][0], inside["mass"][0]
    return [
        float(np.log1p(words)),
        float(len(evidence.words)),
        evidence.unspaced,
        float(candidates),
        2 * content / (chosen + mass),
        content / chosen,
        chosen / words,
        mass / words,
        agreement,
        float(len(evidence.separate)),
        float(evidence.has_main_titles),
        float(evidence.is_title.sum()),
        *(float(total[_SUMS.index(name)]) / words for name in LEADS_AWAY),
    ]
