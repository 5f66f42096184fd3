"""What only HTTP has of the mobile backend: pages in browsers, and files that go in parts."""
import os
import threading

from harness.runner import Failure
from harness.server import service, wire
from harness.server.service import same
from harness.wires import calls, faces

SECRET_ACL = '{"nobody":{"read":true}}'


def cors(context):
    with service.server(context) as it:
        for path in ("/2013-09-01/classes/Horse", "/2013-09-01/files/a.png", "/applications/QuickStart/publicFiles/a.png"):
            asked = {"Origin": "https://game.example", "Access-Control-Request-Method": "PUT"}
            status, headers, body = calls.raw(it.port, "OPTIONS", path, asked)
            same((status, body), (200, b""), "what a browser is told before it lets a page call")
            same(headers["access-control-allow-origin"], "*", "who may call")
            for wanted in ("GET", "POST", "PUT", "DELETE"):
                if wanted not in headers["access-control-allow-methods"]:
                    raise Failure("a page may not call with " + wanted)
            for wanted in ("Content-Type", "X-NCMB-Application-Key", "X-NCMB-Signature", "X-NCMB-Timestamp", "X-NCMB-Apps-Session-Token"):
                if wanted.lower() not in headers["access-control-allow-headers"].lower():
                    raise Failure("a page may not send " + wanted)
            same("access-control-allow-credentials" in headers, False, "whether cookies count")
        status, headers, _ = calls.raw(it.port, "OPTIONS", "/2013-09-01/classes/Horse", {})
        same(status, 405, "OPTIONS of nobody who asks for a page")
        for key in (faces.CLIENT_KEY, "another"):
            status, headers, _ = calls.signed(it.port, "GET", "/2013-09-01/classes/Horse", key=key)
            same(status, 200 if key == faces.CLIENT_KEY else 401, "a call")
            same(headers["access-control-allow-origin"], "*", "who may read an answer, also a refusal")
            same(headers["access-control-expose-headers"], "X-NCMB-Response-Signature", "what it may read")
        # Our own protocol is not for pages.
        status, headers, _ = calls.raw(it.port, "OPTIONS", "/v1/apps/QuickStart/console", {"Origin": "https://game.example",
                                                                                          "Access-Control-Request-Method": "POST"})
        same((status, "access-control-allow-origin" in headers), (401, False), "a page that wants to be the operator, without the key")


def files(context):
    sizes = [0, 1, 65535, 262143, 262144, 262145, 1 << 20, 10 << 20]
    with service.server(context, options=service.UNLIMITED) as it:
        before = it.resident_bytes()
        for size in sizes:
            content = os.urandom(size)
            status, _, body = calls.upload(it.port, "f%d" % size, content, "image/png")
            same(status, 201, "a file of %d bytes: %r" % (size, body))
            status, headers, body = calls.signed(it.port, "GET", "/2013-09-01/files/f%d" % size)
            same((status, body == content, headers["content-type"]), (200, True, "image/png"), "the same file of %d bytes" % size)
            same(headers.get("x-ncmb-response-signature"), calls.answer_signature("/2013-09-01/files/f%d" % size, content), "its signature")
            same((headers["x-content-type-options"], headers["content-security-policy"]), ("nosniff", "default-src 'none'; sandbox"),
                 "what a browser makes of it")
        status, _, body = calls.upload(it.port, "large", b"x" * (10 << 20) + b"x", "image/png")
        same((status, b"E413001" in body), (413, True), "a file that is too large: %r" % body)
        # Sixteen readers of the largest at once, who do not take it, keep a part each and not the file.
        calls.wait_for_rest(it)
        rest, readers = it.resident_bytes(), []
        for _ in range(16):
            readers.append(calls.begin(it.port, "/2013-09-01/files/f%d" % sizes[-1]))
        calls.wait_for_rest(it, still=True)
        if it.resident_bytes() - max(rest, before) > 64 << 20:
            raise Failure("16 readers of 10 MiB that do not read cost %d bytes" % (it.resident_bytes() - rest))
        for reader in readers:
            reader.close()
        service.eventually(lambda: "gamebased_requests_under_way 0" in wire.get(it.port, "/metrics").text, "nothing is left of them")


def public(context):
    with service.server(context) as it:
        for name, acl in (("open", None), ("secret", SECRET_ACL)):
            calls.upload(it.port, name, b"hay" * 100000, "text/html", acl)
        for prefix in ("", "/2013-09-01"):
            status, headers, body = calls.raw(it.port, "GET", prefix + "/applications/QuickStart/publicFiles/open", {})
            same((status, body), (200, b"hay" * 100000), "a file that everybody may read")
            same((headers["content-type"], headers["content-security-policy"]), ("text/html", "default-src 'none'; sandbox"), "its head")
            same("x-ncmb-response-signature" in headers, False, "whether it is signed")
        for path, wanted in (("/applications/QuickStart/publicFiles/secret", 403), ("/applications/QuickStart/publicFiles/none", 404),
                             ("/applications/Another/publicFiles/open", 404), ("/applications/QuickStart/publicFiles/", 404),
                             ("/applications/QuickStart/publicFiles/a%2Fb", 404), ("/applications/../publicFiles/open", 404)):
            status, _, body = calls.raw(it.port, "GET", path, {})
            same((status, b'{"code":"E%d' % wanted in body), (wanted, True), "%s: %r" % (path, body))
        same(calls.raw(it.port, "DELETE", "/applications/QuickStart/publicFiles/open", {})[0], 405, "a method that changes something")
        with_body = calls.raw(it.port, "GET", "/applications/QuickStart/publicFiles/open", {"Content-Length": "5"}, b"hello")
        same(with_body[0], 413, "a body for what is read")
    console = service.settings(context, wire.APP, ncmb={"applicationKey": faces.APPLICATION_KEY, "clientKey": faces.CLIENT_KEY})
    with service.server(context, console=[console]) as it:
        calls.upload(it.port, "open", b"hay", "text/plain")
        status, _, body = calls.raw(it.port, "GET", "/applications/QuickStart/publicFiles/open", {})
        same((status, b"E403003" in body), (403, True), "the same where the settings do not say so")


def replaced(context):
    """Readers while a writer puts one file in the place of another: each gets one of them whole, or is cut off."""
    first, second = b"a" * (3 << 20), b"b" * (2 << 20)
    with service.server(context, options=service.UNLIMITED) as it:
        calls.upload(it.port, "f", first, "text/plain")
        stop, wrong, whole = threading.Event(), [], []

        def write():
            while not stop.is_set():
                for content in (second, first):
                    calls.upload(it.port, "f", content, "text/plain")
        writer = threading.Thread(target=write)
        writer.start()
        for _ in range(12):
            try:
                status, headers, body = calls.signed(it.port, "GET", "/2013-09-01/files/f")
            except (OSError, wire.http.client.HTTPException):
                continue
            if status == 503:
                continue
            whole.append(status)
            if body not in (first, second) or headers["x-ncmb-response-signature"] != calls.answer_signature("/2013-09-01/files/f", body):
                wrong.append((status, len(body)))
        stop.set()
        writer.join()
        same((wrong, len(whole) > 0), ([], True), "files that were mixed or signed wrongly")
