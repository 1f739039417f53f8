"""The members of the page-type ensemble as training tasks, and the rules that they have a part in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.features.inputs import InputSpec
from iawce.models.features.kinds import Kind
from iawce.models.networks.efficientnet_lite import ARCHITECTURE as INNER_MAPS
from iawce.models.page_type.classification import FINE_LABELS, LABELS, RuleName
from iawce.train.common.machine import Machine
from iawce.train.common.recipe import Recipe, get_recipe
from iawce.train.page_type.boosting import BoostSettings, TreesTask
from iawce.train.page_type.datasets import load_inputs
from iawce.train.page_type.labelled_lines import label_lines
from iawce.train.page_type.linear_words import FittedWords, WordSettings, WordsTask, read_words
from iawce.train.page_type.page_tokens import read_tokens
from iawce.train.page_type.reading_attention import attention_over
from iawce.train.page_type.screenshot_trees import ScreenshotTreesTask
from iawce.train.page_type.tasks import Fitted, RunSettings, Task, make_task
from iawce.train.page_type.token_attention import AttentionTask

GEOMETRY, MARKUP, SCREENSHOT = "geometry-trees", "html-trees", "screenshot-trees"
MAPS, WORDS = "screenshot-maps", "html-words"
BOX_ATTENTION, LINE_ATTENTION = "layout-attention", "screenshot-attention"
NAMED_ATTENTION, BLOCK_ATTENTION = "page-attention", "html-attention"
FEWER_EPOCHS = 0.5
"""Share of the epochs of the settings for the attention over boxes and blocks. With all 24, the accuracy of boxes on
one of five folds is 0.011 higher between article and list, within noise, and no higher on four types, at twice the
time."""
RULES: dict[RuleName, tuple[str, ...]] = {
    "all": (NAMED_ATTENTION, BLOCK_ATTENTION, MARKUP, WORDS),
    "boxes": (GEOMETRY, BOX_ATTENTION),
    "html": (BLOCK_ATTENTION, MARKUP, WORDS),
    "screenshot": (SCREENSHOT, LINE_ATTENTION, MAPS),
}
MemberTask = Task | WordsTask
FittedMember = Fitted | FittedWords


def choose_rules(names: str) -> tuple[RuleName, ...]:
    """Rules whose names are given with commas between them; all if none is.

    Raises:
        UsageError: there is no such rule.
    """
    wanted = names.split(",") if names else list(RULES)
    if unknown := set(wanted) - set(RULES):
        raise UsageError(
            f"no rule of the ensemble is called {', '.join(sorted(unknown))}; there are {', '.join(RULES)}"
        )
    return tuple(rule for rule in RULES if rule in wanted)


@dataclass(frozen=True, slots=True)
class EnsembleSettings:
    """One training of the ensemble. ``held_out`` sites are never trained on; ``command`` is the command line.

    ``rules`` are fitted, and their members trained. ``weights`` are those of the transfer network's trunk; ``cache`` is
    the folder for what its frozen stages give, else ``output``.
    """

    output: Path
    attention: Recipe = field(default_factory=lambda: get_recipe("attention"))
    trees: BoostSettings = field(default_factory=BoostSettings)
    words: WordSettings = field(default_factory=WordSettings)
    folds: int = 5
    seed: int = 0
    held_out: tuple[str, ...] = ()
    machine: Machine = field(default_factory=Machine)
    command: str = ""
    rules: tuple[RuleName, ...] = tuple(RULES)
    weights: str = "imagenet"
    cache: Path | None = None


def make_tasks(
    pages: Sequence[LabelledPage],
    settings: EnsembleSettings,
    members: Sequence[str] = (),
) -> dict[str, MemberTask]:
    """The tasks of ``members`` by name, with all inputs read; without, those of all members of the wanted rules.

    There is none for inputs that no page has.
    """
    wanted = set(members) or {member for rule in settings.rules for member in RULES[rule]}
    drawn, read = [page for page in pages if page.boxes], [page for page in pages if page.html]
    pictured = [page for page in drawn if page.screenshot]
    makers: dict[str, tuple[list[LabelledPage], Callable[[list[LabelledPage]], MemberTask]]] = {
        SCREENSHOT: (pictured, lambda seen: _screenshot(seen, settings)),
        MAPS: (pictured, lambda seen: _maps(seen, settings)),
        LINE_ATTENTION: (pictured, lambda seen: _attention("line_tokens", seen, settings)),
        BOX_ATTENTION: (drawn, lambda seen: _attention("box_tokens", seen, _with_fewer_epochs(settings))),
        NAMED_ATTENTION: (drawn, lambda seen: _attention("named_tokens", seen, _with_fewer_epochs(settings))),
        GEOMETRY: (drawn, lambda seen: _geometry(seen, settings)),
        BLOCK_ATTENTION: (
            read,
            lambda seen: _attention("block_tokens", seen, _with_fewer_epochs(settings), FINE_LABELS),
        ),
        MARKUP: (read, lambda seen: _markup(seen, settings)),
        WORDS: (read, lambda seen: _words(seen, settings)),
    }
    return {name: make(seen) for name, (seen, make) in makers.items() if seen and name in wanted}


def _screenshot(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> ScreenshotTreesTask:
    return ScreenshotTreesTask(LABELS, label_lines(pages, settings.cache), settings.seed)


def _attention(
    kind: Kind, pages: Sequence[LabelledPage], settings: EnsembleSettings, labels: tuple[str, ...] = LABELS
) -> AttentionTask:
    loaded = read_tokens(pages, kind, settings.cache)
    spec = InputSpec.of(kind)
    return attention_over(kind)(spec, labels, loaded, settings.seed, settings.attention, settings.machine)


def _with_fewer_epochs(settings: EnsembleSettings) -> EnsembleSettings:
    epochs = max(1, round(settings.attention.epochs * FEWER_EPOCHS))
    return replace(settings, attention=replace(settings.attention, epochs=epochs))


def _maps(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> Task:
    return make_task(
        pages,
        RunSettings(
            INNER_MAPS,
            InputSpec("crops"),
            LABELS,
            get_recipe("paper"),
            settings.output,
            seed=settings.seed,
            machine=settings.machine,
            weights=settings.weights,
            cache=settings.cache,
        ),
    )


def _geometry(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> TreesTask:
    spec = InputSpec.of("geometry")
    return TreesTask(spec, LABELS, load_inputs(pages, spec, settings.cache), settings.seed, settings.trees)


def _markup(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> TreesTask:
    spec = InputSpec.of("markup")
    return TreesTask(spec, FINE_LABELS, load_inputs(pages, spec, settings.cache), settings.seed, settings.trees)


def _words(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> WordsTask:
    return WordsTask(FINE_LABELS, read_words(pages, settings.cache), settings.seed, settings.words)


def seen_by(task: MemberTask, pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    """The pages that have a member's input."""
    return [page for page in pages if page.id in task.loaded]
