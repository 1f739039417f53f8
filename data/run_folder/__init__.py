"""A run as a folder, which survives any number of kills (docs/runs.md); ``run_folder`` is the entry."""
