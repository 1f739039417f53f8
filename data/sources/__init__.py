"""Source formats: one module for each turns its sources into pages."""
