"""The inputs that a model can learn from, and the pages that a training selects for it."""

import logging
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError, quantity
from iawce.models.common.trees import ARCHITECTURE
from iawce.models.features.inputs import INPUTS
from iawce.models.features.kinds import Kind
from iawce.models.networks.line_reader import ARCHITECTURE as READING
from iawce.models.networks.token_attention import ARCHITECTURE as ATTENTION
from iawce.models.page_type.screenshot_trees import ARCHITECTURE as SCREENSHOT_TREES
from iawce.train.page_type.task import label_of
from iawce.train.page_type.tasks import RunSettings

SCREENSHOT: Literal["screenshot"] = "screenshot"
INPUT_OF: dict[str, Kind] = {"lenet5": "layout", "efficientnet_lite0_maps": "crops"}
"""Input of a model unless another is given, where it is not the first that the model can learn from."""


def is_picture(page: LabelledPage) -> bool:
    """Whether nothing but the screenshot of a page is known."""
    return bool(page.screenshot) and not page.boxes and not page.html


def input_of(model: str, *, are_pictures: bool = False) -> Kind:
    """Input of a model unless another is given; ``are_pictures``: its pages are only pictures."""
    usual = INPUT_OF.get(model) or inputs_of(model)[0]
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

    Raises UsageError: it cannot; the message names the inputs that it can learn from.
    """
    suited = inputs_of(model)
    if kind not in suited:
        raise UsageError(f"{model} cannot learn from the input {kind}, but from {', '.join(suited)}")


log = logging.getLogger(__name__)


def select(pages: Sequence[LabelledPage], settings: RunSettings) -> list[LabelledPage]:
    """Pages that have a wanted label and the model's input, of sites that are not held out."""
    needed = INPUTS[settings.spec.kind].needs
    chosen = [
        page
        for page in pages
        if label_of(page, settings.labels) in settings.labels
        and page.site not in settings.held_out
        and getattr(page, needed)
    ]
    missing = set(settings.labels) - {label_of(page, settings.labels) for page in chosen}
    if missing:
        raise UsageError(
            f"no page to train on is labelled {', '.join(sorted(missing))} and has what the input "
            f"{settings.spec.kind} needs{_others(pages, settings)}"
        )
    _say_what_is_learned(chosen, settings.labels)
    _say_what_is_left_out(pages, settings)
    return chosen


def _say_what_is_learned(pages: Sequence[LabelledPage], labels: Sequence[str]) -> None:
    found = Counter(label_of(page, labels) for page in pages)
    counts = ", ".join(f"{found[label]} {label}" for label in labels)
    log.info("%s of %s: %s", quantity(len(pages), "page"), quantity(len({page.site for page in pages}), "site"), counts)
    if all(is_picture(page) and page.site == page.id for page in pages):
        log.warning(
            "no folder or line names the site of a picture, so each counts as a site of its own, and the accuracy is "
            "too high if several are of one site: put them into LABEL/SITE/"
        )


def _say_what_is_left_out(pages: Sequence[LabelledPage], settings: RunSettings) -> None:
    found = Counter(label_of(page, settings.labels) for page in pages)
    others = {label: count for label, count in found.items() if label and label not in settings.labels}
    if others:
        listed = ", ".join(f"{count} {label}" for label, count in others.items())
        every = ",".join((*settings.labels, *others))
        log.info("pages of other labels are left out: %s; --labels %s learns these, too", listed, every)


def _others(pages: Sequence[LabelledPage], settings: RunSettings) -> str:
    """The end of a message: the inputs of the model that the pages have, if there are any."""
    suited = inputs_of(settings.model)
    others = [kind for kind in suited if any(getattr(page, INPUTS[kind].needs) for page in pages)]
    return f"; they have what these need: --input {' or '.join(others)}" if others else ""
