/** @file
 * Users without a name. Mirrors NCMBAnonymousUtils. Since 1.0.
 * Such a user lives as long as this device remembers it: after a log-out nobody can log in as it again. signUpFromAnonymous gives it a
 * name. */
#ifndef NCMB_ANONYMOUS_UTILS_H
#define NCMB_ANONYMOUS_UTILS_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** Makes an anonymous user and logs it in. Blocks until the answer comes. Mirrors +[NCMBAnonymousUtils logIn:].
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns the user, an object that
 * the caller releases; NULL after an error. */
TCGB_API TCGB_OWNED NCMBUser *NCMBAnonymousUtils_logIn(TCGB_OWNED TCGBError **error);

/** Makes an anonymous user and logs it in. Mirrors +[NCMBAnonymousUtils logInWithBlock:]. Each call makes another user:
 * NCMBUser_currentUser is the one that is logged in already. */
TCGB_API void NCMBAnonymousUtils_logInWithBlock(NCMBUserResultBlock block, void *context);

/** Whether the user is anonymous. Mirrors +[NCMBAnonymousUtils isLinkedWithUser:]. Returns false for what is not a living user. */
TCGB_API bool NCMBAnonymousUtils_isLinkedWithUser(const NCMBUser *user);

TCGB_END

#endif
