"""A PostgreSQL server of the tests' own: Debian's, in a new folder, on a private socket and on no network, as a user who is not root. It
flushes like a real one. Never the system's cluster.

    with postgres.Server() as server:
        play(environment={"GAMEBASE_POSTGRESQL": server.url})
"""
import contextlib
import glob
import os
import shutil
import signal
import subprocess
import tempfile
import time

from harness.runner import Failure

USER = "gamebase"
VARIABLE = "GAMEBASE_POSTGRESQL"


def folder():
    """Where the server's programs are; None: it is not installed."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    return os.path.dirname(found[-1]) if found else None


class Server:
    """A server with an empty database `gamebase`. `settings` are lines of postgresql.conf; `port` opens it on loopback too."""

    def __init__(self, settings=(), port=None):
        self.programs = folder()
        if not self.programs:
            raise Failure("Debian's package postgresql is missing")
        self.settings, self.port = list(settings), port
        self.place = tempfile.mkdtemp(prefix="gamebase-postgres-")
        self.data = os.path.join(self.place, "data")
        self.process = None

    def as_user(self, command):
        """The server refuses to run as root."""
        if os.geteuid() != 0:
            return command
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]

    def run(self, program, *arguments, check=True, **options):
        command = self.as_user([os.path.join(self.programs, program), *arguments])
        result = subprocess.run(
            command, cwd=self.place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, **options)
        if check and result.returncode:
            raise Failure("%s failed:\n%s" % (program, result.stdout[-2000:]))
        return result.stdout

    @property
    def url(self):
        return self.url_of("gamebase")

    def url_of(self, database):
        return "postgresql://%s@/%s?host=%s" % (USER, database, self.place)

    @property
    def loopback(self):
        return "postgresql://%s@127.0.0.1:%d/%s" % (USER, self.port, "gamebase")

    def make(self):
        if os.geteuid() == 0:
            shutil.chown(self.place, "postgres", "postgres")
        self.run("initdb", "-D", self.data, "-U", USER, "-A", "trust", "--locale=C.UTF-8", "--encoding=UTF8", "--no-instructions")
        lines = [
            "listen_addresses = '%s'" % ("127.0.0.1" if self.port else ""), "port = %d" % (self.port or 5432),
            "unix_socket_directories = '%s'" % self.place, "fsync = on", "synchronous_commit = on", "max_connections = 60",
            "shared_buffers = 128MB", "logging_collector = off", "log_min_messages = fatal", *self.settings,
        ]
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        return self

    def start(self, waits=True):
        log = open(os.path.join(self.place, "log"), "ab")
        self.process = subprocess.Popen(
            self.as_user([os.path.join(self.programs, "postgres"), "-D", self.data]), cwd=self.place, stdout=log, stderr=log,
            start_new_session=True)
        log.close()
        if not waits:
            return self
        deadline = time.monotonic() + 60
        while self.run("pg_isready", "-h", self.place, "-p", str(self.port or 5432), check=False).find("accepting") < 0:
            if self.process.poll() is not None or time.monotonic() > deadline:
                with open(os.path.join(self.place, "log"), encoding="utf-8") as file:
                    raise Failure("the server does not start:\n" + file.read()[-2000:])
            time.sleep(0.05)
        return self

    def psql(self, sql, database="gamebase"):
        return self.run("psql", "-h", self.place, "-p", str(self.port or 5432), "-U", USER, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
                        "-d", database, "-c", sql).strip()

    def stop(self, how=signal.SIGINT):
        """SIGINT ends it at once and in order; SIGQUIT as a crash would."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=60)
        self.process = None

    def die(self):
        """Every process of it at once, as with its machine. Each is the leader of a group of its own."""
        with open("/proc/%d/task/%d/children" % (self.process.pid, self.process.pid)) as file:
            children = [int(number) for number in file.read().split()]
        for number in (self.process.pid, *children):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        self.process.wait(timeout=60)
        self.process = None

    def __enter__(self):
        try:
            self.make().start()
            self.psql("CREATE DATABASE gamebase", "postgres")
            return self
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        # What it has in memory is thrown away with its directory: a checkpoint of it took over a minute on a busy disk.
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.place, ignore_errors=True)


NAME_OF_STANDBY = "standby"


class Pair:
    """A server and one that follows it: nothing is acknowledged before both have flushed it. `fail_over` takes the first away."""

    def __init__(self, settings=()):
        self.settings = list(settings)
        self.primary, self.standby, self.places = Server(self.settings), None, []

    @property
    def url(self):
        """Both, in the order in which they came to be; who connects finds out which of them takes writes."""
        return "postgresql://%s@/%s?host=%s" % (USER, "gamebase", ",".join(sorted(self.places)))

    def __enter__(self):
        self.primary.__enter__()
        try:
            self.standby = Server(self.settings)
            self.places = [self.primary.place, self.standby.place]
            self.follow()
            return self
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        for server in (self.primary, self.standby):
            if server:
                server.__exit__()

    def follow(self):
        """Makes the standby anew from the primary, in its old place, and has the primary wait for it."""
        standby, primary = self.standby, self.primary
        if os.geteuid() == 0:
            shutil.chown(standby.place, "postgres", "postgres")
        shutil.rmtree(standby.data, ignore_errors=True)
        standby.run("pg_basebackup", "-h", primary.place, "-U", USER, "-D", standby.data, "-c", "fast", "-X", "stream", "--no-sync")
        self.begin_standby()
        primary.psql("ALTER SYSTEM SET synchronous_standby_names = '%s'" % NAME_OF_STANDBY)
        primary.psql("SELECT pg_reload_conf()")
        deadline = time.monotonic() + 30
        while primary.psql("SELECT sync_state FROM pg_stat_replication") != "sync":
            if time.monotonic() > deadline:
                raise Failure("the standby does not follow")
            time.sleep(0.05)

    def begin_standby(self, waits=True):
        standby, primary = self.standby, self.primary
        with open(os.path.join(standby.data, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write("unix_socket_directories = '%s'\n" % standby.place)
        with open(os.path.join(standby.data, "postgresql.auto.conf"), "w", encoding="utf-8") as file:
            file.write("primary_conninfo = 'host=%s user=%s application_name=%s'\n" % (primary.place, USER, NAME_OF_STANDBY))
        open(os.path.join(standby.data, "standby.signal"), "w").close()
        if os.geteuid() == 0:
            for name in ("postgresql.auto.conf", "standby.signal"):
                shutil.chown(os.path.join(standby.data, name), "postgres", "postgres")
        standby.start(waits)

    def rewind(self):
        """Makes the dead one a standby as Patroni does, from what it has; does not wait until it is one."""
        self.standby.run("pg_rewind", "-D", self.standby.data, "--source-server",
                         "host=%s user=%s dbname=postgres" % (self.primary.place, USER))
        self.begin_standby(waits=False)

    def fail_over(self):
        """The primary dies with all its processes, and the standby is the primary; there is no other before `follow`."""
        self.primary.die()
        self.standby.run("pg_ctl", "promote", "-w", "-D", self.standby.data)
        self.primary, self.standby = self.standby, self.primary
