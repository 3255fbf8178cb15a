"""The commands, one module each: ``EXAMPLES``, ``add_arguments(parser)``, ``run(options)`` -> exit code."""
