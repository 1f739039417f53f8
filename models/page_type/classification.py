"""The classification of one page, and how the answers of several models are pooled into it.

Each kind of input (boxes, HTML, a screenshot) has one rule: a weighted sum of the members' log probabilities and
a bias for each label, fitted on pages of sites that no member was trained on.

Source: Genest and Zidek 1986 (logarithmic opinion pool).

Flags are found by simple rules: such pages are rare and varied, and no labelled set has them. Usual screenshots are
1,366 px wide, show the whole page, and are nearly all light. The pixels of a screen for each CSS px are not known; the
height of the type distinguishes narrow windows from dense screens. The loss in each view: ``docs/lab/page-types.md``.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from PIL import Image, ImageStat

from iawce.data.arrays import Floats
from iawce.data.boxes import Box
from iawce.data.errors import EnvironmentMissing, refused
from iawce.data.labels import TYPE_OF, FineType, PageType
from iawce.models.common.probabilities import softmax
from iawce.models.features.geometry import DEFAULT_MARGINS
from iawce.models.features.line_kinds import Lines
from iawce.models.features.text_lines import USUAL_WIDTHS

NEARLY_CERTAIN = 0.95  # Probability of a page type from which a person who says another one should look again
RuleName = Literal["boxes", "html", "screenshot"]
LABELS = tuple(str(label) for label in PageType)
FINE_LABELS = tuple(str(label) for label in FineType)
UNSTYLED, BLANK, ERROR, CONSENT = "unstyled", "blank", "error_page", "consent_page"
NOT_A_PAGE = frozenset({BLANK, ERROR, CONSENT})
"""Flags of pages that are certainly not the wanted content; ``classify`` gives them no type."""
AT_MARGIN = 0.1
"""Share of texts at the margins of a browser's default style sheet; 0.8 % of 1,910 designed pages have more."""
MIN_TEXTS = 3
MIN_CHARS = 20  # Least characters of a page that is not blank, unless it has a picture
MAX_MESSAGE = 1500  # Most characters of a page that may be classified as an error or a wall
MESSAGE = 500  # Most characters of content that may be the message of an error or a wall
BEGIN = 120  # First characters of title and content that say so; further below, it may be what a page is about
ASKED, MIN_ASKED = 400, 0.4
"""Most characters between words that ask for consent, and the least share of a wall between such; a banner has less."""
_ERROR = re.compile(
    r"\b(?:404|403|410|500|502|503)\b.{0,40}\b(?:error|not found|forbidden|gone|unavailable|bad gateway)"
    r"|\b(?:page|file|url|site) (?:was |is |could |can)?not (?:be )?found\b|\bnot found\b.{0,20}\b404\b"
    r"|\b(?:page|url) (?:can[’']t be found|doesn[’']t exist|does not exist|no longer exists|isn[’']t available)\b"
    r"|\baccess (?:to this page has been )?denied\b|\byou have been blocked\b|\bblocked by network security\b"
    r"|\bjust a moment\b(?! (?:of|in|to|that|when)\b)|\bverify(?:ing)? (?:that )?you are (?:a )?human\b"
    r"|\bchecking your browser\b"
    r"|\benable (?:javascript|js)\b|\breview the security of your connection\b|\battention required!"
    r"|\bpress (?:&|and) hold\b.{0,40}\b(?:human|robot)|\bpardon our interruption\b|\bincapsula incident\b"
    r"|\bunusual (?:activity|traffic) from your\b|\b(?:are you a|you[’']re not a|not a) robot\b|\brobot check\b"
    r"|\bservice unavailable\b|\binternal server error\b|页面不存在|找不到(?:该|此)?(?:页|網頁)|seite nicht gefunden"
    r"|page introuvable|página no encontrada|страница не найдена|ページが見つかりません",
    re.S,
)
_CONSENT = re.compile(
    r"\b(?:we|our partners|wir|nous|utilizamos|usiamo)\b.{0,120}\b(?:cookies?|personal data|personenbezogene)", re.S
)
_ACCEPT = re.compile(r"\b(?:accept|agree|consent|reject|akzeptieren|zustimmen|accepter|refuser|aceptar|accetta)\b")
NARROW, WIDE, DENSE, SHORT, DARK = "narrow", "wide", "dense", "short", "dark"
UNUSUAL = frozenset({NARROW, WIDE, DENSE, SHORT, DARK})
"""Flags of screenshots whose page types are less certain than measured."""
LARGE_TYPE, SMALL_TYPE = 1.4, 0.8  # Height of type in narrow and in wide windows, in multiples of the usual
ONE_SCREEN = 0.8  # Ratio of height to width of a picture that shows only a window
PLAIN = 8  # Standard deviation of the pixels, 0 to 255, of a picture in one colour, perhaps with a scroll bar
DARK_PAPER = 102  # Lightness, 0 to 255, below which the background of the lines of a page is dark


@dataclass(frozen=True, slots=True)
class Classification:
    """Most probable type, calibrated probability of each, and the model.

    ``fine``: probabilities of the seven finer types, if the HTML is an input. ``flags``: reasons to doubt
    that this is the wanted page (``unstyled``, ``blank``, ``error_page``, ``consent_page``). ``quantiles``: by
    coverage guarantee, the conformal quantile: 1 - probability of a type in the prediction set is at most this.
    """

    type: str
    probabilities: Mapping[str, float]
    model: str
    fine: Mapping[str, float] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    quantiles: Mapping[str, float] = field(default_factory=dict)

    @property
    def confidence(self) -> float:
        """Probability of ``type``, 0 to 1."""
        return self.probabilities[self.type]

    def among(self, labels: Iterable[str]) -> "Classification":
        """The classification restricted to ``labels``."""
        shares = {label: self.probabilities.get(label, 0.0) for label in labels}
        total = sum(shares.values()) or 1.0
        probabilities = {label: share / total for label, share in shares.items()}
        return replace(self, type=max(shares, key=shares.__getitem__), probabilities=probabilities)

    @property
    def fine_type(self) -> str:
        """The most probable finer type within ``type``; empty where finer types are unknown."""
        inside = {label: share for label, share in self.fine.items() if TYPE_OF[FineType(label)] == self.type}
        return max(inside, key=inside.__getitem__, default="")

    def as_page_type(self) -> "Classification":
        """The classification in page types; of a model of finer types the probabilities are added up."""
        if set(self.probabilities) <= set(PageType):
            return self
        pooled: dict[str, float] = {}
        for label, share in self.probabilities.items():
            name = TYPE_OF[FineType(label)]
            pooled[name] = pooled.get(name, 0.0) + share
        return replace(self, type=max(pooled, key=pooled.__getitem__), probabilities=pooled, fine=self.probabilities)

    def as_fine(self) -> "Classification":
        """The classification in the seven finer types; itself where they are unknown."""
        if not self.fine:
            return self
        return replace(self, type=max(self.fine, key=self.fine.__getitem__), probabilities=self.fine)

    def possible(self, coverage: str) -> tuple[str, ...]:
        """The prediction set with a coverage guarantee, likeliest type first.

        For pages like those on which the quantiles were fitted, a share of at least ``coverage`` has its true type in
        the set. Empty only if no quantile was fitted for this guarantee, as the most probable type is always included.

        Source: Sadinle, Lei and Wasserman 2019 (least ambiguous sets).
        """
        if coverage not in self.quantiles:
            return ()
        ranked = sorted(self.probabilities, key=lambda label: -self.probabilities[label])
        kept = [label for label in ranked if 1 - self.probabilities[label] <= self.quantiles[coverage]]
        return tuple(kept or ranked[:1])


@dataclass(frozen=True, slots=True)
class Rule:
    """How the probabilities of some members are pooled.

    ``weights`` by member; ``bias`` by label; ``quantiles`` by coverage guarantee (see ``Classification.possible``);
    ``first``: the cheapest member, whose answer alone stands if its probability is at least ``sure``, as in a cascade
    (Viola and Jones 2001), or none; ``metrics`` measured on unseen sites.
    """

    weights: dict[str, float]
    bias: tuple[float, ...]
    quantiles: dict[str, float] = field(default_factory=dict)
    first: str = ""
    sure: float = 1.0
    metrics: dict[str, Any] = field(default_factory=dict)

    @property
    def of_first(self) -> "Rule":
        """The rule of the first member alone."""
        return Rule({self.first: 1.0}, (0.0,) * len(LABELS), self.quantiles)

    def pool(self, answers: Mapping[str, Floats]) -> Floats:
        """Probabilities (B, labels) from the log probabilities (B, labels) of each member."""
        return softmax(np.asarray(self.bias) + sum(weight * answers[name] for name, weight in self.weights.items()))

    def pool_fine(self, answers: Mapping[str, Floats]) -> Floats:
        """Probabilities (B, 7) of the finer types from the log probabilities (B, 7) of the members that have them.

        The weights are those of the rule, here with the sum one.
        """
        total = sum(self.weights[name] for name in answers)
        return softmax(np.asarray(sum(self.weights[name] / total * values for name, values in answers.items())))


@dataclass(frozen=True, slots=True)
class Fusion:
    """All rules, their labels, and the record of their training."""

    name: str
    labels: tuple[str, ...]
    rules: dict[str, Rule]
    training: dict[str, Any] = field(default_factory=dict)


def to_labels(log_probabilities: Floats, labels: Sequence[str]) -> Floats:
    """Log probabilities (B, 4) of the page types, from a model that may have the finer types, or only some.

    A type that it does not know has the share of one of four that are equally probable.
    """
    types = _types(tuple(labels))
    is_known = types.any(axis=0)
    shares = np.where(is_known, np.exp(log_probabilities) @ types * is_known.mean(), 1 / len(LABELS))
    return np.asarray(np.log(np.maximum(shares, 1e-12)))


@lru_cache
def _types(labels: tuple[str, ...]) -> Floats:
    """Which page type each of these labels is, some of which may be finer types: 0 or 1 (labels, 4)."""
    types = [label if label in LABELS else TYPE_OF[FineType(label)] for label in labels]
    return np.array([[float(name == own) for name in LABELS] for own in types])


def divide(probabilities: Floats, fine: Floats) -> Floats:
    """Share the probability (B, 4) of each page type out among its finer types as ``fine`` (B, 7) sees them."""
    types = _types(FINE_LABELS)
    return np.asarray(fine / np.maximum(fine @ types @ types.T, 1e-12) * (probabilities @ types.T))


def read_fusion(path: Path) -> Fusion:
    """Read the rules. Raises EnvironmentMissing: the file is absent or holds none."""
    errors = OSError, ValueError, RecursionError
    with refused(f"{path} holds no rules of an ensemble", *errors, kind=EnvironmentMissing):
        found = msgspec.json.decode(path.read_bytes(), type=Fusion)
    if found.labels != LABELS:
        raise EnvironmentMissing(f"{path} distinguishes {', '.join(found.labels)}, not {', '.join(LABELS)}")
    return found


def pool_answers(
    rule: Rule,
    model: str,
    raw: Mapping[str, Floats],
    known: Mapping[str, Sequence[str]],
    flags: Sequence[tuple[str, ...]],
) -> list[Classification]:
    """The classifications of pages by a rule.

    ``raw``: log probabilities by member, float64 (pages, labels of the member); ``known``: these labels; ``flags``: of
    each page.
    """
    pooled = rule.pool({member: to_labels(values, known[member]) for member, values in raw.items()})
    finer = {member: values for member, values in raw.items() if tuple(known[member]) == FINE_LABELS}
    fine = divide(pooled, rule.pool_fine(finer)) if finer else None
    return [
        Classification(
            LABELS[int(row.argmax())],
            named_shares(row, LABELS),
            model,
            fine=named_shares(fine[place], FINE_LABELS) if fine is not None else {},
            flags=flags[place],
            quantiles=rule.quantiles,
        )
        for place, row in enumerate(pooled)
    ]


def named_shares(row: Floats, labels: Sequence[str]) -> dict[str, float]:
    """Probabilities by label, float64 (labels,), rounded as they are written."""
    return dict(zip(labels, row.round(4).tolist(), strict=True))


def flags_of(boxes: Sequence[Box] | None, text: str | None) -> tuple[str, ...]:
    """Flags of a page.

    ``boxes``: None if it was never rendered; ``text``: all in lower case, None if only a picture is known.
    """
    found: list[str] = []
    lefts = [box.x for box in boxes or () if box.kind == "t"]
    if len(lefts) >= MIN_TEXTS and sum(x in DEFAULT_MARGINS for x in lefts) >= AT_MARGIN * len(lefts):
        found.append(UNSTYLED)
    if text is None:
        return tuple(found)
    short = _collapsed(text, MAX_MESSAGE)
    is_seen = boxes is not None and any(box.kind in "iv" for box in boxes)
    if not is_seen and (len(short) if boxes is None else sum(box.chars for box in boxes)) < MIN_CHARS:
        found.append(BLANK)
    elif len(short) <= MAX_MESSAGE and (message := _message(short)):
        found.append(message)
    return tuple(found)


def may_be_message(content: str) -> bool:
    """Whether content is so short that it may be the message of an error or a wall."""
    return len(_collapsed(content, MESSAGE)) <= MESSAGE


def message_of(content: str) -> str:
    """The flag of title and main content that are the message of an error or a wall; empty for others.

    On a longer page, it may also be a short post about an error: see ``flags_of``.
    """
    return _message(_collapsed(content, MESSAGE).lower(), BEGIN) if may_be_message(content) else ""


def _collapsed(text: str, longest: int) -> str:
    """A text with spaces collapsed; if it is longer than ``longest``, perhaps only a part that is longer, too."""
    begin = " ".join(text[: 4 * longest].split())
    return begin if len(begin) > longest else " ".join(text.split())


def _message(short: str, begin: int = MAX_MESSAGE) -> str:
    if _ERROR.search(short[:begin]):
        return ERROR
    uses, answers = ([one.span() for one in words.finditer(short)] for words in (_CONSENT, _ACCEPT))
    gaps = (end - start for start, end in pairwise(sorted(chain(*uses, *answers))))
    asked = sum(gap for gap in gaps if gap <= ASKED)
    return CONSENT if uses and answers and asked >= MIN_ASKED * len(short) else ""


def flags_of_screenshot(picture: Image.Image, lines: Lines) -> tuple[str, ...]:
    """Flags of a screenshot by its lines: ``narrow``, ``wide``, ``dense``, ``short``, ``dark``; none for a usual one.

    ``narrow`` is the view of a phone or tablet, ``short`` a first screen; ``dense`` is a usual window in more pixels.
    One without lines and in one colour is ``blank``.
    """
    (width, height), paper = lines.size, lines.found.lines.paper
    if not len(paper) and max(ImageStat.Stat(picture).stddev) < PLAIN:
        return (BLANK,)
    views = {
        NARROW: lines.stretch >= LARGE_TYPE,
        WIDE: lines.stretch <= SMALL_TYPE,
        SHORT: height <= ONE_SCREEN * width,
        DARK: bool(len(paper)) and float(np.median(paper)) < DARK_PAPER,
        DENSE: width > USUAL_WIDTHS.stop and SMALL_TYPE < lines.stretch < LARGE_TYPE,
    }
    return tuple(view for view, is_seen in views.items() if is_seen)
