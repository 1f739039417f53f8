"""What every training has: recipes, schedules, metrics, splits, plots."""
