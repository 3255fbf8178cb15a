"""The formats of a lint run, one room each: each is handed one file after the other and writes it as
it comes."""
