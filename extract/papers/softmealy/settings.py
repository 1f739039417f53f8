"""The constants of SoftMealy."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from iawce.data.errors import UsageError
from iawce.extract.content.method import MethodSettings

WIDEST = 64
"""Most tokens on each side that a setting may have."""


@dataclass(frozen=True, slots=True)
class SoftMealySettings(MethodSettings):
    """Settings of tokens and of the learning of rules.

    ``width``: most tokens of a context on each side of a separator, 1 to 64. ``blanks``: ``collapsed``, runs of white
    space in a text are one space and those beside tags are none, as a browser shows them; ``source``, line breaks,
    spaces and tabs are control tokens with their number, as printed. ``values``: which properties of the words in a
    field a rule may use: only their ``class``, since values vary from tuple to tuple, or the words, too (``exact``, as
    printed). ``orders``: the fields of a record node may be in ``any`` order, and any of them may be missing; or in the
    orders of the labelled ones (``seen``, as printed). In the mode ``page``, where the end of a record is unknown,
    ``seen`` is always used. ``extents``: the end of a field that is an element, its content or its start tag: at the
    end tag (``tree``), or where a rule matches (``rules``, as printed). Raises UsageError: a value is not one of these.
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
