"""I-AWCE extracts the content of web pages: ``from iawce import Extractor``.

The rest is in the packages of the project: ``iawce.extract``, ``iawce.data``, ``iawce.models`` and so on. Names are
loaded when first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from iawce.extract import Extraction, Extractor, Html, Limits

__version__ = "0.1.0"
__all__ = ["Extraction", "Extractor", "Html", "Limits", "__version__"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'iawce' has no attribute {name!r}")
    return getattr(import_module("iawce.extract"), name)
