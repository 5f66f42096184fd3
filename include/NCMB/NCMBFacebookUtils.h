/** @file
 * Users and their Facebook accounts. Mirrors NCMBFacebookUtils of version 2.0.4 to 2.0.11. Since 1.0.
 *
 * The library has no window of Facebook's: the game signs the player in by its own means, and hands over the id and the token that it
 * got; the forms with `permissions` fail and say so. The service inside this process believes what it is handed. It keeps authData.facebook
 * of the user: id, access_token and expiration_date. Not mirrored: session, an object of Facebook's own framework. */
#ifndef NCMB_FACEBOOK_UTILS_H
#define NCMB_FACEBOOK_UTILS_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** Mirrors +[NCMBFacebookUtils initializeFacebook]. There is nothing to prepare: it does nothing. */
TCGB_API void NCMBFacebookUtils_initializeFacebook(void);

/** Mirrors +[NCMBFacebookUtils initializeFacebookWithUrlSchemeSuffix:]. It does nothing.
 * urlSchemeSuffix: UTF-8; NULL for none. */
TCGB_API void NCMBFacebookUtils_initializeFacebookWithUrlSchemeSuffix(const char *urlSchemeSuffix);

/** Whether Facebook knows the user. Mirrors +[NCMBFacebookUtils isLinkedWithUser:]. Returns false for what is not a living user. */
TCGB_API bool NCMBFacebookUtils_isLinkedWithUser(const NCMBUser *user);

/** Takes a page that a browser was sent to. Mirrors +[NCMBFacebookUtils handleOpenURL:].
 * url: UTF-8. Returns false: no window of Facebook's is open here that waits for it. */
TCGB_API bool NCMBFacebookUtils_handleOpenURL(const char *url);

/** Signs the user up by the Facebook account, or logs in who did so before. Mirrors +[NCMBFacebookUtils
 * logInWithFacebookId:accessToken:expirationDate:block:].
 * facebookId, accessToken: not empty. expirationDate: of the token, in milliseconds since 1970-01-01 UTC.
 * Errors: as NCMBUser_signUpInBackgroundWithBlock. */
TCGB_API void NCMBFacebookUtils_logInWithFacebookId_accessToken_expirationDate_block(
    const char *facebookId, const char *accessToken, int64_t expirationDate, NCMBUserResultBlock block, void *context);

/** Links a user with the Facebook account. Mirrors +[NCMBFacebookUtils linkUser:facebookId:accessToken:expirationDate:block:]. Links
 * with other providers stay.
 * user: the one that is logged in. facebookId, accessToken: not empty. expirationDate: of the token, in milliseconds since 1970-01-01
 * UTC.
 * Errors:
 * - 400003 the user is not signed up
 * - 409001 another user has the account */
TCGB_API void NCMBFacebookUtils_linkUser_facebookId_accessToken_expirationDate_block(
    NCMBUser *user, const char *facebookId, const char *accessToken, int64_t expirationDate, NCMBErrorResultBlock block, void *context);

/** Takes the link away, and waits. Mirrors +[NCMBFacebookUtils unlinkUser:error:].
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns true after success.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBFacebookUtils_unlinkUser_error(NCMBUser *user, TCGB_OWNED TCGBError **error);

/** Takes the link away. Mirrors +[NCMBFacebookUtils unlinkUserInBackground:block:].
 * user: the one that is logged in.
 * Errors:
 * - 404003 the user is not linked with Facebook */
TCGB_API void NCMBFacebookUtils_unlinkUserInBackground_block(NCMBUser *user, NCMBErrorResultBlock block, void *context);

/** Would open Facebook's window. Mirrors +[NCMBFacebookUtils logInWithPermissions:block:].
 * permissions: `count` of them; NULL for none.
 * Errors:
 * - 404002 always: there is no such window; logInWithFacebookId is for a game that has signed the player in */
TCGB_API void NCMBFacebookUtils_logInWithPermissions_block(
    const char *const *permissions, size_t count, NCMBUserResultBlock block, void *context);

/** Would open Facebook's window. Mirrors +[NCMBFacebookUtils linkUser:permissions:block:].
 * permissions: `count` of them; NULL for none.
 * Errors:
 * - 404002 always: there is no such window; the form with facebookId is for a game that has signed the player in */
TCGB_API void NCMBFacebookUtils_linkUser_permissions_block(
    NCMBUser *user, const char *const *permissions, size_t count, NCMBErrorResultBlock block, void *context);

/** Would open Facebook's window. Mirrors +[NCMBFacebookUtils reauthorizeUser:permissions:audience:block:].
 * permissions: `count` of them; NULL for none. audience: a number of Facebook's framework.
 * Errors:
 * - 404002 always: there is no such window; the form with facebookId is for a game that has signed the player in */
TCGB_API void NCMBFacebookUtils_reauthorizeUser_permissions_audience_block(
    NCMBUser *user, const char *const *permissions, size_t count, int32_t audience, NCMBErrorResultBlock block, void *context);

TCGB_END

#endif
