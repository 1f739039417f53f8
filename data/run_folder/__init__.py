"""A run as a folder, which no number of kills can harm.

``run.sqlite`` has a row for each input and its state, and holds each finished row until a shard of them is written to
``rows/``; ``spool/`` holds rendered pages until their rows are finished. ``run_folder`` is the way in.
"""
