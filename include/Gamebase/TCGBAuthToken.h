#ifndef TCGB_AUTH_TOKEN_H
#define TCGB_AUTH_TOKEN_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

typedef struct TCGBAuthToken TCGBAuthToken;
typedef struct TCGBToken TCGBToken;
typedef struct TCGBMember TCGBMember;
typedef struct TCGBAuthMappingInfo TCGBAuthMappingInfo;
typedef struct TCGBTemporaryWithdrawalInfo TCGBTemporaryWithdrawalInfo;

typedef void (*TCGBLoginCompletion)(const TCGBAuthToken *authToken, const TCGBError *error, void *context);

TCGB_API TCGBAuthToken *TCGBAuthToken_authTokenFromJsonString(const char *jsonString);
TCGB_API const TCGBToken *TCGBAuthToken_tcgbToken(const TCGBAuthToken *authToken);
TCGB_API const TCGBMember *TCGBAuthToken_tcgbMember(const TCGBAuthToken *authToken);
TCGB_API const char *TCGBAuthToken_jsonString(const TCGBAuthToken *authToken);
TCGB_API const char *TCGBAuthToken_prettyJsonString(const TCGBAuthToken *authToken);

TCGB_API const char *TCGBToken_sourceIdPCode(const TCGBToken *token);
TCGB_API const char *TCGBToken_accessToken(const TCGBToken *token);
TCGB_API const char *TCGBToken_accessTokenSecret(const TCGBToken *token);
TCGB_API const char *TCGBToken_subCode(const TCGBToken *token);
TCGB_API const char *TCGBToken_thirdIdPCode(const TCGBToken *token);
TCGB_API const char *TCGBToken_extraParams(const TCGBToken *token);
TCGB_API int64_t TCGBToken_expiresIn(const TCGBToken *token);

TCGB_API const char *TCGBMember_userId(const TCGBMember *member);
TCGB_API const char *TCGBMember_appId(const TCGBMember *member);
TCGB_API const char *TCGBMember_valid(const TCGBMember *member);
TCGB_API int64_t TCGBMember_regDate(const TCGBMember *member);
TCGB_API int64_t TCGBMember_lastLoginDate(const TCGBMember *member);
TCGB_API size_t TCGBMember_authList_count(const TCGBMember *member);
TCGB_API const TCGBAuthMappingInfo *TCGBMember_authList_at(const TCGBMember *member, size_t index);
TCGB_API const TCGBTemporaryWithdrawalInfo *TCGBMember_temporaryWithdrawal(const TCGBMember *member);

TCGB_API const char *TCGBAuthMappingInfo_userId(const TCGBAuthMappingInfo *mapping);
TCGB_API const char *TCGBAuthMappingInfo_authSystem(const TCGBAuthMappingInfo *mapping);
TCGB_API const char *TCGBAuthMappingInfo_idPCode(const TCGBAuthMappingInfo *mapping);
TCGB_API const char *TCGBAuthMappingInfo_authKey(const TCGBAuthMappingInfo *mapping);
TCGB_API int64_t TCGBAuthMappingInfo_regDate(const TCGBAuthMappingInfo *mapping);

TCGB_API int64_t TCGBTemporaryWithdrawalInfo_gracePeriodDate(const TCGBTemporaryWithdrawalInfo *info);

TCGB_END

#endif
