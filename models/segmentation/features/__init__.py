"""What is known of each text block of a page, as numbers."""
