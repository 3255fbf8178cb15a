"""Pre-flight: will a model run with these sizes? ``check.py`` answers for one choice of sizes, ``sweep.py``
for many."""
