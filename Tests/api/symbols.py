"""What programs are linked to: within a major version an exported symbol stays, and keeps its type."""
from harness import declarations


def exported(described):
    """Name -> `function` or `data`, with its type."""
    kinds = {declarations.Function: "function", declarations.Constant: "data"}
    items = declarations.Declarations(described).exported()
    return {name: "%s %s" % (kinds[type(item)], item.prototype()) for name, item in items.items()}


def refuse_gone(before, now):
    gone = sorted(set(exported(before).values()) - set(exported(now).values()))
    if gone:
        raise ValueError("programs linked to this major version would break without:\n" + "\n".join(gone))
