"""Each error that the documentation of a published interface lists is given by an answer of the tests, or cannot be had here and why."""
import re

from harness.runner import Failure

TABLES = ("ncmb.txt", "gamebase.txt", "push.txt", "push_records.txt", "tags.txt", "coupons.txt", "leaderboard.txt", "members.txt",
          "broken.txt", "plain.txt")
# Codes that no table can cause, and the test that does: a file that has the code, or the name that it has in the sources.
NCMB_ELSEWHERE = {
    "E400006": ("Tests/contract/ncmb/ncmb_transfer.c", "E400006"),
    "E400007": ("Tests/contract/ncmb/ncmb_transfer.c", "E400007"),
    "E401003": ("Tests/harness/signin/notices.py", "E401003"), "E403004": ("Tests/Unit/Service/Objects/ObjectMailTests.swift", "E403004"),
    "E404003": ("Tests/contract/ncmb/ncmb_transfer.c", "E404003"), "E413001": ("Tests/harness/wires/manners.py", "E413001"),
    "E413002": ("Tests/harness/wires/manners.py", "E413002"), "E413003": ("Tests/Unit/Service/Objects/ObjectTests.swift", "E413003"),
    "E414000": ("Tests/harness/wires/manners.py", "E414000"), "E429001": ("Tests/Unit/Service/Objects/ObjectFilesTests.swift", "E429001"),
    "E429002": ("Tests/harness/wires/manners.py", "E429002"),
    "E500001": ("Tests/Unit/Published/NCMBAnswersTests.swift", "storageFull, \"E500001\""),
    "E503001": ("Tests/Unit/Published/NCMBFilesTests.swift", "E503001"),
    "E400000": ("Tests/harness/wires/manners.py", "E400000"), "E502003": ("Tests/Unit/Published/NCMBAnswersTests.swift", "E502003"),
}
NCMB_NEVER = {
    "E401000": "what is not let in has a code that says more", "E401004": "there are no plans and no bills",
    "E403000": "what is forbidden has a code that says more", "E403002": "the console's operator has other ways",
    "E405002": "nobody is refused for an address", "E404006": "a user that is not there is a row that is not there",
    "E502001": "files are in the database",
    "E502002": "whether a mail goes out is the host's to say, later",
}
PUSH = (40001, 40002, 40003, 40004, 40005, 40006, 40007, 40008, 40009, 40010, 40011, 40012, 40013, 40014, 40101, 40102, 40401, 40402,
        40405, 50001, 400, 500)
PUSH_ELSEWHERE = {
    40002: ("Tests/harness/wires/strangers.py", "40002"), 40008: ("Tests/Unit/Service/PushReservationsTests.swift", "40_008"),
    40010: ("Tests/Unit/Service/PushReservationsTests.swift", "40_010"), 40011: ("Tests/harness/wires/strangers.py", "40011"),
    40101: ("Tests/harness/wires/strangers.py", "40101"), 40102: ("Tests/harness/wires/strangers.py", "40102"),
}
PUSH_NEVER = {
    40003: "a parameter that is missing or empty is 40001", 40004: "certificates are for phones", 40005: "certificates are for phones",
    40006: "certificates are for phones", 40402: "certificates are for phones", 40405: "there are no resources of a customer's own",
    400: "tags are no service of their own", 500: "tags are no service of their own",
}
# Of game servers' payment requests, and of coupons.
IAP = (1100, 5000, 5018, 5032, 9999)
COUPON = (-100002, -100004, -100005, -100007, -100008, -100011, -999999, -4000205)
COUPON_NEVER = {-4000205: "says the same as -100002"}
LEADERBOARD = (459777, 462849, 462850, 462851, 462852, 462853, 462854, 462855, 462856, 462857, 463000, 463001)
LEADERBOARD_NEVER = {459777: "the gateway refuses before", 462852: "the gateway refuses before", 463001: "whatever fails is another"}


def text(context, *path):
    with open(context.path(*path), encoding="utf-8") as file:
        return file.read()


def shown(context):
    answers = "".join(text(context, "Tests", "wires", name) for name in TABLES)
    listed = re.findall(r"case \w+ = (\d+_\d+)", text(context, "Sources", "Messages", "NCMBCode.swift"))
    ncmb = ["E" + code.replace("_", "") for code in listed]
    wrong, count = [], 0
    for codes, form, elsewhere, never in ((ncmb, '"code":"%s"', NCMB_ELSEWHERE, NCMB_NEVER),
                                          (PUSH, '"resultCode":%d,', PUSH_ELSEWHERE, PUSH_NEVER),
                                          (IAP, '"resultCode":%d,', {}, {}),
                                          (COUPON, '"resultCode":%d,', {}, COUPON_NEVER),
                                          (LEADERBOARD, '"resultCode":%d,', {}, LEADERBOARD_NEVER)):
        for code in codes:
            count += 1
            is_answered = form % code in answers
            if code in elsewhere:
                file, name = elsewhere[code]
                is_answered = is_answered or name in text(context, *file.split("/"))
            if is_answered == (code in never):
                wrong.append("%s: %s" % (code, "is said to be given to nobody, and is" if is_answered else "no answer of the tests has it"))
        for code in set(never) | set(elsewhere):
            if code not in codes:
                wrong.append("%s: is named and not documented" % code)
    if wrong or len(ncmb) < 40:
        raise Failure("\n".join(wrong) or "only %d codes were read from NCMBCode.swift" % len(ncmb))
    return "%d codes" % count
