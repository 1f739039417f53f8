"""How content is taken out of a page: ``Extractor`` is the whole way, the other modules are its parts."""

from iawce.extract.extraction import Extraction
from iawce.extract.extractor import Extractor

__all__ = ["Extraction", "Extractor"]
