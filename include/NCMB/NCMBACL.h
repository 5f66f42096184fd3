/** @file
 * Access control lists: read and write rights of an object. Mirrors NCMBACL. Since 1.0.
 *
 * A list has at most 1,000 entries, each for everybody, a role, or a user. Users in a role have its rights, and so have the users of roles
 * inside it. A user without the right to read an object does not find it. A bad argument changes nothing, and is logged. */
#ifndef NCMB_ACL_H
#define NCMB_ACL_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** Rights of an object. Mirrors NCMBACL. */
typedef struct NCMBACL NCMBACL;

/** Makes a list that gives nobody any right, or a copy of the default one. Mirrors +[NCMBACL ACL]. Returns an object that the caller
 * releases. */
TCGB_API TCGB_OWNED NCMBACL *NCMBACL_ACL(void);

/** Makes a list that gives a user all rights. Mirrors +[NCMBACL ACLWithUser:].
 * user: one that is saved. Returns an object that the caller releases; NULL for another one, and the log says so. */
TCGB_API TCGB_OWNED NCMBACL *NCMBACL_ACLWithUser(const NCMBUser *user);

/** The rights of objects that are made from now on. Mirrors +[NCMBACL setDefaultACL:withAccessForCurrentUser:]. This does not apply to
 * users: they begin with rights of their own. Shutdown resets it.
 * ACL: copied; NULL removes the default. currentUserAccess: gives the user who is logged in when the object is made the right to read
 * and to write it; the SDK gives only the right to read. */
TCGB_API void NCMBACL_setDefaultACL_withAccessForCurrentUser(const NCMBACL *ACL, bool currentUserAccess);

/** Grants or revokes everybody's right to read. Mirrors -[NCMBACL setPublicReadAccess:]. */
TCGB_API void NCMBACL_setPublicReadAccess(NCMBACL *ACL, bool allowed);

/** Whether everybody has the right to read. Mirrors -[NCMBACL isPublicReadAccess]. */
TCGB_API bool NCMBACL_isPublicReadAccess(const NCMBACL *ACL);

/** Grants or revokes everybody's right to write. Mirrors -[NCMBACL setPublicWriteAccess:]. */
TCGB_API void NCMBACL_setPublicWriteAccess(NCMBACL *ACL, bool allowed);

/** Whether everybody has the right to write. Mirrors -[NCMBACL isPublicWriteAccess]. */
TCGB_API bool NCMBACL_isPublicWriteAccess(const NCMBACL *ACL);

/** Grants or revokes a role's right to read. Mirrors -[NCMBACL setReadAccess:forRoleWithName:]. As in the SDK, a grant revokes the same
 * right of everybody. name: its name, 1 to 255 bytes. */
TCGB_API void NCMBACL_setReadAccess_forRoleWithName(NCMBACL *ACL, bool allowed, const char *name);

/** Whether a role has the right to read by an entry of its own. Mirrors -[NCMBACL isReadAccessForRoleWithName:]. Returns false for what
 * is not a living ACL. name: its name, 1 to 255 bytes. */
TCGB_API bool NCMBACL_isReadAccessForRoleWithName(const NCMBACL *ACL, const char *name);

/** Grants or revokes a role's right to write. Mirrors -[NCMBACL setWriteAccess:forRoleWithName:]. As in the SDK, a grant revokes the same
 * right of everybody. name: its name, 1 to 255 bytes. */
TCGB_API void NCMBACL_setWriteAccess_forRoleWithName(NCMBACL *ACL, bool allowed, const char *name);

/** Whether a role has the right to write by an entry of its own. Mirrors -[NCMBACL isWriteAccessForRoleWithName:]. Returns false for
 * what is not a living ACL. name: its name, 1 to 255 bytes. */
TCGB_API bool NCMBACL_isWriteAccessForRoleWithName(const NCMBACL *ACL, const char *name);

/** Grants or revokes a role's right to read. Mirrors -[NCMBACL setReadAccess:forRole:]. As in the SDK, a grant revokes the same right of
 * everybody. role: one that has a name. */
TCGB_API void NCMBACL_setReadAccess_forRole(NCMBACL *ACL, bool allowed, const NCMBRole *role);

/** Whether a role has the right to read by an entry of its own. Mirrors -[NCMBACL isReadAccessForRole:]. Returns false for what is not
 * a living ACL. role: one that has a name. */
TCGB_API bool NCMBACL_isReadAccessForRole(const NCMBACL *ACL, const NCMBRole *role);

/** Grants or revokes a role's right to write. Mirrors -[NCMBACL setWriteAccess:forRole:]. As in the SDK, a grant revokes the same right of
 * everybody. role: one that has a name. */
TCGB_API void NCMBACL_setWriteAccess_forRole(NCMBACL *ACL, bool allowed, const NCMBRole *role);

/** Whether a role has the right to write by an entry of its own. Mirrors -[NCMBACL isWriteAccessForRole:]. Returns false for what is
 * not a living ACL. role: one that has a name. */
TCGB_API bool NCMBACL_isWriteAccessForRole(const NCMBACL *ACL, const NCMBRole *role);

/** Grants or revokes a user's right to read. Mirrors -[NCMBACL setReadAccess:forUserId:]. As in the SDK, a grant revokes the same right of
 * everybody. userId: its objectId. */
TCGB_API void NCMBACL_setReadAccess_forUserId(NCMBACL *ACL, bool allowed, const char *userId);

/** Whether a user has the right to read by an entry of its own. Mirrors -[NCMBACL isReadAccessForUserId:]. Returns false for what is
 * not a living ACL. userId: its objectId. */
TCGB_API bool NCMBACL_isReadAccessForUserId(const NCMBACL *ACL, const char *userId);

/** Grants or revokes a user's right to write. Mirrors -[NCMBACL setWriteAccess:forUserId:]. As in the SDK, a grant revokes the same right
 * of everybody. userId: its objectId. */
TCGB_API void NCMBACL_setWriteAccess_forUserId(NCMBACL *ACL, bool allowed, const char *userId);

/** Whether a user has the right to write by an entry of its own. Mirrors -[NCMBACL isWriteAccessForUserId:]. Returns false for what is
 * not a living ACL. userId: its objectId. */
TCGB_API bool NCMBACL_isWriteAccessForUserId(const NCMBACL *ACL, const char *userId);

/** Grants or revokes a user's right to read. Mirrors -[NCMBACL setReadAccess:forUser:]. As in the SDK, a grant revokes the same right of
 * everybody. user: one that is saved. */
TCGB_API void NCMBACL_setReadAccess_forUser(NCMBACL *ACL, bool allowed, const NCMBUser *user);

/** Whether a user has the right to read by an entry of its own. Mirrors -[NCMBACL isReadAccessForUser:]. Returns false for what is not
 * a living ACL. user: one that is saved. */
TCGB_API bool NCMBACL_isReadAccessForUser(const NCMBACL *ACL, const NCMBUser *user);

/** Grants or revokes a user's right to write. Mirrors -[NCMBACL setWriteAccess:forUser:]. As in the SDK, a grant revokes the same right of
 * everybody. user: one that is saved. */
TCGB_API void NCMBACL_setWriteAccess_forUser(NCMBACL *ACL, bool allowed, const NCMBUser *user);

/** Whether a user has the right to write by an entry of its own. Mirrors -[NCMBACL isWriteAccessForUser:]. Returns false for what is
 * not a living ACL. user: one that is saved. */
TCGB_API bool NCMBACL_isWriteAccessForUser(const NCMBACL *ACL, const NCMBUser *user);

TCGB_END

#endif
