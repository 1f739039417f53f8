"""Settings: all of them in one file, checked by name and type, and given one by one."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from iawce.data.errors import UsageError
from iawce.data.limits import Limits
from iawce.data.render.settings import RenderSettings
from iawce.extract.corpus.filters import Filters
from iawce.extract.run.settings import ExtractSettings
from iawce.scripts.attribute_docs import attribute_docs
from iawce.scripts.command_page import verbs
from iawce.scripts.corpus_settings import CorpusSettings
from iawce.scripts.opening import opening, render_settings
from iawce.scripts.removed_options import OF_VERBS, SETTINGS
from iawce.scripts.settings_tables import TABLES
from iawce.scripts.settings_text import toml_value
from iawce.scripts.settings_values import read_settings
from iawce.serve.settings import ServeSettings
from tests.scripts.commands import iawce, rows

SAVED = ("extract", "--render", "never", "--type", "article")
PLAIN = (*SAVED, "--method", "body")


def test_every_setting_says_what_it_is() -> None:
    assert [
        (name, setting)
        for name, table in TABLES.items()
        for setting in table.fields
        if not attribute_docs(table.kind).get(setting)
    ] == []


def test_the_printed_file_is_toml_and_holds_every_default(tmp_path: Path) -> None:
    printed = iawce("settings").stdout
    assert tomllib.loads(printed) == {name: {} for name in TABLES}
    file = tmp_path / "all.toml"
    file.write_text(re.sub(r"^#(\w+ = .)", r"\1", printed, flags=re.MULTILINE))
    given = read_settings([str(file)], "extract")
    assert given.changed() == {}
    assert given.make(ExtractSettings) == ExtractSettings()
    assert given.make(Limits) == Limits()


def test_a_file_changes_what_it_names_and_options_have_precedence(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(
        '[render]\nviewport = [800, 600]\nscrolls = 3\n[corpus]\ntypes = ["list"]\n[extract]\nmethod = "density"\n'
    )
    given = read_settings([str(file), "render.scrolls=4", "corpus.types=article, thread"], "extract")
    rendered = given.make(RenderSettings, deadline=7.0, load_timeout=None)
    assert (rendered.viewport, rendered.scrolls, rendered.deadline) == ((800, 600), 4, 7.0)
    assert rendered.load_timeout == RenderSettings().load_timeout
    assert given.make(CorpusSettings).types == ("article", "thread")
    page = tmp_path / "a.html"
    page.write_text("<p>Some words, and a <a href=https://example.org/>link</a> in them.")
    (row,) = rows(iawce(*SAVED, page, "--settings", file, "-s", "corpus.types="))
    assert row["method"] == "density"
    (row,) = rows(iawce(*PLAIN, page, "--settings", file, "-s", "corpus.types="))
    assert row["method"] == "body"
    assert [line.rpartition(": ")[2] for line in iawce("settings", file).stdout.splitlines()] == [
        "render.viewport = [800, 600]",
        "render.scrolls = 3",
        'corpus.types = ["list"]',
        'extract.method = "density"',
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[render]\nscrols = 1\n", "did you mean scrolls?"),
        ("[extract]\nscrolls = 1\n", "did you mean scrolls of [render]?"),
        ("[rendering]\n", "did you mean render?"),
        ("scrolls = 1\n", "belongs to no table"),
        ('[render]\nscrolls = "many"\n', "Expected `int`"),
        ("[render]\nscrolls = 101\n", "0 to 100"),
        ("[render]\nviewport = [1366]\n", "length 2"),
        ('[extract]\nfavor = "speed"\n', "Invalid enum value"),
        ('[extract]\ncomments = "keep"\nkeep = "]["\n', "selector"),
        ("[limits]\nseconds = 0\n", "must be a number above 0"),
        ("[inspect]\npages = -1\n", "0 or more"),
        ('[inspect]\ncompare = ["bdy"]\n', "did you mean body?"),
        ("[label]\nport = 65536\n", "0 to 65535"),
        ('[corpus]\nlanguages = ["english"]\n', "no known language"),
        ("[render\n", "cannot be read"),
    ],
)
def test_what_no_command_could_use_is_refused(content: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(content)
    for arguments in (("settings", file), (*PLAIN, "absent.html", "--settings", file)):
        done = iawce(*arguments)
        assert (done.returncode, said in done.stderr, "my.toml" in done.stderr) == (2, True, True), done.stderr


@pytest.mark.parametrize(
    "given", ["render.scrols=1", "rendr.scrolls=1", "crawl.sitemaps=true", "no.toml", "a=1", "=", "render.=1"]
)
def test_one_setting_that_is_none_is_refused(given: str) -> None:
    done = iawce(*PLAIN, "absent.html", "-s", given)
    assert (done.returncode, done.stderr.startswith("error: ")) == (2, True), done.stderr


def test_values_are_read_as_their_settings_are_typed() -> None:
    given = read_settings(
        ["network.contact=123", "extract.links=false", "extract.keep=#a, .b", "run.shard=1/8", "limits.seconds=5"],
        "extract",
    )
    assert given.values == {
        "network": {"contact": "123"},
        "extract": {"links": False, "keep": "#a, .b"},
        "run": {"shard": "1/8"},
        "limits": {"seconds": 5.0},
    }
    assert toml_value(read_settings(["render.viewport=[1, 2]"], "render").values["render"]["viewport"]) == "[1, 2]"


def test_a_value_may_be_longer_than_a_name_of_a_file() -> None:
    selector = "a, " * 2000 + "b"
    assert read_settings([f"render.wait_for={selector}"], "extract").make(RenderSettings).wait_for == selector
    with pytest.raises(UsageError):
        read_settings(["x" * 5000], "extract")


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


def test_a_setting_may_need_an_option_beside_it() -> None:
    given = read_settings(["serve.host=0.0.0.0"], "serve")
    assert given.make(ServeSettings, tokens={"hash": "ann"}).host == "0.0.0.0"  # noqa: S104 - opens nothing
    done = iawce("serve", "-s", "serve.host=0.0.0.0")
    assert (done.returncode, "--tokens" in done.stderr) == (2, True), done.stderr


def test_the_timeout_limits_rendering_and_extraction() -> None:
    found = opening(read_settings(["limits.seconds=5"], "extract"), "never", timeout=7)
    assert (found["limits"].seconds, found["render_settings"].deadline) == (7, 7)
    assert opening(read_settings(["limits.seconds=5"], "extract"), "never")["limits"].seconds == 5


def test_a_document_has_half_of_the_time_of_its_page_unless_told() -> None:
    assert render_settings(read_settings(["render.deadline=60"], "render")).load_timeout == 30
    assert render_settings(read_settings(["render.deadline=60", "render.load_timeout=5"], "render")).load_timeout == 5
    assert render_settings(read_settings([], "render")) == RenderSettings()


def test_options_that_never_were_are_unknown() -> None:
    done = iawce("posts", "x", "--languages", "en")
    assert (done.returncode, "No such option" in done.stderr) == (2, True), done.stderr


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


def test_tables_are_frozen_and_check_themselves() -> None:
    with pytest.raises(UsageError, match="0 to 1"):
        Filters(min_confidence=2)
