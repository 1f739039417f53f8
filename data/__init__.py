"""Pages, their sources and their outputs. Imports no other package of the project."""
