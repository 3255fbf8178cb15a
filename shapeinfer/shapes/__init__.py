"""Shape arithmetic that many rules share, as pure functions of dims."""
