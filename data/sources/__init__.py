"""What users hand over, turned into pages."""
