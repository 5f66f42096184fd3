"""Mails of gamebased, with a mail server that others wrote, polite and rude."""
from harness.mail import losses, manners, story
from harness.runner import Test


def tests(context):
    return [
        Test("a new password by mail: by STARTTLS, by TLS and on this machine, one mail, one use", story.sent),
        Test("an address is confirmed by mail, and a new user comes by one; each key is for its purpose", story.confirmed),
        Test("the page behind the link: no script, strict heads, three languages, and looking uses nothing up", story.pages),
        Test("a link that is a day old says so", story.expired),
        Test("wrong keys at the page are counted as wrong sessions are, and the right one still works", story.guessed),
        Test("templates in the app's own words; settings that would send no mail, or a password in the open, are refused", story.templates),
        Test("keys of mails and the mail server's password are in no database, log or answer", story.secret),
        Test("a server without mail in its settings says that none comes", story.none),
        Test("a rude mail server: whatever it answers, the mail comes once, or is unknown and sent again under the same Message-ID",
             manners.rude),
        Test("a mail server without TLS or with another's certificate gets neither password nor mail", manners.untrusted),
        Test("an address that bounced gets no more mails until the operator clears it; a relay that refuses us bounces nothing",
             manners.bounced),
        Test("mails to one address, of one network and of one app have limits, and the answer never says so", manners.limits),
        Test("an operator tests the settings, sees what waits, failed and bounced, and the doctor names it", manners.operator),
        Test("a webhook in place of a mail server: signed, tried again with the same id, bounces are noted", manners.webhook),
        Test("kill -9 between all steps of a reset, over SQLite: by curl's requests, by a C program, of an imported user", losses.killed),
        Test("kill -9 between all steps of a reset, over PostgreSQL: by curl's requests, by a C program, of an imported user",
             losses.killed_shared),
        Test("two servers over one database send each mail once", losses.two),
    ]
