"""Forum pages: the places of their records, and a wrapper of the fields for each cluster of pages."""
