"""Texts that make a regular expression go back often, made from its syntax, and how its work grows with them.

Of each part that repeats, the text before it and of it are written as often as a size says, then something that does
not fit. Beside these, one character of each kind that the parts of the pattern tell apart is written as often.
"""

import re
import time
from collections.abc import Collection, Iterator
from importlib import import_module
from itertools import pairwise, product
from math import inf, log
from typing import Any, NamedTuple

# The parser and its names have no public address; a change of them fails the tests of this module.
ops, parser = map(import_module, ("re._constants", "re._parser"))

ALPHABET = (
    "".join(map(chr, (*range(9, 14), *range(32, 127))))
    + "\0\x85\xa0éßµ٣½²一あ가ก的年日。、，：…–—’“”«»·•→№€£¥\u3000\u200b\U0001f600"
)
REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)
GROUPS = (ops.SUBPATTERN, ops.ATOMIC_GROUP, ops.BRANCH, ops.ASSERT, ops.ASSERT_NOT, ops.GROUPREF_EXISTS)
MAY_GO_BACK = {*REPEATS, *GROUPS} - {ops.ATOMIC_GROUP}
MANY = 16
"""A part that repeats at most less often costs a constant."""
KEPT = 3
"""Samples of a part that are followed."""
MAX_KINDS = 24
ENDS = ("", "\0\n<")
LONG = 512
SIZES = (12, 18, 26, 36, 64, LONG, 2048)
"""Characters of an attack; steps are small where one that is exponential, by two or three characters, ends."""
LARGE = (2048, 8192)
"""Those of one that seems costly: a limit on repetitions may begin to tell only here."""
LEAST, MUCH = 0.002, 0.1
"""Seconds of CPU time below which a ratio says nothing, and above which no larger text is tried."""
ROUNDS = 3
EXPONENT, CUBIC = 1.55, 2.8
"""Work that grows with a greater power is not linear, or about cubic, which larger texts would not end."""
Node = tuple[Any, Any]


class Attack(NamedTuple):
    """``before``, then ``part`` repeated, then ``end``."""

    before: str
    part: str
    end: str

    def text(self, size: int) -> str:
        """As many repetitions as give about ``size`` characters."""
        return self.before + self.part * (size // len(self.part) + 1) + self.end


def parsed(pattern: "re.Pattern[Any]") -> Any:
    """The parts of a pattern."""
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    return parser.parse(pattern.pattern, flags)


class Samples:
    """Texts of the parts of a pattern.

    Args:
        pattern: of text or of bytes.
    """

    def __init__(self, pattern: "re.Pattern[Any]") -> None:
        written = str(pattern.pattern, "latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern
        self._alphabet = "".join(dict.fromkeys(ALPHABET + written))
        self.sets = dict[str, str]()
        self.repeated = dict[str, None]()
        self.before = {"": None}
        self.whole = self._of(parsed(pattern), [""])

    def _of(self, nodes: Collection[Node], before: list[str]) -> list[str]:
        found = [""]
        for node in nodes:
            parts = self._of_one(node, [begin + text for begin, text in product(_ends(before), _ends(found))])
            found = [text + part for text, part in product(found[:KEPT], parts[: KEPT + 1])][: 2 * KEPT]
        return found

    def _of_one(self, node: Node, before: list[str]) -> list[str]:
        match node:
            case (ops.LITERAL, code):
                self._members(node)
                return [chr(code)]
            case (ops.NOT_LITERAL | ops.IN | ops.ANY, _):
                members = self._members(node)
                return sorted(members, key=lambda one: one not in "a0 _")[:KEPT] or ["?"]
            case (op, (least, most, inner)) if op in REPEATS:
                body = self._of(inner, before)
                if most >= MANY:
                    self.before |= dict.fromkeys(_ends(before))
                    self.repeated |= dict.fromkeys(
                        [*body[:KEPT], *(begin + body[0] for begin in _ends(before)), *_ends(before)]
                    )
                return [text * max(least, 1) for text in body[:KEPT]] + [""] * (not least)
            case (ops.SUBPATTERN, (*_, inner)) | (ops.ATOMIC_GROUP, inner) | (ops.GROUPREF_EXISTS, (_, inner, _)):
                return self._of(inner, before)
            case (ops.BRANCH, (_, branches)):
                found = [text for branch in branches for text in self._of(branch, before)[:2]]
                return found if len(found) <= KEPT else [*found[:2], *found[-2:]]
            case (ops.ASSERT | ops.ASSERT_NOT, (_, inner)):
                self._of(inner, before)
        return [""]

    def _members(self, node: Node) -> str:
        """The characters that a part of one character matches."""
        if (name := repr(node)) not in self.sets:
            self.sets[name] = "".join(one for one in self._alphabet if is_member(node, one))
        return self.sets[name]

    def kinds(self) -> list[str]:
        """One character of each kind that the parts tell apart."""
        found = dict[tuple[bool, ...], str]()
        for one in self._alphabet:
            found.setdefault(tuple(one in members for members in self.sets.values()), one)
        return list(found.values())[:MAX_KINDS]


def _ends(texts: list[str]) -> list[str]:
    return list(dict.fromkeys((texts[0], texts[-1])))


def is_member(node: Node, one: str) -> bool:
    """Whether a part that matches one character matches this one."""
    match node:
        case (ops.ANY, _):
            return one != "\n"
        case (ops.LITERAL, code):
            return bool(code == ord(one))
        case (ops.NOT_LITERAL, code):
            return bool(code != ord(one))
        case (ops.IN, [(ops.NEGATE, _), *items]):
            return not is_member((ops.IN, items), one)
        case (ops.IN, items):
            return any(is_member(item, one) for item in items)
        case (ops.RANGE, (first, last)):
            return bool(first <= ord(one) <= last)
        case (ops.CATEGORY, category):
            *negated, kind = str(category).removeprefix("CATEGORY_").removeprefix("UNI_").split("_")
            is_word = one.isalnum() or one == "_"
            return {"DIGIT": one.isdigit(), "SPACE": one.isspace(), "WORD": is_word}[kind] is not bool(negated)
    raise ValueError(f"not one character: {node}")


def is_misread_early(nodes: Collection[Node]) -> bool:
    """Whether what may go back is repeated possessively: Python before 3.11.5 goes on at the wrong place after it.

    An atomic group repeated possessively means the same and is read rightly; an atomic group around a repetition is,
    too, but needs memory for each time.
    """
    for op, given in nodes:
        inner = given[-1] if isinstance(given, tuple) else given
        is_misread = op is ops.POSSESSIVE_REPEAT and (len(inner) > 1 or inner[0][0] in MAY_GO_BACK)
        parts = given[1:] if op is ops.GROUPREF_EXISTS else inner if op is ops.BRANCH else [inner]
        if is_misread or (op in (*REPEATS, *GROUPS) and any(map(is_misread_early, filter(None, parts)))):
            return True
    return False


def attacks_on(pattern: "re.Pattern[Any]") -> Iterator[Attack]:
    """Texts that may be costly, each once."""
    samples = Samples(pattern)
    parts = dict.fromkeys([*samples.kinds(), *samples.repeated, *samples.whole[:KEPT]])
    yield from (Attack(*one) for one in product(list(samples.before)[:8], filter(None, parts), ENDS))


def cpu_seconds(pattern: "re.Pattern[Any]", methods: Collection[str], text: str) -> float:
    """What all methods together cost."""
    given = text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text
    begin = time.process_time()
    for name in methods:
        found = getattr(pattern, name)(given)
        for _ in found if name == "finditer" else ():
            pass
    return time.process_time() - begin


def find_costly(pattern: "re.Pattern[Any]", methods: Collection[str]) -> str:
    """An attack under which the work grows faster than the text, and with which power; empty if there is none."""
    for attack in attacks_on(pattern):
        large = None
        for sizes in pairwise(SIZES):
            power, seconds = growth_of(pattern, methods, attack, sizes)
            if EXPONENT < power < CUBIC and seconds < MUCH:
                power = large = large_growth_of(pattern, methods, attack) if large is None else large
            if power > EXPONENT:  # measured again, as other processes may have disturbed
                power = min(power, growth_of(pattern, methods, attack, sizes)[0])
            if power > EXPONENT:
                return f"n^{power:.1f}: {attack}"
            if sizes[1] == LONG and seconds * (SIZES[-1] / LONG) ** CUBIC < LEAST:
                break  # the last would say nothing, either
    return ""


def large_growth_of(pattern: "re.Pattern[Any]", methods: Collection[str], attack: Attack) -> float:
    """The least power that is measured with large texts; once one is small, no other is measured."""
    least = inf
    for _ in range(ROUNDS):
        least = min(least, growth_of(pattern, methods, attack, LARGE)[0])
        if least <= EXPONENT:
            break
    return least


def growth_of(
    pattern: "re.Pattern[Any]", methods: Collection[str], attack: Attack, sizes: tuple[int, int]
) -> tuple[float, float]:
    """With which power of the size the work grows, 0 if it is too little to be measured, and seconds of the larger."""
    large = attack.text(sizes[1])
    if (seconds := cpu_seconds(pattern, methods, large)) < LEAST:
        return 0.0, seconds
    small = attack.text(sizes[0])
    least = min(cpu_seconds(pattern, methods, small) for _ in range(ROUNDS))
    for _ in range(ROUNDS):  # another time can but lower the power
        power = log(seconds / least) / log(len(large) / len(small))
        if power <= EXPONENT:
            break
        seconds = min(seconds, cpu_seconds(pattern, methods, large))
    return power if seconds > LEAST else 0.0, seconds
