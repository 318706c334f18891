"""What a batch of games shows: charts with their numbers, as one page and as pictures."""
