#ifndef TCGB_GAMEBASE_H
#define TCGB_GAMEBASE_H

#include "TCGBDefines.h"
#include "TCGBAuthToken.h"
#include "TCGBConfiguration.h"
#include "TCGBError.h"
#include "TCGBGamebaseEventHandler.h"

TCGB_BEGIN

typedef void (*TCGBInitializeCompletion)(const char *launchingInfo, const TCGBError *error, void *context);

TCGB_API void TCGBGamebase_initializeWithConfiguration_completion(
    const TCGBConfiguration *configuration, TCGBInitializeCompletion completion, void *context);
TCGB_API void TCGBGamebase_initializeWithConfiguration_launchOptions_completion(
    const TCGBConfiguration *configuration, const char *launchOptions, TCGBInitializeCompletion completion, void *context);
TCGB_API bool TCGBGamebase_isSuccessWithError(const TCGBError *error);

TCGB_API void TCGBGamebase_setDebugMode(bool debugMode);
TCGB_API bool TCGBGamebase_isDebugMode(void);
TCGB_API const char *TCGBGamebase_SDKVersion(void);
TCGB_API const char *TCGBGamebase_appID(void);
TCGB_API const char *TCGBGamebase_userID(void);
TCGB_API const char *TCGBGamebase_accessToken(void);
TCGB_API const char *TCGBGamebase_lastLoggedInProvider(void);
TCGB_API const char *TCGBGamebase_currentProvider(void);
TCGB_API bool TCGBGamebase_isSandbox(void);
TCGB_API const char *TCGBGamebase_deviceLanguageCode(void);
TCGB_API void TCGBGamebase_setDisplayLanguageCode(const char *languageCode);
TCGB_API const char *TCGBGamebase_displayLanguageCode(void);
TCGB_API const char *TCGBGamebase_deviceCountryCode(void);
TCGB_API const char *TCGBGamebase_countryCode(void);
TCGB_API const char *TCGBGamebase_countryCodeOfDevice(void);
TCGB_API const char *TCGBGamebase_countryCodeOfUSIM(void);
TCGB_API const char *TCGBGamebase_carrierCode(void);
TCGB_API const char *TCGBGamebase_carrierName(void);
TCGB_API const char *TCGBGamebase_languageCode(void);

TCGB_API void TCGBGamebase_loginWithType_viewController_completion(
    const char *type, void *viewController, TCGBLoginCompletion completion, void *context);
TCGB_API void TCGBGamebase_loginWithType_additionalInfo_viewController_completion(
    const char *type, const char *additionalInfo, void *viewController, TCGBLoginCompletion completion, void *context);
TCGB_API void TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(
    void *viewController, TCGBLoginCompletion completion, void *context);
TCGB_API void TCGBGamebase_logoutWithViewController_completion(
    void *viewController, TCGBErrorCompletion completion, void *context);
TCGB_API void TCGBGamebase_withdrawWithViewController_completion(
    void *viewController, TCGBErrorCompletion completion, void *context);

TCGB_API void TCGBGamebase_addEventHandler(TCGBGamebaseEventHandler handler, void *context);
TCGB_API void TCGBGamebase_removeEventHandler(TCGBGamebaseEventHandler handler, void *context);
TCGB_API void TCGBGamebase_removeAllEventHandler(void);

TCGB_END

#endif
