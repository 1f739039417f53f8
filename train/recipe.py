"""Training recipes: every number that decides how a network learns, by name."""

from dataclasses import dataclass

from iawce.data.errors import UsageError


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a network learns. Fields hold the paper's values unless another recipe overrides them.

    ``learning_rate`` is Adam's; ``cosine`` lets it fall to zero along a half cosine; ``dropout`` is the share of values
    dropped before dense layers; ``label_smoothing`` and ``weight_decay`` as in torch. ``augment`` moves, stretches and
    mirrors the pages.
    """

    name: str = "paper"
    epochs: int = 30
    batch_size: int = 16
    learning_rate: float = 2e-4
    cosine: bool = False
    weight_decay: float = 0.0
    dropout: float = 0.0
    label_smoothing: float = 0.0
    augment: bool = False


RECIPES = {
    "paper": Recipe(),
    "default": Recipe(
        name="default",
        epochs=20,
        batch_size=32,
        learning_rate=5e-4,
        cosine=True,
        weight_decay=1e-3,
        dropout=0.5,
        label_smoothing=0.05,
        augment=True,
    ),
}
"""``paper``: I-AWCE, section on training (batch 16, 30 epochs, Adam, 2e-4). ``default``: what measured best here."""


def get_recipe(name: str) -> Recipe:
    """The recipe ``name``.

    Raises:
        UsageError: no such recipe.
    """
    if name not in RECIPES:
        raise UsageError(f"no recipe is called {name!r}; known are {', '.join(RECIPES)}")
    return RECIPES[name]
