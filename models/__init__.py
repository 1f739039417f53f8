"""What looks at a page: networks, records that bind weights to preprocessing, and inference."""
