"""Who may read a row."""


class Access:
    """`roles`: name -> {"belongUser": objectIds of users, "belongRole": names of roles}."""

    def __init__(self, roles):
        self.roles = roles

    def of_user(self, user):
        """The names of the roles that the user has: at first his own, then all that hold one of them."""
        has = {name for name, role in self.roles.items() if user in role.get("belongUser", ())}
        while True:
            more = {name for name, role in self.roles.items() if has & set(role.get("belongRole", ()))} - has
            if not more:
                return has
            has |= more

    def names(self, caller):
        """By which an acl may know the caller; None is nobody."""
        return {"*"} if caller is None else {"*", caller} | {"role:" + name for name in self.of_user(caller)}


def is_readable(row, names):
    acl = row.get("acl")
    return isinstance(acl, dict) and any(rights.get("read") is True for who, rights in acl.items() if who in names)
