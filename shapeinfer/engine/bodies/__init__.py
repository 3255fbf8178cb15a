"""Bodies of If, Loop and Scan: what rules see of them, what branches demand, what the runtime enforces."""
