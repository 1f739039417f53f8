"""Classifications from the answers of the members of a rule."""

from collections.abc import Mapping, Sequence

from iawce.models.page_type.classification import Classification
from iawce.models.page_type.fusion import FINE_LABELS, Floats, Fusion, RuleName, divide, to_labels


def pool_answers(
    fusion: Fusion,
    rule_name: RuleName,
    raw: Mapping[str, Floats],
    known: Mapping[str, Sequence[str]],
    flags: Sequence[tuple[str, ...]],
) -> list[Classification]:
    """The classifications of pages.

    Args:
        fusion: the rules.
        rule_name: of the rule that these pages are classified by.
        raw: log probabilities by member, float64 (pages, labels of the member).
        known: the labels of each member.
        flags: of each page.
    """
    rule, labels = fusion.rules[rule_name], fusion.labels
    pooled = rule.pool({member: to_labels(values, known[member]) for member, values in raw.items()})
    finer = {member: values for member, values in raw.items() if tuple(known[member]) == FINE_LABELS}
    fine = divide(pooled, rule.pool_fine(finer)) if finer else None
    return [
        Classification(
            labels[int(row.argmax())],
            named_shares(row, labels),
            f"{fusion.name}/{rule_name}",
            fine=named_shares(fine[place], FINE_LABELS) if fine is not None else {},
            flags=flags[place],
            quantiles=rule.quantiles,
        )
        for place, row in enumerate(pooled)
    ]


def named_shares(row: Floats, labels: Sequence[str]) -> dict[str, float]:
    """Probabilities by label, float64 (labels,), rounded as they are written."""
    return dict(zip(labels, row.round(4).tolist(), strict=True))
