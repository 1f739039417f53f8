"""Common to all trainings: recipes, schedules, metrics, splits, plots."""
