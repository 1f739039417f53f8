"""Systems run on the same pages, scored by the same measures, and what came of it as a report."""
