/** @file
 * An id and a password that move a guest to another device. Mirrors TCGBTransferAccountInfo, TCGBTransferAccountFailInfo and
 * TCGBTransferAccountRenewConfiguration. Since 1.0.
 *
 * The calls are TCGBGamebase_issueTransferAccountWithCompletion and those beside it in TCGBGamebase.h. Whether they are permitted, and with
 * what ids and passwords, the console settings say:
 *
 *     "transferAccount": {"enabled": true, "type": "ID_PASSWORD" or "ID", "idCharacters": "NUMBER_LOWER_UPPER", "idLength": 12,
 *         "passwordCharacters": ..., "passwordLength": ..., "once": false, "validDays": 30, "block": {"attempts": 5, "minutes": 60}}
 *
 * - Characters are "NUMBER" (length 12 to 32), "NUMBER_LOWER" or "NUMBER_UPPER" (10 to 32), "NUMBER_LOWER_UPPER" or "LOWER_UPPER" (9 to
 *   32).
 * - With "once" an account is valid for one transfer.
 * - Without "validDays" accounts do not expire, and without "minutes" a block has no end.
 * - Wrong passwords count against the account, wrong ids against the device that tries. Without "block" ten in 15 minutes block for
 *   the rest of them.
 * - Switching "enabled" off, the default, deletes every account.
 *
 * Objects are values that do not change. For anything but a living one, getters return NULL or 0. */
#ifndef TCGB_TRANSFER_ACCOUNT_H
#define TCGB_TRANSFER_ACCOUNT_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** The account by which a guest can change devices. Mirrors TCGBTransferAccountInfo. */
typedef struct TCGBTransferAccountInfo TCGBTransferAccountInfo;

/** Its id and password. Mirrors TCGBTransferAccountInfoAccount. */
typedef struct TCGBTransferAccountInfoAccount TCGBTransferAccountInfoAccount;

/** How long it is valid, and what it asks for. Mirrors TCGBTransferAccountInfoCondition. */
typedef struct TCGBTransferAccountInfoCondition TCGBTransferAccountInfoCondition;

/** How many wrong tries there were, and what is blocked. Mirrors TCGBTransferAccountFailInfo. */
typedef struct TCGBTransferAccountFailInfo TCGBTransferAccountFailInfo;

/** The parts of an account to renew. Mirrors TCGBTransferAccountRenewConfiguration. */
typedef struct TCGBTransferAccountRenewConfiguration TCGBTransferAccountRenewConfiguration;

/** The origin of the new id and password. */
enum { TCGBTransferAccountRenewalModeTypeAuto = 0, TCGBTransferAccountRenewalModeTypeManual = 1 };

/** The parts to renew. */
enum { TCGBTransferAccountRenewalTargetTypePassword = 0, TCGBTransferAccountRenewalTargetTypeIdPassword = 1 };

/** How a call about a transfer account ended. Mirrors TransferAccountCompletion, void(^)(TCGBTransferAccountInfo *, TCGBError *).
 * transferAccount: NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBTransferAccountCompletion)(const TCGBTransferAccountInfo *transferAccount, const TCGBError *error, void *context);

/** Reads an account from its JSON form.
 * jsonString: an object with issuedType, account (which has id) and condition (which has transferAccountType and expirationType).
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBTransferAccountInfo *TCGBTransferAccountInfo_transferAccountInfoFromJsonString(const char *jsonString);

/** "AUTO": id and password were made by the service; "MANUAL": by the player. Mirrors .issuedType. */
TCGB_API const char *TCGBTransferAccountInfo_issuedType(const TCGBTransferAccountInfo *transferAccount);

/** Id and password. Borrowed from the whole. Mirrors .account. */
TCGB_API const TCGBTransferAccountInfoAccount *TCGBTransferAccountInfo_account(const TCGBTransferAccountInfo *transferAccount);

/** The conditions of the account. Borrowed from the whole. Mirrors .condition. */
TCGB_API const TCGBTransferAccountInfoCondition *TCGBTransferAccountInfo_condition(const TCGBTransferAccountInfo *transferAccount);

/** The whole as JSON text. Mirrors -JSONString. */
TCGB_API const char *TCGBTransferAccountInfo_jsonString(const TCGBTransferAccountInfo *transferAccount);

/** The same with line breaks, for people. Mirrors -JSONPrettyString. */
TCGB_API const char *TCGBTransferAccountInfo_prettyJsonString(const TCGBTransferAccountInfo *transferAccount);

/** Mirrors .accountId; "id" in JSON. */
TCGB_API const char *TCGBTransferAccountInfoAccount_accountId(const TCGBTransferAccountInfoAccount *account);

/** The password, after issue and renew only. NULL from a query, because only its hash is stored, and for an account without one.
 * Mirrors .accountPassword; "password" in JSON. */
TCGB_API const char *TCGBTransferAccountInfoAccount_accountPassword(const TCGBTransferAccountInfoAccount *account);

/** "ID" or "ID_PASSWORD": what a transfer asks for. Mirrors .transferAccountType. */
TCGB_API const char *TCGBTransferAccountInfoCondition_transferAccountType(const TCGBTransferAccountInfoCondition *condition);

/** "UNLIMITED" or "PERIOD". Mirrors .expirationType. */
TCGB_API const char *TCGBTransferAccountInfoCondition_expirationType(const TCGBTransferAccountInfoCondition *condition);

/** Until when the account is valid, in epoch milliseconds; 0 for "UNLIMITED". Mirrors .expirationDate. */
TCGB_API int64_t TCGBTransferAccountInfoCondition_expirationDate(const TCGBTransferAccountInfoCondition *condition);

/** Reads out of an error 3042 why a transfer is blocked. Mirrors +[TCGBTransferAccountFailInfo transferAccountFailInfoFromError:].
 * Returns an object that the caller releases; NULL for an error that does not say. */
TCGB_API TCGB_OWNED TCGBTransferAccountFailInfo *TCGBTransferAccountFailInfo_transferAccountFailInfoFromError(const TCGBError *error);

/** Mirrors .appId. */
TCGB_API const char *TCGBTransferAccountFailInfo_appId(const TCGBTransferAccountFailInfo *failInfo);

/** The id that was tried. Mirrors .accountId; "id" in JSON. */
TCGB_API const char *TCGBTransferAccountFailInfo_accountId(const TCGBTransferAccountFailInfo *failInfo);

/** "B": blocked. Mirrors .status. */
TCGB_API const char *TCGBTransferAccountFailInfo_status(const TCGBTransferAccountFailInfo *failInfo);

/** How many wrong tries there were. Mirrors .failCount. */
TCGB_API int64_t TCGBTransferAccountFailInfo_failCount(const TCGBTransferAccountFailInfo *failInfo);

/** When the block ends, in epoch milliseconds; 0 when it has no end. Mirrors .blockEndDate. */
TCGB_API int64_t TCGBTransferAccountFailInfo_blockEndDate(const TCGBTransferAccountFailInfo *failInfo);

/** When it began, in epoch milliseconds. Mirrors .regDate. */
TCGB_API int64_t TCGBTransferAccountFailInfo_regDate(const TCGBTransferAccountFailInfo *failInfo);

/** Lets the service make a new password, or a new id and password. Mirrors +[... autoRenewConfigurationWithRenewalTarget:].
 * renewalTarget: one of the two values above. Returns an object that the caller releases; NULL for another value. */
TCGB_API TCGB_OWNED TCGBTransferAccountRenewConfiguration *TCGBTransferAccountRenewConfiguration_autoRenewConfigurationWithRenewalTarget(
    int32_t renewalTarget);

/** Sets a password. Mirrors +[... manualRenewConfigurationWithAccountPassword:].
 * Returns an object that the caller releases; NULL for a text that is missing or not UTF-8. */
TCGB_API TCGB_OWNED TCGBTransferAccountRenewConfiguration *
TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountPassword(const char *accountPassword);

/** Sets id and password. Mirrors +[... manualRenewConfigurationWithAccountId:accountPassword:].
 * accountPassword: NULL where accounts have none. Returns an object that the caller releases; NULL for an id that is missing, and for texts
 * that are not UTF-8. */
TCGB_API TCGB_OWNED TCGBTransferAccountRenewConfiguration *
TCGBTransferAccountRenewConfiguration_manualRenewConfigurationWithAccountId_accountPassword(
    const char *accountId, const char *accountPassword);

/** Reads a configuration from its JSON form.
 * jsonString: an object with renewalModeType ("AUTO" or "MANUAL") and renewalTargetType (0 or 1); accountId and accountPassword for
 * "MANUAL".
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBTransferAccountRenewConfiguration *
TCGBTransferAccountRenewConfiguration_transferAccountRenewConfigurationFromJsonString(const char *jsonString);

/** A TCGBTransferAccountRenewalModeType. Mirrors .renewalMode. */
TCGB_API int32_t TCGBTransferAccountRenewConfiguration_renewalMode(const TCGBTransferAccountRenewConfiguration *configuration);

/** A TCGBTransferAccountRenewalTargetType. Mirrors .renewalTarget. */
TCGB_API int32_t TCGBTransferAccountRenewConfiguration_renewalTarget(const TCGBTransferAccountRenewConfiguration *configuration);

/** NULL unless set. Mirrors .accountId. */
TCGB_API const char *TCGBTransferAccountRenewConfiguration_accountId(const TCGBTransferAccountRenewConfiguration *configuration);

/** NULL unless set. Mirrors .accountPassword. */
TCGB_API const char *TCGBTransferAccountRenewConfiguration_accountPassword(const TCGBTransferAccountRenewConfiguration *configuration);

/** The whole as JSON text. */
TCGB_API const char *TCGBTransferAccountRenewConfiguration_jsonString(const TCGBTransferAccountRenewConfiguration *configuration);

TCGB_END

#endif
