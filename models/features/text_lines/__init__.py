"""Lines of text in a screenshot: their positions, their kinds and their pixels."""
