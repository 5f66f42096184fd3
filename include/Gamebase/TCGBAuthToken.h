/** @file
 * The result of a login. Mirrors TCGBAuthToken and the objects in it. Since 1.0.
 *
 * All of them are values that do not change. Parts are borrowed from the whole: a member lives as long as its token object,
 * or longer if it is retained. Getters return NULL for what the service did not send, and dates as epoch milliseconds. For
 * anything but a living object they return NULL or 0. */
#ifndef TCGB_AUTH_TOKEN_H
#define TCGB_AUTH_TOKEN_H

#include "TCGBDefines.h"
#include "TCGBError.h"
#include "TCGBGraceBanInfo.h"

TCGB_BEGIN

/** The result of a login: the session's token and its member. Mirrors TCGBAuthToken. */
typedef struct TCGBAuthToken TCGBAuthToken;

/** The token of a session. Mirrors TCGBToken. */
typedef struct TCGBToken TCGBToken;

/** The member that a session is for. Mirrors TCGBMember. */
typedef struct TCGBMember TCGBMember;

/** A provider's account that signs in as a member. Mirrors TCGBAuthMappingInfo. */
typedef struct TCGBAuthMappingInfo TCGBAuthMappingInfo;

/** When a member that asked for it will be withdrawn. Mirrors TCGBTemporaryWithdrawalInfo. */
typedef struct TCGBTemporaryWithdrawalInfo TCGBTemporaryWithdrawalInfo;

/** How a login ended. Mirrors void(^)(TCGBAuthToken *, TCGBError *).
 * authToken: the session, NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBLoginCompletion)(const TCGBAuthToken *authToken, const TCGBError *error, void *context);

/** Reads a token object from its JSON form. Mirrors +[TCGBAuthToken authTokenFromJsonString:].
 * jsonString: an object with "token" (which has accessToken) and "member" (which has userId).
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBAuthToken *TCGBAuthToken_authTokenFromJsonString(const char *jsonString);

/** The session token, borrowed. Mirrors .tcgbToken; "token" in JSON. */
TCGB_API const TCGBToken *TCGBAuthToken_tcgbToken(const TCGBAuthToken *authToken);

/** The member that logged in, borrowed. Mirrors .tcgbMember; "member" in JSON. */
TCGB_API const TCGBMember *TCGBAuthToken_tcgbMember(const TCGBAuthToken *authToken);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBAuthToken_jsonString(const TCGBAuthToken *authToken);

/** The whole as JSON text with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBAuthToken_prettyJsonString(const TCGBAuthToken *authToken);

/** The provider that signed in, such as "guest". Mirrors .sourceIdPCode. */
TCGB_API const char *TCGBToken_sourceIdPCode(const TCGBToken *token);

/** The secret of the session; the game server verifies it. Mirrors .accessToken. */
TCGB_API const char *TCGBToken_accessToken(const TCGBToken *token);

/** The second secret of OAuth 1 providers. Mirrors .accessTokenSecret. */
TCGB_API const char *TCGBToken_accessTokenSecret(const TCGBToken *token);

/** A provider's region, such as LINE's. Mirrors .subCode. */
TCGB_API const char *TCGBToken_subCode(const TCGBToken *token);

/** The provider behind a provider. Mirrors .thirdIdPCode. */
TCGB_API const char *TCGBToken_thirdIdPCode(const TCGBToken *token);

/** Further data of the provider, as the text of a JSON object. Mirrors .extraParams. */
TCGB_API const char *TCGBToken_extraParams(const TCGBToken *token);

/** When the session token expires; 0 when the service does not say. Mirrors .expiresIn. */
TCGB_API int64_t TCGBToken_expiresIn(const TCGBToken *token);

/** The user id: 16 upper-case letters and digits. Mirrors .userId. */
TCGB_API const char *TCGBMember_userId(const TCGBMember *member);

/** The app that the member belongs to. Mirrors .appId. */
TCGB_API const char *TCGBMember_appId(const TCGBMember *member);

/** "Y" normal, "D" withdrawn, "B" banned, "T" withdrawal pending, "P" ban suspended, "M" missing. Mirrors .valid. */
TCGB_API const char *TCGBMember_valid(const TCGBMember *member);

/** When the member was made. Mirrors .regDate. */
TCGB_API int64_t TCGBMember_regDate(const TCGBMember *member);

/** The login before this one; 0 at the first. Mirrors .lastLoginDate. */
TCGB_API int64_t TCGBMember_lastLoginDate(const TCGBMember *member);

/** How many provider accounts sign in as this member. Mirrors .authList.count. */
TCGB_API size_t TCGBMember_authList_count(const TCGBMember *member);

/** One of them, borrowed. Mirrors .authList[index]. index: from 0; NULL when there are not that many. */
TCGB_API const TCGBAuthMappingInfo *TCGBMember_authList_at(const TCGBMember *member, size_t index);

/** The temporary withdrawal whose grace period runs, borrowed; NULL when there is none. Mirrors .temporaryWithdrawal. */
TCGB_API const TCGBTemporaryWithdrawalInfo *TCGBMember_temporaryWithdrawal(const TCGBMember *member);

/** The grace ban, borrowed; NULL when there is none. Look at it after each login: the library lets the player in, and the game decides what
 * the player may do meanwhile. Mirrors .graceBanInfo; "graceBan" in JSON. */
TCGB_API const TCGBGraceBanInfo *TCGBMember_graceBanInfo(const TCGBMember *member);

/** The member the account signs in as. Mirrors .userId. */
TCGB_API const char *TCGBAuthMappingInfo_userId(const TCGBAuthMappingInfo *mapping);

/** The system that keeps the account; "gbid" for Gamebase itself. Mirrors .authSystem. */
TCGB_API const char *TCGBAuthMappingInfo_authSystem(const TCGBAuthMappingInfo *mapping);

/** The provider. Mirrors .idPCode. */
TCGB_API const char *TCGBAuthMappingInfo_idPCode(const TCGBAuthMappingInfo *mapping);

/** The account's key at the provider. Mirrors .authKey. */
TCGB_API const char *TCGBAuthMappingInfo_authKey(const TCGBAuthMappingInfo *mapping);

/** When the account was mapped. Mirrors .regDate. */
TCGB_API int64_t TCGBAuthMappingInfo_regDate(const TCGBAuthMappingInfo *mapping);

/** When the member will be withdrawn. Mirrors .gracePeriodDate. */
TCGB_API int64_t TCGBTemporaryWithdrawalInfo_gracePeriodDate(const TCGBTemporaryWithdrawalInfo *info);

TCGB_END

#endif
