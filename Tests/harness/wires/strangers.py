"""Every call of the tables once more by whoever may not make it: with a wrong key, none, another app's name, another version, another's
signature. Each is refused before anything is done, in the words of its interface."""
import json

from harness.runner import Failure
from harness.wires import faces

# Interface by the beginning of a path -> (what is changed, what the answer must say).
GAMEBASE = {"key another-secret": -4010004, "key none": -4010004}
IAP = {"key another-key": 1100, "key none": 1100}
NCMB = {"key another-client-key": b"E401001", "signature AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=": b"E401001",
        "signature none": b"E401001", "application another-application-key": b"E404005"}
# By the paths of NHN Cloud Push itself: the code that stands there for one of the gateway.
PUSH = {"key another-secret": 40101, "key none": 40101}
WRAPPED, OWN = "/tcgb-push/v1.3/apps/", "/push/v2.4/appkeys/"
PUSH_CODES = {-4010004: 40101, -4010001: 40102, -4000201: 40002, -4040101: 40401, -4000007: 40011}
# Apple calls without a key.
WITHOUT_KEY = "/webhooks/apple/notifications"


def changed(case, directive):
    name, _, value = directive.partition(" ")
    other = type(case).__new__(type(case))
    other.__dict__.update(case.__dict__)
    other.directives = {**case.directives, name: value}
    other.headers = list(case.headers)
    return other


def by_own_paths(cases):
    """The calls of pushes as NHN Cloud Push has them itself."""
    for case in cases:
        case.path, case.answer = case.path.replace(WRAPPED, OWN), case.answer.replace('"transactionId":"t-1",', "").replace(WRAPPED, OWN)
        if case.path.startswith(OWN):
            for code, own in PUSH_CODES.items():
                case.answer = case.answer.replace('"resultCode":%d,' % code, '"resultCode":%d,' % own)
    return cases


def filled(case, known):
    """Whatever an earlier answer would have said: nothing of it is looked at."""
    class Anything(dict):
        def __missing__(self, key):
            return "nothing" + key

        def __contains__(self, key):
            return True
    return Anything(known)


def gamebase(face, cases, known):
    """Returns how many calls were tried."""
    wrong, tried = [], set()
    for case in cases:
        shape = (case.method, case.path.partition("?")[0])
        is_whole = case.path.startswith(("/v1/service/", OWN + "QuickStart/")) or "/v1.3/apps/QuickStart/" in case.path
        if shape in tried or WITHOUT_KEY in case.path or not is_whole:
            continue
        tried.add(shape)
        turns = IAP if case.path.startswith("/v1/") else PUSH if case.path.startswith(OWN) else GAMEBASE
        calls = [(changed(case, directive), code) for directive, code in turns.items()]
        if case.path.startswith("/tcgb-"):
            for old, new, code in (("/apps/QuickStart/", "/apps/Nobody/", -4010001), ("/v1.3/", "/v1.2/", -4000007)):
                other = changed(case, "transaction t-2")
                other.path = case.path.replace(old, new)
                calls.append((other, code))
        if case.path.startswith(OWN):
            for old, new, code in (("/QuickStart/", "/Nobody/", 40102), ("/v2.4/", "/v2.9/", 40011)):
                other = changed(case, "transaction t-2")
                other.path = case.path.replace(old, new)
                calls.append((other, code))
        for call, code in calls:
            status, _, body = faces.gamebase(face, call, filled(case, known))
            header = json.loads(body)["header"]
            if (status, header["resultCode"], header["isSuccessful"]) != (200, code, False):
                wrong.append("%s %s, %s: %d %r, and not %d" % (call.method, call.path, call.directives, status, body[:300], code))
    if wrong:
        raise Failure("\n".join(wrong))
    return len(tried)


def ncmb(face, cases):
    wrong, tried = [], set()
    for case in cases:
        shape = (case.method, case.path.partition("?")[0])
        # What is refused before anybody looks at who calls.
        if shape in tried or case.status in (404, 405, 415) or any(name in case.directives for name in ("method", "path", "form")):
            continue
        if any(code in case.answer for code in ("E400001", "E400000", "E403003")):
            continue
        tried.add(shape)
        for directive, code in NCMB.items():
            status, _, body = faces.ncmb(face, changed(case, directive), filled(case, {}))
            if status < 400 or code not in body:
                wrong.append("%s %s, %s: %d %r, and not %r" % (case.method, case.path, directive, status, body[:300], code))
    if wrong:
        raise Failure("\n".join(wrong))
    return len(tried)
