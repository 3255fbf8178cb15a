"""The formats of a lint run, one file each. A format gets one report after the other and returns its
text."""
