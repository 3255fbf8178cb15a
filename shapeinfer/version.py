"""The version of this package, which pyproject.toml reads from here, and where it was published from."""

__version__ = "0.1.0"

REPOSITORY = ""
"""The address of the repository, https://host/owner/name, without a slash at its end. "" in a checkout:
tools/publish_from.py enters it where a release is built, so that a fork never names another one's."""
