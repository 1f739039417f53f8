"""Evaluation of the extraction: measures, systems, reports, floors, speed."""
