"""A measuring from pages to report, and the gate."""

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from iawce.data.datasets.gold_sets import GOLD_SETS, read_gold
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.errors import UsageError
from iawce.evaluate import outputs as module
from iawce.evaluate import scores
from iawce.evaluate.gate import check_floors
from iawce.evaluate.outputs import Output, Outputs, run_systems
from iawce.evaluate.report.page import draw_scores, worst_cases, write_page
from iawce.evaluate.report.tables import make_report
from iawce.evaluate.scores import ScoreTable, score_page, score_systems
from iawce.models.page_type.ensemble import PageTypeEnsemble
from tests.train.correction.labelled_site import learn_from, write_labels

WEIGHTS = Path(__file__).parents[2] / "models" / "weights"
GATE = Path(__file__).parents[1] / "gate"


def test_a_page_has_scores_for_its_annotations_only() -> None:
    page = GoldPage(
        "1", "s", b"<p>" + b"x" * 97, type="forum", text="a b c d", wanted=("a b",), records=({"text": "a b"},)
    )
    output = Output("a b c x", [{"text": "a b"}], type="thread", confidence=0.8, seconds=0.5)
    scores = score_page(page, output)
    assert scores["f1"] == scores["precision"] == 0.75
    assert scores["wanted"] == 1
    assert "unwanted" not in scores
    assert scores["record_f1"] == scores["type"] == 1
    assert scores["outcome_E"] == 1, "one record is none of several"
    assert scores["fine_type"] == 0, "a type of four is none of the seven"
    wide = score_page(GoldPage("3", "s", b"", type="thread"), Output("", type="forum"))
    assert wide["type"] == 1 and "fine_type" not in wide, "nobody has said which of the seven it is"
    assert scores["compression"] == pytest.approx(0.07)
    assert {"rouge_l", "correct_64", "complete_128", "shingle_recall"} <= scores.keys()
    assert "rouge_l" not in score_page(page, output, whole=False)
    unknown = score_page(GoldPage("2", "s", b""), Output(error="timeout"))
    assert unknown == {"failed": 1, "seconds": 0}


@pytest.fixture
def asked() -> list[GoldPage]:
    """Some of the gate's pages, and one whose every text is hostile."""
    hostile = GoldPage("<script>", "h", b"<p>x</p>", "javascript:alert(1)", "<b>", "<script>alert(1)</script> gold")
    return [*read_gold("folder", GATE / "pages")[3::5], hostile]


SYSTEMS_ASKED = ["iawce", "all-text", "mdr"]


def test_a_run_from_pages_to_report(asked: list[GoldPage], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    advanced: list[str] = []
    outputs = run_systems(asked, SYSTEMS_ASKED, tmp_path, progress=advanced.append)
    assert len(advanced) == len(SYSTEMS_ASKED) * len(asked)
    monkeypatch.setattr(module, "Worker", lambda *_: pytest.fail("all is kept, nothing has to be asked again"))
    with (tmp_path / "iawce.jsonl").open("a") as file:
        file.write('{"id": "half a li')
    assert run_systems(asked, SYSTEMS_ASKED, tmp_path) == outputs
    monkeypatch.setattr(module, "version_of", lambda *_: "another")
    with pytest.raises(pytest.fail.Exception):
        run_systems(asked, SYSTEMS_ASKED, tmp_path)
    alone = score_systems(asked, outputs)
    monkeypatch.setattr(scores, "FEW", 0)
    assert score_systems(asked, outputs, processes=1) == alone, "in processes as in this one"
    monkeypatch.undo()
    for measures in (True, False):
        check_report(asked, outputs, measures=measures)


def check_report(pages: list[GoldPage], outputs: dict[str, Outputs], *, measures: bool) -> None:
    """The report with all measures, or with those of words alone."""
    table = score_systems(pages, outputs, whole=measures)
    best, floor = table.mean("iawce", "f1"), table.mean("all-text", "f1")
    assert best
    assert floor
    assert best.low <= best.value <= best.high
    assert best.value > floor.value
    difference = table.difference("iawce", "all-text")
    assert difference
    assert difference.value == pytest.approx(best.value - floor.value)
    report = make_report(table, outputs, GOLD_SETS["folder"], "evaluate.py run folder tests/gate/pages")
    text = report.markdown()
    sections = ("Text", "Word F1 by page type", "The papers' measures", "Pages with word F1 ≥ 0.9, by site", "Records")
    for title in (*sections, "Locating of records", "Page types", "CPU time a page"):
        assert f"## {title}" in text
    assert ("by chance: 0.27 with 64 bits" in text) == measures
    cases = worst_cases(table, outputs, 2)
    assert [case.system for case in cases] == [system for system in SYSTEMS_ASKED for _ in range(2)]
    written = write_page(report, table, cases)
    assert "<script" not in written
    assert "default-src 'none'" in written
    assert 'class=case id="case-5"' in written
    assert "<mark class=" in written
    assert written.count("data:image/png") == 1


@pytest.mark.parametrize(
    ("record", "place"), [("segmentation/blocks", "main-content"), ("page_type/ensemble", "page-types")]
)
def test_a_report_tells_what_the_shipped_models_learned_from_its_pages(record: str, place: str) -> None:
    command = json.loads((WEIGHTS / f"{record}.json").read_text())["training"]["command"]
    given = [word for before, word in pairwise(command.split()) if before == "--data"]
    learned = {word.partition("=")[0] if "=" in word else word.partition("-")[0] for word in given}
    table = ScoreTable((GoldPage("1", "s", b"<p>words"),), {"all-text": [{"seconds": 0.01, "failed": 0}]})
    outputs = {"all-text": {"1": Output(seconds=0.01)}}
    reports = {name: make_report(table, outputs, GOLD_SETS[name], "") for name in GOLD_SETS}
    assert {name for name in reports if any(place in line for line in reports[name].intro)} == learned


def test_plots_name_systems_within_their_edges_and_milliseconds_in_full() -> None:
    rows = {f"a-system-of-long-name-{ms}": [{"f1": 0.9, "seconds": ms / 1000}] for ms in (46, 53)}
    figure = draw_scores(ScoreTable((GoldPage("1", "s", b""),), rows))
    assert figure
    figure.draw_without_rendering()
    cost = figure.axes[1]
    for label in cost.texts:
        assert cost.bbox.x0 <= label.get_window_extent().x0 and label.get_window_extent().x1 <= cost.bbox.x1
    assert {"46", "48", "50"} & {tick.get_text() for tick in cost.get_xticklabels()}
    assert all(tick.get_text().replace(".", "").isdigit() for tick in cost.get_xticklabels())


def test_the_gate_s_pages_are_ours_and_as_they_were_made(tmp_path: Path) -> None:
    command = [sys.executable, str(GATE / "make_pages.py"), str(tmp_path)]
    subprocess.run(command, check=True)  # noqa: S603
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in (GATE / "pages").iterdir()}


def test_nothing_scores_below_its_floor() -> None:
    pages = read_gold("folder", GATE / "pages")
    assert len(pages) >= 40
    assert {page.type for page in pages} == {
        *("article", "documentation", "service", "listing", "collection", "forum", "product")
    }
    checked = check_floors(GATE / "floors.json", pages)
    assert [str(line) for line in checked if line.is_below] == []


@pytest.mark.corpus
def test_nothing_scores_below_its_floor_on_real_pages(wcxb: list[GoldPage]) -> None:
    checked = check_floors(GATE / "floors-wcxb.json", wcxb)
    assert [str(line) for line in checked if line.is_below] == []


def test_a_floor_is_lowered_with_a_reason_or_not_at_all(tmp_path: Path) -> None:
    pages = read_gold("folder", GATE / "pages")[:1]
    path = tmp_path / "floors.json"

    def write(*steps: dict[str, object]) -> None:
        row = {"system": "all-text", "measure": "f1", "type": "", "steps": steps}
        path.write_text(json.dumps({"floors": [row]}))

    write({"floor": 2.0, "reason": "wished for"}, {"floor": 0.5, "reason": "nobody can do more than all"})
    assert [line.is_below for line in check_floors(path, pages)] == [False]
    write({"floor": 1.1})
    (line,) = check_floors(path, pages)
    assert line.is_below
    assert str(line).startswith("BELOW all-text f1 all: 0.")
    write({"floor": 2.0, "reason": "x"}, {"floor": 0.5, "reason": " "})
    with pytest.raises(UsageError, match="lowered without a reason"):
        check_floors(path, pages)
    path.write_text("[]")
    with pytest.raises(UsageError, match="holds no floors"):
        check_floors(path, pages)


def test_a_correction_is_measured_and_its_outputs_are_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = learn_from([write_labels(tmp_path / "labels", range(6))], tmp_path / "run")
    pages, corrected = read_gold("labels", tmp_path / "labels"), PageTypeEnsemble(model=str(record))
    found = [
        run_systems(pages, ["iawce", "all-text"], tmp_path, ensemble=ensemble) for ensemble in (None, corrected, None)
    ]
    types = [{output.type for output in one["iawce"].values()} for one in found]
    assert types == [{"article"}, {"listing"}, {"article"}], "the finer types"
    assert found[0] == found[2] and found[0]["all-text"] == found[1]["all-text"]
    monkeypatch.setattr(module, "Worker", lambda *_: pytest.fail("the outputs of both are kept"))
    assert run_systems(pages, ["iawce", "all-text"], tmp_path, ensemble=corrected) == found[1]
