"""The command line: reads arguments, runs a job, returns an exit code.

This wing reads arguments, calls one job and writes the text that ``render`` makes of the answer. It decides
nothing about models. Begin with ``main.py``; ``commands/`` has one room for each command.
"""
