"""Content extraction: ``Extractor`` is the whole pipeline, the packages are its parts.

Each package imports only those before it: ``content``, ``records``, ``facts``, ``templates``, ``output``, ``run``.

All names are loaded at their first use, so that a part can be used without the whole.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from iawce.data.limits import Limits
    from iawce.data.page import Html
    from iawce.extract.output.extraction import Extraction
    from iawce.extract.pipeline.extractor import Extractor

__all__ = ["Extraction", "Extractor", "Html", "Limits"]
_HOMES = {
    "Extraction": "iawce.extract.output.extraction",
    "Extractor": "iawce.extract.pipeline.extractor",
    "Html": "iawce.data.page",
    "Limits": "iawce.data.limits",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(_HOMES[name]), name)
