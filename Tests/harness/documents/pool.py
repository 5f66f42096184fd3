"""The values of one random world: few of each type, so that conditions often hit, and many that are nearly equal."""
from harness.documents.values import BOOL, DATE, DICTIONARY, GEO, LIST, NULL, NUMBER, POINTER, TEXT, date

NUMBERS = [0, -0.0, 1, 1.0, -1, 2, 3, 10, 0.1, 1.5, -2.5, 2**53 - 1, 2**53, 2**53 + 1, float(2**53), float(2**53 + 2), -2**53 - 1,
           -float(2**53), 2**63 - 1, -2**63, 2.0**63, 1e300, -1e300, 5e-324]
# Composed and not; beyond U+FFFF, where bytes and UTF-16 disagree; what means something to SQL, to patterns, to paths; other types' looks.
TEXTS = ["", "a", "A", "b", "ab", "abc", "aab", "B", "Z", "z", "a b", "é", "e\u0301", "aé", "ß", "日本", "日本語", "\uff5e", "😀", "a😀",
         "a.b", "a+b", "a_b", "100%", "it's", "\\", "[a]", "$a", "1", "10", "2", "true", "null", "2020-02-29T12:00:00.000Z"]
NEIGHBOURS = [[2**53, 2**53 + 1, float(2**53)], [2**63 - 1, 2.0**63], [-2**53, -2**53 - 1, -float(2**53)], [1, 1.0], [0, -0.0, 5e-324]]
ALIKE = [["é", "e\u0301"], ["é", "e\u0301", "aé"], ["\uff5e", "😀"], ["a", "A"], ["ab", "aab", "a"], ["1", "true", "null"]]
DATES = ["2020-02-29T11:59:59.999Z", "2020-02-29T12:00:00.000Z", "2020-02-29T12:00:00.001Z", "2020-02-29T12:00:01.000Z",
         "2020-03-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "1900-01-01T00:00:00.000Z",
         "2038-01-19T03:14:08.000Z", "2099-12-31T23:59:59.999Z"]
POINTS = [(0, 0), (0.0, 180), (0, -179.9999), (35.681, 139.767), (35.6811, 139.767), (35, 139), (-35, -41), (90, 0), (-90, 0), (51.5, 0),
          (51.5, -0.1275), (-33.8688, 151.2093), (40.7128, -74.006), (-35.681, -40.233), (1, 1), (1, -1)]
IDS = ["A", "B", "Z", "a", "b", "z", "a1", "a10", "a2", "aB", "ab", "0", "00", "9", "k0", "K0", "zz", "zZ"]
CLASSES = ["Item", "Shop", "Log"]
KEYS = ["a", "b", "c", "d_1"]
WEIGHTS = {NULL: 2, NUMBER: 6, TEXT: 6, BOOL: 2, DATE: 3, GEO: 2, POINTER: 2, LIST: 6, DICTIONARY: 5}


def geo(point):
    return {"__type": "GeoPoint", "latitude": point[0], "longitude": point[1]}


class Pool:
    def __init__(self, random):
        self.random = random
        self.numbers, self.texts = random.sample(NUMBERS, random.randint(2, 8)), random.sample(TEXTS, random.randint(2, 10))
        self.numbers += random.choice(NEIGHBOURS) if random.random() < 0.5 else []
        self.texts += random.choice(ALIKE) if random.random() < 0.5 else []
        # (class, objectId) of rows that there are.
        self.rows = []
        self.dates, self.points = random.sample(DATES, random.randint(2, 5)), random.sample(POINTS, random.randint(1, 7))
        self.made = {
            NULL: lambda depth: None, NUMBER: lambda depth: random.choice(self.numbers), TEXT: lambda depth: random.choice(self.texts),
            BOOL: lambda depth: random.random() < 0.5, DATE: lambda depth: date(random.choice(self.dates)),
            GEO: lambda depth: geo(random.choice(self.points)), POINTER: lambda depth: self.pointer(), LIST: self.list,
            DICTIONARY: self.dictionary,
        }

    def pointer(self):
        """Some of them lead nowhere, or to another class than was meant."""
        random, name, row = self.random, self.random.choice(CLASSES), self.random.choice(IDS)
        if self.rows and random.random() < 0.7:
            name, row = random.choice(self.rows)
        return {"__type": "Pointer", "className": name, "objectId": row}

    def list(self, depth):
        """Empty ones only as a field's own value or in a dictionary: the place of an empty list inside a list is a point in question."""
        random, length = self.random, self.random.choice([0, 1, 1, 2, 2, 3, 4])
        if random.random() < 0.4:
            name = random.choice([NUMBER, TEXT, DATE, DICTIONARY, POINTER, GEO])
            return [self.value(depth - 1, name) for _ in range(length)]
        return [value for value in (self.value(depth - 1) for _ in range(length)) if value != []]

    def dictionary(self, depth):
        keys = self.random.sample(KEYS, self.random.choice([0, 1, 1, 2, 2, 3]))
        made = {key: self.value(depth - 1) for key in keys}
        if self.random.random() < 0.05:
            made["createDate"] = self.random.choice(self.dates)
        return made

    def value(self, depth=3, name=None):
        if name is None:
            name = self.random.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        if depth <= 0 and name in (LIST, DICTIONARY):
            name = self.random.choice([NUMBER, TEXT])
        return self.made[name](depth)
