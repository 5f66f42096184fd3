"""The leaderboard beside a sorted list of Python's: random scores, removals and pages; and many who write at once."""
import random
import threading

from harness import series
from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same
from harness.wires.members import call

PATH = "/tcgb-leaderboard/v1.3/apps/%s/" % wire.APP
FACTORS = [{"factor": 1}, {"factor": 2, "orderType": "ASC", "scoreType": "LATEST", "tieScoreType": "LATEST"},
           {"factor": 3, "scoreType": "ACCUMULATED"}]
USERS, ROUNDS, BATCH = 900, 12, 300


class Board:
    """What a factor should hold: user -> (score, number of its registration)."""

    def __init__(self, factor):
        self.factor, self.entries, self.number = factor, {}, 0

    def score(self, user, score):
        self.number += 1
        kind = self.factor.get("scoreType", "BEST")
        old = self.entries.get(user)
        if old and kind == "BEST" and score <= old[0]:
            return
        self.entries[user] = (old[0] + score if old and kind == "ACCUMULATED" else score, self.number)

    def users(self):
        low = self.factor.get("orderType") == "ASC"
        late = self.factor.get("tieScoreType") == "LATEST"
        return sorted(self.entries, key=lambda user: ((1 if low else -1) * self.entries[user][0],
                                                      (-1 if late else 1) * self.entries[user][1]))


def asked(port, method, path, body=None):
    answer = call(port, method, PATH + path, body)
    if not answer["header"]["isSuccessful"]:
        raise Failure("%s %s: %r" % (method, path, answer))
    return answer


def page(port, factor, start, size):
    found = asked(port, "GET", "factors/%d/users?start=%d&size=%d" % (factor, start, size))["userInfoList"]
    same([info["rank"] for info in found], list(range(start, start + len(found))), "ranks of a page")
    return [info["userId"] for info in found]


def held(port, board, dice):
    """Pages, ranks and neighbours are those of the list."""
    wanted, factor = board.users(), board.factor["factor"]
    found = [user for start in range(1, len(wanted) + 1, 1000) for user in page(port, factor, start, 1000)]
    same(found == wanted, True, "whether factor %d has the order of a sorted list" % factor)
    start = dice.randrange(1, len(wanted) + 1)
    same(page(port, factor, start, 7), wanted[start - 1:start + 6], "a page in the middle")
    users = dice.sample(wanted, 20)
    answer = asked(port, "POST", "get-users", [{"factor": factor, "userId": user} for user in users])["userInfoList"]
    same([info["rank"] for info in answer], [wanted.index(user) + 1 for user in users], "ranks of some users")
    same([info["score"] for info in answer], [board.entries[user][0] for user in users], "their scores")
    same({info["totalUserCountInFactor"] for info in answer}, {len(wanted)}, "how many there are")
    user = users[0]
    around = asked(port, "GET", "factors/%d/users?userId=%s&prevSize=3&nextSize=3" % (factor, user))["userInfoList"]
    place = wanted.index(user)
    same([info["userId"] for info in around], wanted[max(0, place - 3):place + 4], "who is around a user")


def like_a_list(context, console):
    seed = series.seed(11)
    dice, boards = random.Random(seed), [Board(factor) for factor in FACTORS]
    with service.server(context, console=[console], options=service.UNLIMITED) as it:
        users = [it.player().log_in().user for _ in range(USERS)]
        for turn in range(ROUNDS):
            batch = []
            for _ in range(BATCH):
                board, user = dice.choice(boards), dice.choice(users)
                # Few different ones, so that many are equal.
                score = dice.choice([dice.randrange(-3, 4), dice.randrange(-1000, 1000) / 4])
                board.score(user, score)
                batch.append({"factor": board.factor["factor"], "userId": user, "score": score})
            infos = asked(it.port, "POST", "scores", batch)["userInfoList"]
            same({info["resultCode"] for info in infos} <= {0, 1}, True, "whether all scores are taken")
            for board in boards:
                for user in dice.sample(list(board.entries), len(board.entries) // 8):
                    asked(it.port, "DELETE", "factors/%d/users?userId=%s" % (board.factor["factor"], user))
                    del board.entries[user]
                if turn % 3 == 2:
                    held(it.port, board, dice)
        for board in boards[:1]:
            for user in users:
                board.score(user, 7)
            asked(it.port, "POST", "scores", [{"factor": 1, "userId": user, "score": 7} for user in users])
            held(it.port, board, dice)
    return "seed %d" % seed


def race(it):
    """All write at once, again and again: each is counted once, and the ranks are 1 to the last."""
    users, threads = [it.player().log_in().user for _ in range(8)], []
    before = asked(it.port, "GET", "factors/3/user-count")["userCount"]

    def write(user):
        for turn in range(5):
            asked(it.port, "POST", "factors/3/users/%s/score" % user, {"score": 1, "transactionId": turn})
    for user in users:
        threads.append(threading.Thread(target=write, args=(user,)))
        threads[-1].start()
    for thread in threads:
        thread.join()
    found = [call(it.port, "GET", PATH + "factors/3/users?userId=" + user)["userInfo"] for user in users]
    same({info["score"] for info in found}, {5.0}, "the sums")
    same(asked(it.port, "GET", "factors/3/user-count")["userCount"], before + len(users), "how many there are")
    same(len({info["rank"] for info in found}), len(users), "different ranks")
