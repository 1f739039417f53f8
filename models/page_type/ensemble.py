"""The page-type ensemble: chooses the models by the inputs that a page has, and pools their probabilities."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from iawce.data.document import Document
from iawce.data.errors import PageError, UsageError
from iawce.data.labels import FineType, PageType
from iawce.models.features.inputs import Input, Source, decoded, document_lines, has_source
from iawce.models.page_type.classification import (
    Classification,
    Fusion,
    RuleName,
    flags_of,
    flags_of_screenshot,
    pool_answers,
    read_fusion,
)
from iawce.models.page_type.classifier import (
    ENSEMBLE,
    RULES_FILE,
    Classifier,
    find_model,
    is_correction,
    load_classifier,
)

if TYPE_CHECKING:
    from iawce.models.correction.correction import Correction

LookAt = Literal["auto", "boxes", "screenshot", "html"]
MIN_ELEMENTS = 200  # Elements of a page about which one member may be asked alone; on smaller ones, all cost little
PAPER_MODEL = "lenet5-screenshot"  # LeNet-5 as printed, trained on screenshots with the paper's recipe


@dataclass(frozen=True, slots=True)
class Plan:
    """One page with its rule, the members that are asked, and the page's flags."""

    document: Document
    rule: RuleName | None  # None if a single model answers
    members: tuple[str, ...]
    flags: tuple[str, ...]
    inputs: Mapping[str, Input] = field(default_factory=dict)  # Of each member, once they are prepared


Asked = Plan | Classification | PageError  # A page that is still to be classified, or what became of it


class PageTypeEnsemble:
    """Classifies pages. Models are loaded when first needed.

    ``look_at``: ``boxes`` (layout), ``html`` or ``screenshot`` as the only input; ``auto`` for all inputs of a page.
    ``model``: one model instead of the ensemble: the name of shipped weights, or the path of a record; or the path of
    another ensemble's ``ensemble.json``, or of the record of a correction of the shipped one; or of the folder of any
    of them. ``device``: where networks run: ``cpu``, ``cuda`` or ``mps``.

    ``given``: the name or path of the model; empty for the shipped ensemble. ``correction``: path of the record of the
    correction, if there is one; it corrects the block model, too. Raises UsageError: there is no such model, or it
    looks at something else; EnvironmentMissing: ``model`` is a file that is no model record.
    """

    def __init__(self, look_at: LookAt = "auto", model: str = "", device: str = "cpu") -> None:
        model = find_model(model)
        self.given, is_ensemble = model, Path(model).name == RULES_FILE
        self.look_at, self.device = look_at, device
        self.correction = model if not is_ensemble and is_correction(model) else ""
        self.model = "" if is_ensemble or self.correction else model
        self._rules_file = Path(model) if is_ensemble else ENSEMBLE
        self._loaded: dict[str, Classifier] = {}
        if self.model and look_at not in ("auto", needed := self.only_input):
            raise UsageError(f"{model} classifies by {needed or 'several inputs'}, not by {look_at}")

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_loaded": {}}  # in another process, models are loaded again

    @property
    def only_input(self) -> Source | None:
        """The only input; None if all may be used. Raises EnvironmentMissing: the model is missing or damaged."""
        if self.model:
            return self._classifier(self.model).input.needs
        return None if self.look_at == "auto" else self.look_at

    def check_page_types(self) -> None:
        """Make sure that an extraction method is known for each label, and that a correction can be used.

        Raises UsageError: labels other than page types; EnvironmentMissing: there is no such model, or it is damaged.
        """
        if self.correction:
            self._load_correction()
        labels = self._classifier(self.model).record.labels if self.model else self._fusion.labels
        if not (set(labels) <= set(PageType) or set(labels) <= set(FineType)):
            raise UsageError(
                f"{self.model} has the labels {', '.join(labels)}, which are no page types: {', '.join(PageType)}"
            )

    def classify(self, document: Document) -> Classification:
        """Page type of one page. Raises PageError: the page cannot be read, or it has no input for the models."""
        answer = self.classify_many([document])[0]
        if isinstance(answer, PageError):
            raise answer
        return answer

    def classify_many(self, documents: Sequence[Document | PageError]) -> list[Classification | PageError]:
        """Page types of many pages in one batch, in order; a page that cannot be read or classified gives its error.

        Of a rule with a first member, this is asked alone, and the others only about the pages of which it is unsure.
        """
        asked = self._ask([self._plan(document) for document in documents])
        found = [item for item in self._ask(asked) if not isinstance(item, Plan)]
        return self._load_correction().correct_answers(documents, found) if self.correction else found

    def _load_correction(self) -> "Correction":
        from iawce.models.correction.correction import load_correction  # noqa: PLC0415 - few have labelled pages

        return load_correction(Path(self.correction))

    @cached_property
    def _fusion(self) -> Fusion:
        return read_fusion(self._rules_file)

    def _plan(self, document: Document | PageError) -> Plan | PageError:
        if isinstance(document, PageError):
            return document
        try:
            html_is_read = self._read_html(document)
            flags = flags_of(document.given_boxes, document.body.lower_text if html_is_read else None)
            if self.model:
                return Plan(document, None, (self.model,), flags)
            has_html = html_is_read or (self.look_at == "html" and document.html is not None)
            name = self._choose_rule(document, has_html=has_html)
            rule, is_large = self._fusion.rules[name], html_is_read and len(document.index) >= MIN_ELEMENTS
            return Plan(document, name, (rule.first,) if rule.first and is_large else tuple(rule.weights), flags)
        except PageError as error:
            return error

    def _choose_rule(self, document: Document, *, has_html: bool) -> RuleName:
        """The first rule whose inputs the page has. Raises PageError: ``not_seen/nothing_to_look_at``."""
        rules: tuple[RuleName, ...] = ("html", "boxes", "screenshot") if self.look_at == "auto" else (self.look_at,)
        for rule in rules:
            if rule in self._fusion.rules and (has_html if rule == "html" else has_source(document, rule)):
                return rule
        wanted = "boxes, HTML or a screenshot" if self.look_at == "auto" else self.look_at
        raise PageError("not_seen/nothing_to_look_at", f"the page has no {wanted} to classify")

    def _read_html(self, document: Document) -> bool:
        """Whether the HTML can be parsed; its error is raised where the page has no other input."""
        if document.html is None or self.look_at in ("boxes", "screenshot"):
            return False
        try:
            return len(document.index) > 0
        except PageError:
            if document.given_boxes is None and document.screenshot is None:
                raise
            return False

    def _ask(self, items: Sequence[Asked]) -> list[Asked]:
        """The answers for the plans among these; of an unsure first member, the plan that asks the others, too."""
        found = dict(enumerate(map(self._prepare, items)))
        batches: dict[tuple[RuleName | None, tuple[str, ...]], dict[int, Plan]] = {}
        for place, item in found.items():
            if isinstance(item, Plan):
                batches.setdefault((item.rule, item.members), {})[place] = item
        for batch in batches.values():
            found.update(zip(batch, self._judge(list(batch.values())), strict=True))
        return list(found.values())

    def _prepare(self, plan: Asked) -> Asked:
        if not isinstance(plan, Plan):
            return plan
        try:
            missing = [member for member in plan.members if member not in plan.inputs]
            inputs = {**plan.inputs, **{name: self._classifier(name).prepare(plan.document) for name in missing}}
            is_seen, document = plan.rule == "screenshot", plan.document
            seen = flags_of_screenshot(decoded(document), document_lines(document)) if is_seen else ()
        except PageError as error:
            return error
        return replace(plan, flags=(*plan.flags, *seen), inputs=inputs)

    def _judge(self, pages: Sequence[Plan]) -> Sequence[Asked]:
        """The answers for pages of one rule, of which the same members are asked."""
        rule_name, members = pages[0].rule, pages[0].members
        if rule_name is None:
            answers = self._classifier(self.model).classify([page.inputs[self.model] for page in pages])
            return [replace(answer, flags=page.flags) for answer, page in zip(answers, pages, strict=True)]
        rule, name = self._fusion.rules[rule_name], f"{self._fusion.name}/{rule_name}"
        is_first = members == (rule.first,) != tuple(rule.weights)  # it may have others beside it
        asked = {member: self._classifier(member) for member in members}
        raw = {member: one.log_probabilities([page.inputs[member] for page in pages]) for member, one in asked.items()}
        known = {member: one.record.labels for member, one in asked.items()}
        used, model = (rule.of_first, f"{name}/{rule.first}") if is_first else (rule, name)
        answers = pool_answers(used, model, raw, known, [page.flags for page in pages])
        if not is_first:
            return answers
        return [
            answer if answer.confidence >= rule.sure else replace(page, members=tuple(rule.weights))
            for answer, page in zip(answers, pages, strict=True)
        ]

    def _classifier(self, name: str) -> Classifier:
        if name not in self._loaded:
            self._loaded[name] = load_classifier(name, self.device, self._rules_file.parent)
        return self._loaded[name]
