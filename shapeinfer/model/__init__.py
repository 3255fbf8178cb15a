"""Model files in and out: read without their weights, written back annotated, and seen as a graph.

This wing knows what a file declares, where its bytes lie, and how URLs are read in ranges; it knows no facts
and no rules. Begin with ``read.py`` (from a path, URL or ModelProto) and ``structure.py`` (what is read);
``write.py`` splices value_info into a file, ``graph.py`` is the only room with networkx, and ``protobuf/``
holds the wire format.
"""
