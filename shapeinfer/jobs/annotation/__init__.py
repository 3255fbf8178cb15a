"""The types that an annotation writes: ``value_info.py`` turns facts into declared types, ``short_names.py``
spells dims for viewers, and ``loadable.py`` says what is left out so that ONNX Runtime still loads the model.

Begin with ``value_info.py``.
"""
