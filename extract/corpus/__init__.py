"""From rows to a corpus: filters, duplicates, and chunks for retrieval."""
