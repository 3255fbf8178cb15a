"""Cases about graphs in graphs: Ifs, Loops, Scans and lists in each other, with sizes, numbers of rounds and conditions
that are computed inside.

Of a value only the rank is known, so a step may not fit: that is then for both sides to find out. ``growing.py`` is
the graph under construction, ``case.py`` makes a case of it.
"""
