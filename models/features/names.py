"""Names of the numbers of a page, by kind of input."""

from iawce.models.features.geometry import geometry_names
from iawce.models.features.html_features import markup_names
from iawce.models.features.screenshot import sighted_names

NAMES = {"geometry": geometry_names, "markup": markup_names, "lines": sighted_names}
