"""The inputs of the members that classify a page, made for many pages at once."""

import os
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from iawce.data.errors import PageError
from iawce.data.picture import picture_size
from iawce.models.features.inputs import Input
from iawce.models.page_type.choose_rule import Plan
from iawce.models.page_type.classifier import Classifier
from iawce.models.page_type.unusual_views import unusual_views

FindClassifier = Callable[[str], Classifier]
"""The member of a name."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A page with the input of each member, by its name."""

    plan: Plan
    inputs: dict[str, Input]


def prepare_inputs(plans: Sequence[Plan | PageError], find: FindClassifier) -> list[Prepared | PageError]:
    """Inputs of all members. Screenshots are decoded by several threads; HTML is parsed by this one."""
    pictured = {
        place: plan for place, plan in enumerate(plans) if isinstance(plan, Plan) and _only_screenshots(plan, find)
    }
    done: dict[int, Prepared | PageError] = {}
    if len(pictured) > 1:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = pool.map(lambda plan: _prepare(plan, find), pictured.values())
            done = dict(zip(pictured, found, strict=True))
    for place, plan in enumerate(plans):
        if place not in done:
            done[place] = plan if isinstance(plan, PageError) else _prepare(plan, find)
    return [done[place] for place in range(len(plans))]


def _only_screenshots(plan: Plan, find: FindClassifier) -> bool:
    return all(find(member).input.needs == "screenshot" for member in plan.members)


def _prepare(plan: Plan, find: FindClassifier) -> Prepared | PageError:
    try:
        inputs = {member: find(member).prepare(plan.document) for member in plan.members}
        views = _views(plan, inputs, find) if plan.rule == "screenshot" else ()
    except PageError as error:
        return error
    return Prepared(replace(plan, flags=(*plan.flags, *views)), inputs)


def _views(plan: Plan, inputs: Mapping[str, Input], find: FindClassifier) -> tuple[str, ...]:
    """Flags of an unusual view of the page in its screenshot."""
    known = [(find(member), values) for member, values in inputs.items()]
    features = ChainMap(*(member.named(values) for member, values in known))
    lightness = min((light for member, values in known if (light := member.lightness(values)) is not None), default=1.0)
    return unusual_views(picture_size(plan.document.screenshot or b""), features, lightness)
