"""Single calls over HTTP."""
import http.client
import socket
import time

from harness.wires import faces

ANSWER_SECONDS = 60


def raw(port, method, path, headers, body=None):
    """(status, headers in small letters, body) of a call as it is."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in {"Host": "localhost:%d" % port, **headers}.items():
            connection.putheader(name, value)
        if body is not None and "Content-Length" not in headers:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
    finally:
        connection.close()


def fields(method, path, application=faces.APPLICATION_KEY, key=faces.CLIENT_KEY, **more):
    text = faces.text_to_sign(method, path, application, faces.TIME)
    return {"X-NCMB-Application-Key": application, "X-NCMB-Timestamp": faces.TIME,
            "X-NCMB-Signature": faces.digest(text.encode(), key), **more}


def signed(port, method, path, body=None, headers=None, **keys):
    told = dict(headers or {})
    if body is not None and "Content-Type" not in told:
        told["Content-Type"] = "application/json"
    return raw(port, method, path, {**fields(method, path, **keys), **told}, body)


def answer_signature(path, body):
    text = faces.text_to_sign("GET", path, faces.APPLICATION_KEY, faces.TIME).encode()
    return faces.digest(text + (b"\n" + body.hex().encode() if body else b""))


def upload(port, name, content, mime_type, acl=None):
    form = b'--b7\r\nContent-Disposition: form-data; name="file"; filename="x"\r\nContent-Type: %s\r\n\r\n%s\r\n' % (
        mime_type.encode(), content)
    if acl:
        form += b'--b7\r\nContent-Disposition: form-data; name="acl"\r\n\r\n%s\r\n' % acl.encode()
    return signed(port, "POST", "/2013-09-01/files/" + name, form + b"--b7--\r\n", {"Content-Type": "multipart/form-data; boundary=b7"})


def begin(port, path):
    """A reader that takes nothing of its answer but what fits into a small buffer."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", port))
    lines = ["GET %s HTTP/1.1" % path, "Host: localhost"] + ["%s: %s" % field for field in fields("GET", path).items()]
    connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    return connection


def wait_for_rest(it, still=False):
    """Until the server uses no processor time; `still`: with requests that go on."""
    for _ in range(100):
        before = it.processor_seconds()
        time.sleep(0.3)
        if it.processor_seconds() - before < 0.02:
            return
