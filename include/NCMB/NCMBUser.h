/** @file
 * Users: sign-up, log-in, sessions. Mirrors NCMBUser, which is an NCMBObject of the class "user". Since 1.0.
 *
 * A user is an object: NCMBObject_setObject_forKey_string and all others take it; [user save] is NCMBObject_save, [user delete]
 * NCMBObject_delete. Only the user itself can read and change it, unless its ACL says otherwise. One user is logged in at a time, and is
 * again after a restart, until it logs out or its session ends (401001). It may have links with providers, too (NCMBFacebookUtils.h,
 * NCMBTwitterUtils.h). */
#ifndef NCMB_USER_H
#define NCMB_USER_H

#include "NCMBObject.h"
#include "NCMBQuery.h"

TCGB_BEGIN

/** Makes a user that is not signed up. Mirrors +[NCMBUser user]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED NCMBUser *NCMBUser_user(void);

/** A query over users. Mirrors +[NCMBUser query]. Users see themselves alone, unless an ACL says otherwise. Returns an object that the
 * caller releases. */
TCGB_API TCGB_OWNED NCMBQuery *NCMBUser_query(void);

/** The user who is logged in. Mirrors +[NCMBUser currentUser]. Right after NCMB_setApplicationKey_clientKey it waits until the file with
 * the user was read, at most 5 seconds. After a restart it has its fields as they were last saved or fetched; if they are larger
 * than 16 KiB, only its name, dates and links: fetch it before you read its fields.
 * Returns NULL when nobody is logged in. It is borrowed: it lives until this function returns another user, or until the shutdown;
 * TCGBRetain keeps it. It is the same object that signed up or that the log-in gave. */
TCGB_API NCMBUser *NCMBUser_currentUser(void);

/** The name to log in with. Mirrors .userName. NULL when it is not set. It lives as long as the user. */
TCGB_API const char *NCMBUser_userName(const NCMBUser *user);

/** Mirrors -setUserName:. The service has it after the next save.
 * userName: UTF-8, at most 255 bytes. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBUser_setUserName(NCMBUser *user, const char *userName);

/** The password, until the user is saved; it is never stored and never returned again. Mirrors .password. NULL when it is not set. It lives
 * as long as the user. */
TCGB_API const char *NCMBUser_password(const NCMBUser *user);

/** Mirrors -setPassword:. The service has it after the next save.
 * password: UTF-8, at most 128 bytes. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBUser_setPassword(NCMBUser *user, const char *password);

/** The mail address; one can log in with it, too. Mirrors .mailAddress. NULL when it is not set. It lives as long as the user. */
TCGB_API const char *NCMBUser_mailAddress(const NCMBUser *user);

/** Mirrors -setMailAddress:. The service has it after the next save.
 * mailAddress: UTF-8, at most 255 bytes. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBUser_setMailAddress(NCMBUser *user, const char *mailAddress);

/** Whether the user was signed up by this process. Mirrors .isNew. false after a log-in, and for what is not a living user. */
TCGB_API bool NCMBUser_isNew(const NCMBUser *user);

/** The token of the session. Mirrors .sessionToken. NULL when the user is not logged in. It lives as long as the user. */
TCGB_API const char *NCMBUser_sessionToken(const NCMBUser *user);

/** Mirrors -setSessionToken:. It changes only this object, and not which user is logged in.
 * sessionToken: NULL for none. */
TCGB_API void NCMBUser_setSessionToken(NCMBUser *user, const char *sessionToken);

/** Whether the user has a session token; the service is not asked. Mirrors -[NCMBUser isAuthenticated]. */
TCGB_API bool NCMBUser_isAuthenticated(const NCMBUser *user);

/** Whether the mail address was confirmed. Mirrors -[NCMBUser isMailAddressConfirm]. */
TCGB_API bool NCMBUser_isMailAddressConfirm(const NCMBUser *user);

/** Whether a sign-in provider knows the user. Mirrors -[NCMBUser isLinkedWith:].
 * type: facebook, twitter, google, apple or anonymous. */
TCGB_API bool NCMBUser_isLinkedWith(const NCMBUser *user, const char *type);

/** Signs the user up. Blocks until the answer comes. Mirrors -[NCMBUser signUp:].
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns true after success.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBUser_signUp(NCMBUser *user, TCGB_OWNED TCGBError **error);

/** Signs the user up: saves it, and logs it in. Mirrors -[NCMBUser signUpInBackgroundWithBlock:]. The session lives 24 hours from the
 * last request on, unless the console says otherwise; a log-in elsewhere ends it.
 * Errors:
 * - 400003 no name or no password
 * - 400004 an invalid mail address
 * - 409001 another user has the name or the mail address */
TCGB_API void NCMBUser_signUpInBackgroundWithBlock(NCMBUser *user, NCMBErrorResultBlock block, void *context);

/** Signs the user up by the Google account, or logs in the user who did so before. Mirrors -[NCMBUser signUpWithGoogleToken:withBlock:]. A
 * user that is signed up is linked.
 * googleInfo: a JSON object with what the provider gave the player: id and access_token. The service inside this process does not verify
 * it.
 * Errors:
 * - 401003 there is no id
 * - as signUpInBackgroundWithBlock */
TCGB_API void NCMBUser_signUpWithGoogleToken_withBlock(NCMBUser *user, const char *googleInfo, NCMBErrorResultBlock block, void *context);

/** Signs the user up by the Twitter account, or logs in the user who did so before. Mirrors -[NCMBUser signUpWithTwitterToken:withBlock:].
 * A user that is signed up is linked.
 * twitterInfo: a JSON object with what the provider gave the player: id, screen_name, oauth_token and oauth_token_secret;
 * oauth_consumer_key and consumer_secret are those of NCMBTwitterUtils.h when they are left out. The service inside this process does not
 * verify it.
 * Errors:
 * - 400006 there is no oauth_consumer_key
 * - 401003 there is no id
 * - as signUpInBackgroundWithBlock */
TCGB_API void NCMBUser_signUpWithTwitterToken_withBlock(NCMBUser *user, const char *twitterInfo, NCMBErrorResultBlock block, void *context);

/** Signs the user up by the Facebook account, or logs in the user who did so before. Mirrors -[NCMBUser
 * signUpWithFacebookToken:withBlock:]. A user that is signed up is linked.
 * facebookInfo: a JSON object with what the provider gave the player: id, access_token, and expiration_date: {"__type": "Date", "iso":
 * ...}. The service inside this process does not verify it.
 * Errors:
 * - 401003 there is no id
 * - as signUpInBackgroundWithBlock */
TCGB_API void NCMBUser_signUpWithFacebookToken_withBlock(
    NCMBUser *user, const char *facebookInfo, NCMBErrorResultBlock block, void *context);

/** Signs the user up by the Apple account, or logs in the user who did so before. Mirrors -[NCMBUser signUpWithAppleToken:withBlock:]. A
 * user that is signed up is linked.
 * appleInfo: a JSON object with what the provider gave the player: id and access_token; client_id is the application key when it is left
 * out. The service inside this process does not verify it.
 * Errors:
 * - 401003 there is no id
 * - as signUpInBackgroundWithBlock */
TCGB_API void NCMBUser_signUpWithAppleToken_withBlock(NCMBUser *user, const char *appleInfo, NCMBErrorResultBlock block, void *context);

/** Links the user with the Google account. Mirrors -[NCMBUser linkWithGoogleToken:withBlock:]. Links with other providers stay.
 * user: the one that is logged in. googleInfo: as for signUpWithGoogleToken.
 * Errors:
 * - 400003 the user is not signed up
 * - 401003 there is no id
 * - 409001 another user has the account */
TCGB_API void NCMBUser_linkWithGoogleToken_withBlock(NCMBUser *user, const char *googleInfo, NCMBErrorResultBlock block, void *context);

/** Links the user with the Twitter account. Mirrors -[NCMBUser linkWithTwitterToken:withBlock:]. Links with other providers stay.
 * user: the one that is logged in. twitterInfo: as for signUpWithTwitterToken.
 * Errors:
 * - 400003 the user is not signed up
 * - 400006 there is no oauth_consumer_key
 * - 401003 there is no id
 * - 409001 another user has the account */
TCGB_API void NCMBUser_linkWithTwitterToken_withBlock(NCMBUser *user, const char *twitterInfo, NCMBErrorResultBlock block, void *context);

/** Links the user with the Facebook account. Mirrors -[NCMBUser linkWithFacebookToken:withBlock:]. Links with other providers stay.
 * user: the one that is logged in. facebookInfo: as for signUpWithFacebookToken.
 * Errors:
 * - 400003 the user is not signed up
 * - 401003 there is no id
 * - 409001 another user has the account */
TCGB_API void NCMBUser_linkWithFacebookToken_withBlock(NCMBUser *user, const char *facebookInfo, NCMBErrorResultBlock block, void *context);

/** Links the user with the Apple account. Mirrors -[NCMBUser linkWithAppleToken:withBlock:]. Links with other providers stay.
 * user: the one that is logged in. appleInfo: as for signUpWithAppleToken.
 * Errors:
 * - 400003 the user is not signed up
 * - 401003 there is no id
 * - 409001 another user has the account */
TCGB_API void NCMBUser_linkWithAppleToken_withBlock(NCMBUser *user, const char *appleInfo, NCMBErrorResultBlock block, void *context);

/** Removes the link with a provider. Mirrors -[NCMBUser unlink:withBlock:].
 * user: the one that is logged in. type: facebook, twitter, google, apple or anonymous.
 * Errors:
 * - 404003 the user is not linked with it */
TCGB_API void NCMBUser_unlink_withBlock(NCMBUser *user, const char *type, NCMBErrorResultBlock block, void *context);

/** Logs in. Blocks until the answer comes. Mirrors +[NCMBUser logInWithUsername:password:error:].
 * error: as for signUp. Returns the user, an object that the caller releases; NULL after an error. */
TCGB_API TCGB_OWNED NCMBUser *NCMBUser_logInWithUsername_password_error(
    const char *username, const char *password, TCGB_OWNED TCGBError **error);

/** Logs in; an earlier session of the user ends. Mirrors +[NCMBUser logInWithUsernameInBackground:password:block:]. Once the block is
 * called, a restart begins with this user.
 * username, password: not empty.
 * Errors:
 * - 400003 an empty name or password
 * - 401002 wrong name or password
 * - 429002 ten wrong passwords; try again after 15 minutes */
TCGB_API void NCMBUser_logInWithUsernameInBackground_password_block(

    const char *username, const char *password, NCMBUserResultBlock block, void *context);

/** Logs in. Blocks until the answer comes. Mirrors +[NCMBUser logInWithMailAddress:password:error:].
 * error: as for signUp. Returns the user, an object that the caller releases; NULL after an error. */
TCGB_API TCGB_OWNED NCMBUser *NCMBUser_logInWithMailAddress_password_error(
    const char *email, const char *password, TCGB_OWNED TCGBError **error);

/** Logs in; an earlier session of the user ends. Mirrors +[NCMBUser logInWithMailAddressInBackground:password:block:]. Once the block
 * is called, a restart begins with this user.
 * email, password: not empty.
 * Errors:
 * - 400003 an empty name or password
 * - 401002 wrong name or password
 * - 429002 ten wrong passwords; try again after 15 minutes */
TCGB_API void NCMBUser_logInWithMailAddressInBackground_password_block(

    const char *email, const char *password, NCMBUserResultBlock block, void *context);

/** Logs out. Mirrors +[NCMBUser logOut]. Nobody is logged in when it returns; the request to the service is sent without waiting. */
TCGB_API void NCMBUser_logOut(void);

/** Logs out. Mirrors +[NCMBUser logOutInBackgroundWithBlock:]. Nobody is logged in when it returns, whatever the block gets. Without
 * a user it succeeds. */
TCGB_API void NCMBUser_logOutInBackgroundWithBlock(NCMBErrorResultBlock block, void *context);

/** Makes a user with a name out of an anonymous one. Blocks until the answer comes. Mirrors -[NCMBUser
 * signUpFromAnonymous:password:error:].
 * error: as for signUp. Returns true after success. */
TCGB_API bool NCMBUser_signUpFromAnonymous_password_error(
    NCMBUser *user, const char *userName, const char *password, TCGB_OWNED TCGBError **error);

/** Makes a user with a name out of an anonymous one: a new user takes over the fields and is logged in, then the anonymous one is
 * deleted and this object empty, and at last the new user has its mail address, which has to be confirmed again. Mirrors
 * -[NCMBUser signUpFromAnonymousInBackgroundWithBlock:password:block:].
 * userName, password: not empty.
 * Errors:
 * - 400005 the user is not anonymous, or not logged in
 * - as signUpInBackgroundWithBlock; an error of a later step, after which the new user is logged in all the same */
TCGB_API void NCMBUser_signUpFromAnonymousInBackgroundWithBlock_password_block(

    NCMBUser *user, const char *userName, const char *password, NCMBErrorResultBlock block, void *context);

/** Makes automaticCurrentUser create anonymous users from now on. Mirrors +[NCMBUser enableAutomaticUser]. Call it after
 * NCMB_setApplicationKey_clientKey; shutdown resets it. */
TCGB_API void NCMBUser_enableAutomaticUser(void);

/** The current user; an anonymous one is made when there is none and enableAutomaticUser was called. Mirrors +[NCMBUser
 * automaticCurrentUserWithBlock:].
 * block: gets NULL without an error when there is nobody and none is made. */
TCGB_API void NCMBUser_automaticCurrentUserWithBlock(NCMBUserResultBlock block, void *context);

/** Requests a mail for a new password. Blocks until the answer comes. Mirrors +[NCMBUser requestPasswordResetForEmail:error:].
 * error: as for signUp. Returns true after success. */
TCGB_API bool NCMBUser_requestPasswordResetForEmail_error(const char *email, TCGB_OWNED TCGBError **error);

/** Requests a mail for a new password. Mirrors +[NCMBUser requestPasswordResetForEmailInBackground:block:].
 * email: not empty.
 * Errors:
 * - 404002 mails are not set up: the host has no function for them (NCMBMail.h), or the server's settings have no mail
 * - 400004 it is no mail address */
TCGB_API void NCMBUser_requestPasswordResetForEmailInBackground_block(const char *email, NCMBErrorResultBlock block, void *context);

/** Requests a mail with which a user can sign up. Blocks until the answer comes. Mirrors +[NCMBUser requestAuthenticationMail:error:].
 * error: as for signUp. Returns true after success. */
TCGB_API bool NCMBUser_requestAuthenticationMail_error(const char *email, TCGB_OWNED TCGBError **error);

/** Requests a mail with which a user can sign up. Mirrors +[NCMBUser requestAuthenticationMailInBackground:block:].
 * email: not empty.
 * Errors:
 * - 404002 mails are not set up: the host has no function for them (NCMBMail.h), or the server's settings have no mail
 * - 400004 it is no mail address */
TCGB_API void NCMBUser_requestAuthenticationMailInBackground_block(const char *email, NCMBErrorResultBlock block, void *context);

TCGB_END

#endif
