"""The input contract: constraints on a model's sizes, from requirements that inference could not decide.

This wing turns placed requirements into plain clauses over the inputs' symbols. It must not know reports
or formats. Begin with ``contract.py``; ``solver.py`` combines clauses, ``residues.py``
derives moduli such as ``height % 32 == 0``.
"""
