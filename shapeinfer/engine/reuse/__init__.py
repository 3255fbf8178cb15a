"""What one run takes over from earlier ones: outcomes of equal nodes, and facts of what was not edited."""
