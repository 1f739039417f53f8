"""Models of pages: ``page_type`` classifies them, ``segmentation`` judges their text blocks."""
