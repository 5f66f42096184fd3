/** @file
 * Users and their Facebook accounts. Mirrors NCMBFacebookUtils of version 2.0.4 to 2.0.11. Since 1.0.
 *
 * The forms with `permissions` open Facebook's page in the player's browser, if the service is remote and its settings name the game's
 * client at Facebook ("idPs"): gamebased talks to Facebook, and neither the secret nor the player's token is in the game. Otherwise they
 * fail and say what is missing. In the other forms the game has signed the player in itself and passes id and token: a remote service
 * verifies them with Facebook, the embedded one does not. The service stores authData.facebook of the user: id, access_token and
 * expiration_date. */
#ifndef NCMB_FACEBOOK_UTILS_H
#define NCMB_FACEBOOK_UTILS_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** Mirrors +[NCMBFacebookUtils initializeFacebook]. There is nothing to prepare: it does nothing. */
TCGB_API void NCMBFacebookUtils_initializeFacebook(void);

/** Mirrors +[NCMBFacebookUtils initializeFacebookWithUrlSchemeSuffix:]. It does nothing.
 * urlSchemeSuffix: UTF-8; NULL for none. */
TCGB_API void NCMBFacebookUtils_initializeFacebookWithUrlSchemeSuffix(const char *urlSchemeSuffix);

/** Whether the user is linked with Facebook. Mirrors +[NCMBFacebookUtils isLinkedWithUser:]. Returns false for anything but a living
 * user. */
TCGB_API bool NCMBFacebookUtils_isLinkedWithUser(const NCMBUser *user);

/** Passes the address to which Facebook's page redirected a browser. Mirrors +[NCMBFacebookUtils handleOpenURL:]. It is for a web view of
 * the game that intercepts addresses; the player's own browser connects to the library directly, at 127.0.0.1.
 * url: not empty. Returns true when a sign-in waits for the address, and continues it; false for any other address. */
TCGB_API bool NCMBFacebookUtils_handleOpenURL(const char *url);

/** The session at Facebook of the user who is logged in. Mirrors +[NCMBFacebookUtils session], an object of Facebook's framework.
 * Returns JSON text, {"accessToken", "expirationDate", "facebookId"}: the token and its end, in milliseconds since 1970-01-01 UTC, are null
 * if the player signed in at Facebook's page, because only the service has seen the token; the token's permissions are unknown here. NULL
 * when nobody is logged in, when the user is not linked with Facebook, and until the file with the user was read; it does not block. It
 * lives as O4 in TCGBObject.h says. */
TCGB_API const char *NCMBFacebookUtils_session(void);

/** Signs the user up by the Facebook account, or logs in the user who did so before. Mirrors +[NCMBFacebookUtils
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

/** Removes the link. Blocks until the answer comes. Mirrors +[NCMBFacebookUtils unlinkUser:error:].
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns true after success.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBFacebookUtils_unlinkUser_error(NCMBUser *user, TCGB_OWNED TCGBError **error);

/** Removes the link. Mirrors +[NCMBFacebookUtils unlinkUserInBackground:block:].
 * user: the one that is logged in.
 * Errors:
 * - 404003 the user is not linked with Facebook */
TCGB_API void NCMBFacebookUtils_unlinkUserInBackground_block(NCMBUser *user, NCMBErrorResultBlock block, void *context);

/** Logs in at Facebook's page: signs a new user up, or logs an existing one in. Mirrors +[NCMBFacebookUtils
 * logInWithPermissions:block:]. The page is opened as TCGBHostDelegate.openURL or xdg-open opens it; the player has 15 minutes.
 * permissions: `count` of them; NULL for none. The page requests the "scope" of the service's settings.
 * Errors:
 * - 404002 the service is inside this process, or its settings name no client at Facebook: logInWithFacebookId is for a game that has
 *   signed the player in
 * - 3001 the player said no (TCGB_ERROR_AUTH_USER_CANCELED)
 * - 3009 nothing opens the page, or the player did not come back (TCGB_ERROR_AUTH_EXTERNAL_LIBRARY_ERROR)
 * - as logInWithFacebookId */
TCGB_API void NCMBFacebookUtils_logInWithPermissions_block(
    const char *const *permissions, size_t count, NCMBUserResultBlock block, void *context);

/** Links a user with the account that signs in at Facebook's page. Mirrors +[NCMBFacebookUtils linkUser:permissions:block:].
 * user: the one that is logged in. permissions: as of logInWithPermissions.
 * Errors:
 * - 404002, 3001, 3009 as logInWithPermissions
 * - as the form with facebookId */
TCGB_API void NCMBFacebookUtils_linkUser_permissions_block(
    NCMBUser *user, const char *const *permissions, size_t count, NCMBErrorResultBlock block, void *context);

/** The same as linkUser with permissions: the player signs in at Facebook's page once more. Mirrors +[NCMBFacebookUtils
 * reauthorizeUser:permissions:audience:block:].
 * permissions: as of logInWithPermissions. audience: a number of Facebook's framework, which is passed over.
 * Errors: as linkUser with permissions. */
TCGB_API void NCMBFacebookUtils_reauthorizeUser_permissions_audience_block(
    NCMBUser *user, const char *const *permissions, size_t count, int32_t audience, NCMBErrorResultBlock block, void *context);

TCGB_END

#endif
