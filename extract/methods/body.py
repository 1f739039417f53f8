"""The whole page: everything in ``body``, the floor that every other method must beat."""

from iawce.data.html.tree import Element
from iawce.extract.methods.registry import Selection, register_method


@register_method("body")
def choose_body(root: Element, hidden: frozenset[Element], mode: str) -> Selection:  # noqa: ARG001 - one signature
    """Choose all of the page."""
    body = root.find("body")
    return Selection((root if body is None else body,), hidden=hidden)
