"""HTML as bytes, as text, as a tree."""
