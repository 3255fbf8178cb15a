"""The commands, one module each: ``EXAMPLES``, ``add_arguments(parser)`` and ``run(options) -> exit code``."""
