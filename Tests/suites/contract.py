"""The promises of Tests/contract: programs that use the shipped library through its headers, a process for each promise."""
import glob
import os
import re

from harness import places, series
from harness.runner import Failure, Test

PROMISE = re.compile(r'^PROMISE\("((?:[^"\\]|\\.)*)"\)', re.M)
# Promises about time, memory or the whole machine run while nothing else does.
ALONE = {"shutdown", "hygiene", "limits"}
PROMISES_AT_LEAST = 30
# Programs that play random series, and how long these are.
SERIES = {"ncmb_sequences": lambda: {"SEQUENCES": str(series.length("SEQUENCES", 1_000, 10_000)), "SEED": str(series.seed(1))}}


def source(context, name):
    """The path of a program, which lies in the folder of what it is about."""
    return glob.glob(context.path("Tests", "contract", "**", glob.escape(name)), recursive=True)[0]


def programs(context):
    """File name -> its promises. Names are unique, whatever folder they lie in."""
    found = {}
    for path in sorted(glob.glob(context.path("Tests", "contract", "**", "*.c*"), recursive=True), key=os.path.basename):
        with open(path) as file:
            promises = PROMISE.findall(file.read())
        if promises:
            if os.path.basename(path) in found:
                raise Failure("two programs are called " + os.path.basename(path))
            found[os.path.basename(path)] = promises
    if sum(map(len, found.values())) < PROMISES_AT_LEAST:
        raise Failure("only %d promises were found" % sum(map(len, found.values())))
    return found


def kept(file, name, promise):
    def run(context):
        context.library()
        program = context.compile(source(context, file), "contract-" + name, libraries=("-lgamebase", "-lpthread", "-ldl"))
        directory = context.directory("storage")
        try:
            output = context.check([program, promise, directory], environment={
                "GAMEBASE_LIBRARY": context.path("build", "libgamebase.so.1"), **SERIES.get(name, lambda: {})()})
        except Failure as failure:
            raise Failure(places.resolved(program, str(failure))) from None
        if output.strip():
            raise Failure("nothing may be printed, but: " + output)
    return run


def tests(context):
    found = []
    for file, promises in programs(context).items():
        name = os.path.splitext(file)[0]
        found += [Test("%s: %s" % (name, promise), kept(file, name, promise), alone=name in ALONE) for promise in promises]
    return found
