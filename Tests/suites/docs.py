"""The pages that `make docs` makes of the headers: nothing public is missing, and no comment is misread."""
import glob
import os
import re
import xml.etree.ElementTree as xml

from harness import declarations
from harness.runner import Failure, Test

ENTRIES_AT_LEAST = 900


def doxygen(context, warnings):
    """Makes the pages in a directory of their own; returns it, with what Doxygen said."""
    place = context.directory("docs")
    with open(context.path("Sources", "packaging", "Doxyfile")) as file:
        settings = file.read() + ("WARNINGS = YES\nWARN_IF_UNDOCUMENTED = YES\nGENERATE_HTML = NO\n" if warnings else "")
    path = os.path.join(place, "Doxyfile")
    with open(path, "w") as file:
        file.write(settings)
    return place, context.check(["env", "DOCS=" + place, "VERSION=1.0.0", "doxygen", path])


def entries(place):
    """Name -> whether it has words of its own, of everything that has an entry."""
    found = {}
    for path in glob.glob(os.path.join(place, "xml", "*.xml")):
        for member in xml.parse(path).iter():
            if member.tag in ("memberdef", "enumvalue", "compounddef") and member.findtext("name", member.findtext("compoundname")):
                name = member.findtext("name") or member.findtext("compoundname")
                words = "".join("".join(part.itertext()) for part in member if part.tag in ("briefdescription", "detaileddescription"))
                found[name] = found.get(name, False) or bool(words.strip())
    return found


def whole(context):
    place, said = doxygen(context, warnings=True)
    if said.strip():
        raise Failure("Doxygen does not read the comments as they are meant:\n" + said)
    found = entries(place)
    declared = declarations.read(context.path("include"))
    described = [*declared.exported(), *declared.callbacks, *declared.objects, *declared.structures]
    described += [name for name in declared.enumerations if name]
    listed = [name for values in declared.enumerations.values() for name, _ in values]
    missing = [name for name in described if not found.get(name)] + [name for name in listed if name not in found]
    if missing or len(described) + len(listed) < ENTRIES_AT_LEAST:
        raise Failure("of %d names these have no entry: %s" % (len(described) + len(listed), missing))


def pages(context):
    """A person finds a function, its argument and its errors on a page."""
    place, _ = doxygen(context, warnings=False)
    with open(os.path.join(place, "html", "TCGBPurchase_8h.html")) as file:
        text = re.sub(r"<[^>]*>", "", file.read())
    for words in ("requestPurchaseWithGamebaseProductId", "4003 a purchase is running", "payload: at most 4,096 bytes"):
        if words not in text:
            raise Failure("the page of TCGBPurchase.h lacks: " + words)
    if not os.path.exists(os.path.join(place, "html", "index.html")):
        raise Failure("there is no index.html")


def tests(context):
    return [
        Test("each public declaration has an entry with its comment in the pages of the headers", whole),
        Test("the pages can be read: a function, its arguments and its errors", pages),
    ]
