"""What amounts of money beside each other mean: the upper end of a range, a price that a lower one replaces."""

import re
from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from iawce.data.text.money import AmountKind, Money, kind_of_amount

MAX_AROUND = 80  # Characters between or around two amounts that are read
MAX_LABEL = 4  # Most words between a price and an old one
MAX_OFF = 8  # Most letters beside the lower price that is said to be some percent off; more name a condition
MAX_RATIO = 12  # Most that a replaced price is of the lower one
WORDS = r"(?:price|preis|prix|precio|preço|prezzo|prijs|cena|цена|deal|sale|now|only|jetzt|nur)"
"""Words for a price, before it."""
_LABEL = re.compile(rf"\s*(?:[^\W\d_]+\s){{0,2}}[^\W\d_]*{WORDS}(?:\s[^\W\d_]+)?[\s:|]*", re.I)
_PERCENT = re.compile(r"(?<![\d.])(\d{1,2}(?:\.\d{1,2})?)\s?%")
_RANGE = re.compile(r"\s*(?:-|–|—|~|to|bis|à)\s*")


class Amount(NamedTuple):
    """An amount of money in a text, and its meaning by the words around it.

    ``label``: the text before it, from the end of another one; that above the text, if nothing is. ``before``: all text
    from the end of the text with the amount before it, if it is the first of its own; ``after``: up to the next one.
    """

    kind: AmountKind
    money: Money
    label: str
    before: str
    after: str


def read_amounts(text: str, found: Iterable[Money], above: str = "") -> list[Amount]:
    """The amounts in a text. ``above``: the text above it."""
    amounts, last, found = list[Amount](), 0, [*found]
    for money, end in zip(found, [*(one.start for one in found[1:]), len(text)], strict=False):
        own = text[last : money.start]
        label = own if last or own.strip() else f"{above} {own}"
        kind = kind_of_amount(label, text[money.end :])
        amounts.append(Amount(kind, money, label, "" if last else own, text[money.end : end]))
        last = money.end
    return amounts


def kinds_beside(
    amounts: Sequence[Amount], rest: str = "", choices: Collection[int] = (), *, are_of_one: bool = False
) -> list[AmountKind]:
    """The kinds of amounts in order: that behind a dash is the upper end of a range, that beside a lower price is old.

    ``rest``: text behind the last; ``choices``: places of those among which one chooses; ``are_of_one``: whether they
    all are of one thing, on whatever line they stand.
    """
    kinds, runs = [amount.kind for amount in amounts], list[list[int]]()
    texts = ["…\n", *(text for one in amounts for text in (one.before, one.after)), f"{rest}\n…"]
    gaps = [_line_ends(one + other) for one, other in zip(texts[::2], texts[1::2], strict=True)]
    beside = [{*kinds[max(place - 1, 0) : place + 1]} for place in range(len(gaps))]
    around = ["…\n" if "old" in each and not gap.strip() else gap for gap, each in zip(gaps, beside, strict=True)]
    alike = [(amount.kind, amount.money.amount) for amount in amounts]
    for place, gap in enumerate(gaps[:-1]):
        if runs and alike[place] == alike[place - 1] and not gap.strip():
            runs[-1].append(place)  # it is repeated, as for screen readers
        else:
            runs.append([place])
    for run, behind in pairwise(runs):
        first, second, between = amounts[run[-1]], amounts[behind[0]], gaps[behind[0]]
        before, after = around[run[0]], around[behind[-1] + 1]
        low, high = sorted((first, second), key=lambda one: one.money.amount)
        lower, higher = low.money, high.money
        if low is first and second.kind != "old" and _RANGE.fullmatch(between):
            kinds[behind[0]] = "high"
            continue
        is_one = 0 < lower.amount < higher.amount <= MAX_RATIO * lower.amount and lower.currency == higher.currency
        if low.kind == "price" and is_one and kinds[run[0]] != "replaced":
            said = kind_of_amount(before, between) if high is first else kind_of_amount(between, after)
            is_said = "old" in (high.kind, said) and len(between.split()) <= MAX_LABEL
            may_be = high.kind == "price" and not {*run, *behind}.intersection(choices)
            pair = 100 * (1 - lower.amount / higher.amount), before, between, after
            if is_said or (may_be and _is_reduction(*pair, is_first_lower=low is first, are_of_one=are_of_one)):
                for place in run if high is first else behind:
                    kinds[place] = "replaced"
    return kinds


def _line_ends(text: str) -> str:
    """A text with one blank or one end of a line for all white space at a place."""
    return "\n".join(" ".join(line.split()) for line in text.split("\n"))


def _is_reduction(
    share: Decimal, before: str, between: str, after: str, *, is_first_lower: bool, are_of_one: bool
) -> bool:
    """Whether two prices side by side are one before and after a reduction by ``share`` percent.

    It is said without further words, or nothing but a word for a price is between and behind them in one line, nothing
    below says what they are, and no further amount is beside them.
    """
    said = f"{before[-MAX_AROUND:]} {between[:MAX_AROUND]} {after[:MAX_AROUND]}".replace(",", ".")
    line, _, below = after.partition("\n")
    of_lower = between.partition("\n")[0] if is_first_lower else between.rpartition("\n")[2] + line
    is_plain = sum(map(str.isalpha, of_lower)) <= MAX_OFF
    if is_plain and len(between) <= MAX_AROUND and any(abs(share - Decimal(one)) < 1 for one in _PERCENT.findall(said)):
        return True
    label, behind = before.rpartition("\n")[2], between if is_first_lower else line
    is_labelled = _says_price(label) if is_first_lower else not any(map(str.isdigit, label))
    are_alone = bool(before.strip() and after.strip()) and (are_of_one or "\n" not in between)  # not to choose from
    is_told = kind_of_amount("", below.strip().partition("\n")[0]) != "price"
    return are_alone and not is_told and is_labelled and _says_price(between) and _says_price(behind)


def _says_price(text: str) -> bool:
    """Whether there is nothing in a text but the word for a price and one beside it."""
    return not text.strip(" \u00a0\n|:+*") or _LABEL.fullmatch(text[:MAX_AROUND]) is not None
