"""Pictures that cannot be decoded have a reason in plain words."""

import io
from pathlib import Path

import pytest
from PIL import Image

from iawce.data.errors import PageError
from iawce.data.picture import open_picture


def test_a_bomb_is_too_large_and_not_unreadable(tmp_path: Path) -> None:
    Image.new("1", (20_000, 9_000)).save(tmp_path / "bomb.png")
    with pytest.raises(PageError) as raised:
        open_picture(tmp_path / "bomb.png")
    assert raised.value.reason == "bad_picture/too_large"


def _cut(suffix: str) -> bytes:
    """The first half of a picture."""
    file = io.BytesIO()
    Image.effect_noise((300, 300), 80).convert("RGB").save(file, suffix)
    return file.getvalue()[: len(file.getvalue()) // 2]


@pytest.mark.parametrize("suffix", ["png", "webp", "jpeg", "gif", "tiff", "bmp"])
def test_a_damaged_picture_is_said_to_be_damaged(suffix: str, tmp_path: Path) -> None:
    (tmp_path / "cut").write_bytes(_cut(suffix))
    for picture in (_cut(suffix), tmp_path / "cut"):
        with pytest.raises(PageError) as raised:
            open_picture(picture)
        found = raised.value
        assert (found.reason, found.message) == ("bad_picture/unreadable", "the picture is damaged or cut off")


def test_a_picture_whose_decoder_gives_up_is_said_to_be_damaged() -> None:
    file = io.BytesIO()
    Image.new("RGB", (40, 40)).save(file, "dds")
    unknown = file.getvalue().replace((0x40).to_bytes(4, "little"), bytes(4))  # flags of the pixels
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
