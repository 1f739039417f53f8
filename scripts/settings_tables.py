"""Settings: the tables there are, and values read from TOML files or given as TABLE.NAME=VALUE."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

from iawce.data.errors import UsageError, nearest_name, not_known, refused
from iawce.data.network.address import without_credentials

PAGES: Final = ("extract", "crawl", "records", "posts", "serve")
"""Commands that open pages and extract them, each with all that this needs."""
OPENING: Final = (*PAGES, "classify", "render", "inspect", "site", "forum", "fields", "label", "labels")
"""Commands that open pages."""
Made = TypeVar("Made")
_LIST = re.compile(r"\[\s*[\"'].*", re.DOTALL)
"""Text that is meant as a list in TOML, even a broken one; ``[::1]`` is none."""
_ASSIGNED = re.compile(r"([A-Za-z_-]+)\.([A-Za-z_-]+)=(.*)", re.DOTALL)


@dataclass(frozen=True)
class Table:
    """A table of settings: module and name of its dataclass, what they are for, the commands that use them."""

    home: str
    about: str
    verbs: tuple[str, ...]
    left_out: tuple[str, ...] = ()  # Fields that are no settings
    at_best: Mapping[str, Any] = field(default_factory=dict)  # Options that allow what else is refused

    @cached_property
    def kind(self) -> Any:
        """The dataclass, imported when it is wanted."""
        return resolve_name(self.home)

    @property
    def fields(self) -> dict[str, Field[Any]]:
        """The settings, by name."""
        return {one.name: one for one in fields(self.kind) if one.name not in self.left_out}


INNER = ("site", "boilerplate", "forum", "fields", "fine_type", "correction")  # What a run or a page adds
TABLES: Final[Mapping[str, Table]] = {
    "extract": Table(
        "iawce.extract.pipeline.settings:ExtractSettings",
        "what is extracted",
        ("extract", "inspect"),
        (*INNER, "mode", "method_settings", "text", "html", "blocks"),
    ),
    "records": Table("iawce.extract.records.list_records:RecordsSettings", "which lists of a page", ("records",)),
    "posts": Table(
        "iawce.extract.records.posts.page_posts:PostsSettings", "which posts of a page", ("posts",), ("page_type",)
    ),
    "page_type": Table(
        "iawce.scripts.options:PageTypeSettings",
        "what decides the page type",
        (*PAGES, "classify", "inspect", "label", "labels", "evaluate"),
    ),
    "classify": Table("iawce.extract.pipeline.classified_row:ClassifyChoices", "which page types", ("classify",)),
    "inspect": Table("iawce.scripts.inspect:InspectSettings", "what is shown of pages", ("inspect",)),
    "label": Table("iawce.scripts.label:LabelSettings", "how pages are shown to label them", ("label",)),
    "output": Table("iawce.scripts.output_format:OutputSettings", "what is written", ("extract", "crawl")),
    "run": Table("iawce.scripts.options:RunSettings", "how the work is divided", OPENING),
    "render": Table("iawce.data.render.settings:RenderSettings", "how pages are rendered", OPENING),
    "network": Table("iawce.scripts.options:NetworkOptions", "how pages are reached", OPENING),
    "politeness": Table("iawce.data.network.settings:Politeness", "how gently hosts are asked", OPENING),
    "limits": Table("iawce.data.limits:Limits", "what one page may cost", PAGES),
    "corpus": Table("iawce.scripts.write_rows:CorpusSettings", "which rows are left out", ("extract", "crawl")),
    "site": Table("iawce.scripts.site:SiteChoices", "how templates of a site are used", ("site",)),
    "crawl": Table("iawce.extract.crawl.scope:CrawlSettings", "what a crawl does", ("crawl",), ("scope",)),
    "scope": Table("iawce.extract.crawl.scope:Scope", "which addresses belong to a crawl", ("crawl",), ("sites",)),
    "serve": Table(
        "iawce.serve.settings:ServeSettings",
        "limits of the service",
        ("serve",),
        ("tokens",),
        at_best={"tokens": {"": "a caller"}},
    ),
    "train": Table("iawce.scripts.train:TrainingSettings", "how models are trained", ("train",)),
    "evaluate": Table("iawce.scripts.evaluate:EvaluateSettings", "how systems are measured", ("evaluate",)),
}
"""In the order in which they are printed."""


def settings_called(verbs: Iterable[str], name: str) -> list[str]:
    """The settings ``TABLE.NAME`` of commands that have this name."""
    wanted = set(verbs)
    return [f"{table}.{name}" for table, found in TABLES.items() if wanted & {*found.verbs} and name in found.fields]


def name_of(kind: type) -> str:
    """The name of a dataclass's table."""
    home = f"{kind.__module__}:{kind.__qualname__}"
    return next(name for name, table in TABLES.items() if table.home == home)


@dataclass(frozen=True)
class Settings:
    """Values by table and name; of those that are not given the defaults hold."""

    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def make(self, kind: type[Made], /, **given: Any) -> Made:
        """The dataclass of a table, with values of options before which settings yield, None if one is not given."""
        return kind(**self.with_options(kind, **given).values[name_of(kind)])

    def with_options(self, kind: type, /, **given: Any) -> "Settings":
        """The same with values of options for a table, as for ``make``."""
        name = name_of(kind)
        options = {one: value for one, value in given.items() if value is not None}
        return Settings({**self.values, name: {**self.values.get(name, {}), **options}})

    def with_defaults(self, kind: type, /, **defaults: Any) -> "Settings":
        """The same with defaults of a command for a table, instead of those of its dataclass."""
        name = name_of(kind)
        return Settings({**self.values, name: {**defaults, **self.values.get(name, {})}})

    def changed(self) -> dict[str, Any]:
        """The values that differ from the defaults, by ``table.name``."""
        return {
            f"{table}.{name}": value
            for table, values in self.values.items()
            for name, value in values.items()
            if value != default_of(TABLES[table], name)
        }


def read_settings(given: Iterable[str] | None, verb: str) -> Settings:
    """The settings of a command, given as paths of files or as ``TABLE.NAME=VALUE`` of its own tables.

    Of a setting that is given twice the last value holds.
    """
    found: dict[str, dict[str, Any]] = {}
    for one in given or ():
        is_file = os.path.isfile(one)  # noqa: PTH113 - never raises
        assigned = None if is_file else _ASSIGNED.fullmatch(one)
        if "=" in one and not assigned and not is_file:
            raise UsageError(f"{one} is neither a file nor TABLE.NAME=VALUE, such as render.quality=90")
        for table, values in (_assigned(assigned, verb) if assigned else _read(Path(one))).items():
            found.setdefault(table, {}).update(values)
            try:  # whether the dataclass takes the values, at least with some options of the command
                TABLES[table].kind(**TABLES[table].at_best, **found[table])
            except UsageError as error:
                raise UsageError(f"{without_credentials(one)}: [{table}] {error}") from error
    return Settings(found)


def default_of(table: Table, name: str) -> Any:
    """What a setting is unless it is given."""
    found = table.fields[name]
    return found.default if found.default_factory is MISSING else found.default_factory()


def _read(path: Path) -> dict[str, dict[str, Any]]:
    import tomllib

    with refused(f"{path} cannot be read as settings", OSError, ValueError, RecursionError):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    found: dict[str, dict[str, Any]] = {}
    for name, values in content.items():
        if not isinstance(values, dict):
            raise UsageError(f"{path}: {name} belongs to no table, such as [render]{_meant(name)}")
        table = _table(name, f"{path}: no table is called")
        found[name] = {key: _converted(table, key, (value,), f"{path}: [{name}]") for key, value in values.items()}
    return found


def _assigned(assigned: re.Match[str], verb: str) -> dict[str, dict[str, Any]]:
    """One value, as it was typed: as TOML, as plain text, or as a list with commas."""
    import tomllib

    table, name, text = assigned[1].replace("-", "_"), assigned[2].replace("-", "_"), assigned[3]
    known = _table(table, "no table of settings is called")
    if verb not in known.verbs:
        used = ", ".join(one for one in TABLES if verb in TABLES[one].verbs)
        raise UsageError(f"{verb} has no settings [{table}]; it has {used}")
    tried = list[Any]()
    with suppress(ValueError, KeyError, RecursionError):  # ValueError: also a number of thousands of digits
        tried.append(tomllib.loads(f"value = {text}")["value"])
    is_list = _LIST.fullmatch(text) or any(isinstance(value, list) for value in tried)
    parts = [part.strip() for part in text.split(",") if part.strip()]
    tried += [text] if is_list else [text, parts]
    return {table: {name: _converted(known, name, tried, f"[{table}]")}}


def _table(name: str, what: str) -> Table:
    if name not in TABLES:
        raise not_known(what, name, TABLES)
    return TABLES[name]


def _converted(table: Table, name: str, tried: Sequence[Any], where: str) -> Any:
    """The first of several values that has the type of a setting."""
    import msgspec

    if name not in table.fields:
        raise UsageError(f"{where} has no {name}{_meant(name, [*table.fields])}")
    wanted, errors = table.fields[name].type, []
    for value in tried:
        try:
            return msgspec.convert(value, wanted, dec_hook=_to_path)
        except msgspec.ValidationError as error:
            errors.append(error)
    text = next((value for value in tried if isinstance(value, str)), "")
    if get_origin(wanted) is Literal and text:
        raise not_known(f"{where} {name} cannot be", text, get_args(wanted))
    if bool in (wanted, *get_args(wanted)) and text:
        raise not_known(f"{where} {name} cannot be", text, ("true", "false"))
    raise UsageError(f"{where} {name}: {errors[0]}") from errors[0]


def _to_path(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise TypeError(f"{value!r} is no {kind.__name__}")


def _meant(name: str, here: list[str] | None = None) -> str:
    """What a setting may have been meant to be, of its table or of another."""
    if found := nearest_name(name, here or []):
        return f"; did you mean {found}?"
    others = {one: table for table in TABLES for one in TABLES[table].fields}
    found = nearest_name(name, others)
    return f"; did you mean {found} of [{others[found]}]?" if found else ""
