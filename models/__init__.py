"""Models that look at pages: ``page_type`` classifies them, ``segmentation`` judges their text blocks."""
