"""Options that there were, and what took their place: a setting, or another option."""

import shlex
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from iawce.data.errors import UsageError
from iawce.data.network.address import without_credentials
from iawce.scripts.settings_tables import TABLES

SETTINGS: Final = {
    "--allow-host": "network.allowed_hosts",
    "--base-url": "run.base_url",
    "--batch-size": "page_type.batch_size",
    "--check": "train.check",
    "--chunks": "extract.chunk_words",
    "--classifiers": "run.classifiers",
    "--clusters": "site.clusters",
    "--columns": "output.columns",
    "--comments": "extract.comments",
    "--compare": "inspect.compare",
    "--contact": "network.contact",
    "--cookies": "network.cookies",
    "--coverage": "classify.coverage",
    "--deduplicate": "corpus.deduplicate",
    "--delay": "politeness.delay",
    "--device": "page_type.device",
    "--domains": "scope.domains",
    "--drop": "extract.drop",
    "--engine": "run.engine",
    "--explain": "inspect.explain",
    "--fallback": "site.fallback",
    "--favor": "extract.favor",
    "--front-matter": "output.front_matter",
    "--header": "network.headers",
    "--hold-out": "train.hold_out",
    "--jobs": "run.processes run.workers",
    "--keep": "extract.keep",
    "--keep-left-out": "corpus.keep_left_out",
    "--kind": "posts.kind",
    "--languages": "corpus.languages",
    "--links": "extract.links",
    "--images": "extract.images",
    "--list-source": "extract.list_source",
    "--look-at": "page_type.look_at",
    "--method": "extract.method",
    "--min-confidence": "corpus.min_confidence",
    "--min-words": "corpus.min_words",
    "--model": "page_type.model",
    "--netrc": "network.netrc",
    "--open": "label.open",
    "--order": "crawl.order",
    "--pages": "inspect.pages",
    "--per-host": "politeness.per_host",
    "--port": "label.port",
    "--processes": "run.processes",
    "--proxy": "network.proxy",
    "--public-only": "network.public_only",
    "--retries": "politeness.retries",
    "--robots": "network.robots",
    "--scale": "render.screenshot_scale",
    "--scroll": "render.scrolls",
    "--shard": "run.shard",
    "--shard-format": "run.shard_format",
    "--shard-rows": "run.shard_rows",
    "--site-aware": "run.site_aware",
    "--sitemaps": "crawl.sitemaps",
    "--timeout": "render.deadline limits.seconds",
    "--snapshots": "run.snapshots",
    "--title": "output.title",
    "--tolerance": "site.tolerance",
    "--types": "corpus.types",
    "--user-agent": "network.user_agent",
    "--wait-for": "render.wait_for",
    "--workers": "run.workers",
    **{
        f"--{name}": f"evaluate.{name}"
        for name in ("limit", "measures", "rendered", "repeat", "screenshots", "worst")
    },
    **{
        f"--{name.replace('_', '-')}": f"train.{name}"
        for name in (
            "patience", "folds", "size", "view_height", "cache", "plain", "rules", "seed", "accelerator",
            "devices", "strategy", "precision",
        )
    },
}  # fmt: skip
"""Settings that were options, by these; some were one option together."""
OF_VERBS: Final = {
    ("classify", "--min-confidence"): "classify.min_confidence",
    ("classify", "--types"): "classify.types",
    ("evaluate", "--processes"): "evaluate.processes",
    ("records", "--min-confidence"): "records.min_confidence",
    ("records", "--list-source"): "records.source",
    ("records", "--lists"): "records.most",
    ("records", "--all-columns"): "records.all_columns",
    ("render", "--jobs"): "run.workers",
    ("serve", "--jobs"): "serve.jobs",
    ("serve", "--queue"): "serve.queue",
    ("serve", "--rate"): "serve.rate",
    ("serve", "--timeout"): "serve.deadline",
    ("serve", "--workers"): "serve.workers",
}
"""Where a command means another setting than others do."""
OPTIONS: Final = {
    "--fetch": "--render never",
    "--mode": "--paper",
    "--pipeline": "--paper",
    "--output-dir": "--format md -o FOLDER/",
    "--to": "-o",
    "--hidden": "-s extract.visible_only=false",
}
"""Other options that say the same."""
FLAGS: Final = frozenset(
    """
    --all-columns --deduplicate --explain --front-matter --images --keep-left-out --links --open --public-only --robots
    --screenshots --sitemaps --title
    """.split()  # noqa: SIM905 - a line each would be long
)
"""Options that had no value."""


VERBS: Final = frozenset(verb for table in TABLES.values() for verb in table.verbs)
"""Commands with settings; some have commands of their own, such as ``site learn``."""
SECRET: Final = ("--header", "--proxy")
"""Options whose values no message shows."""


def refuse_removed(command: str, typed: Sequence[str], known: Collection[str]) -> None:
    """Make sure that no option is used that there is no more.

    Args:
        command: as it was typed, such as ``iawce site learn``.
        typed: its arguments.
        known: names of the options that it has.

    Raises:
        UsageError: one is used; the message says what to type instead.
    """
    words = [word.removesuffix(".py") for word in command.split()]
    verb = next((word for word in words if word in VERBS), "")
    for place, word in enumerate(typed):
        if word == "--":
            return
        name = word.partition("=")[0]
        if name in known or not name.startswith("--"):
            continue
        if answer := _answer(verb, name, ",".join(_values(name, typed[place:])), known):
            raise UsageError(answer)


def _values(name: str, typed: Sequence[str]) -> Iterator[str]:
    """All that an option was given, also where it was typed again."""
    for place, word in enumerate(typed):
        option, equals, value = word.partition("=")
        if option == name and (equals or typed[place + 1 :]):
            yield value if equals else typed[place + 1]


def _answer(verb: str, name: str, value: str, known: Collection[str]) -> str:
    """What took the place of an option; empty if the command never had one of this name."""
    if name in OPTIONS:
        return f"{name} is gone: use {OPTIONS[name]}"
    if name in ("--workers", "--processes") and "--jobs" in known and value != "0":
        return f"{name} is gone: use --jobs {value}"
    positive = name.replace("--no-", "--", 1)
    named = (OF_VERBS.get((verb, positive)) or SETTINGS.get(positive, "")).split()
    settings = [one.split(".") for one in named if verb in TABLES[one.partition(".")[0]].verbs]
    if not settings:
        return ""
    shown = "..." if name in SECRET or not value else without_credentials(value)
    shown = str(name == positive).lower() if positive in FLAGS else shown
    least = {"workers": "1"} if shown == "0" else {}  # no jobs were one page at a time
    assigned = " ".join(f"-s {shlex.quote(f'{table}.{key}={least.get(key, shown)}')}" for table, key in settings)
    in_file = " and ".join(f"{key} under [{table}]" for table, key in settings)
    what = "a setting" if len(settings) == 1 else "settings"
    return f"{name} is now {what}: {assigned}, or {in_file} in a file for --settings"
