"""Scores on pages of known sites, whose content is given by selectors, people or other sets."""
