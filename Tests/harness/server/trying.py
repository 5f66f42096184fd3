"""A test of a provider or a store, as an operator asks for it."""
import json

from harness.runner import Failure
from harness.server import wire
from harness.server.service import same

PARAMETER, UNDER_WAY = -4000003, -9000006


def ask(it, form, app=wire.APP):
    return it.console(app=app).ask(None, body=json.dumps(form).encode(), path="/v1/apps/%s/try" % app)


def tried(it, **form):
    """What each step found, by its name: (whether it works, the message); and whether all do."""
    answer = ask(it, form)
    if answer.status != 200 or answer.code != 0:
        raise Failure("a test of %r: %r" % (form, answer))
    steps = {step["step"]: (step["ok"], step["message"]) for step in answer.body["steps"]}
    same((answer.body["sound"], len(steps)), (all(good for good, _ in steps.values()), len(answer.body["steps"])), "the steps of %r" % form)
    return steps, answer.body["sound"]


def works(it, *wanted, **form):
    """Each step works, and these are among them."""
    steps, is_sound = tried(it, **form)
    if not is_sound or not set(wanted) <= set(steps):
        raise Failure("a test of %r: %r" % (form, steps))
    return steps


def fails(it, step, says, **form):
    """This step alone does not work, and says so."""
    steps, _ = tried(it, **form)
    bad = [name for name, (is_good, _) in steps.items() if not is_good]
    if bad != [step] or says not in steps[step][1]:
        raise Failure("a test of %r fails at %r, and not at %s with %r: %r" % (form, bad, step, says, steps))
    return steps


def refused(it, *names):
    """What is no question is refused with the names that there are; `names`: of the settings."""
    for form in ({}, {"idPCode": ""}, {"idPCode": 1}, {"storeCode": "x" * 300}, {"idPCode": "guest", "storeCode": "SANDBOX"}):
        answer = ask(it, form)
        same((answer.status, answer.code), (400, PARAMETER), "the question %r" % form)
    answer = ask(it, {"idPCode": "guest", "force": True})
    same((answer.status, "force" in answer.form["message"], "storeCode" in answer.form["message"]), (400, True, True),
         "a parameter that there is not: %r" % answer)
    for parameter in ("idPCode", "storeCode"):
        answer = ask(it, {parameter: "nothing"})
        same((answer.status, answer.code), (404, PARAMETER), "an unknown %s: %r" % (parameter, answer))
    for name in names:
        same(name in ask(it, {"idPCode": "nothing"}).form["message"] + ask(it, {"storeCode": "nothing"}).form["message"], True,
             "whether %s is told" % name)
    same(ask(it, {"idPCode": "guest"}, app="Nobody").status, 404, "an app that there is not")
    same(it.console(token="wrong-key-wrong-key").ask(None, body=b"{}", path="/v1/apps/%s/try" % wire.APP).status, 401, "a wrong key")
