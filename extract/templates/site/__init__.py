"""Many pages of one site: a template of the content for each cluster of pages with the same structure."""
