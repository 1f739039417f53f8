"""From rows to a corpus: what is left out of it, and pieces for retrieval."""
