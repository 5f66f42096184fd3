"""A store of the tests' own: what the two interfaces have in common. It answers as documented, and as rudely as it is told to."""
import http.server
import json
import threading
import time
import urllib.parse


class Quiet(http.server.ThreadingHTTPServer):
    """A client that is killed in the middle is what is tried here, and no news."""

    def handle_error(self, request, client_address):
        pass


class Counter:
    """An HTTP server, for as long as the block lasts. `rude(method, path)` says of each request: None, or one of
    ("late", seconds), ("status", number), ("lose", None): heard and not answered, ("drop", None): not heard, ("cut", bytes),
    ("garbage", None)."""

    def __init__(self):
        self.lock = threading.RLock()
        self.rude = lambda method, path: None
        self.server = Quiet(("127.0.0.1", 0), handler(self))
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        self.url = "http://127.0.0.1:%d" % self.port

    def answer(self, method, path, query, form, headers):
        raise NotImplementedError

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def handler(counter):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def handle_any(self):
            address = urllib.parse.urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            query = urllib.parse.parse_qs(address.query)
            form = {name: values[0] for name, values in urllib.parse.parse_qs(body).items()}
            kind, how = counter.rude(self.command, address.path) or (None, None)
            # An odd status comes before anything was done.
            is_heard = kind != "drop" and not (kind == "status" and how % 2)
            if is_heard:
                with counter.lock:
                    answer = counter.answer(self.command, address.path, query, form, self.headers)
            if kind == "late":
                time.sleep(how)
            if kind in ("lose", "drop"):
                self.close_connection = True
                return
            status, value = (how, {}) if kind == "status" else answer
            data = b"<html>" if kind == "garbage" else json.dumps(value).encode()
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data[:how] if kind == "cut" else data)
            except OSError:
                pass
            if kind == "cut":
                self.close_connection = True

        do_GET = do_POST = handle_any

    return Handler
