"""Models of pages: ``page_type`` classifies them, ``blocks`` classifies their text blocks."""
