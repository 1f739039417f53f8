"""What a page is, where it comes from and where it goes. Imports nothing else of the project."""
