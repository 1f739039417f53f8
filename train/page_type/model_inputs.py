"""Which inputs a model can learn from, and which one unless another is given."""

from typing import Literal

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.common.trees import ARCHITECTURE
from iawce.models.features.inputs import INPUTS
from iawce.models.features.kinds import Kind
from iawce.models.networks.line_reader import ARCHITECTURE as READING
from iawce.models.networks.token_attention import ARCHITECTURE as ATTENTION
from iawce.models.page_type.screenshot_trees import ARCHITECTURE as SCREENSHOT_TREES

SCREENSHOT: Literal["screenshot"] = "screenshot"
INPUT_OF: dict[str, Kind] = {
    "layoutnet": "layout",
    "screenshot_trees": "lines",
    "boosted_trees": "geometry",
    "token_attention": "box_tokens",
    "reading_attention": "line_tokens",
    "lenet5": "layout",
    "efficientnet_lite0_maps": "crops",
}
"""Input of a model unless another is given; that of a transfer network is a screenshot."""


def is_picture(page: LabelledPage) -> bool:
    """Whether nothing but the screenshot of a page is known."""
    return bool(page.screenshot) and not page.boxes and not page.html


def input_of(model: str, *, are_pictures: bool = False) -> Kind:
    """Input of a model unless another is given; ``are_pictures``: its pages are only pictures."""
    usual = INPUT_OF.get(model, SCREENSHOT)
    has_other_needs = are_pictures and INPUTS[usual].needs != SCREENSHOT and SCREENSHOT in inputs_of(model)
    return SCREENSHOT if has_other_needs else usual


def inputs_of(model: str) -> list[Kind]:
    """Inputs that a model can learn from."""
    if model == SCREENSHOT_TREES:
        return ["lines"]
    if model == READING:
        return ["line_tokens"]
    form = {ATTENTION: "tokens", ARCHITECTURE: "features"}.get(model, "picture")
    return [kind for kind, found in INPUTS.items() if found.form == form and kind not in ("lines", "line_tokens")]


def check_input(model: str, kind: Kind) -> None:
    """Make sure that a model can learn from an input.

    Raises:
        UsageError: it cannot; the message names the inputs that it can learn from.
    """
    suited = inputs_of(model)
    if kind not in suited:
        raise UsageError(f"{model} cannot learn from the input {kind}, but from {', '.join(suited)}")
