"""How long the random series are: short in `make test`, long in `make torture`, or as the environment says."""
import os

IS_LONG = os.environ.get("TORTURE") == "1"


def length(name, short, long):
    """The number in the environment variable `name`, else the short or the long default."""
    return int(os.environ.get(name) or (long if IS_LONG else short))


def seed(default):
    return int(os.environ.get("SEED") or default)
