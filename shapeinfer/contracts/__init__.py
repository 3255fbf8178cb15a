"""The input contract: what the requirements that nobody could decide demand of a model's sizes.

This wing turns placed requirements into plain clauses over the inputs' symbols; it knows no report
and no text for people. Begin with ``contract.py``; ``solver.py`` combines clauses, ``residues.py``
derives moduli such as ``height % 32 == 0``.
"""
