"""A trained network decides in an extraction run, and the paper's own pipeline runs as printed."""

from pathlib import Path

import numpy as np
import pytest

from iawce.data.errors import UsageError
from iawce.extract import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.common.network import build_network, state_arrays
from iawce.models.common.record import ModelRecord, save_model
from iawce.models.features.inputs import InputSpec
from iawce.models.page_type.ensemble import PAPER_MODEL, PageTypeEnsemble
from tests.conftest import PATIENT, Site
from tests.scripts.commands import iawce, rows

ARTICLE = (
    "<title>T</title><main><h1>T</h1>"
    + "".join(f"<p>Paragraph {i} " + "of running text " * 30 for i in range(8))
    + "</main><p style='position:absolute;left:-9999px'>Unseen words of some length</p>"
)


def train_one(folder: Path, labels: tuple[str, ...], always: str, kind: str = "screenshot") -> Path:
    """A LeNet-5 that gives one label whatever it sees."""
    record = ModelRecord("own", "lenet5", labels, InputSpec(kind, (32, 32)))  # type: ignore[arg-type]
    arrays = {name: np.zeros_like(array) for name, array in state_arrays(build_network(record).state_dict()).items()}
    last = [name for name in arrays if name.endswith("bias")][-1]
    arrays[last] = np.array([8.0 * (label == always) for label in labels], np.float16)
    return save_model(folder, record, arrays)


@pytest.mark.browser
@pytest.mark.parametrize("always", ["article", "list"])
def test_a_network_of_ones_own_decides(always: str, site: Site, tmp_path: Path) -> None:
    own = train_one(tmp_path, ("article", "list"), always)
    (row,) = rows(iawce("extract", site.add("/a", ARTICLE), "--model", own, "--timeout", PATIENT.deadline))
    assert (row["type"], row["model"]) == (always, "own")
    assert row["status"] == "success"


@pytest.mark.browser
def test_finer_types_of_a_model_are_added_up(site: Site, tmp_path: Path) -> None:
    seven = ("article", "documentation", "service", "forum", "collection", "listing", "product")
    own = train_one(tmp_path, seven, "listing")
    with Extractor(ensemble=PageTypeEnsemble(model=str(own))) as extractor:
        row = extractor.extract(site.add("/a", ARTICLE))
    assert (row.type, row.fine_type) == ("list", "listing")
    assert sum(row.probabilities.values()) == pytest.approx(1, abs=1e-3)


@pytest.mark.browser
def test_the_papers_pipeline_sees_the_screenshot_and_the_listings_as_printed(site: Site, tmp_path: Path) -> None:
    url = site.add("/a", ARTICLE)
    patiently = ("--paper", "--timeout", PATIENT.deadline)
    (row,) = rows(iawce("extract", url, *patiently, "--snapshots", tmp_path / "kept"))
    assert row["model"] == PAPER_MODEL
    assert set(row["probabilities"]) == {"article", "list"}  # type: ignore[call-overload]
    kept = Extractor(settings=ExtractSettings.paper(), page_type=str(row["type"])).extract(str(row["snapshot"]))
    assert row["text"] == kept.text
    own = train_one(tmp_path / "own", ("article", "list"), "list")
    (other,) = rows(iawce("extract", tmp_path / "kept", "--paper", "--model", own))
    assert (other["type"], other["model"]) == ("list", "own")


@pytest.mark.browser
def test_a_model_of_screenshots_gets_one_though_none_is_kept(site: Site) -> None:
    with Extractor(ensemble=PageTypeEnsemble(model=PAPER_MODEL)) as extractor:
        assert extractor.extract(site.add("/a", ARTICLE)).model == PAPER_MODEL


def test_a_model_of_html_needs_no_browser(pages: Path) -> None:
    extractor = Extractor(render="never", ensemble=PageTypeEnsemble(model="html-trees"))
    row = extractor.extract(pages / "list-blog" / "source.html")
    assert (row.type, row.model) == ("list", "html-trees")


def test_the_folder_of_a_training_stands_for_its_record(tmp_path: Path) -> None:
    own = train_one(tmp_path, ("article", "list"), "list")
    assert PageTypeEnsemble(model=str(tmp_path)).model == str(own)
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(UsageError, match=r"other\.json, own\.json"):
        PageTypeEnsemble(model=str(tmp_path))


def test_the_folder_of_an_unfinished_training_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no record of a model"):
        PageTypeEnsemble(model=str(tmp_path))
    (tmp_path / "checkpoints").mkdir()
    with pytest.raises(UsageError, match=r"is not finished, .*: its train command continues it"):
        PageTypeEnsemble(model=str(tmp_path))


def test_a_model_that_cannot_decide_is_refused_before_any_page_is_read(tmp_path: Path) -> None:
    flowers = train_one(tmp_path, ("daisy", "roses"), "daisy")
    with pytest.raises(UsageError, match="daisy, roses, which are no page types"):
        Extractor(ensemble=PageTypeEnsemble(model=str(flowers)))
    with pytest.raises(UsageError, match="no screenshot to classify"):
        Extractor(render="never", ensemble=PageTypeEnsemble(model=PAPER_MODEL))
    with pytest.raises(UsageError, match="no weights are called none"):
        Extractor(ensemble=PageTypeEnsemble(model="none"))
    with pytest.raises(UsageError, match="html-trees classifies by html"):
        PageTypeEnsemble("screenshot", "html-trees")
    with pytest.raises(UsageError, match="html-trees classifies by html, not by boxes"):
        PageTypeEnsemble("boxes", "html-trees")
    assert PageTypeEnsemble("html", "html-trees").only_input == "html"


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (("--model", "none"), 2, "no weights are called none"),
        (("--model", "none.json"), 2, "there is no file none.json"),
        (("--paper", "-s", "extract.keep=main"), 2, "--paper excludes extract.keep"),
        (("--paper", "--render", "never"), 2, "no screenshot to classify"),
        (("--paper", "--model", "layout-attention"), 2, "layout-attention classifies by boxes"),
    ],
)
def test_bad_choices_are_messages(options: tuple[str, ...], code: int, says: str, pages: Path) -> None:
    done = iawce("extract", pages / "list-blog" / "source.html", *options)
    assert (done.returncode, done.stdout) == (code, "")
    assert says in " ".join(done.stderr.split())
