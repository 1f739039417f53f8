"""Lines of text in a screenshot: their positions and their kinds. No text is recognised."""
