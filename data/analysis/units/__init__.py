"""Repeated units of a page, each kind of evidence found once (``repeated_units``) in its trees (``nodes``)."""
