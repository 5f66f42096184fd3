"""Programs from PyPI, each list of versions in a folder of its own below build, put there once."""
import hashlib
import os
import shutil
import sys


def programs(context, name, requirements):
    """The folder of the programs that a list of versions names."""
    def make():
        with open(requirements, "rb") as file:
            wanted = hashlib.sha256(file.read() + sys.version.encode()).hexdigest()
        folder = context.path("build", name)
        note = os.path.join(folder, "made-of")
        if os.path.exists(note):
            with open(note) as file:
                if file.read() == wanted:
                    return os.path.join(folder, "bin")
        shutil.rmtree(folder, ignore_errors=True)
        context.check([sys.executable, "-m", "venv", folder], timeout=300)
        context.check([os.path.join(folder, "bin", "pip"), "install", "--quiet", "--no-compile", "--disable-pip-version-check",
                       "-r", requirements],
                      timeout=1200, environment=settings())
        with open(note, "w") as file:
            file.write(wanted)
        return os.path.join(folder, "bin")
    return context.once("programs of " + name, make)


def settings():
    """What the machine says of its registry; the tests' own home has none of it."""
    found = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or name.lower().endswith("_proxy")}
    for name in (os.path.expanduser("~/.config/pip/pip.conf"), os.path.expanduser("~/.pip/pip.conf")):
        if os.path.exists(name):
            found.setdefault("PIP_CONFIG_FILE", name)
    return found
