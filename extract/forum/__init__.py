"""Forum pages: posts and threads as records with their fields."""
