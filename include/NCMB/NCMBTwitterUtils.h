/** @file
 * Users and their Twitter accounts. Mirrors NCMBTwitterUtils of version 2.0.4 to 2.0.11. Since 1.0.
 *
 * The forms without an id open Twitter's page in the player's browser, if the service is remote and its settings name the game's client at
 * Twitter ("idPs"); otherwise they fail and say what is missing. In the other forms the game has signed the player in itself and passes the
 * credential: a remote service verifies it with Twitter, the embedded one does not verify it. The service stores authData.twitter of the
 * user: id, screen_name, oauth_consumer_key, consumer_secret, oauth_token and oauth_token_secret. Not mirrored: twitter, an object that
 * asks Twitter. */
#ifndef NCMB_TWITTER_UTILS_H
#define NCMB_TWITTER_UTILS_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** Sets the game's client at Twitter; call it before players log in or are linked. Mirrors +[NCMBTwitterUtils
 * initializeWithConsumerKey:consumerSecret:]. Shutdown resets it.
 * consumerKey, consumerSecret: not empty; another text changes nothing, and is logged. */
TCGB_API void NCMBTwitterUtils_initializeWithConsumerKey_consumerSecret(const char *consumerKey, const char *consumerSecret);

/** Whether the user is linked with Twitter. Mirrors +[NCMBTwitterUtils isLinkedWithUser:]. Returns false for what is not a living user. */
TCGB_API bool NCMBTwitterUtils_isLinkedWithUser(const NCMBUser *user);

/** Signs the user up by the Twitter account, or logs in the user who did so before. Mirrors +[NCMBTwitterUtils
 * logInWithTwitterId:screenName:authToken:authTokenSecret:block:].
 * twitterId, screenName, authToken, authTokenSecret: not empty.
 * Errors:
 * - 400006 initializeWithConsumerKey was not called */
TCGB_API void NCMBTwitterUtils_logInWithTwitterId_screenName_authToken_authTokenSecret_block(const char *twitterId, const char *screenName,
    const char *authToken, const char *authTokenSecret, NCMBUserResultBlock block, void *context);

/** Links a user with the Twitter account. Mirrors +[NCMBTwitterUtils
 * linkUser:twitterId:screenName:authToken:authTokenSecret:block:]. Links with other providers stay.
 * user: the one that is logged in. twitterId, screenName, authToken, authTokenSecret: not empty.
 * Errors:
 * - 400003 the user is not signed up
 * - 400006 initializeWithConsumerKey was not called
 * - 409001 another user has the account */
TCGB_API void NCMBTwitterUtils_linkUser_twitterId_screenName_authToken_authTokenSecret_block(NCMBUser *user, const char *twitterId,
    const char *screenName, const char *authToken, const char *authTokenSecret, NCMBErrorResultBlock block, void *context);

/** Removes the link. Blocks until the answer comes. Mirrors +[NCMBTwitterUtils unlinkUser:error:].
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns true after success.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBTwitterUtils_unlinkUser_error(NCMBUser *user, TCGB_OWNED TCGBError **error);

/** Removes the link. Mirrors +[NCMBTwitterUtils unlinkUserInBackground:block:].
 * user: the one that is logged in.
 * Errors:
 * - 404003 the user is not linked with Twitter */
TCGB_API void NCMBTwitterUtils_unlinkUserInBackground_block(NCMBUser *user, NCMBErrorResultBlock block, void *context);

/** Logs in at Twitter's page, as NCMBFacebookUtils_logInWithPermissions_block does at Facebook's. Mirrors +[NCMBTwitterUtils
 * logInWithBlock:].
 * Errors:
 * - 404002 the service is inside this process, or its settings name no client at Twitter: logInWithTwitterId is for a game that has signed
 *   the player in
 * - 3001, 3009 as NCMBFacebookUtils_logInWithPermissions_block */
TCGB_API void NCMBTwitterUtils_logInWithBlock(NCMBUserResultBlock block, void *context);

/** Links a user with the account that signs in at Twitter's page. Mirrors +[NCMBTwitterUtils linkUser:block:].
 * user: the one that is logged in.
 * Errors:
 * - 404002, 3001, 3009 as logInWithBlock
 * - as the form with twitterId */
TCGB_API void NCMBTwitterUtils_linkUser_block(NCMBUser *user, NCMBErrorResultBlock block, void *context);

TCGB_END

#endif
