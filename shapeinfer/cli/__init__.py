"""The command line: words in, exit codes out.

This wing reads arguments, calls one job and writes what ``render`` made of the answer; it decides
nothing about models. Begin with ``main.py``; ``commands/`` has one room for each command.
"""
