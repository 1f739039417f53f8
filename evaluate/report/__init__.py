"""A report of a measurement: tables, plots, the worst pages side by side."""
