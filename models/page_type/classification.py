"""The classification of one page by a model or by the ensemble."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from iawce.data.labels import TYPE_OF, FineType, PageType

NEARLY_CERTAIN = 0.95
"""Probability of a page type from which a person who says another one should look again."""


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
        return replace(
            self, type=max(shares, key=shares.__getitem__), probabilities={k: v / total for k, v in shares.items()}
        )

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
        return (
            self
            if not self.fine
            else replace(self, type=max(self.fine, key=self.fine.__getitem__), probabilities=self.fine)
        )

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
