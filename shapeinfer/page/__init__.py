"""A model's report as one JSON document, and as one HTML file that draws it.

This wing turns a run with its contract, costs and findings into plain rows (``data.py``, documented by
``docs/schemas/page.schema.json``) and puts these rows and the scripts of ``web/`` into a self-contained file
(``html.py``). It must not infer, lint or decide anything: the callers above hand in what they found. Begin
with ``data.py``; ``web/main.js`` is where the page begins.
"""
