"""The answer of a model for one page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Classification:
    """Most probable type, calibrated probability of each, and the model that said so."""

    type: str
    probabilities: dict[str, float]
    model: str

    @property
    def confidence(self) -> float:
        """Probability of the answer, 0 to 1."""
        return self.probabilities[self.type]
