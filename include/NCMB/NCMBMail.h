/** @file
 * Mails of the mobile backend, sent by the host. No Objective-C counterpart: there the service sends them. Since 1.0.
 *
 * The embedded service cannot send mails. A host that can send mails sets a function; without one, requests for a mail fail with 404002.
 * Then:
 * 1. The game calls NCMBUser_requestPasswordResetForEmail... or NCMBUser_requestAuthenticationMail...; the answer does not
 *    reveal whether somebody has the address.
 * 2. The function is called with a key, and mails it. Keep the key secret: it gives access to the account.
 * 3. The player gives the key to the game, which calls NCMBMail_finishPasswordReset... or NCMBMail_finishAuthentication...
 *
 * A key works once, for 24 hours; its use invalidates the other keys of its kind and address. An address with 5 keys of a kind gets no more
 * mails of that kind until a key is used or expires. */
#ifndef NCMB_MAIL_H
#define NCMB_MAIL_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** The purpose of a mail. */
typedef enum NCMBMailKind {
    /** A new password. */
    NCMBMailKindPasswordReset = 0,
    /** Confirmation of the address: a user confirms it, and a person without an account becomes a user. */
    NCMBMailKindAuthentication = 1
} NCMBMailKind;

/** Sends a mail. It is called where callbacks run (R4 in TCGBRunLoop.h), perhaps after the completion of the call that requested it; do
 * slow work on another thread. All is borrowed.
 * mailAddress: the receiver. userName: NULL when nobody has the address. key: must be in the mail; letters, digits, - and _. subject,
 * text: a mail in English with the key, for a host without its own text. */
typedef void (*NCMBMailFunction)(NCMBMailKind kind, const char *mailAddress, const char *userName, const char *key, const char *subject,
    const char *text, void *context);

/** Sets or replaces the function that sends mails. May be called before NCMB_setApplicationKey_clientKey or after it; shutdown resets it.
 * If several instances share a service, the function that was set last is called.
 * function: NULL removes it. */
TCGB_API void NCMBMail_setFunction(NCMBMailFunction function, void *context);

/** Sets a new password with a key that came by mail. Sessions of the user end (401001), and the counter of wrong log-ins is reset.
 * key, password: not empty; a password of at most 128 bytes.
 * Errors:
 * - 400009 the password is too long
 * - 403004 the key is too old
 * - 404001 the key does not exist, was used, or belongs to a user who has another address now */
TCGB_API void NCMBMail_finishPasswordResetWithKey_password_block(
    const char *key, const char *password, NCMBErrorResultBlock block, void *context);

/** Confirms a mail address with a key that came by mail. A user who has it has mailAddressConfirm from then on, and reads it with a
 * fetch. A person without an account is signed up and logged in, with a name that the service makes.
 * key: not empty. password: of a new user, at most 128 bytes; NULL when the address is a user's. block: gets the new user, whose fields
 * come with a fetch; NULL without an error when a user confirmed.
 * Errors:
 * - 400003 a new user needs a password
 * - 400009 the password is too long
 * - 403004 the key is too old
 * - 404001 the key does not exist, was used, or belongs to a user who has another address now
 * - 409001 another user has the address meanwhile */
TCGB_API void NCMBMail_finishAuthenticationWithKey_password_block(
    const char *key, const char *password, NCMBUserResultBlock block, void *context);

TCGB_END

#endif
