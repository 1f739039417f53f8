"""Lines of text in a screenshot: where they stand, and what kind of line each is; no letter is read."""
