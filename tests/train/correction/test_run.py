"""A correction, from labels to rows: what was taught holds on the site's other pages, and nowhere else."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.page_labels import label_writer
from iawce.data.document import open_document
from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.extract import Extraction, Extractor
from iawce.extract.content.segmentation import SegmentationSettings
from iawce.extract.inspector.view_page import block_probabilities
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.common.record import read_record, save_model
from iawce.models.correction.correction import load_correction
from iawce.models.page_type.ensemble import PageTypeEnsemble
from tests.scripts.commands import iawce
from tests.train.correction.labelled_site import label_page, learn_from, write_labels, write_page


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_labels(tmp_path_factory.mktemp("labels"), range(6))


@pytest.fixture(scope="module")
def correction(labels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return learn_from([labels], tmp_path_factory.mktemp("run"))


def row_of(number: int, site: str = "notes.example", model: Path | str = "") -> Extraction:
    with Extractor(ensemble=PageTypeEnsemble(model=str(model)), render="never") as extractor:
        return extractor.extract(write_page(number, site))


def plain(row: Extraction) -> dict[str, object]:
    """A row without what differs from run to run."""
    return {name: value for name, value in row.to_dict().items() if name != "timings"}


def test_a_correction_applies_to_other_pages_of_the_site(correction: Path) -> None:
    shipped, corrected = row_of(20), row_of(20, model=correction)
    assert shipped.type == "article" and len(shipped.text) > len(corrected.text)
    assert corrected.type == "list"
    assert corrected.model == "page_type/html+correction"
    paragraphs = [text for text in corrected.text.splitlines() if text.endswith(".")]
    page = write_page(20).html
    assert len(paragraphs) == 2
    assert all(text in page.partition("kettle")[2].partition("</div>")[0] for text in paragraphs)


def test_pages_of_other_sites_are_answered_as_before(correction: Path) -> None:
    assert plain(row_of(21, "other.example", correction)) == plain(row_of(21, "other.example"))


def test_the_inspector_shows_corrected_probabilities(correction: Path) -> None:
    analysis = PageAnalysis.of(open_document(write_page(20)))
    texts = analysis.blocks.texts
    shipped, corrected = (block_probabilities(analysis, "list", model) for model in ("", str(correction)))
    assert shipped is not None and corrected is not None
    boxes = {name: write_page(20).html.partition(name)[2].partition("</div>")[0] for name in ("kettle", "lamp")}
    for number in (number for number, text in enumerate(texts) if text.endswith(".")):
        assert (corrected[number] > shipped[number]) == (texts[number] in boxes["kettle"])


def test_a_corrected_type_promises_no_coverage(correction: Path) -> None:
    ensemble = PageTypeEnsemble(model=str(correction))
    own, other = (ensemble.classify(open_document(write_page(20, site))) for site in ("notes.example", "other.example"))
    assert own.possible("0.9") == () != other.possible("0.9")


def test_a_correction_may_be_given_with_the_method(correction: Path) -> None:
    given = ExtractSettings(method="segmentation", method_settings=SegmentationSettings(correction=str(correction)))
    texts = []
    for settings in (ExtractSettings(method="segmentation"), given):
        with Extractor(settings=settings, ensemble=PageTypeEnsemble("html"), render="never") as extractor:
            texts.append(extractor.extract(write_page(20)).text)
    assert len(texts[1]) < len(texts[0])


def test_processes_answer_alike(correction: Path) -> None:
    pages = [write_page(number) for number in (20, 21)]
    ensemble = PageTypeEnsemble(model=str(correction))
    with Extractor(ensemble=ensemble, render="never", processes=1) as extractor:
        rows = list(extractor.extract_many(pages))
    assert [plain(row) for row in rows] == [plain(row_of(number, model=correction)) for number in (20, 21)]


def test_a_run_reports_its_effect(correction: Path) -> None:
    record = load_correction(correction).record
    f1 = record.metrics["word F1 of the content"]
    assert f1["pages"] == 6 and f1["corrected"][0] > f1["shipped"][0]
    assert record.metrics["accuracy of the page type"]["corrected"][0] == 1
    assert record.training["sites"] == {"notes.example": 6}
    report = correction.with_name("report.md").read_text()
    assert "6 labelled pages of 1 site" in report and "Fewer than 10 labelled pages" in report
    assert report.count("Warning") == 1 and "Check these labels" in report  # all call articles lists
    assert {file.name for file in correction.parent.glob("*.png")} == {"content.png"}


def test_labels_that_agree_with_the_shipped_models_are_not_doubted(tmp_path: Path) -> None:
    with label_writer(tmp_path / "labels") as writer:
        for number in range(4):
            snapshot = write_page(number)
            writer.write(label_page(snapshot, page_type="article"), snapshot)
    path = learn_from([tmp_path / "labels"], tmp_path / "run")
    assert "Check these labels" not in path.with_name("report.md").read_text()


def test_what_a_correction_makes_worse_is_left_out(tmp_path: Path) -> None:
    with label_writer(tmp_path / "labels") as writer:
        for number in range(6):  # of each page, most others have another type
            snapshot = write_page(number)
            writer.write(label_page(snapshot, page_type=("list", "article")[number % 2]), snapshot)
    path = learn_from([tmp_path / "labels"], tmp_path / "run")
    correction, shipped, corrected = load_correction(path), row_of(20), row_of(20, model=path)
    assert correction.record.metrics["accuracy of the page type"]["difference"][2] < 0
    assert corrected.type == shipped.type and len(corrected.text) < len(shipped.text)
    report = path.with_name("report.md").read_text()
    assert "Warning: the correction of page types" in report and str(path) in report


def test_a_correction_of_nothing_is_not_recommended(tmp_path: Path) -> None:
    with label_writer(tmp_path / "labels") as writer:
        for number in range(6):
            snapshot = write_page(number)
            label = label_page(snapshot, page_type=("list", "article")[number % 2])
            writer.write(replace(label, content=None), snapshot)
    path = learn_from([tmp_path / "labels"], tmp_path / "run")
    assert (row_of(20, model=path).text, row_of(20, model=path).type) == (row_of(20).text, row_of(20).type)
    report = path.with_name("report.md").read_text()
    assert "Warning" in report and "--model" not in report


def test_few_labels_change_little(labels: Path, tmp_path: Path) -> None:
    one = learn_from([write_labels(tmp_path / "one", range(1))], tmp_path / "run")
    shipped, corrected = row_of(20), row_of(20, model=one)
    most = learn_from([labels], tmp_path / "more")
    by_one, by_six = corrected.probabilities["list"], row_of(20, model=most).probabilities["list"]
    assert shipped.probabilities["list"] < by_one < by_six
    assert "Too few labels to measure anything" in one.with_name("report.md").read_text()


def test_a_page_of_two_folders_counts_once(tmp_path: Path) -> None:
    folders = [write_labels(tmp_path / name, range(1)) for name in ("mine", "yours")]
    record = load_correction(learn_from(folders, tmp_path / "run")).record
    assert record.training["sites"] == {"notes.example": 1}


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("weights", "SHA-256 differs"),
        ("other base", "again from its labels"),
        ("base", "no whole record"),
        ("keys", "no whole record"),
        ("sites", "no whole record"),
    ],
)
def test_a_damaged_correction_is_refused(correction: Path, tmp_path: Path, damage: str, said: str) -> None:
    record, arrays = read_record(correction), load_correction(correction)
    training, stored = dict(record.training), arrays.blocks.arrays("blocks") | arrays.types.arrays("types")
    if damage == "other base":
        training["base"] = {"blocks": "0", "types": "0"}
    elif damage in training:
        del training[damage]
    elif damage == "keys":
        stored["blocks.keys"] = stored["blocks.keys"][::-1]
    fields = {name: getattr(record, name) for name in ("name", "architecture", "labels", "input", "temperature")}
    path = save_model(tmp_path, type(record)(**fields, training=training), stored)
    if damage == "weights":
        next(tmp_path.glob("*.safetensors")).write_bytes(b"torn")
    with pytest.raises(EnvironmentMissing, match=said):
        Extractor(ensemble=PageTypeEnsemble(model=str(path)), render="never")


def test_labels_without_an_answer_teach_nothing(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text("")
    with pytest.raises(UsageError, match="label some"):
        learn_from([tmp_path], tmp_path / "run")


def test_the_command_learns(labels: Path, tmp_path: Path) -> None:
    done = iawce("train", "--init", "shipped", "--data", labels, "-o", tmp_path / "run")
    assert not done.returncode, done.stderr
    assert "6 labelled pages of 1 site" in done.stdout
    assert json.loads((tmp_path / "run" / "correction.json").read_text())["architecture"] == "correction"
    again = iawce("train", "--init", "shipped", "--data", labels, "-o", tmp_path / "run")
    assert again.returncode == 2 and "--overwrite" in again.stderr
    wrong = iawce("train", "--init", "shipped", "--data", tmp_path, "-o", tmp_path / "other")
    assert wrong.returncode == 2 and "iawce label" in wrong.stderr


def test_two_ports_of_a_machine_are_two_sites(tmp_path: Path) -> None:
    urls = [f"http://localhost:{port}/notes/1" for port in (8102, 8103)]
    with label_writer(tmp_path / "labels") as writer:
        snapshot = replace(write_page(1), url=urls[0], final_url=urls[0], ref=urls[0])
        writer.write(label_page(snapshot), snapshot)
    correction = load_correction(learn_from([tmp_path / "labels"], tmp_path / "run"))
    own, other = (open_document(replace(write_page(2), url=url, final_url=url, ref=url)) for url in urls)
    assert correction.knows(own) and not correction.knows(other)
