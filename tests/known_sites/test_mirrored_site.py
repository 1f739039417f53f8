"""Whole mirrored sites."""

import io
import json
import tarfile
from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from tests.known_sites.mirrored_site import read_mirrored_site


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "shop.tar.xz"
    with tarfile.open(path, "w:xz") as files:
        for name, body in {"shop/a/index.html": b"<p>a", "shop/b.html": b"<p>b", "shop/style.css": b""}.items():
            member = tarfile.TarInfo(name)
            member.size = len(body)
            files.addfile(member, io.BytesIO(body))
    (tmp_path / "shop.json").write_text(json.dumps({"labels": {"b.html": "list", "a/index.html": "product"}}))
    return path


def test_labelled_pages_come_in_the_order_of_their_labels(archive: Path) -> None:
    pages = read_mirrored_site(archive)
    assert [(page.id, page.site, page.label, page.html) for page in pages] == [
        ("b.html", "shop", "list", b"<p>b"),
        ("a/index.html", "shop", "product", b"<p>a"),
    ]


def test_files_that_are_no_mirrored_site_are_refused(archive: Path, tmp_path: Path) -> None:
    for labels in ('{"labels": {"c.html": "list"}}', "{}", "[", '{"labels": 3}'):
        (tmp_path / "shop.json").write_text(labels)
        with pytest.raises(UsageError, match="holds no mirrored site"):
            read_mirrored_site(archive)
    with pytest.raises(UsageError, match="holds no mirrored site"):
        read_mirrored_site(tmp_path / "none.tar.xz")
