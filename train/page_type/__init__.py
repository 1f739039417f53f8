"""Training of page-type models."""
