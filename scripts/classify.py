"""``iawce classify``: page types of pictures and snapshots."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from iawce.data.errors import PageError
from iawce.data.looks import Look

if TYPE_CHECKING:
    from iawce.models.classification import Classification


def classify(
    sources: Annotated[
        list[str], typer.Argument(help="Screenshots, snapshots, folders of either, or a page-type corpus.")
    ],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="JSONL file; stdout if left out.")] = None,
    eye: Annotated[
        Literal["auto", "boxes", "pixels"], typer.Option(help="What to look at; auto prefers layout boxes.")
    ] = "auto",
    boxes_model: Annotated[str, typer.Option(help="Shipped model or record for boxes.")] = "lenet5-layout",
    pixels_model: Annotated[str, typer.Option(help="Shipped model or record for pictures.")] = "lenet5-screenshot",
    min_confidence: Annotated[
        float, typer.Option(min=0, max=1, help="Say nothing of a page where the answer is less probable.")
    ] = 0.0,
    batch_size: Annotated[int, typer.Option(min=1, help="Pages looked at together.")] = 32,
    device: Annotated[str, typer.Option(help="cpu, cuda or mps.")] = "cpu",
) -> None:
    """Say of each page what kind it is, with the probability of each kind.

    One line of JSON a page, in order. Exit code 0: all rows are ok; 1: some failed; 3: all failed.
    """
    from iawce.data.looks import read_looks
    from iawce.models.eyes import Eyes
    from iawce.scripts.console import Progress, finish, open_output, remark

    eyes = Eyes(eye, boxes_model, pixels_model, device)
    total = bad = 0
    with ExitStack() as stack:
        sink = stack.enter_context(open_output(output)) if output else sys.stdout
        progress = stack.enter_context(Progress("pages"))
        for batch in batches(read_looks(sources), batch_size):
            for look, answer in zip(batch, eyes.look_many(batch), strict=True):
                total += 1
                bad += isinstance(answer, PageError)
                sink.write(json.dumps(_row(look, answer, min_confidence), ensure_ascii=False) + "\n")
            progress.advance(f"{bad} failed" if bad else "", len(batch))
    remark(progress.rate())
    finish(total, bad)


def batches(looks: Iterable[Look], size: int) -> Iterator[list[Look]]:
    """Lists of up to ``size`` looks, in order."""
    iterator = iter(looks)
    while batch := list(islice(iterator, size)):
        yield batch


def _row(look: Look, answer: "Classification | PageError", min_confidence: float) -> dict[str, Any]:
    row: dict[str, Any] = {"schema_version": 1, "ref": look.ref, "status": "success", "reason": "", "message": ""}
    if isinstance(answer, PageError):
        row |= {"status": "failure", "reason": answer.reason, "message": answer.message}
        return row | {"type": "", "confidence": 0.0, "probabilities": {}, "model": ""}
    unsure = answer.confidence < min_confidence
    if unsure:
        row |= {"status": "skipped", "reason": "not_sure/low_confidence"}
    return row | {
        "type": "" if unsure else answer.type,
        "confidence": answer.confidence,
        "probabilities": answer.probabilities,
        "model": answer.model,
    }


if __name__ == "__main__":
    from iawce.scripts.cli import run_command

    run_command(classify)
