"""The words of the console's page: each in each language, and each shown."""
import glob
import json
import os
import re

from harness.runner import Failure
from harness.server.service import same

TEXTS_AT_LEAST = 900
# A list or an object that is made when its file comes.
FIXED = re.compile(r"^(?:export )?const \w+ = [\[{](?:.|\n)*?;\n", re.M)


def words(path):
    """{key: text} of a file of texts: groups of lines `key: "text",`, or keys at the left for groups of one."""
    found, group = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            opened = re.match(r'  ("?)([\w.]+)\1: \{$', line)
            if opened or line.startswith("  }"):
                group = opened.group(2) if opened else None
                continue
            for quoted, bare, text in re.findall(r'(?:"([^"]*)"|(\w+)): ("(?:[^"\\]|\\.)*")', line):
                key = quoted or bare
                name = key if group is None else group + "." + key if key else group
                if name in found:
                    raise Failure("%s has the text %s twice: a group that comes again takes the place of the first" % (path, name))
                found[name] = json.loads(text)
    return found


def groups(path):
    """The page puts the files of a language over each other, group by group."""
    with open(path, encoding="utf-8") as file:
        return re.findall(r'^  "?([\w.]+)"?: [{"]', file.read(), re.M)


def texts(context):
    """A word that a language lacks is shown as its key, and one that nothing shows is read by nobody."""
    folder = context.path("Sources/Console/Page")
    languages, homes = {}, {}
    for path in sorted(glob.glob(os.path.join(folder, "texts", "*.js"))):
        language = os.path.basename(path)[:2]
        languages.setdefault(language, {}).update(words(path))
        for group in groups(path):
            if homes.setdefault((language, group), path) != path:
                raise Failure("%s and %s both have the group %s: the second takes the place of the first" % (
                    homes[language, group], path, group))
    same(sorted(languages), ["en", "ja", "ko"], "languages")
    english = languages["en"]
    if len(english) < TEXTS_AT_LEAST:
        raise Failure("%d texts were found" % len(english))
    holes = re.compile(r"\{\w+\}")
    for language, texts in languages.items():
        same(sorted(texts), sorted(english), "keys of " + language)
        for key, text in texts.items():
            same(sorted(set(holes.findall(text))), sorted(set(holes.findall(english[key]))), "what is put into %s of %s" % (key, language))
    code, fixed = "", []
    for path in glob.glob(os.path.join(folder, "**", "*.js"), recursive=True):
        if os.sep + "texts" + os.sep not in path:
            with open(path, encoding="utf-8") as file:
                source = file.read()
            code += source
            fixed += ["%s: %s" % (path, value.split(" = ")[0]) for value in FIXED.findall(source) if re.search(r"\bt\(", value)]
    # It would stay in the language that was chosen when the file came.
    same(fixed, [], "what has a text for as long as the page is open")
    named = set(re.findall(r"""["'`]([A-Za-z][\w.*-]*)["'`]""", code))
    parts = tuple(set(re.findall(r"`([\w.]*\.)\$\{", code)) | {name + "." for name in re.findall(r'word\("(\w+)"', code)})
    held(context, english)
    unused = [key for key in english if key not in named and not key.startswith(parts)]
    if unused:
        raise Failure("shown by nothing: " + ", ".join(unused))


COLUMNS = re.compile(r'HeldTable\(\s*name: "(\w+)".*?columns:\s*(?:"""\n(.*?)"""|"([^"]*)")', re.S)
# Whose a row is, is said above all tables.
OWNERS = {"user_id", "owner"}


def held(context, english):
    """The tables of a player that have a tab, and their columns, have words of each language and not the database's names."""
    with open(context.path("Sources/Service/Rights/HeldTable.swift"), encoding="utf-8") as file:
        tables = {name: set(re.findall(r"\w+", block + line)) - OWNERS for name, block, line in COLUMNS.findall(file.read())}
    with open(context.path("Sources/Console/Page/player.js"), encoding="utf-8") as file:
        shown = re.findall(r'"(\w+)"', file.read().split("const known = {", 1)[1].split("};", 1)[0])
    same(sorted(set(shown) - set(tables)), [], "tables with a tab that are not held")
    bare = ["held." + name for name in shown] + ["column." + column for name in shown for column in sorted(tables[name])]
    same([key for key in bare if key not in english], [], "what is shown by its name in the database")
