"""Many pages of one site: clusters of pages that are built alike, and a template of the content for each cluster."""
