"""A local page on which a person labels pages: their types, their content and their records."""
