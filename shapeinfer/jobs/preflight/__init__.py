"""Pre-flight: will a model run with these sizes? ``check.py`` asks for one choice, ``sweep.py`` for many."""
