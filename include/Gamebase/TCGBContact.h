/** @file
 * The customer service. Mirrors TCGBContact and TCGBContactConfiguration. Since 1.0.
 *
 * The console settings say who answers players (customerService: {"type", "url"}). The type decides which parameters the page gets:
 *   CUSTOM    the developer's own: nothing but what the configuration adds
 *   GAMEBASE  with a member: ticket, purpose, userId, userName, storeCode, clientVersion, sdkVersion, deviceModel, osVersion,
 *             deviceCountryCode, usimCountryCode and osCode
 *   TOAST     userName and osCode; with a member ticket, purpose and userId before them
 * A value that is empty is left out, everything is percent-encoded, and the query is joined as the address needs it.
 *
 * The ticket proves to the page who opened it. The service issues it, keeps its hash only, and verifies it once, within 10 seconds, for the
 * member and the purpose it was issued for (TCGBServer.h, .../tickets/verify). The purpose is "openContact". A player whose login was
 * refused for a ban is not logged in, and gets one for "openContactForBannedUser"; a service elsewhere gives it only if that login was by
 * a token, which proves who the player is, as in TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion. */
#ifndef TCGB_CONTACT_H
#define TCGB_CONTACT_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** Further parameters of the page. Calls take a copy. For anything but a living configuration a getter returns NULL, and a setter does
 * nothing. A text that is not UTF-8 changes nothing and is logged. */
typedef struct TCGBContactConfiguration TCGBContactConfiguration;

/** Makes a configuration. Mirrors [[TCGBContactConfiguration alloc] init]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED TCGBContactConfiguration *TCGBContactConfiguration_create(void);

/** The player's name; NULL unless set. Mirrors .userName. */
TCGB_API const char *TCGBContactConfiguration_userName(const TCGBContactConfiguration *configuration);

/** Sets the player's name. Mirrors -setUserName:. userName: NULL for none. */
TCGB_API void TCGBContactConfiguration_setUserName(TCGBContactConfiguration *configuration, const char *userName);

/** A text that is appended to the address, for the type CUSTOM only; NULL unless set. Characters that an address cannot contain are
 * encoded.
 * Mirrors .additionalURL. */
TCGB_API const char *TCGBContactConfiguration_additionalURL(const TCGBContactConfiguration *configuration);

/** Sets the text that is appended to the address. Mirrors -setAdditionalURL:. additionalURL: NULL for nothing. */
TCGB_API void TCGBContactConfiguration_setAdditionalURL(TCGBContactConfiguration *configuration, const char *additionalURL);

/** More parameters of the address, at most 64, in the order in which they were set. Mirrors .additionalParameters.
 * Returns the text of a JSON object; NULL while there is none. */
TCGB_API const char *TCGBContactConfiguration_additionalParameters(const TCGBContactConfiguration *configuration);

/** Sets one parameter of the address. Mirrors -setAdditionalParameters:, which sets all.
 * key: not empty. value: NULL removes it. A 65th entry changes nothing and is logged. */
TCGB_API void TCGBContactConfiguration_setAdditionalParameters(TCGBContactConfiguration *configuration, const char *key, const char *value);

/** Data of the game's own, at most 64 entries, which the page gets as the parameter extraData, a JSON object. Mirrors .extraData.
 * Returns the text of a JSON object; NULL while there is none. */
TCGB_API const char *TCGBContactConfiguration_extraData(const TCGBContactConfiguration *configuration);

/** Sets one entry of the game's own data. Mirrors -setExtraData:, which sets all.
 * key: not empty. value: NULL removes it. A 65th entry changes nothing and is logged. */
TCGB_API void TCGBContactConfiguration_setExtraData(TCGBContactConfiguration *configuration, const char *key, const char *value);

/** Opens the customer service, in the host's web view or else outside the game (TCGBWebView.h).
 * Mirrors +[TCGBContact openContactWithViewController:completion:].
 * viewController: passed on to the host; NULL is fine.
 * completion: when the player has closed the page, or it was opened outside. NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 52 no program opens the page
 * - 6911 the console has no address, or together with the configuration it is no address
 * - 6912 no ticket was issued; the detail is the reason
 * - 7002, 7003, 7999 as for a web view
 * - 7004 another web view replaced it
 * - 110 shutdown, or the service is unreachable */
TCGB_API void TCGBContact_openContactWithViewController_completion(void *viewController, TCGBErrorCompletion completion, void *context);

/** The same with a configuration. Mirrors +[TCGBContact openContactWithViewController:configuration:completion:].
 * configuration: NULL for none. Errors: the same, and 3 for anything else but a living one. */
TCGB_API void TCGBContact_openContactWithViewController_configuration_completion(
    void *viewController, const TCGBContactConfiguration *configuration, TCGBErrorCompletion completion, void *context);

/** The address of the customer service. contactUrl: the address, NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBContactURLCompletion)(const char *contactUrl, const TCGBError *error, void *context);

/** Gives the address, for a game that shows it itself; a ticket in it is valid for 10 seconds.
 * Mirrors +[TCGBContact requestContactURLWithCompletion:].
 * Errors:
 * - 1 not initialized
 * - 6911 the console has no address, or together with the configuration it is no address
 * - 6912 no ticket was issued; the detail is the reason
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable */
TCGB_API void TCGBContact_requestContactURLWithCompletion(TCGBContactURLCompletion completion, void *context);

/** The same with a configuration. Mirrors +[TCGBContact requestContactURLWithConfiguration:completion:]. configuration: NULL for none.
 * Errors: also 3. */
TCGB_API void TCGBContact_requestContactURLWithConfiguration_completion(
    const TCGBContactConfiguration *configuration, TCGBContactURLCompletion completion, void *context);

TCGB_END

#endif
