"""A run as a folder, which survives any number of kills.

``run.sqlite`` has a row for each input and its state, and keeps each finished row until a shard of them is written to
``rows/``; ``spool/`` keeps rendered pages until their rows are finished. ``run_folder`` is the entry.
"""
