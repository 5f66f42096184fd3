"""Two PostgreSQL servers that Patroni watches over etcd, all of it Debian's, in new folders and on loopback: while there are two nothing is
acknowledged before both have flushed it, and when one dies Patroni promotes the other by itself.

    with patroni.Cluster() as cluster:
        cluster.kill_leader()
"""
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from harness import postgres
from harness.runner import Failure

# The shortest that Patroni takes: how long a dead leader keeps its place.
LEASE_SECONDS = 20
READY_SECONDS = 120
# The slot of a dead member is dropped with its lease. What it has missed must be there when it comes back: else it waits for a log that is
# gone, and never is a standby again.
KEPT_LOG = "1GB"
NAMES = ("one", "two")


def is_there():
    return postgres.folder() is not None and all(shutil.which(name) for name in ("patroni", "etcd"))


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Cluster:
    def __init__(self):
        if not is_there():
            raise Failure("Debian's packages postgresql, patroni and etcd-server are missing")
        self.place = tempfile.mkdtemp(prefix="gamebase-patroni-")
        self.server = postgres.Server()
        self.etcd_ports = free_port(), free_port()
        self.ports = {name: {"rest": free_port(), "postgres": free_port()} for name in NAMES}
        self.processes = {}

    @property
    def url(self):
        hosts = ",".join("127.0.0.1:%d" % self.ports[name]["postgres"] for name in NAMES)
        return "postgresql://%s@%s/gamebase" % (postgres.USER, hosts)

    def settings(self, name):
        """Of one watcher, as YAML, which JSON is."""
        ports, folder = self.ports[name], os.path.join(self.place, name)
        trusted = ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
        return {
            "scope": "gamebase", "name": name,
            "restapi": {"listen": "127.0.0.1:%d" % ports["rest"], "connect_address": "127.0.0.1:%d" % ports["rest"]},
            "etcd3": {"host": "127.0.0.1:%d" % self.etcd_ports[0]},
            "bootstrap": {
                "dcs": {
                    "ttl": LEASE_SECONDS, "loop_wait": 1, "retry_timeout": 3, "maximum_lag_on_failover": 1 << 20,
                    "synchronous_mode": True,
                    "postgresql": {"use_pg_rewind": True, "parameters": {
                        "wal_log_hints": "on", "max_connections": 60, "wal_keep_size": KEPT_LOG}},
                },
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
                "pg_hba": trusted,
            },
            "postgresql": {
                "listen": "127.0.0.1:%d" % ports["postgres"], "connect_address": "127.0.0.1:%d" % ports["postgres"],
                "data_dir": os.path.join(folder, "data"), "bin_dir": self.server.programs, "pg_hba": trusted,
                "authentication": {
                    "superuser": {"username": postgres.USER}, "replication": {"username": postgres.USER},
                    "rewind": {"username": postgres.USER},
                },
                "parameters": {"unix_socket_directories": folder, "log_min_messages": "fatal"},
            },
        }

    def begin(self, name, command, folder):
        with open(os.path.join(folder, "log"), "ab") as log:
            self.processes[name] = subprocess.Popen(
                self.server.as_user(command), cwd=folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
                env=dict(os.environ, HOME=folder))

    def folder(self, name):
        folder = os.path.join(self.place, name)
        if not os.path.isdir(folder):
            os.mkdir(folder)
            if os.geteuid() == 0:
                shutil.chown(folder, "postgres", "postgres")
        return folder

    def watch(self, name):
        """Starts a watcher, which starts its server, or makes it anew from the other."""
        folder = self.folder(name)
        path = os.path.join(folder, "patroni.yml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.settings(name), file)
        self.begin(name, ["patroni", path], folder)

    def __enter__(self):
        try:
            # The programs run as another user, and say so where they cannot look.
            for place in (self.place, self.server.place):
                os.chmod(place, 0o755)
            listen, peers = ("http://127.0.0.1:%d" % port for port in self.etcd_ports)
            folder = self.folder("etcd")
            self.begin("etcd", [
                "etcd", "--data-dir", os.path.join(folder, "data"), "--listen-client-urls", listen, "--advertise-client-urls", listen,
                "--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers, "--initial-cluster", "default=" + peers], folder)
            self.watch(NAMES[0])
            self.await_state(lambda members: any(member["role"] == "leader" for member in members.values()), "a leader")
            self.watch(NAMES[1])
            self.await_pair()
            self.psql_at(self.leader(), "CREATE DATABASE gamebase")
            return self
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        for name in (*NAMES, "etcd"):
            self.kill(name)
        shutil.rmtree(self.place, ignore_errors=True)
        self.server.__exit__()

    def psql_at(self, name, sql, database="postgres"):
        return self.server.run(
            "psql", "-h", "127.0.0.1", "-p", str(self.ports[name]["postgres"]), "-U", postgres.USER, "-X", "-q", "-A", "-t", "-v",
            "ON_ERROR_STOP=1", "-d", database, "-c", sql).strip()

    def members(self):
        """name -> its role, state and place in time, as a watcher that lives says."""
        for name in NAMES:
            with contextlib.suppress(OSError, ValueError, urllib.error.URLError):
                with urllib.request.urlopen("http://127.0.0.1:%d/cluster" % self.ports[name]["rest"], timeout=5) as answer:
                    return {member["name"]: member for member in json.load(answer)["members"]}
        return {}

    def leader(self):
        return next((name for name, member in self.members().items() if member["role"] == "leader"), None)

    def await_state(self, is_so, what):
        deadline = time.monotonic() + READY_SECONDS
        while not is_so(self.members()):
            if time.monotonic() > deadline:
                logs = []
                for name in NAMES:
                    with contextlib.suppress(OSError), open(os.path.join(self.place, name, "log"), encoding="utf-8") as file:
                        logs.append(file.read()[-1500:])
                raise Failure("Patroni has no %s: %s\n%s" % (what, self.members(), "\n".join(logs)))
            time.sleep(0.1)

    def await_pair(self):
        wanted = {"leader", "sync_standby"}
        self.await_state(lambda members: {member["role"] for member in members.values()} == wanted, "leader and standby")

    def kill(self, name):
        """A watcher and all that it began, at once, as with its machine."""
        process = self.processes.pop(name, None)
        if not process:
            return
        begun = [process.pid]
        # The server is nobody's child: it outlives its watcher.
        path = os.path.join(self.place, name, "data", "postmaster.pid")
        with contextlib.suppress(OSError, ValueError), open(path, encoding="ascii") as file:
            begun.append(int(file.readline()))
        for number in [number for first in begun for number in (first, *descendants(first))]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        process.wait(timeout=60)

    def kill_leader(self):
        """Returns when another leads and takes writes: the name of the dead one."""
        dead = self.leader()
        other = next(name for name in NAMES if name != dead)
        self.kill(dead)
        self.await_state(lambda members: members.get(other, {}).get("role") == "leader", "leader but " + dead)
        deadline = time.monotonic() + READY_SECONDS
        while self.psql_at(other, "SELECT pg_is_in_recovery()") != "f":
            if time.monotonic() > deadline:
                raise Failure("what Patroni promoted takes no writes")
            time.sleep(0.05)
        return dead


def descendants(number):
    """Also those that are leaders of a session of their own: by who began whom."""
    children = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError), open("/proc/%s/stat" % entry, encoding="utf-8", errors="replace") as file:
                children.setdefault(int(file.read().rpartition(")")[2].split()[1]), []).append(int(entry))
    found, left = [], [number]
    while left:
        below = children.get(left.pop(), [])
        found += below
        left += below
    return found
