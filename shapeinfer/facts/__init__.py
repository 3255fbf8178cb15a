"""What is known of a value: element type, symbolic shape, known contents, and their text form both
ways.

This wing knows dims and nothing of operators, models or the engine. Begin with ``fact.py``;
``elements.py`` and ``scalar.py`` hold known contents, ``text.py`` prints facts and ``parse.py``
reads them.
"""
