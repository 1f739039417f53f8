"""Versions of systems, by which stored outputs stay valid."""

from hashlib import sha256
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from iawce.evaluate.systems import SYSTEMS

DECIDING = ("data", "models", "extract")
"""Parts of this project that decide what is taken out."""


def version_of(system: str) -> str:
    """The version of what is installed, empty if nothing is; of ours a hash of its code and weights."""
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
