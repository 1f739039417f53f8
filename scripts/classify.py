"""``iawce classify``: page types of pictures, HTML files, snapshots and corpora."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from iawce.data.errors import PageError
from iawce.data.sources.pictures import Look

if TYPE_CHECKING:
    from iawce.models.page_type.classification import Classification
    from iawce.models.page_type.ensemble import Eyes

Types = Literal["two", "four", "seven"]
Coverage = Literal["", "0.9", "0.95", "0.99"]
NOT_A_PAGE = frozenset({"blank", "error_page", "consent_page"})
"""Flags of pages that have no type to be told."""


def classify(
    sources: Annotated[
        list[str], typer.Argument(help="Screenshots, HTML files, snapshots, folders of these, or a page-type corpus.")
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="JSONL or .parquet file; stdout if left out.")
    ] = None,
    eye: Annotated[
        Literal["auto", "boxes", "pixels", "dom"],
        typer.Option(help="What to look at: layout boxes, the picture, the markup; auto: all that is at hand."),
    ] = "auto",
    model: Annotated[str, typer.Option(help="A model, by name or record, or another eye's fusion.json.")] = "",
    types: Annotated[Types, typer.Option(help="Types to tell apart; seven need HTML.")] = "four",
    min_confidence: Annotated[
        float, typer.Option(min=0, max=1, help="Say nothing of a page where the answer is less probable.")
    ] = 0.0,
    coverage: Annotated[
        Coverage, typer.Option(help="Also list a set of types with this coverage guarantee: 0.9, 0.95 or 0.99.")
    ] = "",
    explain: Annotated[
        Path | None, typer.Option(help="Folder for a picture of each page: which parts the answer hangs on.")
    ] = None,
    batch_size: Annotated[int, typer.Option(min=1, help="Pages looked at together.")] = 32,
    device: Annotated[str, typer.Option(help="cpu, cuda or mps.")] = "cpu",
) -> None:
    """Say of each page what kind it is, with the probability of each kind.

    One row a page, in order. A page that is blank, an error or a wall of consent is flagged and gets no type. Exit
    code 0: all rows are ok; 1: some failed; 3: all failed.
    """
    from iawce.data.sinks.files import open_sink
    from iawce.data.sources.pictures import read_looks
    from iawce.models.page_type.ensemble import Eyes
    from iawce.scripts.console import Progress, finish, remark

    eyes = Eyes(eye, model, device)
    total = bad = 0
    with ExitStack() as stack:
        sink = stack.enter_context(open_sink(output))
        progress = stack.enter_context(Progress("pages"))
        for batch in batches(read_looks(sources), batch_size):
            for look, answer in zip(batch, eyes.look_many(batch), strict=True):
                total += 1
                bad += isinstance(answer, PageError)
                sink.write(_row(look, answer, types, min_confidence, coverage))
                if explain and not isinstance(answer, PageError):
                    _explain(eyes, look, answer, explain / f"{total:05d}.png")
            progress.advance(f"{bad} failed" if bad else "", len(batch))
    remark(progress.rate())
    finish(total, bad)


def batches(looks: Iterable[Look], size: int) -> Iterator[list[Look]]:
    """Lists of up to ``size`` looks, in order."""
    iterator = iter(looks)
    while batch := list(islice(iterator, size)):
        yield batch


def _row(
    look: Look, answer: "Classification | PageError", types: Types, min_confidence: float, coverage: Coverage
) -> dict[str, Any]:
    row: dict[str, Any] = {"schema_version": 1, "ref": look.ref, "status": "success", "reason": "", "message": ""}
    if isinstance(answer, PageError):
        row |= {"status": "failure", "reason": answer.reason, "message": answer.message}
        return row | {"type": "", "confidence": 0.0, "probabilities": {}, "possible": [], "flags": [], "model": ""}
    possible = answer.possible(coverage)
    shown = {"two": answer.among(("article", "list")), "four": answer, "seven": answer.as_fine()}[types]
    not_a_page = sorted(NOT_A_PAGE.intersection(answer.flags))
    unsure = shown.confidence < min_confidence
    if not_a_page or unsure:
        row |= {"status": "skipped", "reason": f"not_sure/{not_a_page[0] if not_a_page else 'low_confidence'}"}
    return row | {
        "type": "" if not_a_page or unsure else shown.type,
        "confidence": shown.confidence,
        "probabilities": dict(shown.probabilities),
        "possible": list(possible),
        "flags": list(answer.flags),
        "model": answer.model,
    }


def _explain(eyes: "Eyes", look: Look, answer: "Classification", path: Path) -> None:
    from iawce.models.page_type.explain import draw_explanation, occlusion_map
    from iawce.scripts.console import remark

    try:
        picture = draw_explanation(look, occlusion_map(eyes, look, answer))
    except PageError as error:
        remark(f"{look.ref}: {error.message}")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path)
    remark(f"{look.ref}: {path}")


if __name__ == "__main__":
    from iawce.scripts.cli import run_command

    run_command(classify)
