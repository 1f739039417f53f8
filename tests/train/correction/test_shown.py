"""The labelling page and the report of a correction agree about what the shipped models answer."""

from pathlib import Path

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.page_labels import label_writer
from iawce.data.document import open_document
from iawce.extract import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.blocks.block_model import load_block_model
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.correction.correction import load_correction
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.serve.labelling.label_session import predicted_label
from tests.train.correction.labelled_site import learn_from, write_dialog


def test_a_proposal_that_is_accepted_is_right_as_shipped(tmp_path: Path) -> None:
    labels, settings, model = tmp_path / "labels", ExtractSettings(), load_block_model()
    counts = []
    with label_writer(labels) as writer, Extractor(ensemble=PageTypeEnsemble("html"), render="never") as extractor:
        for number in range(3):
            snapshot = write_dialog(number)
            label = predicted_label(snapshot.id, open_document(snapshot), row := extractor.extract(snapshot), settings)
            page = PageBlocks.of(PageAnalysis.of(open_document(snapshot)))
            chosen = model.answer(page, model(page, row.type), row.type).chosen
            counts.append((len(label.content or ()), int(chosen.sum())))
            writer.write(label, snapshot)
    assert any(kept < chosen for kept, chosen in counts), "the block model alone keeps dialogs"
    path = learn_from([labels], tmp_path / "run")
    assert load_correction(path).record.metrics["word F1 of the content"]["shipped"] == [1.0, 1.0, 1.0]
