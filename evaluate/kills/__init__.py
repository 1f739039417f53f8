"""Measures rows and jobs that remain after commands and services are killed."""
