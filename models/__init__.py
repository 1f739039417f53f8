"""Models that classify pages: networks, records of weights and preprocessing, inference."""
