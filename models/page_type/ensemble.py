"""Chooses how to look at a page, by what is at hand: its layout, its markup, both, or only its picture."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Literal

import numpy as np

from iawce.data.errors import PageError
from iawce.data.sources.pictures import Look
from iawce.models.features.html_features import Markup, read_markup
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.classifier import Classifier, Floats
from iawce.models.page_type.fusion import FINE_LABELS, LABELS, Fusion, RuleName, divide, to_labels
from iawce.models.page_type.inputs import Input
from iawce.models.page_type.shipped import EYE, FUSION, load_classifier, load_fusion
from iawce.models.page_type.soft_errors import UNSTYLED, flags_of

EyeName = Literal["auto", "boxes", "pixels", "dom"]
Answer = Classification | PageError


@dataclass(frozen=True, slots=True)
class _Seen:
    """One page made ready: the rule that will judge it, and what each member of the rule is shown."""

    rule: str
    inputs: dict[str, Input]
    flags: tuple[str, ...]


class Eyes:
    """Looks at pages. Models are loaded when first needed.

    Args:
        eye: ``boxes`` (layout), ``dom`` (markup) or ``pixels`` (screenshot) to insist on one way of looking; ``auto``
            for all that is at hand.
        model: one model instead of all: the name of shipped weights, or the path of a record; or the path of another
            eye's ``fusion.json``.
        device: where networks run: ``cpu``, ``cuda`` or ``mps``.
    """

    def __init__(self, eye: EyeName = "auto", model: str = "", device: str = "cpu") -> None:
        is_eye = Path(model).name == FUSION
        self.eye, self.device = eye, device
        self.model = "" if is_eye else model
        self._rules_file = Path(model) if is_eye else EYE
        self._loaded: dict[str, Classifier] = {}
        self._loading = Lock()

    def look(self, look: Look) -> Classification:
        """Page type of one page.

        Raises:
            PageError: the page cannot be read, or there is nothing to look at.
        """
        answer = self.look_many([look])[0]
        if isinstance(answer, PageError):
            raise answer
        return answer

    def look_many(self, looks: Sequence[Look]) -> list[Answer]:
        """Page types of many pages in one batch, in order; a page that cannot be looked at gives its error."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            seen = list(pool.map(self._see, looks))
        answers: dict[int, Answer] = {i: item for i, item in enumerate(seen) if isinstance(item, PageError)}
        batches: dict[str, dict[int, _Seen]] = {}
        for index, item in enumerate(seen):
            if isinstance(item, _Seen):
                batches.setdefault(item.rule, {})[index] = item
        for rule, batch in batches.items():
            answers.update(zip(batch, self._judge(rule, list(batch.values())), strict=True))
        return [answers[index] for index in range(len(looks))]

    @cached_property
    def _fusion(self) -> Fusion:
        return load_fusion(self._rules_file)

    def _rules(self, look: Look) -> list[RuleName]:
        """Ways of looking that the page allows, best first."""
        has_boxes, has_html, has_picture = look.boxes is not None, look.html is not None, look.picture is not None
        ways: dict[EyeName, list[tuple[RuleName, bool]]] = {
            "auto": [
                ("unstyled", has_boxes and has_html),
                ("all", has_boxes and has_html),
                ("boxes", has_boxes),
                ("dom", has_html),
                ("pixels", has_picture),
            ],
            "boxes": [("boxes", has_boxes)],
            "dom": [("dom", has_html)],
            "pixels": [("pixels", has_picture)],
        }
        return [rule for rule, is_possible in ways[self.eye] if is_possible and not look.error]

    def _see(self, look: Look) -> _Seen | PageError:
        try:
            if look.error:
                raise PageError(look.error)
            markup = self._markup(look)
            flags = flags_of(look.boxes, markup.outline.text if markup else None)
            if self.model:
                return _Seen("", {self.model: self._show(self.model, look, markup)}, flags)
            rule = self._rule(look, markup, UNSTYLED in flags)
            return _Seen(rule, {m: self._show(m, look, markup) for m in self._fusion.rules[rule].weights}, flags)
        except PageError as error:
            return error

    def _markup(self, look: Look) -> Markup | None:
        if look.html is None or self.eye in ("boxes", "pixels"):
            return None
        try:
            return read_markup(look.read_html())
        except PageError:
            if look.boxes is None and look.picture is None:
                raise
            return None

    def _rule(self, look: Look, markup: Markup | None, is_unstyled: bool) -> RuleName:
        passed_over = {"all" if is_unstyled else "unstyled"}
        if look.html is not None and markup is None:
            passed_over = {"all", "unstyled", "dom"}
        rules = [rule for rule in self._rules(look) if rule not in passed_over]
        if not rules:
            raise PageError("not_seen/nothing_to_look_at", f"the page has nothing for the eye {self.eye!r}")
        return rules[0]

    def _show(self, member: str, look: Look, markup: Markup | None) -> Input:
        classifier = self._classifier(member)
        if classifier.needs == "html" and markup is not None:
            return classifier.record.input.markup(markup)
        return classifier.prepare(look)

    def _judge(self, rule_name: str, seen: Sequence[_Seen]) -> list[Classification]:
        if self.model:
            answers = self._classifier(self.model).classify([item.inputs[self.model] for item in seen])
            return [replace(answer, flags=item.flags) for answer, item in zip(answers, seen, strict=True)]
        raw = {
            member: self._classifier(member).log_probabilities([item.inputs[member] for item in seen])
            for member in seen[0].inputs
        }
        rule = self._fusion.rules[rule_name]
        known = {member: self._classifier(member).record.labels for member in raw}
        pooled = rule.pool({member: to_labels(values, known[member]) for member, values in raw.items()})
        fine = next((divide(pooled, np.exp(raw[member])) for member in raw if known[member] == FINE_LABELS), None)
        return [
            Classification(
                LABELS[int(row.argmax())],
                _named(row, LABELS),
                f"{self._fusion.name}/{rule_name}",
                fine=_named(fine[index], FINE_LABELS) if fine is not None else {},
                flags=seen[index].flags,
                quantiles=rule.quantiles,
            )
            for index, row in enumerate(pooled)
        ]

    def _classifier(self, name: str) -> Classifier:
        with self._loading:
            if name not in self._loaded:
                self._loaded[name] = load_classifier(name, self.device, self._rules_file.parent)
            return self._loaded[name]


def _named(row: Floats, labels: Sequence[str]) -> dict[str, float]:
    return dict(zip(labels, row.round(4).tolist(), strict=True))
