"""Arithmetic that the rules of Loop and Scan share: facts that change from round to round."""
