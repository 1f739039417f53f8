"""What a page is, where it comes from and goes to. Imports nothing else of the project."""
