"""Measures of extraction quality: the usual ones and those of the papers."""
