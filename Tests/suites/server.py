"""gamebased, the service in a process of its own, over sockets: what games and operators get, and what attackers do not."""
from harness.runner import Test
from harness.server import (
    apart, books, bounds, crowds, doors, due, fair, figures, fulldisk, gate, lasting, losses, manners, moves, needs, others, pooled,
    proxies, rights, service, shared, silent, storage, times, vanished)


def tests(context):
    return [
        Test("a guest logs in, buys, and hears a kickout within a second, over plain HTTP", service.story),
        Test("a long poll waits as long as it asks, hears what comes, and goes on behind its place", service.polls),
        Test("a stream goes on behind the event that it names, also over a restart; nothing is missing or there twice", service.resume),
        Test("a stream and a poll that missed what is not kept any more are told to begin anew", service.reset),
        Test("a player hears nothing that is another's, and not who was kicked out with it", service.private),
        Test("a restart keeps members, money, and what the operator changed", service.restart),
        Test("settings that were loaded are loaded again where their app's store is gone", service.made_anew),
        Test("SIGTERM answers what is under way and every poll, ends streams, and takes no longer than its limit", service.graceful),
        Test("SIGTERM answers a request whose body comes behind it", service.late_body),
        Test("SIGHUP loads settings and key that have changed, opens the log anew, survives what is wrong in them", service.reload),
        Test("SIGHUP while a start waits ends nothing, and is heard when the server runs", service.early_reload),
        Test("two apps of one server know nothing of each other, whatever their ids", service.two_apps),
        Test("an operator makes an app with its first settings; what is refused leaves nothing", service.new_app),
        Test("health, readiness and metrics say how it is, also without a store", service.operation),
        Test("with a listener of its own the operator is heard nowhere else", service.admin),
        Test("the first start makes an operator's key for its owner alone, and says what to type next", service.first_start),
        Test("fewer connections than were asked for are said at the start", service.few_files),
        Test("what is wrong on the command line is said in one line, with status 2", service.command_line),
        Test("connected players are counted each minute, each once, also where the sandbox's clock was moved", service.connected),
        Test("a server at rest uses no processor time", service.at_rest, alone=True),
        Test("who asks is who the path and the key say, and no player is believed what only its device can know", service.trusted_with),
        Test("no log holds a token, a key, a secret or a parameter; the audit log says who asked what", service.quiet_logs),
        Test("whatever two readers could read in two ways is refused, and so is too much of everything", manners.smuggling),
        Test("a request is read the same however it is cut", manners.in_pieces),
        Test("a body that is no request, or costs too much to read, is refused", manners.bodies),
        Test("only what may be long may be long", manners.long_bodies),
        Test("who sends slowly is let go after ten seconds, and costs the others nothing", manners.slow),
        Test("5,000 aborted requests leave nothing behind", manners.aborted),
        Test("who ended its half gets its answers; requests behind each other are answered in order", manners.half_open),
        Test("a field that is a list may come in several lines, and no other may", others.lists),
        Test("behind a believed proxy every form of an address is read, and what is none lets nobody past a limit", others.forwarded),
        Test("HEAD is answered as GET, without a body, at every path", others.head),
        Test("each answer is counted once, by its status", others.statuses),
        Test("the operator's work is refused with the statuses of the protocol", others.work),
        Test("a stream that is not read costs little and holds up nobody, and hears everything when it is", manners.slow_reader),
        Test("a stream of which nothing is taken for half a minute ends", manners.stuck),
        Test("a stream whose reader is gone without a word ends like it, and counts as nobody's", vanished.reader),
        Test("what one request stores every reader reads, and it closes no class", storage.readable),
        Test("a damaged object is left out and named, and the operator removes it", storage.damaged),
        Test("a network has a share of objects, files, installations, roles, accounts and guests, and leaves the others theirs",
             storage.shares),
    ] + of_rights() + of_limits() + of_doors() + of_askers() + of_changes() + of_time()


def of_rights():
    return [
        Test("each end of a member's right ends streams and polls, and nothing private comes behind it: %s" % name,
             rights.play(make, rights.of_members)) for name, make in rights.WORLDS.items()
    ] + [
        Test("each end of a user's right ends uploads and downloads that are under way: %s" % name, rights.play(make, rights.of_users))
        for name, make in rights.WORLDS.items()
    ]


def of_askers():
    measured = [
        Test("a purchase beside strangers takes at most twice as long, and three times beside ten (SQLite)", fair.over_sqlite, alone=True),
        Test("a purchase beside strangers takes at most twice as long, and three times beside ten (two servers)", fair.over_postgresql,
             alone=True),
    ]
    return [
        Test("whoever asks for many long searches, or many keys of passwords, keeps no sign-up, log-in or operator waiting", fair.closed),
        Test("64 players beside a stranger who sends the dearest requests play to the end, and none of theirs is refused", fair.beside_one),
    ] + (measured if fair.SECONDS else [])


def of_time():
    return [
        Test("dated pushes and rounds of sweeping are done in time though nobody asks, after kill -9 and a start (SQLite)",
             due.over_sqlite),
        Test("dated pushes and rounds of sweeping are done in time though nobody asks, when their server is gone (PostgreSQL)",
             due.over_postgresql),
        Test("a push that a server was sending when it died is sent to the end by the other one, to each device once", due.taken_over),
        Test("what is due in %d apps at once is done in each, beside one that cannot be opened" % due.APPS, due.many_apps),
    ] + ([Test("memory stays as it is over %d s of load" % lasting.SECONDS, lasting.flat),
          Test("memory that many long answers left free is given back", lasting.freed)] if lasting.SECONDS else [])


def of_limits():
    return [
        Test("limit of an address, also behind a proxy, also of IPv6", bounds.address),
        Test("limit of sign-ins from an address", bounds.login),
        Test("limit of a player, over all of its sessions", bounds.player),
        Test("limit of metrics, by the entries of a batch", bounds.metrics),
        Test("limit of work counts what was read in vain, and who owes some is refused before a long body is read", bounds.reading),
        Test("limit of an app", bounds.app),
        Test("metrics of players who left a shared machine are theirs, once, and no stranger sends them", figures.later),
        Test("a clock that was wrong holds no level for ever and makes no day that was not", figures.clocks),
        Test("what one guest invents hides no level and is no loss that is believed", figures.inventions),
        Test("limit of wrong operator's keys", bounds.operator),
        Test("limit of streams", bounds.streams),
        Test("limit of connections", bounds.connections),
        Test("who promises a body and sends nothing keeps nobody out, and one address has a share of what is sent", crowds.promised),
        Test("long answers that one address does not take leave room for the others", crowds.untaken),
        Test("an answer has no more bytes than its limit, with what it includes as often as it stands there", crowds.included),
        Test("an answer that is taken slowly, and goes on, comes whole", crowds.steady),
        Test("streams and polls that are open count for address and player, and leave connections for requests", crowds.open_streams),
        Test("a proxy on another machine has as many connections as it wants", crowds.proxied),
        Test("polls that were answered leave nothing behind", crowds.ended_polls),
        Test("a log that nobody reads any more keeps nobody waiting", crowds.full_log),
        Test("the shipped nginx.conf hands on every path but the operator's", gate.handed_on),
        *[Test("behind %s, started from its example, games play, all interfaces are spoken, the operator is refused in words, and limits "
               "count players" % name, proxies.behind(name.lower())) for name in ("nginx", "HAProxy", "Caddy")],
        *[Test("%s before two servers: one that is gone gets no request, and an app that is damaged keeps no other from either" % name,
               proxies.beside(name.lower())) for name in ("nginx", "HAProxy", "Caddy")],
        Test("wrong operator's keys write a bounded number of lines into the audit log", bounds.audited),
        Test("the operator's work takes from no limit of players", bounds.unlimited_operator),
        Test("9,000 streams cost at most 8 kB each and hear what is told", bounds.memory),
    ]


def of_doors():
    return [
        Test("each path and method counts wrong proofs, and lets in a right one from a known address beside them", doors.walked),
        Test("guesses at a game server's key close every path to who guesses, and none to who was there before", doors.one_door),
        Test("wrong operator's keys close nothing to this machine, or to where the operator was before", doors.operator),
        Test("a name that strangers guess at is closed to them and not to its owner, at two servers of a database", doors.owners),
        Test("wrong tries to move a guest are counted without a setting, and questions about them are log-ins", doors.transfers),
        Test("settings with a key that names another app are refused", doors.keys_of_others),
        Test("a REAL app does not begin with secrets that everybody knows or can guess", doors.weak_secrets),
        Test("the audit log names whom and what it was about, and which of two keys asked", doors.named_in_audit),
    ]


def of_changes():
    return [
        Test("a change that is sent again with its key is made once and answered the same; the key is good for nothing else", losses.once),
        Test("a login cut behind each byte of request and answer, and sent again, is one login", losses.cut_login),
        Test("a purchase cut behind each byte of request and answer, and sent again, is one purchase", losses.cut_purchase),
        Test("a consumption cut behind each byte of request and answer, and sent again, is one consumption", losses.cut_consume),
        Test("a save cut behind each byte of request and answer, and sent again, is one save", losses.cut_save),
        Test("%d times kill -9 under %d buyers loses nothing that was answered and doubles nothing (seed %d)" % (
            losses.KILLS, losses.CLIENTS, losses.SEED), losses.killed),
        Test("an app moves from a server's file into PostgreSQL, into a game's directory and back, and its ledger is sound",
             moves.there_and_back),
        Test("no app moves onto data, away from a server that runs, or under another's name", moves.refused),
        Test("a move names every row that its target cannot keep, moves nothing, and moves all when they are mended", moves.unfit),
        Test("a move that is killed leaves nothing that a server would serve, keeps servers out, and is done again", moves.killed),
        Test("an app whose file is damaged or newer keeps no other app of the server from being served, and is named", apart.in_files),
        Test("an app whose schema is damaged or newer keeps no other app of the database from being served, and comes back by itself",
             apart.in_database),
        Test("a server starts on a full disk, reads what is there, and keeps what comes when there is room", fulldisk.over_sqlite),
    ] + [
        Test("a server whose only app was written by a newer one starts, answers 503 and says why: %s" % home, apart.alone(make))
        for home, make in (("SQLite", apart.alone_in_file), ("PostgreSQL", apart.alone_in_database))
    ] + [
        Test("while an app is opened over a database that does not answer, the others are answered at once", silent.opening),
        Test("a player hears nothing of what the database's client says when the database is gone", silent.reticent),
        Test("each need of a database that is not met ends the start with the sentence that mends it, or is taken when it is accepted",
             needs.refused),
        Test("a database that loses what correctness needs while it runs is used no more until it is mended; log, gauge and doctor say so",
             needs.taken_away),
        Test("an object that REST creates is there once, whatever becomes of the answer to its commit", needs.lost_commits),
        Test("a database that is not there at the start is waited for, and each outage has a beginning and an end", needs.awaited),
        Test("a wrong user and a missing database end the start", needs.mistaken),
        Test("over a pooler that shares sessions nothing is served, and it is said", pooled.told),
        Test("a database that hangs is answered for at once, and is used again when it goes on", needs.frozen),
        Test("what waits when a database begins to hang is answered within its limit, and is not done later", needs.hung),
        Test("a start waits for whoever raises the schema for longer than a request may wait", needs.patient),
        Test("a push whose server is killed in the middle, sent again with its key, goes on and reaches each once", losses.pushed),
        Test("two servers on one PostgreSQL are one service: apps, sessions, events, and answers to changes", shared.two),
        Test("servers of one PostgreSQL load a file of settings once, and undo nothing that an operator changed since", shared.files),
        Test("two servers whose machines are ten minutes apart go by the time of their PostgreSQL, and say so", shared.clocks),
        Test("servers ten minutes apart: each push of the mobile backend reaches each device once, is counted exactly, and none early",
             times.pushes),
        Test("servers ten minutes apart: each push of the console reaches each player once, is counted exactly, and none early",
             times.campaigns),
        Test("servers ten minutes apart: a ticket of either is good at the other from its birth to its end", times.tickets),
        Test("servers ten minutes apart: a period of a subscription is booked when it is over, once", times.periods),
        Test("a server whose machine is more than 2 s off its database is not ready, serves, and is ready when it is set", times.ready),
        Test("the check of a ledger over PostgreSQL reads no more for a payment among four times as many", books.grows),
    ]
