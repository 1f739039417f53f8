"""The report of a run: one page of HTML made of the run's state alone, which asks for nothing and runs nothing."""
