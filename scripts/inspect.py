"""``iawce inspect``: see a result on the screenshot."""

if __name__ == "__main__":
    import _checkout  # noqa: F401

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.errors import UsageError
from iawce.scripts.options import Overwrite


def inspect(
    source: Annotated[str, typer.Argument(help="An address, an HTML file, or a snapshot.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Picture to write (PNG, JPEG or WebP).")] = Path(
        "marked.png"
    ),
    overwrite: Overwrite = False,
    type: Annotated[str, typer.Option(help="Page type to use instead of classifying.")] = "",
    method: Annotated[str, typer.Option(help="auto, rules, paper, or one of {methods}.")] = "auto",
) -> None:
    """Mark the extracted content of a page on its screenshot; with ``--method influence``, coloured by influence."""
    from iawce.data.snapshot import SnapshotStore, is_snapshot, load_snapshot
    from iawce.extract.output.picture import mark_blocks
    from iawce.extract.output.picture_influence import colour_influence
    from iawce.extract.run.extractor import Extractor
    from iawce.extract.run.settings import ExtractSettings
    from iawce.scripts.console import complain, remark
    from iawce.scripts.open_output import new_file

    with new_file(output, [source], overwrite=overwrite):
        with tempfile.TemporaryDirectory() as folder:
            store = None if is_snapshot(Path(source)) else SnapshotStore(Path(folder))
            with Extractor(settings=ExtractSettings(method=method), page_type=type, store=store) as extractor:
                row = extractor.extract(source)
            if row.status == "failure":
                complain(f"{row.ref}: {row.why}")
                raise typer.Exit(3)
            by_influence = row.method == "influence"
            draw = colour_influence if by_influence else mark_blocks
            picture = draw(load_snapshot(Path(row.snapshot or source)), row)
        try:
            picture.save(output)
        except (OSError, ValueError) as error:
            raise UsageError(f"{output} cannot be written: {error}") from error
    blocks = row.records if by_influence else row.blocks
    remark(f"{row.type or row.method}, {len(blocks)} blocks: {output}")


if __name__ == "__main__":
    from iawce.scripts.program import run_command

    run_command(inspect)
