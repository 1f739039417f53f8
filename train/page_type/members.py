"""The members of the page-type ensemble as training tasks, and the rules that they have a part in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from iawce.data.boxes import Box
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.features.geometry import geometry_feature_names, geometry_features
from iawce.models.features.html_features import html_feature_names
from iawce.models.features.inputs import InputSpec
from iawce.models.features.layout_raster import rectangles
from iawce.models.networks.inner_maps import ARCHITECTURE as INNER_MAPS
from iawce.models.page_type.fusion import FINE_LABELS, LABELS, RuleName
from iawce.train.common.machine import Machine
from iawce.train.common.recipe import Recipe, get_recipe
from iawce.train.page_type.boosting import BoostSettings, TreesTask
from iawce.train.page_type.datasets import Loaded, load_inputs
from iawce.train.page_type.fit import NetworkTask
from iawce.train.page_type.labelled_lines import label_lines
from iawce.train.page_type.linear_words import FittedWords, WordSettings, WordsTask, read_words
from iawce.train.page_type.pooling import BARE
from iawce.train.page_type.screenshot_trees import ScreenshotTreesTask
from iawce.train.page_type.tasks import Fitted, RunSettings, Task, make_task

GEOMETRY, LAYOUT, MARKUP, SCREENSHOT = "geometry-trees", "layout-network", "html-trees", "screenshot-trees"
MAPS, WORDS = "screenshot-maps", "html-words"
RULES: dict[RuleName, tuple[str, ...]] = {
    "all": (GEOMETRY, MARKUP, WORDS),
    "unstyled": (GEOMETRY, MARKUP, WORDS),
    "boxes": (GEOMETRY, LAYOUT),
    "html": (MARKUP, WORDS),
    "screenshot": (SCREENSHOT, MAPS),
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
    layout: InputSpec = InputSpec("layout", view_height=2732)  # noqa: RUF009 - frozen
    recipe: Recipe = field(default_factory=lambda: get_recipe("layout"))
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
    unstyled: dict[str, tuple[Box, ...]],
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
        GEOMETRY: (drawn, lambda seen: _geometry(seen, unstyled, settings)),
        LAYOUT: (drawn, lambda seen: _layout(seen, unstyled, settings)),
        MARKUP: (read, lambda seen: _markup(seen, settings)),
        WORDS: (read, lambda seen: _words(seen, settings)),
    }
    return {name: make(seen) for name, (seen, make) in makers.items() if seen and name in wanted}


def _screenshot(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> ScreenshotTreesTask:
    return ScreenshotTreesTask(LABELS, label_lines(pages, settings.cache), settings.seed)


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


def _geometry(
    pages: Sequence[LabelledPage], unstyled: dict[str, tuple[Box, ...]], settings: EnsembleSettings
) -> TreesTask:
    spec = InputSpec("geometry", features=tuple(geometry_feature_names()))
    bare: dict[str, Loaded] = {f"{key}{BARE}": geometry_features(boxes) for key, boxes in unstyled.items()}
    return TreesTask(spec, LABELS, load_inputs(pages, spec, settings.cache) | bare, settings.seed, settings.trees)


def _layout(
    pages: Sequence[LabelledPage], unstyled: dict[str, tuple[Box, ...]], settings: EnsembleSettings
) -> NetworkTask:
    bare: dict[str, Loaded] = {f"{key}{BARE}": rectangles(boxes) for key, boxes in unstyled.items()}
    loaded = load_inputs(pages, settings.layout) | bare
    return NetworkTask("layoutnet", settings.layout, LABELS, settings.recipe, loaded, settings.seed, settings.machine)


def _markup(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> TreesTask:
    spec = InputSpec("markup", features=tuple(html_feature_names()))
    return TreesTask(spec, FINE_LABELS, load_inputs(pages, spec, settings.cache), settings.seed, settings.trees)


def _words(pages: Sequence[LabelledPage], settings: EnsembleSettings) -> WordsTask:
    return WordsTask(FINE_LABELS, read_words(pages, settings.cache), settings.seed, settings.words)


def seen_by(task: MemberTask, pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    """The pages that have a member's input."""
    return [page for page in pages if page.id in task.loaded]
