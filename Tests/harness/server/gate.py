"""The nginx.conf that is shipped: what of gamebased it hands on, and what it keeps in."""
import json
import re

from harness.runner import Failure

CONF, WIRES, WORK = "Sources/packaging/server/nginx.conf", "Sources/Server/Carriers/PublishedWire.swift", "Sources/Server/Apps/Route.swift"
APP = "/v1/apps/QuickStart/"
STREAMS = ("events",)
OUTSIDE = ("client", "server", "events", "stores/WEB/events", "sign-in/callback", "mail/password-reset", "mail/confirmation")
# The operator's, and what watches the server.
INSIDE = ("console",)
WATCHED = ("/health", "/ready", "/metrics", "/", "/v1/apps/QuickStart", "/v1/apps/QuickStart/clients", "/v2/apps/QuickStart/client")


def read(context, path):
    with open(context.path(path)) as file:
        return file.read()


def locations(conf):
    """Each location's expression, and what stands in it."""
    return [(re.compile(expression), body) for expression, body in re.findall(r"location ~ (\S+) \{(.*?)\n    \}", conf, re.S)]


def handed_on(context):
    """Walks the paths that the server knows; each of them is a game's, a store's, a provider's or somebody's who speaks a wire."""
    conf = read(context, CONF)
    found = locations(conf)
    wires = re.findall(r'\("(/[^"]+)", \.\w+\)', read(context, WIRES))
    work = re.findall(r"    case (\w+)$", read(context, WORK).split("enum OperatorWork")[1], re.M)
    if len(wires) < 9 or len(work) < 3:
        raise Failure("the server's paths were not found: %r, %r" % (wires, work))
    documented = [re.sub(r"\{[^}]+\}", "x", path) for path in json.loads(read(context, "docs/openapi.json"))["paths"]]
    of_wires = [path for path in documented if any(path.startswith(wire) for wire in wires)] + [wire + "x/y" for wire in wires]
    wrong = []
    for path in [APP + part for part in OUTSIDE] + of_wires:
        bodies = [body for expression, body in found if expression.search(path)]
        if not bodies or "proxy_pass http://gamebased;" not in bodies[0]:
            wrong.append("%s is not handed on" % path)
        elif path.endswith(tuple("QuickStart/" + part for part in STREAMS)) and "proxy_buffering off;" not in bodies[0]:
            wrong.append("%s is kept back" % path)
    for path in [APP + part for part in (*INSIDE, *work)] + list(WATCHED):
        bodies = [body for expression, body in found if expression.search(path)]
        if any("proxy_pass" in body for body in bodies) or bodies and "return 403" not in bodies[0]:
            wrong.append("%s is handed on" % path)
        elif path in [APP + part for part in (*INSIDE, *work)] and not bodies:
            wrong.append("%s is not refused in words" % path)
    if not re.search(r"location / \{\s+return 404;", conf):
        wrong.append("what no location names is not refused")
    zone = re.search(r"limit_conn_zone \$binary_remote_addr zone=(\w+):", conf)
    if not zone or "limit_conn %s " % zone.group(1) not in conf:
        wrong.append("the connections of an address are not counted")
    if wrong:
        raise Failure("\n".join(wrong))
