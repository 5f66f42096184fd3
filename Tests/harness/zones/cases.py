"""For each time zone of this machine what Python's own reader finds in it: the suite `zones` and the unit tests play it."""
import base64
import datetime
import io
import os
import random
import zoneinfo

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1)
SECOND, DAY = datetime.timedelta(seconds=1), 86400
# Changes are looked for in these years, so far apart that few are missed, and beyond them at random.
FIRST, LAST, STEP = -80 * 366 * DAY, 75 * 366 * DAY, 25 * DAY
RANDOM_FIRST, RANDOM_LAST = -150 * 366 * DAY, 500 * 366 * DAY


def content(zone, folder=None):
    """The bytes of a zone's file; None when there is none."""
    for folder in [folder] if folder else zoneinfo.TZPATH:
        path = os.path.join(folder, *zone.split("/"))
        if os.path.isfile(path):
            with open(path, "rb") as file:
                return file.read()
    return None


def offset(info, instant):
    """Seconds ahead of UTC."""
    there = (EPOCH + instant * SECOND).replace(tzinfo=UTC).astimezone(info)
    return int(there.utcoffset().total_seconds())


def instant_of(info, local):
    """When clocks of the zone show a time: the first of two, and in a gap by the offset before."""
    naive = EPOCH + local * SECOND
    return local - int(naive.replace(tzinfo=info, fold=0).utcoffset().total_seconds())


def changes(info):
    """The first instants of other offsets."""
    before = offset(info, FIRST)
    for end in range(FIRST + STEP, LAST, STEP):
        after = offset(info, end)
        if after == before:
            continue
        low, high = end - STEP, end
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if offset(info, middle) == before else (low, middle)
        yield high
        before = after


def case(zone, folders, number, count):
    """`folders`: (folder of another form of the files, the instant from which on it says nothing or None)."""
    first = content(zone)
    # The same zone once more, as others write it.
    forms = [(first, None)] + [(other, until) for other, until in ((content(zone, folder), until) for folder, until in folders) if other]
    info, chance = zoneinfo.ZoneInfo.from_file(io.BytesIO(first)), random.Random("%d %s" % (number, zone))
    instants, locals_ = [], []
    for change in changes(info):
        instants += [change - 1, change, change + 1]
        before, after = offset(info, change - 1), offset(info, change)
        edges = [change + before, change + after]
        locals_ += [edge + near for edge in edges for near in (-1, 0, 1)] + [sum(edges) // 2]
    rest = [chance.randrange(RANDOM_FIRST, RANDOM_LAST) for _ in range(count)]
    instants, locals_ = instants + rest, locals_ + rest
    return {
        "zone": zone, "forms": [{"file": base64.b64encode(file).decode(), "until": until} for file, until in forms],
        "instants": [[instant, offset(info, instant)] for instant in instants],
        "locals": [[local, instant_of(info, local)] for local in locals_],
    }


def zones():
    """One name for each content: most names are links."""
    seen = set()
    for zone in sorted(zoneinfo.available_timezones()):
        file = content(zone)
        if file is not None and file not in seen:
            seen.add(file)
            yield zone
