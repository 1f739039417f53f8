"""Learns which text blocks of a page are its main content."""
