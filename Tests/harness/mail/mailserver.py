"""aiosmtpd with manners. usage: mailserver.py FOLDER PORT SECURITY CERTIFICATE KEY. SECURITY: STARTTLS, TLS or NONE.

It appends each mail that it took to FOLDER/mails, a line of JSON, and every command to FOLDER/said. FOLDER/manner has the manner that the
next sessions get, if it is there: a word a line.

    greeting 421      the connection is refused        no-tls            STARTTLS is not offered
    mail 451          MAIL is answered so              rcpt 450 4.2.0 x  RCPT is answered so
    data 554 x        the whole mail is answered so    drop              the mail is taken, and the connection cut before the answer
    hang              nothing is answered to the mail  hang-farewell     QUIT is not answered
"""
import asyncio
import email
import email.policy
import json
import os
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

FOLDER, PORT, SECURITY, CERTIFICATE, KEY = sys.argv[1:6]
USER, PASSWORD = "player-mails", "right password"


def manner():
    try:
        with open(os.path.join(FOLDER, "manner")) as file:
            return [line.strip() for line in file if line.strip()]
    except FileNotFoundError:
        return []


def note(name, value):
    with open(os.path.join(FOLDER, name), "a") as file:
        file.write(json.dumps(value) + "\n")


class Handler:
    def answer(self, word):
        return next((line[len(word) + 1:] for line in manner() if line.startswith(word + " ")), None)

    async def handle_MAIL(self, server, session, envelope, address, options):
        answer = self.answer("mail")
        if answer:
            return answer
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        answer = self.answer("rcpt")
        if answer:
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        answer = self.answer("data")
        if answer:
            return answer
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        note("mails", {
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "id": message["Message-ID"], "subject": message["Subject"],
            "headers": {name: str(value) for name, value in message.items()}, "text": message.get_content(),
            "raw": envelope.content.decode("ascii"), "user": session.auth_data.login.decode() if session.auth_data else None,
            "tls": session.ssl is not None or SECURITY == "TLS"})
        if "drop" in manner():
            server.transport.abort()
            return "250 OK"
        if "hang" in manner():
            await asyncio.sleep(3600)
        return "250 2.0.0 taken"

    async def handle_QUIT(self, server, session, envelope):
        if "hang-farewell" in manner():
            await asyncio.sleep(3600)
        return "221 Bye"


class Server(SMTP):
    """What a session says is noted, but not what it proves."""

    def connection_made(self, transport):
        if any(line.startswith("greeting") for line in manner()) and transport.get_extra_info("sslcontext") is None:
            transport.write(b"421 4.3.2 not now\r\n")
            transport.close()
            return
        super().connection_made(transport)

    async def push(self, status):
        note("said", "S " + (status if isinstance(status, str) else status.decode()))
        await super().push(status)


def authenticate(server, session, envelope, mechanism, data):
    note("said", "A %s" % mechanism)
    right = isinstance(data, LoginPassword) and data.login.decode() == USER and data.password.decode() == PASSWORD
    return AuthResult(success=right, auth_data=data if right else None)


async def main():
    context = None
    if SECURITY != "NONE":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE, KEY)

    def make():
        starts = SECURITY == "STARTTLS" and "no-tls" not in manner()
        return Server(Handler(), hostname="localhost", tls_context=context if starts else None, require_starttls=starts,
                      authenticator=authenticate, auth_require_tls=SECURITY != "TLS" and SECURITY != "NONE", timeout=60,
                      loop=asyncio.get_running_loop())
    server = await asyncio.get_running_loop().create_server(
        make, "127.0.0.1", int(PORT), ssl=context if SECURITY == "TLS" else None)
    print("listens on %d" % server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
