"""Versions of systems, by which stored outputs stay valid."""

from hashlib import sha256
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from iawce.evaluate.systems import SYSTEMS
from iawce.models.page_type.classifier import RULES_FILE
from iawce.models.page_type.ensemble import PageTypeEnsemble

DECIDING = ("data", "models", "extract")
"""Parts of this project on which extraction depends."""


def version_of(system: str, ensemble: PageTypeEnsemble | None = None) -> str:
    """The installed version, empty if there is none; for our systems, a hash of code and weights.

    Args:
        system: its name.
        ensemble: what decides the page type, if it is not what is shipped.
    """
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
    if ensemble and SYSTEMS[system].takes_models:
        digest.update(_models(ensemble))
    return digest.hexdigest()[:16]


def _models(ensemble: PageTypeEnsemble) -> bytes:
    """What tells models from others: their records, which hold the hashes of the weights."""
    path = Path(ensemble.given)
    records = sorted(path.parent.glob("*.json")) if path.name == RULES_FILE else [path]
    found = [record.read_bytes() for record in records if record.is_file()] or [ensemble.given.encode()]
    return b"\0".join([ensemble.look_at.encode(), *found])
