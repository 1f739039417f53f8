import io
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from PIL import Image

from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.data.errors import EnvironmentMissing, PageError
from iawce.models.common.export import export_onnx
from iawce.models.common.network import TorchRuntime, build_network, load_network, state_arrays
from iawce.models.common.record import ModelRecord, read_record, save_model
from iawce.models.common.runtime import TOLERANCE, BoostedTrees, difference
from iawce.models.features.inputs import InputSpec
from iawce.models.networks import NETWORKS
from iawce.models.page_type.classifier import Classifier, record_paths

SPEC = InputSpec("screenshot", (32, 32), mean=0.5, std=0.25)
RECORD = ModelRecord("tiny", "lenet5", ("article", "list"), SPEC, temperature=2.0, metrics={"accuracy": 0.5})


def saved(folder: Path, record: ModelRecord = RECORD) -> Path:
    torch.manual_seed(1)
    return save_model(folder, record, state_arrays(build_network(record).state_dict(), torch.float32))


def load_model(path: Path) -> tuple[ModelRecord, torch.nn.Module]:
    record = read_record(path)
    return record, load_network(path, record)


def png(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "TIFF" if picture.mode == "CMYK" else "PNG")
    return stream.getvalue()


def test_a_model_comes_back_as_it_was(tmp_path: Path) -> None:
    path = saved(tmp_path)
    record, network = load_model(path)
    torch.manual_seed(1)
    picture = torch.rand(3, 1, 32, 32)
    torch.manual_seed(1)
    assert torch.equal(network(picture), build_network(RECORD)(picture))
    assert record.sha256.startswith(record.file.split("-")[-1].split(".")[0])
    assert (record.input, record.labels, record.temperature) == (SPEC, ("article", "list"), 2.0)


def test_half_precision_changes_next_to_nothing(tmp_path: Path) -> None:
    _, whole = load_model(saved(tmp_path / "whole"))
    torch.manual_seed(1)
    network = build_network(RECORD)
    _, half = load_model(save_model(tmp_path / "half", RECORD, state_arrays(network.state_dict())))
    picture = torch.rand(8, 1, 32, 32)
    assert torch.allclose(whole(picture), half(picture), atol=2e-3)


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    weights = tmp_path / json.loads(path.read_text())["file"]
    blob = weights.read_bytes()
    weights.write_bytes(blob[:-1])
    with pytest.raises(EnvironmentMissing, match="SHA-256"):
        load_model(path)
    weights.unlink()
    with pytest.raises(EnvironmentMissing, match="cannot be read"):
        load_model(path)


def test_weights_of_another_network_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    raw = json.loads(path.read_text())
    path.write_text(json.dumps(raw | {"labels": ["a", "b", "c"]}))
    with pytest.raises(EnvironmentMissing, match="do not fit"):
        load_model(path)


def test_a_record_cannot_point_outside_its_folder(tmp_path: Path) -> None:
    path = saved(tmp_path / "in")
    raw = json.loads(path.read_text())
    (tmp_path / "in" / raw["file"]).rename(tmp_path / raw["file"])
    path.write_text(json.dumps(raw | {"file": f"../{raw['file']}"}))
    with pytest.raises(EnvironmentMissing, match="cannot be read"):
        load_model(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]", ""),
        ("{}", ".* missing required field `name`"),
        ("\0", ""),
        (json.dumps(asdict(RECORD) | {"file": 5}), r".* at `\$.file`"),
        (json.dumps(asdict(RECORD) | {"labels": "article"}), r".* at `\$.labels`"),
        (json.dumps(asdict(RECORD) | {"temperature": 0}), r".* at `\$.temperature`"),
        (json.dumps(asdict(RECORD) | {"input": {"kind": "smell"}}), r".* at `\$.input.kind`"),
        ("[" * 100_000, ""),
        ('{"input": ' * 100_000, ""),
        ('{"input": 3}', ""),
    ],
)
def test_no_record(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(EnvironmentMissing, match=f"is not a model record{why}"):
        load_model(tmp_path / "x.json")


@pytest.mark.parametrize("name", ["a\0b", "", "..", "x" * 5000])
def test_a_record_that_names_no_file(name: str, tmp_path: Path) -> None:
    path = saved(tmp_path)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"file": name}))
    with pytest.raises(EnvironmentMissing, match="cannot be read"):
        load_model(path)


def stump(**changed: object) -> dict[str, NDArray[np.generic]]:
    nodes: dict[str, object] = {"feature": [1, 0, 0], "left": [1, 1, 2], "right": [2, 1, 2], "roots": [[0]]} | changed
    others: dict[str, NDArray[np.generic]] = {
        "threshold": np.zeros(3),
        "value": np.zeros(3, np.float32),
        "baseline": np.zeros(1, np.float32),
    }
    return others | {name: np.array(numbers) for name, numbers in nodes.items()}


@pytest.mark.parametrize(
    "changed",
    [
        {"feature": [2, 0, 0]},
        {"feature": [-1, 0, 0]},
        {"feature": [0.5, 0, 0]},
        {"left": [3, 1, 2]},
        {"left": [1, 0, 2]},
        {"left": [1, 1]},
        {"roots": [[3]]},
        {"roots": []},
    ],
)
def test_trees_that_cannot_be_walked_are_refused(changed: dict[str, object]) -> None:
    pages = np.zeros((2, 2), np.float32)
    assert BoostedTrees.from_arrays(stump())(pages).shape == (2, 1)
    with pytest.raises(EnvironmentMissing, match="no boosted trees"):
        BoostedTrees.from_arrays(stump(**changed))(pages)


def test_a_classifier_answers_in_order_with_probabilities(tmp_path: Path) -> None:
    classifier = Classifier.from_file(saved(tmp_path))
    pictures = [Image.new(mode, (300, 900), colour) for mode, colour in (("RGB", "white"), ("CMYK", "black"), ("P", 3))]
    prepared = [classifier.prepare(Document("", screenshot=png(picture))) for picture in pictures]
    together = classifier.classify(prepared)
    alone = [classifier.classify([item])[0] for item in prepared]
    assert [answer.probabilities for answer in together] == [answer.probabilities for answer in alone]
    for answer in together:
        assert sum(answer.probabilities.values()) == pytest.approx(1, abs=1e-3)
        assert answer.confidence == max(answer.probabilities.values())
    assert classifier.classify([]) == []


def test_a_classifier_of_pictures_is_not_shown_boxes(tmp_path: Path) -> None:
    classifier = Classifier.from_file(saved(tmp_path))
    with pytest.raises(PageError, match="needs a page's screenshot"):
        classifier.prepare(Document("", boxes=(Box("t", 0, 0, 0, 10, 10, 1, 1, 16, 400, 0, 0),)))


def test_features_that_changed_their_meaning_are_refused(tmp_path: Path) -> None:
    other = ModelRecord("tiny", "boosted_trees", ("article", "list"), InputSpec("markup", features=("once", "known")))
    with pytest.raises(EnvironmentMissing, match="other features"):
        Classifier(other, lambda batch: batch.astype(np.float64))


def test_shipped_networks_answer_in_onnx_as_in_torch() -> None:
    networks = {name: path for name, path in record_paths().items() if read_record(path).architecture in NETWORKS}
    attention = {f"{name}-attention" for name in ("layout", "html", "screenshot")}
    assert {"lenet5-screenshot", "screenshot-maps", *attention} == set(networks)
    for path in networks.values():
        assert difference(path, path.with_name(read_record(path).onnx)) < 1e-5


def test_an_export_beside_the_weights_refers_to_them(tmp_path: Path) -> None:
    path = save_model(tmp_path, RECORD, state_arrays(build_network(RECORD).state_dict()))
    exported, weights = export_onnx(path), tmp_path / read_record(path).file
    assert difference(path, exported) < 1e-5
    assert exported.stat().st_size < weights.stat().st_size / 2
    assert Classifier.from_file(path)
    weights.write_bytes(weights.read_bytes()[:-2] + b"\x00\x00")
    with pytest.raises(EnvironmentMissing, match="SHA-256"):
        Classifier.from_file(path)


def test_an_export_takes_the_space_of_the_weights_in_half_precision(tmp_path: Path) -> None:
    path = save_model(tmp_path, RECORD, state_arrays(build_network(RECORD).state_dict()))
    record = read_record(path)
    exported = export_onnx(path, tmp_path / "elsewhere")
    assert difference(path, exported) < 1e-5
    assert exported.stat().st_size < 1.2 * (tmp_path / record.file).stat().st_size
    assert read_record(path) == record


def test_an_export_answers_as_the_network_does(tmp_path: Path) -> None:
    path = saved(tmp_path)
    exported = export_onnx(path)
    assert difference(path, exported) < TOLERANCE
    assert read_record(path).onnx == exported.name
    picture = Document("", screenshot=png(Image.new("RGB", (300, 900), "white")))
    by_onnx = Classifier.from_file(path)
    by_torch = Classifier(read_record(path), TorchRuntime(load_network(path, read_record(path))))
    answers = [one.classify([one.prepare(picture)])[0].probabilities for one in (by_onnx, by_torch)]
    assert answers[0] == pytest.approx(answers[1], abs=1e-3)
    exported.write_bytes(exported.read_bytes()[:-1])
    with pytest.raises(EnvironmentMissing, match="SHA-256"):
        Classifier.from_file(path)


def test_trees_of_several_classes_are_exported(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    trees = BoostedTrees(
        feature=np.array([0, 0, 0] * 6, np.int32),
        threshold=rng.normal(0, 1, 18),
        left=np.array([node + (1 if node % 3 == 0 else 0) for node in range(18)], np.int32),
        right=np.array([node + (2 if node % 3 == 0 else 0) for node in range(18)], np.int32),
        value=rng.normal(0, 1, 18).astype(np.float32),
        roots=np.arange(0, 18, 3, dtype=np.int32).reshape(3, 2),
        baseline=np.array([0.5, -0.5], np.float32),
    )
    spec = InputSpec("markup", features=("one", "two"))
    path = save_model(tmp_path, ModelRecord("tiny", "boosted_trees", ("article", "list"), spec), trees.arrays())
    exported = export_onnx(path)
    assert read_record(path).onnx == exported.name
    assert difference(path, exported) < 1e-5
