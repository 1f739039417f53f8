"""The extracted content as text, HTML, Markdown or a picture."""
