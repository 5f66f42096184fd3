"""Small stand-ins for services of the desktop, for the unit tests of the room Desktop: a keeper of secrets, a network manager, the portal.

usage: fake_services.py secrets [locked|mute|prompt|empty] | network VALUE | portal VERSION
lines: metered VALUE | invalidate VALUE | press KEY ACTION"""
import sys

import dbus
import dbus.service

from stand_in import say, serve

SECRET = "org.freedesktop.Secret."
PROPERTIES = "org.freedesktop.DBus.Properties"
PORTAL = "org.freedesktop.portal."
MODE = sys.argv[2] if len(sys.argv) > 2 else ""


class Secrets(dbus.service.Object):
    NAME, PATH = "org.freedesktop.secrets", "/org/freedesktop/secrets"
    LOCKED = MODE == "locked"

    def __init__(self, bus):
        super().__init__(bus, self.PATH)
        self.bus, self.items = bus, []
        Collection(bus, self)

    @dbus.service.method(SECRET + "Service", in_signature="sv", out_signature="vo", async_callbacks=("good", "bad"))
    def OpenSession(self, algorithm, value, good, bad):
        say("session", algorithm)
        if MODE != "mute":
            good(dbus.String("", variant_level=1), dbus.ObjectPath("/session/1"))

    @dbus.service.method(SECRET + "Service", in_signature="s", out_signature="o")
    def ReadAlias(self, name):
        return dbus.ObjectPath("/" if MODE == "empty" else "/collection/login")


class Collection(dbus.service.Object):
    def __init__(self, bus, keeper):
        super().__init__(bus, "/collection/login")
        self.bus, self.keeper = bus, keeper

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return dbus.Boolean(Secrets.LOCKED, variant_level=1)

    @dbus.service.method(SECRET + "Collection", in_signature="a{ss}", out_signature="ao")
    def SearchItems(self, attributes):
        return dbus.Array([item.path for item in self.keeper.items if item.attributes == attributes], signature="o")

    @dbus.service.method(SECRET + "Collection", in_signature="a{sv}(oayays)b", out_signature="oo")
    def CreateItem(self, properties, secret, replaces):
        if MODE == "prompt":
            return dbus.ObjectPath("/"), dbus.ObjectPath("/prompt/1")
        attributes = dict(properties[SECRET + "Item.Attributes"])
        for item in [item for item in self.keeper.items if item.attributes == attributes]:
            item.Delete()
        item = Item(self.bus, self.keeper, attributes, secret)
        self.keeper.items.append(item)
        say("stored", properties[SECRET + "Item.Label"])
        return dbus.ObjectPath(item.path), dbus.ObjectPath("/")


class Item(dbus.service.Object):
    count = 0

    def __init__(self, bus, keeper, attributes, secret):
        Item.count += 1
        self.path, self.keeper, self.attributes, self.secret = "/item/%d" % Item.count, keeper, attributes, secret
        super().__init__(bus, self.path)

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return dbus.Boolean(False, variant_level=1)

    @dbus.service.method(SECRET + "Item", in_signature="o", out_signature="(oayays)")
    def GetSecret(self, session):
        return self.secret

    @dbus.service.method(SECRET + "Item", in_signature="", out_signature="o")
    def Delete(self):
        self.keeper.items.remove(self)
        self.remove_from_connection()
        return dbus.ObjectPath("/")


class Network(dbus.service.Object):
    NAME, PATH = "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager"

    def __init__(self, bus):
        super().__init__(bus, self.PATH)
        self.value = int(MODE)

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        say("get", name)
        return dbus.UInt32(self.value, variant_level=1) if self.value < 100 else dbus.String("rude", variant_level=1)

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    def obey(self, word, *rest):
        if word == "metered":
            self.value = int(rest[0])
            self.PropertiesChanged(self.NAME, {"Metered": dbus.UInt32(self.value)}, [])
        elif word == "invalidate":
            self.value = int(rest[0])
            self.PropertiesChanged(self.NAME, dbus.Dictionary({}, signature="sv"), ["Metered"])


class Portal(dbus.service.Object):
    NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"

    def __init__(self, bus):
        super().__init__(bus, self.PATH)
        self.metered = False

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return dbus.UInt32(int(MODE), variant_level=1)

    @dbus.service.method(PORTAL + "Notification", in_signature="sa{sv}")
    def AddNotification(self, key, rows):
        buttons = ",".join("%s=%s" % (row["action"], row["label"]) for row in rows["buttons"])
        body = rows.get("markup-body") or rows["body"]
        say("add", key, rows["title"], "|", body, "|", buttons, "|", rows["priority"], "|", ",".join(sorted(rows)))

    @dbus.service.method(PORTAL + "Notification", in_signature="s")
    def RemoveNotification(self, key):
        say("remove", key)

    @dbus.service.signal(PORTAL + "Notification", signature="ssav")
    def ActionInvoked(self, key, action, parameter):
        pass

    @dbus.service.method(PORTAL + "NetworkMonitor", out_signature="b")
    def GetMetered(self):
        return self.metered

    @dbus.service.signal(PORTAL + "NetworkMonitor", signature="")
    def changed(self):
        pass

    def obey(self, word, *rest):
        if word == "press":
            token = dbus.Dictionary({"activation-token": dbus.String("token", variant_level=1)}, signature="sv", variant_level=1)
            self.ActionInvoked(rest[0], rest[1], dbus.Array([token, dbus.String("words", variant_level=1)], signature="v"))
        elif word == "metered":
            self.metered = rest[0] == "1"
            self.changed()


def main():
    kind = {"secrets": Secrets, "network": Network, "portal": Portal}[sys.argv[1]]
    serve(kind.NAME, kind)


if __name__ == "__main__":
    main()
