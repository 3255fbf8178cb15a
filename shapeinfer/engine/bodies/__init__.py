"""Bodies of If, Loop and Scan as rules see them, what branches demand together, and what runtimes enforce."""
