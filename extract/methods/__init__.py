"""Extraction methods: one module for each algorithm."""
