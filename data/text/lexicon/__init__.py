"""Word lists, one module for each topic."""
