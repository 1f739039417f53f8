"""Pages of a small site and their labels: prose in one box is content, prose in another is not."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.page_labels import PageLabel, label_writer
from iawce.data.document import open_document
from iawce.data.dom.texts import block_path
from iawce.data.snapshot import Snapshot
from iawce.extract.pipeline.extract_content import answer_blocks
from iawce.train.correction.run import train_correction

WORDS = "river stone bridge market winter garden letter window morning kitchen harbour mountain"


def learn_from(folders: Sequence[Path], output: Path) -> Path:
    """A training in the folder ``output``, as the command does it; the path of its record."""
    return train_correction(folders, output, answer_blocks)


def write_page(number: int, site: str = "notes.example") -> Snapshot:
    """A page whose two boxes of prose look alike but for their class, in an order that changes."""
    rng = np.random.default_rng(number)
    first, second, third, fourth = (" ".join(rng.choice(WORDS.split(), 40)).capitalize() + "." for _ in range(4))
    boxes = [
        f"<div class=kettle><p>{first}</p><p>{second}</p></div>",
        f"<div class=lamp><p>{third}</p><p>{fourth}</p></div>",
    ]
    html = (
        f"<html><head><title>Note {number}</title></head><body class=leaf><ul class=menu><li><a href=/>Home</a></li>"
        f"<li><a href=/all>All notes</a></li></ul><h1>Note {number}</h1>{boxes[number % 2]}{boxes[1 - number % 2]}"
        f"<div class=foot>Printed {number}</div></body></html>"
    )
    url = f"https://www.{site}/notes/{number}"
    return Snapshot(url, url, url, 200, html, (), 0, 0, 0, (0, 0))


def write_dialog(number: int) -> Snapshot:
    """Prose, and prose in a dialog above it, which the block model alone takes for content."""
    rng = np.random.default_rng(number)
    said = [" ".join(rng.choice(WORDS.split(), 40)).capitalize() + "." for _ in range(4)]
    dialog, *prose = [f"<p>{text}</p>" for text in said]
    html = (
        f"<html><head><title>Post {number}</title></head><body><article><h1>Post {number}</h1>{prose[0]}"
        f"<div role=dialog>{dialog}</div>{prose[1]}{prose[2]}</article></body></html>"
    )
    url = f"https://posts.example/2009/04/post-{number}"
    return Snapshot(url, url, url, 200, html, (), 0, 0, 0, (0, 0))


def label_page(snapshot: Snapshot, site: str = "notes.example", page_type: str | None = "list") -> PageLabel:
    """Title and the prose of one box are content; the page is called a list, which it does not look like."""
    blocks = PageAnalysis.of(open_document(snapshot)).blocks
    index = blocks.subset.index
    wanted = index.inside([*index.tagged("h1"), *(n for n, name in enumerate(index.classes) if name == "kettle")])
    kept = np.flatnonzero(wanted[blocks.owners[blocks.starts]]).tolist()
    content = tuple(block_path(blocks, number) for number in kept)
    return PageLabel(snapshot.id, url=snapshot.url, site=site, type=page_type, content=content)


def write_labels(folder: Path, numbers: Sequence[int], sites: Sequence[str] = ("notes.example",)) -> Path:
    """A folder of labels of these pages of each site."""
    with label_writer(folder) as writer:
        for site in sites:
            for number in numbers:
                snapshot = write_page(number, site)
                writer.write(label_page(snapshot, site), snapshot)
    return folder
