"""How good is what was extracted: measures, systems, reports, floors, speed."""
