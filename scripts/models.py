"""``iawce models``: the weights there are; check them; export them."""

if __name__ == "__main__":
    __import__("_checkout").run(__file__)

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from iawce.data.errors import EnvironmentMissing, UsageError, installs, needing, not_known
from iawce.scripts.console import say

if TYPE_CHECKING:  # who asks for help does not wait for numpy
    from iawce.models.common.record import ModelRecord

EVIDENCE = "evidence"  # Name of the weights of what speaks for a title, an author, a date, a price; they are no model
LISTS = "lists"  # Name of the trees that weigh the lists of a page


def models(
    action: Annotated[
        Literal["list", "verify", "export"],
        typer.Argument(help="list: the models; verify: check hashes and answers; export: write ONNX."),
    ] = "list",
    names: Annotated[
        list[str] | None, typer.Argument(help="Names of shipped weights, or paths of records; all if left out.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Folder for an export; beside the weights if left out.")
    ] = None,
) -> None:
    """List, check or export the models: those for the page type, and the block model for the main content.

    Exit code 5: weights are absent or damaged, or an export does not give the logits of the network.
    """
    from iawce.models.blocks.block_model import SHIPPED
    from iawce.models.page_type.classifier import record_paths

    shipped = record_paths() | {SHIPPED.stem: SHIPPED}
    if action == "verify":
        from iawce.extract.metadata.evidence import WEIGHTS
        from iawce.extract.records.lists.ranked_lists import MODEL

        shipped |= {EVIDENCE: Path(str(WEIGHTS)), LISTS: MODEL}
    if unknown := [name for name in names or () if name not in shipped and not Path(name).exists()]:
        raise not_known("no model is called", unknown[0], shipped)
    chosen = {name: shipped.get(name, Path(name)) for name in names or shipped}
    if action == "list":
        from iawce.models.common.record import read_record, verified

        for name, path in chosen.items():
            record = read_record(path)
            size = f"{verified(path, record.file, record.sha256).stat().st_size / 1e6:.1f} MB"
            labels = ", ".join(record.labels)
            say(f"{name}: {record.architecture} on {record.input.kind}, {labels}, {size}{_scored(record)}")
    elif action == "verify":
        _verify(chosen)
    elif not names:
        raise UsageError(f"say which model to export: {', '.join(shipped)}")
    else:
        with needing("train", "the export"):
            from iawce.models.common.export import export_onnx

        for path in chosen.values():
            exported = export_onnx(path, output)
            say(f"{exported}{_compare(path, exported)}")


def _scored(record: "ModelRecord") -> str:
    if accuracy := record.metrics.get("accuracy"):
        return f", accuracy {accuracy} on unseen sites"
    sets = {name: scores for name, scores in record.metrics.items() if isinstance(scores, dict) and " " not in name}
    scored = [f"{scores['word_f1'][0]} ({name})" for name, scores in sets.items() if "word_f1" in scores]
    return f", word F1 {', '.join(scored)} on unseen sites" if scored else ""


def _verify(chosen: dict[str, Path]) -> None:
    from iawce.extract.metadata.evidence import verify_weights
    from iawce.extract.records.lists.ranked_lists import load_list_model
    from iawce.models.blocks.block_model import TREES, verify_block_model
    from iawce.models.common.record import read_record, read_weights, verified
    from iawce.models.networks import NETWORKS
    from iawce.models.page_type.classifier import Classifier

    for name, path in chosen.items():
        about = ""
        if name == EVIDENCE:
            about = f", of {verify_weights()} facts"
        elif name == LISTS:
            about = f", {len(load_list_model(path).roots)} trees"
        elif (record := read_record(path)).architecture == TREES:
            about = f", ONNX differs by {verify_block_model(path):.1g}"
        else:
            read_weights(path, record)
            Classifier.from_file(path)
            exported = verified(path, record.onnx, record.onnx_sha256) if record.onnx else None
            if exported and record.architecture in NETWORKS and find_spec("torch") is None:
                about = f", ONNX not compared with its weights, which needs torch: {installs('train')}"
            elif exported:
                about = _compare(path, exported)
        say(f"ok  {name}{about}")


def _compare(path: Path, exported: Path) -> str:
    from iawce.models.common.runtime import TOLERANCE, difference

    found = difference(path, exported)
    if found > TOLERANCE:
        raise EnvironmentMissing(f"{exported} does not agree with {path}: logits differ by {found:.2g}")
    return f", ONNX differs by {found:.1g}"
