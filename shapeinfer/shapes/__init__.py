"""Shape arithmetic that many rules share, as functions of dims and facts.

This wing knows a rule's Call, through which requirements are stated, but no operator, model or engine.
Begin with ``broadcast.py``, ``index.py`` and ``contents.py``, which most rules use; ``layers/`` serves
neural network layers, ``loops/`` serves Loop and Scan.
"""
