"""Values that look like another one: some equal it, some only nearly."""
import unicodedata

from harness.documents.values import DATE, DICTIONARY, GEO, LIST, NUMBER, POINTER, TEXT, date, kind, milliseconds


def number(random, value):
    if isinstance(value, int):
        return random.choice([float(value), value - 1 if value > -2**63 else value, value + 1 if value < 2**63 - 1 else value])
    return int(value) if value == int(value) and abs(value) < 2**63 else value + 1


def text(random, value):
    if milliseconds(value) is not None:
        return date(value)
    forms = [form for form in (unicodedata.normalize(name, value) for name in ("NFC", "NFD")) if form != value]
    return random.choice(forms or [form for form in (value.upper(), value + " ", value[:-1]) if form != value])


def moment(random, value):
    """Its text, or as a dictionary would be."""
    return random.choice([value["iso"], {"iso": value["iso"]}])


def listed(random, value):
    return random.choice([value[::-1], value[1:], value + [None], [value] if value else [None]])


def dictionary(random, value):
    items = list(value.items())
    return dict(random.choice([items[::-1], items[1:], items + [("z", None)], [(key, near(random, part)) for key, part in items]]))


def pointer(random, value):
    return {**value, **random.choice([{"className": "Other"}, {"objectId": value["objectId"].swapcase()}])}


def geo(random, value):
    return {**value, "latitude": value["longitude"] / 2, "longitude": value["latitude"]}


MADE = {NUMBER: number, TEXT: text, DATE: moment, LIST: listed, DICTIONARY: dictionary, POINTER: pointer, GEO: geo}


def near(random, value):
    name = kind(value)
    return MADE[name](random, value) if name in MADE else value
