"""Pictures that cannot be decoded have a reason in plain words."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from iawce.data.errors import PageError
from iawce.data.picture import open_picture


@pytest.mark.parametrize("height", [4_000, 5_000, 9_000])  # Pillow says nothing, warns, refuses
def test_a_bomb_is_too_large_and_not_unreadable(height: int, tmp_path: Path) -> None:
    Image.new("1", (20_000, height)).save(tmp_path / "bomb.png")
    with pytest.raises(PageError) as raised:
        open_picture(tmp_path / "bomb.png")
    assert raised.value.reason == "bad_picture/too_large"


def _encoded(picture: Image.Image, suffix: str = "png") -> bytes:
    file = io.BytesIO()
    picture.save(file, suffix)
    return file.getvalue()


GREY = Image.linear_gradient("L")
MODES = {
    "grey": GREY,
    "16 bit": Image.fromarray(np.asarray(GREY).astype(np.uint16) * 257),
    "coloured": GREY.convert("RGB"),
    "palette": GREY.convert("P"),
    "opaque": GREY.convert("RGBA"),
    "transparent paper": Image.merge("LA", (Image.new("L", GREY.size, "black"), ImageOps.invert(GREY))),
    "transparent ink": Image.merge("RGBA", [*3 * [Image.new("L", GREY.size, "black")], ImageOps.invert(GREY)]),
}


@pytest.mark.parametrize("mode", MODES)
def test_a_picture_of_any_mode_is_what_a_person_sees_on_white_paper(mode: str) -> None:
    seen = open_picture(_encoded(MODES[mode]))
    assert seen.mode == "RGB"
    assert (np.asarray(seen) == np.asarray(GREY.convert("RGB"))).all()


def _cut(suffix: str) -> bytes:
    """The first half of a picture."""
    whole = _encoded(Image.effect_noise((300, 300), 80).convert("RGB"), suffix)
    return whole[: len(whole) // 2]


@pytest.mark.parametrize("suffix", ["png", "webp", "jpeg", "gif", "tiff", "bmp"])
def test_a_damaged_picture_is_said_to_be_damaged(suffix: str, tmp_path: Path) -> None:
    (tmp_path / "cut").write_bytes(_cut(suffix))
    for picture in (_cut(suffix), tmp_path / "cut"):
        with pytest.raises(PageError) as raised:
            open_picture(picture)
        found = raised.value
        assert (found.reason, found.message) == ("bad_picture/unreadable", "the picture is damaged or cut off")


def test_a_picture_whose_decoder_gives_up_is_said_to_be_damaged() -> None:
    whole = _encoded(Image.new("RGB", (40, 40)), "dds")
    unknown = whole.replace((0x40).to_bytes(4, "little"), bytes(4))  # flags of the pixels
    with pytest.raises(PageError) as raised:
        open_picture(unknown)
    assert (raised.value.reason, raised.value.message) == (
        "bad_picture/unreadable",
        "the picture is damaged or cut off",
    )


@pytest.mark.parametrize("content", [b"", b"hello", b"\x89PNG\r\n\x1a\n broken"])
def test_what_is_no_picture_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(PageError) as raised:
        open_picture(content)
    assert raised.value.reason == "bad_picture/unreadable"
    assert "object at" not in raised.value.message and "picture" in raised.value.message


def test_a_picture_that_cannot_be_opened_has_the_words_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(PageError) as raised:
        open_picture(tmp_path / "absent.png")
    assert raised.value.message == "No such file or directory"
