"""Versions of systems, by which stored outputs stay valid."""

from hashlib import sha256
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from iawce.evaluate.systems import SYSTEMS

DECIDING = ("data", "models", "extract")
"""Parts of this project on which extraction depends."""


def version_of(system: str) -> str:
    """The installed version, empty if there is none; for our systems, a hash of code and weights."""
    if distribution := SYSTEMS[system].distribution:
        try:
            return version(distribution)
        except PackageNotFoundError:
            return ""
    digest = sha256()
    for part in DECIDING:
        root = Path(next(iter(import_module(f"iawce.{part}").__path__)))
        for path in sorted(path for path in root.rglob("*") if path.suffix in (".py", ".safetensors", ".json")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
