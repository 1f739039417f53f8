"""Markdown of the extracted content: events of the markup, lines, blocks, tables."""
