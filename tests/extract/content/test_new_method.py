"""A new extraction method is one registration; all else follows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.errors import UsageError
from iawce.evaluate.systems import SYSTEMS, load_system
from iawce.extract import Extractor
from iawce.extract.content.content import Content
from iawce.extract.content.method import METHODS, MethodSettings, register_method
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.scripts.cli import gather_verbs
from tests.docs.doc_tables import describe_methods

HTML = "<body><h1>Heading</h1><p>First</p><p>Second</p></body>"


@dataclass(frozen=True, slots=True)
class NthSettings(MethodSettings):
    PAPER: ClassVar[dict[str, Any]] = {"number": 1}

    number: int = 0


def extract_nth(analysis: PageAnalysis, settings: NthSettings) -> Content:
    """The nth paragraph."""
    return Content((analysis.index.tagged("p")[settings.number],), analysis.without())


@pytest.fixture
def nth() -> Iterator[str]:
    register_method("nth", NthSettings)(extract_nth)
    yield "nth"
    METHODS.remove("nth")


def help_of(*verb: str) -> str:
    return " ".join(CliRunner().invoke(gather_verbs(), [*verb, "--help"]).stdout.split())


@pytest.mark.usefixtures("nth")
def test_the_extractor_takes_pages_by_it() -> None:
    def text(settings: ExtractSettings) -> str:
        return Extractor(render="never", settings=settings).extract(HTML.encode()).text

    assert text(ExtractSettings(method="nth")) == "First"
    assert text(ExtractSettings(method="nth", mode="paper")) == "Second"
    assert text(ExtractSettings(method="nth", method_settings=NthSettings(number=1))) == "Second"


@pytest.mark.usefixtures("nth")
def test_it_is_a_system_that_can_be_measured() -> None:
    assert "iawce-nth" in SYSTEMS
    assert "iawce-nth" in list(SYSTEMS)
    assert load_system("iawce-nth")(HTML, "").text == "First"


@pytest.mark.usefixtures("nth")
def test_help_and_docs_name_it() -> None:
    assert ", nth." in help_of("extract")
    assert "iawce-nth" in help_of("evaluate", "run").replace("- ", "-")  # lines may end at a hyphen
    assert "| `nth` | The nth paragraph |" in describe_methods()
    assert "| `number` | `0` | `1` |" in describe_methods()


def test_nothing_knows_it_any_more() -> None:
    assert "nth" not in METHODS
    assert "iawce-nth" not in SYSTEMS
    assert "nth" not in help_of("extract").split("or one of")[1].split(".")[0]
    with pytest.raises(
        UsageError, match=r"no system is called 'iawce-nth'; .*nown are iawce, iawce-segmentation, iawce-article"
    ):
        load_system("iawce-nth")
