"""Options: how many there are, and what is said of those that were removed."""

from typing import Any

import pytest

from iawce.scripts.command_page import verbs
from iawce.scripts.removed_options import OF_VERBS, SETTINGS
from iawce.scripts.settings_tables import TABLES
from tests.scripts.commands import iawce


def test_no_command_has_a_crowd_of_options() -> None:
    shown = iawce("extract", "--help").stdout
    options = [line for line in shown.splitlines() if line.startswith(("  -", "  --"))]
    assert len(options) <= 21, "20, and --help"
    for panel in ("What:", "Where to:", "Rendering:", "Network:", "Limits and settings:"):
        assert panel in shown


def test_there_are_at_most_half_of_the_options_that_there_were_before_settings() -> None:
    """326, each counted once for each command that has it, without those of help and completion."""
    assert sum(map(_count_options, verbs().values())) <= 326 // 2


def _count_options(command: Any) -> int:
    """The options of a command, and of the commands below it."""
    below = getattr(command, "commands", {}).values()
    if below:
        return sum(map(_count_options, below))
    return sum(one.param_type_name == "option" for one in command.params)


def test_every_option_that_became_a_setting_names_one() -> None:
    for setting in " ".join((*SETTINGS.values(), *OF_VERBS.values())).split():
        table, _, name = setting.partition(".")
        assert name in TABLES[table].fields, setting


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("extract", "x", "--scroll", 5), "-s render.scrolls=5, or scrolls under [render]"),
        (("extract", "x", "--scroll=5"), "-s render.scrolls=5"),
        (("extract", "x", "--drop", ".a .b"), "-s 'extract.drop=.a .b'"),
        (("extract", "x", "--no-links"), "-s extract.links=false"),
        (("extract", "x", "--deduplicate", "-o", "y"), "-s corpus.deduplicate=true"),
        (("extract", "x", "--processes", 4), "use --jobs 4"),
        (("extract", "x", "--processes", 0), "a setting: -s run.processes=0"),
        (("extract", "x", "--pipeline", "paper"), "use --paper"),
        (("extract", "x", "--fetch"), "use --render never"),
        (("extract", "x", "--output-dir", "y"), "use --format md -o FOLDER/"),
        (("extract", "x", "--method", "paper"), "is now --paper"),
        (("records", "x", "--to", "y.csv"), "use -o"),
        (("records", "x", "--min-confidence", 0), "-s records.min_confidence=0"),
        (("records", "x", "--header", "A: b"), "-s network.headers=..."),
        (("classify", "x", "--min-confidence", 0), "-s classify.min_confidence=0"),
        (("site", "learn", "x", "--mode", "paper"), "use --paper"),
        (("site", "learn", "x", "--delay", 3), "-s politeness.delay=3"),
        (("forum", "learn", "x", "--per-host", 1), "-s politeness.per_host=1"),
        (("fields", "learn", "x", "--user-agent", "me"), "-s network.user_agent=me"),
        (("posts", "x", "--timeout", 7), "-s render.deadline=7 -s limits.seconds=7, or deadline under [render] and"),
        (("render", "x", "--timeout=7"), "a setting: -s render.deadline=7, or"),
        (("crawl", "x", "-o", "y/", "--model", "m.json"), "-s page_type.model=m.json"),
        (("labels", "tasks", "x", "-o", "y", "--model", "m.json"), "-s page_type.model=m.json"),
        (("render", "x", "--jobs", 3), "a setting: -s run.workers=3"),
        (("site", "apply", "x", "y", "--jobs", 3), "-s run.processes=3 -s run.workers=3"),
        (("forum", "apply", "x", "y", "--jobs", 0), "-s run.processes=0 -s run.workers=1, or"),
        (("posts", "x", "--snapshots", "kept"), "-s run.snapshots=kept"),
        (("serve", "--allow-host", "localhost"), "-s network.allowed_hosts=localhost"),
        (("site", "check", "x", "y", "--tolerance", 0.1), "-s site.tolerance=0.1"),
        (("site", "apply", "x", "y", "--fallback", "rules"), "-s site.fallback=rules"),
        (("site", "show", "x", "y", "--clusters", 3), "-s site.clusters=3"),
        (("evaluate", "run", "x", "y", "--processes", 3), "-s evaluate.processes=3"),
        (("evaluate", "run", "x", "y", "--screenshots"), "-s evaluate.screenshots=true"),
        (("serve", "--timeout", 7), "-s serve.deadline=7"),
        (("serve", "--jobs", "j.sqlite"), "-s serve.jobs=j.sqlite"),
        (("train", "--data", "x", "--folds", 3), "-s train.folds=3"),
        (("train", "--data", "x", "--check", "wcxb=y"), "-s train.check=wcxb=y, or"),
        (("train", "--data", "x", "--check", "a=y", "--check=b=z"), "-s train.check=a=y,b=z, or"),
        (("train", "--data", "x", "--hold-out", "a,b"), "-s train.hold_out=a,b"),
        (("inspect", "x", "--pages", 9), "-s inspect.pages=9"),
        (("inspect", "x", "--compare", "body,rules"), "-s inspect.compare=body,rules"),
        (("inspect", "x", "--explain", "-o", "y.html"), "-s inspect.explain=true"),
        (("inspect", "x", "--no-explain"), "-s inspect.explain=false"),
        (("inspect", "x", "--method", "influence"), "-s extract.method=influence"),
        (("label", "x", "--port", 8000), "-s label.port=8000"),
        (("label", "x", "--no-open"), "-s label.open=false"),
        (("classify", "x", "--types", "seven"), "-s classify.types=seven"),
        (("records", "x", "--base-url", "http://a/"), "-s run.base_url=http://a/"),
        (("site", "show", "x", "y", "--base-url", "http://u:p@a/"), "-s run.base_url=http://a/"),
    ],
)
def test_options_that_were_removed_say_what_took_their_place(typed: tuple[object, ...], said: str) -> None:
    done = iawce(*typed)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


def test_options_that_never_were_are_unknown() -> None:
    done = iawce("posts", "x", "--languages", "en")
    assert (done.returncode, "No such option" in done.stderr) == (2, True), done.stderr
