"""Mistakes that nothing needs to notice, each with its reason: `file | the line as it is | the line as the mistake makes it | reason`."""


def read(path):
    found = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                path, before, shown, reason = (part.strip() for part in line.split(" | ", 3))
                found[(path, before, shown)] = reason
    return found


def reason(reasons, mistake):
    return reasons.get((mistake.path, mistake.before, mistake.shown), "")
