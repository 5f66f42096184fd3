"""What is asked of a class costs as many SQLite steps, and as much memory, with many objects as with few (GrowthTestsClasses.swift)."""
import os
import re

from harness import series
from harness.runner import Failure, Test, tail
from suites import unit

FEW = 10000
OBJECTS = series.length("OBJECTS", 200000, 10000000)
# SQLite's cache, which few objects do not fill, and what the log of one filling takes.
KILOBYTES_MORE = 32 << 10
# A step more for each level of an index.
STEPS_MORE = 10
SECONDS_MAX = 3600


def counted(context, objects, **variables):
    """The steps by question, and the most memory that the process had."""
    path = os.path.join(context.scratch, "growth-%d%s.db" % (objects, "".join(sorted(variables))))
    arguments = ["--filter", "what is asked of a class is counted"]
    environment = dict(variables, GROWTH_OBJECTS=str(objects), GROWTH_FILE=path)
    try:
        # With something broken its own limits fail, too.
        output = (unit.play(context, arguments, timeout=SECONDS_MAX, environment=environment).output if variables
                  else unit.all_pass(context, arguments, environment, SECONDS_MAX))
    finally:
        for end in ("", "-wal", "-shm", ".mark"):
            if os.path.exists(path + end):
                os.remove(path + end)
    steps = {name: int(number) for name, number in re.findall(r"^steps: (.*): (\d+)$", output, re.M)}
    memory = re.search(r"^memory: (\d+)$", output, re.M)
    if not steps or not memory:
        raise Failure(tail(output))
    return steps, int(memory.group(1))


def grown(few, many):
    return ["%s: %d steps, and %d with %d objects" % (name, few[name], many[name], OBJECTS)
            for name in few if many[name] > few[name] + STEPS_MORE]


def constant(context):
    (few, little), (many, much) = counted(context, FEW), counted(context, OBJECTS)
    wrong = grown(few, many)
    if much > little + KILOBYTES_MORE:
        wrong.append("%d KB of memory, and %d KB with %d objects" % (little, much, OBJECTS))
    if wrong:
        raise Failure("\n".join(wrong))
    return "%d KB of memory, and %d KB with %d objects; %s" % (little, much, OBJECTS, ", ".join("%s %d" % one for one in many.items()))


def broken(context):
    """Without its indexes an equality costs more, and more objects more still."""
    few, many = (counted(context, objects, GROWTH_BROKEN="1")[0] for objects in (FEW // 10, FEW))
    if not {"equality", "range", "top 100 of an ordered index"} <= {line.split(":")[0] for line in grown(few, many)}:
        raise Failure("the missing index was not found: %s, %s" % (few, many))
    return "%s, %s" % (few, many)


def tests(context):
    return [Test("what is asked of a class costs as many steps and as much memory with %d objects as with %d" % (OBJECTS, FEW), constant),
            Test("without its indexes it costs more, and the test sees it", broken)]
