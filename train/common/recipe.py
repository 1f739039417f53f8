"""Training recipes: the hyperparameters of a training, by name."""

from dataclasses import dataclass, replace
from math import ceil
from typing import Literal, Self

from iawce.data.errors import UsageError


@dataclass(frozen=True, slots=True)
class Recipe:
    """Hyperparameters of a training; the paper's values unless another recipe overrides them.

    ``schedule``: ``constant``, a falling half ``cosine``, a ``cycle`` (Smith and Topin 2019), or the paper's ``ramp``
    with its own rates.
    """

    name: str = "paper"
    epochs: int = 30
    batch_size: int = 16
    learning_rate: float = 2e-4  # Adam's
    schedule: Literal["constant", "cosine", "ramp", "cycle"] = "constant"
    weight_decay: float = 0.0
    dropout: float = 0.0  # Before dense layers
    label_smoothing: float = 0.0  # As in torch, like ``weight_decay``
    augment: bool = False  # Changes pages
    balance: float = 0.0  # A label with n pages weighs n ** -balance
    patience: int = 0  # Epochs without progress on separate sites; 0: no stop
    least_steps: int = 0  # Of the optimiser; few pages have more epochs

    def for_pages(self, count: int) -> Self:
        """The recipe with the epochs that it has for so many pages to train on."""
        steps = max(1, ceil(count / self.batch_size))
        return replace(self, epochs=max(self.epochs, ceil(self.least_steps / steps)))


DEFAULT = Recipe(
    name="default",
    epochs=20,
    batch_size=32,
    learning_rate=5e-4,
    schedule="cosine",
    weight_decay=1e-3,
    dropout=0.5,
    label_smoothing=0.05,
    augment=True,
)
RECIPES = {
    "paper": Recipe(),
    "paper-ramp": Recipe(name="paper-ramp", schedule="ramp"),
    "default": DEFAULT,
    "lenet5": replace(DEFAULT, name="lenet5", least_steps=300),
    "attention": Recipe(
        name="attention",
        epochs=24,
        batch_size=16,
        learning_rate=2e-3,
        schedule="cycle",
        weight_decay=0.05,
        dropout=0.3,
        label_smoothing=0.05,
        augment=True,
        balance=0.5,
    ),
}
"""``paper``: I-AWCE, section on training (batch 16, 30 epochs, Adam, 2e-4); ``paper-ramp``: the same with eqs 2 and 3,
as the paper trains EfficientNet. ``default``: the best one measured here for LeNet-5; ``lenet5``: the same with more
epochs for fewer than 480 pages (docs/lab/page-types.md); ``attention``: for the attention over the parts of a page."""


def get_recipe(name: str) -> Recipe:
    """The recipe ``name``; ``UsageError`` if there is none."""
    if name not in RECIPES:
        raise UsageError(f"no recipe is called {name!r}; known are {', '.join(RECIPES)}")
    return RECIPES[name]
