"""Chooses the rule of the page-type ensemble for the inputs of a page."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Literal

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.models.features.inputs import has_source
from iawce.models.page_type.fusion import RuleName

LookAt = Literal["auto", "boxes", "screenshot", "html"]
RULES: dict[LookAt, tuple[RuleName, ...]] = {
    "auto": ("all", "html", "boxes", "screenshot"),
    "boxes": ("boxes",),
    "screenshot": ("screenshot",),
    "html": ("html",),
}
"""Rules to choose from, in order of preference."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One page with its rule (None if a single model answers), the members of that rule, and the page's flags."""

    document: Document
    rule: RuleName | None
    members: tuple[str, ...]
    flags: tuple[str, ...]


def choose_rule(
    look_at: LookAt, known: Container[str], document: Document, *, has_html: bool, is_unstyled: bool
) -> RuleName:
    """The first rule whose inputs the page has.

    Args:
        look_at: the inputs that may be used.
        known: the rules of the ensemble.
        document: the page.
        has_html: whether its HTML can be read.
        is_unstyled: whether it was rendered without its style sheets; its layout then says little.

    Raises:
        PageError: ``not_seen/nothing_to_look_at``.
    """
    has_boxes = has_source(document, "boxes")
    possible: dict[RuleName, bool] = {
        "all": has_boxes and has_html and not is_unstyled,
        "boxes": has_boxes,
        "html": has_html,
        "screenshot": has_source(document, "screenshot"),
    }
    rule = next((rule for rule in RULES[look_at] if possible[rule] and rule in known), None)
    if rule is None:
        wanted = "boxes, HTML or a screenshot" if look_at == "auto" else look_at
        raise PageError("not_seen/nothing_to_look_at", f"the page has no {wanted} to classify")
    return rule
