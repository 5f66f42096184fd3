/** @file
 * The mails of the mobile backend, which the host sends. No Objective-C counterpart: there the service sends them. Since 1.0.
 *
 * The service inside the process has no way to send a mail. A host that has one sets a function; before, whoever asks for a mail is told
 * that none comes (404002). Then:
 * 1. The game calls NCMBUser_requestPasswordResetForEmail... or NCMBUser_requestAuthenticationMail...; whether somebody has the address
 *    is not told.
 * 2. The function is called with a key, and mails it. Nobody else may learn it: who has the key has the account.
 * 3. The player gives the key to the game, which calls NCMBMail_finishPasswordReset... or NCMBMail_finishAuthentication...
 *
 * A key works once, for 24 hours; with the first that is used the others of its kind and address end. An address that has 5 keys of a
 * kind gets no more mails until one ends. */
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

/** Sends a mail. It is called where callbacks run (R4 in TCGBRunLoop.h), perhaps after the completion of the call that asked for it; hand
 * the work to a thread when it takes long. All is borrowed.
 * mailAddress: whom to. userName: NULL when nobody has the address. key: what the mail has to bring, letters, digits, - and _. subject,
 * text: a mail in English with the key in it, for a host that has none of its own. */
typedef void (*NCMBMailFunction)(NCMBMailKind kind, const char *mailAddress, const char *userName, const char *key, const char *subject,
    const char *text, void *context);

/** Sets the function that sends mails, in place of the one before. Before NCMB_setApplicationKey_clientKey or after it; shutdown resets it.
 * Of instances that share a service, the one that set it last sends.
 * function: NULL removes it. */
TCGB_API void NCMBMail_setFunction(NCMBMailFunction function, void *context);

/** Sets a new password with a key that came by mail. Sessions of the user end (401001), and wrong tries to log in
 * are forgotten.
 * key, password: not empty; a password of at most 128 bytes.
 * Errors:
 * - 400009 the password is too long
 * - 403004 the key is too old
 * - 404001 the key is none, was used, or belongs to a user who has another address now */
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
 * - 404001 the key is none, was used, or belongs to a user who has another address now
 * - 409001 the address was taken meanwhile */
TCGB_API void NCMBMail_finishAuthenticationWithKey_password_block(
    const char *key, const char *password, NCMBUserResultBlock block, void *context);

TCGB_END

#endif
