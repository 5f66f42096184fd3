"""What stands before a server: it hands on what is asked, and answers otherwise where a test wants it."""
import http.client
import http.server
import threading

PAGE = b"<html><body><h1>Bad Gateway</h1></body></html>"


class Relay:
    """Listens on a port of its own, `address`. `before(path, body)` runs before a request is handed on; what it returns is called with
    the answer's status and gives the one that is told in its place, with a page, or None. `change(path, text)` gives what is handed back
    in place of what was answered."""

    def __init__(self, port, before=lambda *_: None, change=lambda _, text: text):
        relay = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def hand_on(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                instead = relay.before(self.path, body)
                upstream = http.client.HTTPConnection("127.0.0.1", relay.port, timeout=60)
                given = {name: value for name, value in self.headers.items() if name not in ("Host", "Accept-Encoding")}
                upstream.request(self.command, self.path, body, given)
                answer = upstream.getresponse()
                text, status = relay.change(self.path, answer.read()), answer.status
                upstream.close()
                other = instead(status) if instead else None
                self.send_response(other or status)
                self.send_header("Content-Type", "text/html" if other else answer.headers["Content-Type"])
                text = PAGE if other else text
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = hand_on

        self.port, self.before, self.change = port, before, change
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.own_port = self.server.server_address[1]
        self.address = "http://127.0.0.1:%d" % self.own_port

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
