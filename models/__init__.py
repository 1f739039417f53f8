"""Models of pages: ``page_type`` classifies them, ``segmentation`` classifies their text blocks."""
