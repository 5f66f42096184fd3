"""The kinds of mistakes. Each rule looks at one line and yields (kind, first, last, text, shown): the characters from `first` to `last` are
replaced by `text`, in which {n} is the number of the mistake; `shown` is the line as the mistake makes it."""
import re

from mutate.source import top_level

COMPARISONS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == "}
LOGIC = {" && ": " || ", " || ": " && "}
ARITHMETIC = {" + ": " - ", " - ": " + ", " &+ ": " &- ", " &- ": " &+ ", " * ": " + "}
CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|guard|while) )(.*?)( (?:else )?\{.*)$")
VALUE = re.compile(r"^(\s*(?:return|(?:static |private |public |final )*(?:let|var) \w+(?:: [\w?]+)? =|[\w.]+ =) )(.+)$")
NUMBER = re.compile(r"(?<![\w.$])(?:0x[0-9A-Fa-f_]+|\d[\d_]*)(?![\w.])")
UNDO = re.compile(r"roll|restore|undo|revert|back\b|release|close|cancel|remove|forget|unlock|drop|clear|reset|= nil$|= false$|-= 1$", re.I)
SQL = re.compile(r"\b(?:SELECT|UPDATE|DELETE FROM|INSERT INTO|WHERE|CREATE (?:UNIQUE )?INDEX)\b|^\s*(?:AND|OR|WHERE)\b")
SQL_CONDITION = re.compile(r"\b(AND|WHERE) ((?:[^'()]|\([^()]*\))+?)(?= AND | OR | ORDER | LIMIT | GROUP | ON CONFLICT|\)|\"|$)")
SQL_COMPARISON = re.compile(r" (<=|>=|<>|<|>|=) (?=\?|\d|[a-z_]+\b)")
SQL_OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<>", "<>": "="}


def hoisted(expression):
    """`try` must stand in front of what chooses."""
    found = re.match(r"^(try[?!]? )?(.*)$", expression)
    return found.group(1) or "", found.group(2)


def chosen(mutated, original):
    """An expression that is the mutated one when its switch is on."""
    (front, other), (_, own) = hoisted(mutated), hoisted(original)
    return "%s(gb_mutant({n}) ? (%s) : (%s))" % (front, other, own)


def braces(text):
    """Only {n} is to be filled in."""
    return text.replace("{n}", "\0").replace("{", "{{").replace("}", "}}").replace("\0", "{n}")


def exchanged(line, code, first, last, table, kind):
    """One mistake for each operator of the table in an expression."""
    expression, shape = line[first:last], code[first:last]
    if re.search(r"[{]|\btry\b(?!^)", shape[4:]) or "?" in shape and ":" in shape:
        return
    for operator, other in table.items():
        for at in top_level(shape, operator):
            mutated = expression[:at] + other + expression[at + len(operator):]
            yield kind, first, last, chosen(mutated, expression), line[:first] + mutated + line[last:]


def clauses(line, code):
    """The boolean clauses of a condition: (keyword, first, last)."""
    found = CONDITION.match(code)
    if not found:
        return
    keyword, start, text = found.group(1).split()[-1], found.end(1), found.group(2)
    cuts = [-1] + top_level(text, ",") + [len(text)]
    for before, after in zip(cuts, cuts[1:]):
        clause = text[before + 1:after]
        lead = len(clause) - len(clause.lstrip())
        if clause.strip() and not re.match(r"\s*(let|var|case|#)\b", clause) and "{" not in clause:
            yield keyword, start + before + 1 + lead, start + after - (len(clause) - len(clause.rstrip()))


def conditions(source, number):
    line, code = source.lines[number], source.code[number]
    for keyword, first, last in clauses(line, code):
        yield from exchanged(line, code, first, last, COMPARISONS, "comparison")
        yield from exchanged(line, code, first, last, LOGIC, "logic")
        own = line[first:last]
        always = "true" if keyword == "guard" else "false"
        yield "guard", first, last, chosen(always, own) if not own.startswith("try ") else "try (gb_mutant({n}) ? %s : (%s))" % (always, own[4:]), \
            line[:first] + always + line[last:]


def values(source, number):
    line, code = source.lines[number], source.code[number]
    found = VALUE.match(code.rstrip())
    if not found or found.group(2).endswith(("{", "(", "[", ",", "?", ":", "&&", "||", "+")):
        return
    first, last = found.start(2), found.end(2)
    for table, kind in ((COMPARISONS, "comparison"), (LOGIC, "logic"), (ARITHMETIC, "arithmetic")):
        yield from exchanged(line, code, first, last, table, kind)


def constants(source, number):
    line, code = source.lines[number], source.code[number]
    if re.match(r"\s*(case|@|#|import|default)\b", code) or "//" in line and not code.strip():
        return
    for found in NUMBER.finditer(code):
        for sign in ("+", "-") if found.group(0) not in ("0",) else ("+",):
            text = "(gb_mutant({n}) ? %s %s 1 : %s)" % (found.group(0), sign, found.group(0))
            yield "constant", found.start(), found.end(), text, line[:found.start()] + "%s %s 1" % (found.group(0), sign) + line[found.end():]
    for found in re.finditer(r"(?<![\w.\"])(true|false)(?!\w)", code):
        text = "(!gb_mutant({n}))" if found.group(1) == "true" else "gb_mutant({n})"
        yield "constant", found.start(), found.end(), text, line[:found.start()] + ("false" if found.group(1) == "true" else "true") + line[found.end():]


def statements(source, number):
    line, code = source.lines[number], source.code[number]
    found = re.match(r"^(\s*defer \{ )(.*)( \})\s*$", code)
    if found:
        first, last = found.start(2), found.end(2)
        yield "undo", first, last, "if !gb_mutant({n}) { %s }" % line[first:last], line[:first] + line[last:]
    elif source.is_statement(number):
        first, last = len(line) - len(line.lstrip()), len(code.rstrip())
        kind = "undo" if UNDO.search(code) else "statement"
        yield kind, first, last, "if !gb_mutant({n}) { %s }" % line[first:last], line[:first] + "(nothing)"


def kind_of(argument):
    """What stands before the last name: `.text(` of a value that is bound, `payment.` of a property; "" for a name alone."""
    if NUMBER.fullmatch(argument):
        return "number"
    found = re.match(r"(\.\w+\()|(.*\.)", argument)
    return found.group(0) if found else argument


def arguments(source, number):
    """Two neighbours of one call or list exchanged, where they look as if they had one type."""
    line, code = source.lines[number], source.code[number]
    if source.in_text[number]:
        return
    for found in re.finditer(r"(?:(?<=[(\[,] )|(?<=[(\[]))(?P<a>(?:\w+: )?\.?[\w.]+(?:\([\w.]*\))?), (?P<b>(?:\w+: )?\.?[\w.]+(?:\([\w.]*\))?)(?=[,)\]])", code):
        (label, one), (other_label, two) = (re.match(r"(\w+: )?(.*)", found.group(name)).groups() for name in "ab")
        if one == two or kind_of(one) != kind_of(two) or re.search(r"\b(func|init|case|let|var) ?\(?", code[:found.start()]):
            continue
        head, tail = label or "", other_label or ""
        text = "%s(gb_mutant({n}) ? %s : %s), %s(gb_mutant({n}) ? %s : %s)" % (head, two, one, tail, one, two)
        yield "arguments", found.start(), found.end(), text, line[:found.start()] + "%s%s, %s%s" % (head, two, tail, one) + line[found.end():]


def firsts(source, number):
    """Only the first of a list has its turn: worlds of one of everything do not see it."""
    line, code = source.lines[number], source.code[number]
    found = re.match(r"^(\s*(?:\w+: )?for (?:case )?(?:\w+|\([\w, ]+\)) in )(.+?)( where .+)? \{.*$", code)
    if found and "{" not in found.group(2):
        first, last = found.start(2), found.end(2)
        text = "(%s).prefix(gb_mutant({n}) ? 1 : Int.max)" % line[first:last]
        yield "first only", first, last, text, line[:first] + "(%s).prefix(1)" % line[first:last] + line[last:]


def signature(source, number):
    """Parameters of the function that a line is in: type -> names. Those of one type may be taken for each other."""
    indent = len(source.code[number]) - len(source.code[number].lstrip())
    for at in range(number - 1, -1, -1):
        code = source.code[at]
        if not code.strip() or len(code) - len(code.lstrip()) >= indent:
            continue
        indent = len(code) - len(code.lstrip())
        if re.search(r"\b(func|init)\b", code) or code.strip().startswith(") "):
            head = code
            while at > 0 and not re.search(r"\b(func|init)\b", head):
                at -= 1
                head = source.code[at] + " " + head
            by_type = {}
            for name, of_type in re.findall(r"(?:[(,]|^)\s*(?:\w+ )?(\w+): ([\w.?\[\]]+)(?=[,)]| =)", head[head.find("("):]):
                by_type.setdefault(of_type, []).append(name)
            return by_type
    return {}


def parameters(source, number):
    """Another parameter of the same type."""
    line, code = source.lines[number], source.code[number]
    if source.in_text[number] or re.search(r"\b(func|init|case|let|var|for)\b", code) and not re.search(r"=", code):
        return
    for names in signature(source, number).values():
        for name in names:
            for found in re.finditer(r"(?<![\w.\\$])%s(?![\w:(])" % re.escape(name), code):
                if re.match(r"\s*=[^=]", code[found.end():]) or re.search(r"\b(let|var) $", code[:found.start()]):
                    continue
                for other in names:
                    if other != name:
                        yield "parameter", found.start(), found.end(), "(gb_mutant({n}) ? %s : %s)" % (other, name), \
                            line[:found.start()] + other + line[found.end():]


def steps(source, number):
    """Two steps that may fail, one behind the other, in the other order. The second line stands behind a newline in the text."""
    if number + 1 >= len(source.lines) or not (source.is_statement(number) and source.is_statement(number + 1)):
        return
    one, two = source.lines[number], source.lines[number + 1]
    first, last = len(one) - len(one.lstrip()), len(source.code[number].rstrip())
    if len(two) - len(two.lstrip()) != first or not (one.lstrip().startswith("try ") and two.lstrip().startswith("try ")):
        return
    own, other = one[first:last], two.strip()
    text = "if gb_mutant({n}) { %s } else { %s }\n%sif gb_mutant({n}) { %s } else { %s }" % (other, own, one[:first], own, other)
    yield "order of steps", first, last, text, "%s; %s" % (other, own)


def sql_mistakes(text):
    """(what the text becomes) for every mistake in a piece of SQL."""
    if re.search(r"CREATE (?:UNIQUE )?INDEX", text):
        yield "sql index", "SELECT 1"
        if "UNIQUE " in text:
            yield "sql index", text.replace("UNIQUE ", "", 1)
        return
    for found in SQL_CONDITION.finditer(text):
        if "?" not in found.group(2) or found.group(2).count("?") == 1:
            yield "sql condition", text[:found.start(2)] + "(1 = 1 OR " + found.group(2) + ")" + text[found.end(2):]
        # Fewer rows: a deletion, or a change, that leaves some out.
        if re.search(r"DELETE FROM|UPDATE ", text[:found.start()]):
            yield "sql narrower", text[:found.start(2)] + "1 = 0 AND " + text[found.start(2):]
    for found in SQL_COMPARISON.finditer(text):
        if "SET " not in text[:found.start()].split("WHERE")[-1]:
            yield "sql comparison", text[:found.start(1)] + SQL_OTHER[found.group(1)] + text[found.end(1):]
    for one, other in ((" DESC", ""), (" ORDER BY ", " ORDER BY -")):
        if text.count(one) == 1 and one == " DESC":
            yield "sql order", text.replace(one, other)


def sql(source, number):
    line, code = source.lines[number], source.code[number]
    if source.in_text[number]:
        stripped = line.strip()
        if stripped and "\\(" not in line and SQL.search(line):
            first, last = len(line) - len(line.lstrip()), len(line.rstrip())
            own = line[first:last]
            if not re.search(r"CREATE ", own):
                for kind, mutated in sql_mistakes(own):
                    yield kind, first, last, '\\(gb_mutant({n}) ? "%s" : "%s")' % (mutated, own), line[:first] + mutated
        return
    for found in re.finditer(r'"(S+)"', code):
        own = line[found.start(1):found.end(1)]
        if SQL.search(own):
            for kind, mutated in sql_mistakes(own):
                yield kind, found.start(), found.end(), '(gb_mutant({n}) ? "%s" : "%s")' % (mutated, own), \
                    line[:found.start(1)] + mutated + line[found.end(1):]


RULES = (conditions, values, constants, statements, arguments, firsts, parameters, steps, sql)


def mistakes(source, number):
    """All that can be planted in a line."""
    line = source.lines[number]
    if not line.strip() or "gb_" in line or (not source.code[number].strip() and not source.in_text[number]):
        return []
    found = []
    for rule in RULES:
        if source.in_text[number] and rule is not sql:
            continue
        found += [(kind, first, last, braces(text), shown.strip()) for kind, first, last, text, shown in rule(source, number)]
    return found
