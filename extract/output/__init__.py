"""What was extracted, as text, HTML, Markdown or a picture."""
