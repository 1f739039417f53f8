"""Downloads public sets of pages, and checks by hash that they are the sets of our figures."""

import gzip
import io
import json
import tarfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path, PurePosixPath
from urllib.error import URLError
from urllib.request import urlopen

from iawce.data.errors import EnvironmentMissing, UsageError, quantity
from iawce.data.network.address import is_web

MAX_SIZE = 600_000_000  # Bytes of the largest download
TIMEOUT = 60.0


PUBLIC = "wcxb"
"""The set that is published; beside this module, ``wcxb.json`` has the ids of its pages and the hash of all files."""
ADDRESS = "https://github.com/Murrough-Foley/web-content-extraction-benchmark/archive/refs/heads/main.tar.gz"
PARTS = ("dev/html/", "dev/ground-truth/")
"""With one of these, the names of its files begin once all folders above are cut off."""


def fetch_set(name: str, folder: Path, source: str = "") -> Path:
    """Fetch a public set into ``folder / name``; its own folder, for its reader, is returned.

    ``source``: a folder or ``.tar.gz``/``.tar.xz`` with its files, or the http(s) address of an archive, instead of the
    place where it is published. Raises UsageError: no such public set, or no such set at ``source``;
    EnvironmentMissing: it cannot be reached, or differs from the measured set.
    """
    if name != PUBLIC:
        raise UsageError(f"no public set is called {name!r}; known are {PUBLIC}")
    known = json.loads((files("iawce.data.datasets") / f"{name}.json").read_text(encoding="utf-8"))
    wanted = set(known["ids"].split())
    found = {path: body for path, body in _files(source) if PurePosixPath(path).stem in wanted}
    if hash_of(found) != known["sha256"]:
        raise EnvironmentMissing(
            f"{quantity(len(found), 'file')} of {name} found, not those that our figures were measured on; "
            "nothing was written"
        )
    for path, body in found.items():
        target = folder / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(body)
    return folder / name / PurePosixPath(PARTS[0]).parts[0]


def hash_of(found: dict[str, bytes]) -> str:
    """SHA-256 of names and contents, by name."""
    digest = sha256()
    for path in sorted(found):
        digest.update(f"{path}\0{sha256(found[path]).hexdigest()}\n".encode())
    return digest.hexdigest()


def _files(source: str) -> Iterator[tuple[str, bytes]]:
    """Unpacked files by their path below the set's root."""
    for name, body in _raw_files(source or ADDRESS):
        for part in PARTS:
            _, cut, rest = f"/{name}".rpartition(f"/{part}")
            if cut and "/" not in rest:
                packed = rest.endswith(".gz")
                yield part + rest.removesuffix(".gz"), gzip.decompress(body) if packed else body


def _raw_files(source: str) -> Iterator[tuple[str, bytes]]:
    path = Path(source)
    if not is_web(source) and path.is_dir():
        yield from (
            (each.relative_to(path).as_posix(), each.read_bytes()) for each in path.rglob("*") if each.is_file()
        )
    elif not is_web(source) and not path.is_file():
        raise UsageError(f"there is no {source}")
    else:
        archive = _download(source) if is_web(source) else path.read_bytes()
        try:
            with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
                for member in opened:
                    if member.isfile() and (file := opened.extractfile(member)):
                        yield member.name, file.read()
        except (tarfile.TarError, EOFError, OSError) as error:
            raise UsageError(f"{source} is no archive: {error}") from error


def _download(address: str) -> bytes:
    try:
        with urlopen(address, timeout=TIMEOUT) as response:  # noqa: S310 - the scheme was checked
            body: bytes = response.read(MAX_SIZE + 1)
    except (URLError, OSError) as error:
        raise EnvironmentMissing(
            f"{address} cannot be reached ({error}); fetch it elsewhere and name its folder or archive with --from"
        ) from error
    if len(body) > MAX_SIZE:
        raise EnvironmentMissing(f"{address} is larger than {MAX_SIZE} bytes")
    return body
