"""One file per operator or behaviour; installed as the package ``shapeinfer.rules``."""

# Under a second name every rule would exist, and register, twice.
if __name__ != "shapeinfer.rules":
    raise ImportError(
        f"this folder was imported as {__name__!r}, but its name is 'shapeinfer.rules': install the project "
        "(pip install -e .) and import it by that name; run 'pytest', not 'python -m pytest'"
    )
