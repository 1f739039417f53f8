"""A result on the screenshot."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from iawce.data.errors import PageError, Status
from iawce.data.snapshot import Snapshot
from iawce.extract.inspector.picture import MARGIN, mark_blocks
from iawce.extract.output.extraction import Block, Extraction


def snapshot(scale: float) -> Snapshot:
    stream = io.BytesIO()
    Image.new("RGB", (round(400 * scale), round(300 * scale)), "white").save(stream, "WEBP", lossless=True)
    return Snapshot(
        "r", "http://a.example/", "http://a.example/", 200, "<p>x", (), 400, 300, 300, (400, 300),
        screenshot=stream.getvalue(), scale=scale,
    )  # fmt: skip


@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_blocks_are_framed_and_the_rest_is_dimmed(scale: float) -> None:
    blocks = (Block("/html/body/p", (100, 150, 200, 80), "words"), Block("/html", None, "not drawn"))
    row = Extraction("r", Status.SUCCESS, type="article", probabilities={"article": 0.9}, blocks=blocks)
    marked = mark_blocks(snapshot(scale), row)
    assert marked.size == (round(400 * scale), round(300 * scale))

    def at(x: int, y: int) -> tuple[int, ...]:
        pixel = marked.getpixel((round(x * scale), round(y * scale)))
        assert isinstance(pixel, tuple)
        return pixel

    assert at(200, 190) == (255, 255, 255)
    assert max(at(50, 270)) < 255
    assert at(100 - MARGIN, 190)[0] > at(100 - MARGIN, 190)[1]


def test_a_snapshot_without_a_picture_cannot_be_marked() -> None:
    with pytest.raises(PageError) as caught:
        mark_blocks(replace(snapshot(1.0), screenshot=b""), Extraction("r", Status.SUCCESS))
    assert caught.value.reason == "bad_picture/missing"


def test_a_result_without_blocks_is_dimmed() -> None:
    assert mark_blocks(snapshot(1.0), Extraction("r", Status.SUCCESS)).getpixel((390, 290)) == (204, 204, 204)
