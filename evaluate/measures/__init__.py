"""How good is what was taken out: today's measures and those of the papers."""
