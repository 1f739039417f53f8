"""The features of each text block of a page, as numbers."""
