"""How long the random series are: short in `make test`, long in `make torture`, or as the environment says."""
import os

IS_LONG = os.environ.get("TORTURE") == "1"
# The long series are played by all processors, in so many parts, each with a seed of its own. A loop of kills waits as much as it works.
PARTS = 2 * (os.cpu_count() or 1) if IS_LONG else 1


def length(name, short, long):
    """The number in the environment variable `name`, else the short or the long default."""
    return int(os.environ.get(name) or (long if IS_LONG else short))


def seed(default):
    return int(os.environ.get("SEED") or default)


def parts(whole, seed):
    """Length and seed of each part of a series; together they are as long as the whole."""
    count = max(1, min(PARTS, whole))
    return [(whole // count + (part < whole % count), seed + part) for part in range(count)]
