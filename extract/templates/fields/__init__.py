"""Fields of the pages of a cluster, learned or named by a user: texts at one place that differ from page to page."""
