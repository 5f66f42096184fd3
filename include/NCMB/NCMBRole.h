/** @file
 * Groups of users that share rights. Mirrors NCMBRole, which is an NCMBObject of the class "role". Since 1.0.
 *
 * A role is an object: [role save] is NCMBObject_save, and NCMBObject_fetch, NCMBObject_delete and all others take it. */
#ifndef NCMB_ROLE_H
#define NCMB_ROLE_H

#include "NCMBObject.h"
#include "NCMBQuery.h"

TCGB_BEGIN

/** Makes a role that is not saved. Mirrors +[NCMBRole roleWithName:].
 * roleName: 1 to 255 bytes; no other role may have it (409001 when it is saved). Returns an object that the caller releases; NULL for a bad
 * argument, and the log says so. */
TCGB_API TCGB_OWNED NCMBRole *NCMBRole_roleWithName(const char *roleName);

/** Its name. Mirrors .roleName. It lives as long as the object. NULL for what is not a living role. */
TCGB_API const char *NCMBRole_roleName(const NCMBRole *role);

/** Adds a user, with the next save of the role. Mirrors -[NCMBRole addUser:].
 * user: saved first when it is not saved. Returns true when it is done; false changes nothing, and the log says why. */
TCGB_API bool NCMBRole_addUser(NCMBRole *role, NCMBUser *user);

/** Adds a role inside this one, with the next save of this one: its users then have the rights of this one. Mirrors -[NCMBRole
 * addRole:].
 * child: saved first when it is not saved. Returns true when it is done; false changes nothing, and the log says why. Putting a role
 * inside itself, however deep, is refused by the save (403003). */
TCGB_API bool NCMBRole_addRole(NCMBRole *role, NCMBRole *child);

/** The users of the role. Mirrors -[NCMBRole relationForUser]. Remove users with NCMBRelation_removeObject, find them with
 * NCMBRelation_query.
 * Returns NULL for what is not a living role. It is borrowed: it lives as long as the role. */
TCGB_API NCMBRelation *NCMBRole_relationForUser(NCMBRole *role);

/** The roles inside the role. Mirrors -[NCMBRole relationForRole].
 * Returns NULL for what is not a living role. It is borrowed: it lives as long as the role. */
TCGB_API NCMBRelation *NCMBRole_relationForRole(NCMBRole *role);

/** A query over roles. Mirrors +[NCMBRole query]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED NCMBQuery *NCMBRole_query(void);

TCGB_END

#endif
