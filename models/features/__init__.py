"""Pages as numbers: what a boosted model looks at."""
