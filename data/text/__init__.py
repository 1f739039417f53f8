"""What texts mean: times, amounts of money, label and value pairs; ``lexicon`` has the words of languages."""
