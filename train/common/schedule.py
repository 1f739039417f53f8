"""The learning-rate schedule of the paper: a ramp up to epoch 15, then exponential decay.

Source: Qin et al. 2023 (I-AWCE), eqs 2 and 3. Epochs count from 0; the peak is epoch 15.

Deviation: eq. 3 has the start rate where the well-known form of this schedule has the lowest; both are 1e-5, so the
result is the same.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RampSchedule:
    """Learning rates and numbers of epochs: LRst, LRmax, LRmin, LRre, LRse and LRed of the paper, in this order."""

    start: float = 1e-5
    highest: float = 4e-4
    lowest: float = 1e-5
    ramp_epochs: int = 15
    sustain_epochs: int = 0
    decay: float = 0.8

    def rate(self, epoch: int) -> float:
        """Learning rate of an epoch, counted from 0."""
        if epoch < self.ramp_epochs:
            return (self.highest - self.start) / self.ramp_epochs * epoch + self.start
        since = max(0, epoch - self.ramp_epochs - self.sustain_epochs)
        return (self.highest - self.lowest) * self.decay**since + self.lowest
