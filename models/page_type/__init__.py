"""Page-type classification."""
