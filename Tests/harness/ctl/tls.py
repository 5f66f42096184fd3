"""gamebasectl over TLS: it believes a server that proves its name, and no other."""
import os
import ssl
import threading

from harness.ctl import Operator, has
from harness.server import service, wire


def certificate(context):
    """A certificate of localhost, and its key."""
    place = context.directory("certificate")
    files = [os.path.join(place, name) for name in ("certificate.pem", "key.pem")]
    context.check(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-addext",
                   "subjectAltName=DNS:localhost", "-days", "2", "-out", files[0], "-keyout", files[1]])
    return files


def carried(server, inner_port):
    """TLS ends here, as at an nginx in front."""
    while True:
        try:
            outer, _ = server.accept()
        except ssl.SSLError:
            continue
        except OSError:
            return
        inner = wire.socket.create_connection(("127.0.0.1", inner_port))

        def pump(source, target):
            try:
                while piece := source.recv(65536):
                    target.sendall(piece)
                target.shutdown(wire.socket.SHUT_WR)
            except OSError:
                pass
        for pair in ((outer, inner), (inner, outer)):
            threading.Thread(target=pump, args=pair, daemon=True).start()


def proven(context):
    files = certificate(context)
    settings = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    settings.load_cert_chain(*files)
    with service.server(context) as it, wire.socket.create_server(("127.0.0.1", 0)) as plain, \
            settings.wrap_socket(plain, server_side=True) as server:
        threading.Thread(target=carried, args=(server, it.port), daemon=True).start()
        operator = Operator(context, "https://localhost:%d" % server.getsockname()[1])
        has(operator.ask("ledger", "check", "--app", wire.APP, status=3), "cannot reach")
        has(operator.ask("ledger", "check", "--app", wire.APP, "--cacert", files[0]), "the ledger is sound")
        has(operator.ask("ledger", "check", "--app", wire.APP, "--cacert", "/nowhere", status=2), "there is no file /nowhere")
