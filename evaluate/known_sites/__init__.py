"""Pages of known sites, of which selectors, people or other sets say what they hold, and what of that is found."""
