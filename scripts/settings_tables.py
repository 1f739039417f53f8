"""The tables of a settings file: each is a dataclass, whose fields are its settings."""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cached_property
from importlib import import_module
from typing import Any, Final

PAGES: Final = ("extract", "crawl", "records", "posts", "serve")
"""Commands that open pages and extract them, each with all that this needs."""
OPENING: Final = (*PAGES, "classify", "render", "inspect", "site", "forum", "fields", "label", "labels")
"""Commands that open pages."""


@dataclass(frozen=True)
class Table:
    """A table of settings.

    Args:
        home: module and name of its dataclass, which is imported when it is wanted.
        about: what the settings are for.
        verbs: commands that use them.
        left_out: fields that are no settings.
        at_best: values of options, by field, with which a setting is possible that alone is not.
    """

    home: str
    about: str
    verbs: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    at_best: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def kind(self) -> type[Any]:
        """The dataclass."""
        module, _, name = self.home.partition(":")
        found: type[Any] = getattr(import_module(module), name)
        return found

    @property
    def fields(self) -> dict[str, Field[Any]]:
        """The settings, by name."""
        return {one.name: one for one in fields(self.kind) if one.name not in self.left_out}


TABLES: Final[Mapping[str, Table]] = {
    "extract": Table(
        "iawce.extract.pipeline.settings:ExtractSettings",
        "what is extracted",
        ("extract", "inspect"),
        ("mode", "method_settings", "html", "site", "boilerplate", "forum", "fields", "correction"),
    ),
    "records": Table("iawce.extract.records.list_records:RecordsSettings", "which lists of a page", ("records",)),
    "posts": Table(
        "iawce.extract.records.posts.page_posts:PostsSettings", "which posts of a page", ("posts",), ("page_type",)
    ),
    "page_type": Table(
        "iawce.scripts.page_type_settings:PageTypeSettings",
        "what decides the page type",
        (*PAGES, "classify", "inspect", "label", "labels", "evaluate"),
    ),
    "classify": Table("iawce.extract.pipeline.classified_row:ClassifyChoices", "which page types", ("classify",)),
    "inspect": Table("iawce.scripts.inspect_settings:InspectSettings", "what is shown of pages", ("inspect",)),
    "label": Table("iawce.scripts.label_settings:LabelSettings", "how pages are shown to label them", ("label",)),
    "output": Table("iawce.scripts.output_settings:OutputSettings", "what is written", ("extract", "crawl")),
    "run": Table("iawce.scripts.run_settings:RunSettings", "how the work is divided", OPENING),
    "render": Table("iawce.data.render.settings:RenderSettings", "how pages are rendered", OPENING),
    "network": Table("iawce.scripts.network_options:NetworkOptions", "how pages are reached", OPENING),
    "politeness": Table("iawce.data.network.politeness:Politeness", "how gently hosts are asked", OPENING),
    "limits": Table("iawce.data.limits:Limits", "what one page may cost", PAGES),
    "corpus": Table("iawce.scripts.corpus_settings:CorpusSettings", "which rows are left out", ("extract", "crawl")),
    "site": Table("iawce.scripts.site_settings:SiteChoices", "how templates of a site are used", ("site",)),
    "crawl": Table("iawce.extract.crawl.settings:CrawlSettings", "what a crawl does", ("crawl",), ("scope",)),
    "scope": Table("iawce.extract.crawl.scope:Scope", "which addresses belong to a crawl", ("crawl",), ("sites",)),
    "serve": Table(
        "iawce.serve.settings:ServeSettings",
        "limits of the service",
        ("serve",),
        ("tokens",),
        at_best={"tokens": {"": "a caller"}},
    ),
    "train": Table("iawce.scripts.training_settings:TrainingSettings", "how models are trained", ("train",)),
    "evaluate": Table("iawce.scripts.evaluate_settings:EvaluateSettings", "how systems are measured", ("evaluate",)),
}
"""In the order in which they are printed."""


def name_of(kind: type) -> str:
    """The name of a dataclass's table.

    Raises:
        LookupError: it is no table.
    """
    home = f"{kind.__module__}:{kind.__qualname__}"
    return next(name for name, table in TABLES.items() if table.home == home)
