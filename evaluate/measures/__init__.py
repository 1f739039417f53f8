"""Measures of extraction quality: today's and those of the papers."""
