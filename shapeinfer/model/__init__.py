"""Model files: read without their weights, written with annotations, and represented as a graph.

This wing knows what a file declares, where its bytes lie, and how URLs are read in ranges. It must not know
facts or rules. Begin with ``read.py`` (from a path, URL or ModelProto) and ``structure.py`` (what is read);
``write.py`` inserts value_info into a file, ``graph.py`` is the only module with networkx, and ``protobuf/``
holds the wire format.
"""
