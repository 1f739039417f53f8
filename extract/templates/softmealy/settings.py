"""The constants of SoftMealy."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from iawce.data.errors import UsageError
from iawce.extract.content.method import MethodSettings

WIDEST = 64
"""Tokens a side that a setting may ask for."""


@dataclass(frozen=True, slots=True)
class SoftMealySettings(MethodSettings):
    """Settings of tokens and of the learning of rules.

    ``width``: tokens of a context on either side of a separator at most, 1 to 64. ``blanks``: ``collapsed``, runs of
    blanks inside of a text are one space and those beside tags are none, as a browser shows them; ``source``, line
    breaks, spaces and tabs are control tokens with their number, as printed. ``values``: what a rule may know of the
    words inside of a field: their ``class`` alone, since values vary from tuple to tuple, or the words as well
    (``exact``, as printed). ``orders``: the fields of a record node may come in
    ``any`` order, and any of them may be missing; or as in the labelled ones (``seen``, as printed). Where the end of a
    record is not known, in the mode ``page``, it is always as seen. ``extents``: where
    a field ends that is an element, its content or its start tag: at the end tag (``tree``), or where a rule matches
    (``rules``, as printed).

    Raises:
        UsageError: a value is none of those.
    """

    PAPER: ClassVar[dict[str, Any]] = {"blanks": "source", "values": "exact", "orders": "seen", "extents": "rules"}

    width: int = 8
    blanks: Literal["collapsed", "source"] = "collapsed"
    values: Literal["class", "exact"] = "class"
    orders: Literal["any", "seen"] = "any"
    extents: Literal["tree", "rules"] = "tree"

    def __post_init__(self) -> None:
        MethodSettings.__post_init__(self)
        if not 1 <= self.width <= WIDEST:
            raise UsageError(f"the width of a context is 1 to {WIDEST} tokens, not {self.width}")
