"""Settings: all of them in one file, checked by name and type, and given one by one."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import pytest

from iawce.data.errors import UsageError
from iawce.data.limits import Limits
from iawce.data.render.settings import RenderSettings
from iawce.extract.corpus.clean import Filters
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.scripts.options import RunSettings, cores, opening, render_settings
from iawce.scripts.settings import attribute_docs, toml_value
from iawce.scripts.settings_tables import TABLES, read_settings
from iawce.scripts.write_rows import CorpusSettings
from iawce.serve.settings import ServeSettings
from tests.scripts.commands import iawce, rows

SAVED = ("extract", "--render", "never", "--type", "article")
PLAIN = (*SAVED, "--method", "body")


def _types_in(hint: Any) -> Iterator[Any]:
    """A type and those that it is made of, without those of the items of tuples."""
    yield hint
    for one in get_args(hint) if get_origin(hint) in (Annotated, Union, UnionType) else ():
        yield from _types_in(one)


NUMBERS = [
    f"{name}.{setting}"
    for name, table in TABLES.items()
    for setting, field in table.fields.items()
    if {int, float} & {*_types_in(field.type)}
]


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
        ("[render]\nscrolls = 101\n", "scrolls is 100 or less, not 101"),
        ("[render]\nviewport = [1366]\n", "length 2"),
        ('[extract]\nlinks = "False"\n', "did you mean false?"),
        ('[extract]\nfavor = "speed"\n', "precision, balanced, recall"),
        ('[extract]\ncomments = "keep"\nkeep = "]["\n', "selector"),
        ("[limits]\nseconds = 0\n", "seconds is 0.001 or more, not 0"),
        ("[inspect]\npages = -1\n", "0 or more"),
        ('[inspect]\ncompare = ["bdy"]\n', "did you mean body?"),
        ("[label]\nport = 65536\n", "port is 65535 or less"),
        ('[corpus]\nlanguages = ["english"]\n', "no known language"),
        ("[render\n", "cannot be read"),
    ],
)
def test_unusable_settings_are_refused(content: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(content)
    for arguments in (("settings", file), (*PLAIN, "absent.html", "--settings", file)):
        done = iawce(*arguments)
        assert (done.returncode, said in done.stderr, "my.toml" in done.stderr) == (2, True, True), done.stderr


@pytest.mark.parametrize("setting", NUMBERS)
def test_no_setting_is_a_negative_number(setting: str) -> None:
    verb = next(iter(TABLES[setting.partition(".")[0]].verbs))
    with pytest.raises(UsageError, match=f"{setting}=-1"):
        read_settings([f"{setting}=-1"], verb)


@pytest.mark.parametrize("value", ["1e30", f"1{'0' * 30}", "nan", "inf", "9" * 5000, "[" * 5000])
def test_no_setting_is_a_number_that_a_file_cannot_hold(value: str) -> None:
    for setting in NUMBERS:
        table, _, name = setting.partition(".")
        with pytest.raises(UsageError, match=name):
            read_settings([f"{setting}={value}"], next(iter(TABLES[table].verbs)))


@pytest.mark.parametrize(
    ("setting", "most"),
    [
        ("run.workers", 1000),
        ("run.processes", 1000),
        ("limits.seconds", 86_400),
        ("limits.memory", 1 << 53),
        ("serve.port", 65_535),
        ("serve.workers", 1000),
        ("serve.deadline", 86_400),
        ("evaluate.limit", 86_400),
    ],
)
def test_what_would_be_too_much_for_a_machine_is_refused(setting: str, most: int) -> None:
    verb = next(iter(TABLES[setting.partition(".")[0]].verbs))
    assert read_settings([f"{setting}={most}"], verb)
    with pytest.raises(UsageError, match=f"is {most} or less, not {most + 1}"):
        read_settings([f"{setting}={most + 1}"], verb)


@pytest.mark.parametrize(
    "given",
    [
        *("render.scrols=1", "rendr.scrolls=1", "crawl.sitemaps=true", "no.toml", "a=1", "=", "render.=1"),
        "render.deadline=0",
    ],
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
    assert read_settings(["scope.domains=[::1],a.example"], "crawl").values == {
        "scope": {"domains": ("[::1]", "a.example")}
    }
    assert toml_value(read_settings(["render.viewport=[1, 2]"], "render").values["render"]["viewport"]) == "[1, 2]"


@pytest.mark.parametrize(
    ("given", "verb"),
    [
        ('train.hold_out=["a.example"', "train"),
        ("train.hold_out=[1]", "train"),
        ("train.seed=-1", "train"),
        ("train.seed=4294967296", "train"),
        ("train.size=100000", "train"),
        ("page_type.batch_size=99999999999999999999", "classify"),
    ],
)
def test_values_that_would_fail_or_mean_something_else_later_are_refused(given: str, verb: str) -> None:
    with pytest.raises(UsageError):
        read_settings([given], verb)


def test_a_value_may_be_longer_than_a_name_of_a_file() -> None:
    selector = "a, " * 2000 + "b"
    assert read_settings([f"render.wait_for={selector}"], "extract").make(RenderSettings).wait_for == selector
    with pytest.raises(UsageError):
        read_settings(["x" * 5000], "extract")


def test_a_setting_may_need_an_option_beside_it() -> None:
    given = read_settings(["serve.host=0.0.0.0"], "serve")
    assert given.make(ServeSettings, tokens={"hash": "ann"}).host == "0.0.0.0"  # noqa: S104 - opens nothing
    done = iawce("serve", "-s", "serve.host=0.0.0.0")
    assert (done.returncode, "--tokens" in done.stderr) == (2, True), done.stderr


def test_the_timeout_limits_rendering_and_extraction() -> None:
    found = opening(read_settings(["limits.seconds=5"], "extract"), "never", timeout=7)
    assert (found["limits"].seconds, found["render_settings"].deadline) == (7, 7)
    assert opening(read_settings(["limits.seconds=5"], "extract"), "never")["limits"].seconds == 5


def test_a_document_has_half_of_the_time_of_its_page_by_default() -> None:
    assert render_settings(read_settings(["render.deadline=60"], "render")).load_timeout == 30
    assert render_settings(read_settings(["render.deadline=60", "render.load_timeout=5"], "render")).load_timeout == 5
    assert render_settings(read_settings([], "render")) == RenderSettings()


def test_tables_are_frozen_and_check_themselves() -> None:
    with pytest.raises(UsageError, match="min_confidence is 1 or less, not 2"):
        Filters(min_confidence=2)
    given: list[tuple[Any, dict[str, Any]]] = [
        (Limits, {"seconds": None}), (RenderSettings, {"viewport": None}), (RenderSettings, {"quality": ()}),
        (RenderSettings, {"viewport": [0, 700]}), (ExtractSettings, {"mode": None}),
        (ExtractSettings, {"comments": ()}),
        (RunSettings, {"workers": float("nan")}), (Limits, {"seconds": "30"}),
    ]  # fmt: skip
    for kind, values in given:
        with pytest.raises(UsageError, match=f"{next(iter(values))} "):
            kind(**values)
    assert RunSettings(workers=None).workers is None
    assert RenderSettings(viewport=(800, 600)).viewport == (800, 600)


def test_pages_in_flight_fill_the_cores_unless_their_number_is_given() -> None:
    assert RunSettings().worker_count == max(2, min(16, 2 * cores()))
    assert RunSettings(workers=3).worker_count == 3
    assert RunSettings(engine="ray").worker_count == 2
