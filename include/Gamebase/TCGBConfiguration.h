/** @file
 * The game's configuration for initialize. Mirrors TCGBConfiguration. Since 1.0.
 *
 * A configuration may be changed at any time; initialize takes a copy. For anything but a living configuration a function does nothing, or
 * returns NULL or false. */
#ifndef TCGB_CONFIGURATION_H
#define TCGB_CONFIGURATION_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** The app's configuration. Mirrors TCGBConfiguration. */
typedef struct TCGBConfiguration TCGBConfiguration;

/** Makes a configuration. Mirrors +[TCGBConfiguration configurationWithAppID:appVersion:].
 * appID: the app's id in the console; not empty. appVersion: the version of the game, as the console lists it; not empty.
 * Returns an object that the caller releases; NULL for a bad argument, and the log says which. */
TCGB_API TCGB_OWNED TCGBConfiguration *TCGBConfiguration_configurationWithAppID_appVersion(const char *appID, const char *appVersion);

/** The same with a zone. Mirrors +[TCGBConfiguration configurationWithAppID:appVersion:zoneType:].
 * zoneType: "REAL" for players; NULL means "REAL". It is there for ported code, and changes nothing in the embedded service.
 * Returns an object that the caller releases; NULL for a bad argument, and the log says which. */
TCGB_API TCGB_OWNED TCGBConfiguration *TCGBConfiguration_configurationWithAppID_appVersion_zoneType(
    const char *appID, const char *appVersion, const char *zoneType);

/** The app's id. Mirrors .appID. Returns the id given to the factory. */
TCGB_API const char *TCGBConfiguration_appID(const TCGBConfiguration *configuration);

/** The game's version. Mirrors .appVersion. Returns the version given to the factory. */
TCGB_API const char *TCGBConfiguration_appVersion(const TCGBConfiguration *configuration);

/** The zone. Mirrors .zoneType. Returns the zone given to the factory, "REAL" when none was. */
TCGB_API const char *TCGBConfiguration_zoneType(const TCGBConfiguration *configuration);

/** Permits pop-ups through the host's showAlert (TCGBHost.h). Mirrors -enablePopup:. Default false: the game shows
 * its own. */
TCGB_API void TCGBConfiguration_enablePopup(TCGBConfiguration *configuration, bool enable);

/** Whether pop-ups are permitted. Mirrors -isEnablePopup. */
TCGB_API bool TCGBConfiguration_isEnablePopup(const TCGBConfiguration *configuration);

/** Permits pop-ups about the launching status, if pop-ups are permitted at all. Mirrors -enableLaunchingStatusPopup:. Default true. */
TCGB_API void TCGBConfiguration_enableLaunchingStatusPopup(TCGBConfiguration *configuration, bool enable);

/** Whether pop-ups about the launching status are permitted. Mirrors -isEnableLaunchingStatusPopup. */
TCGB_API bool TCGBConfiguration_isEnableLaunchingStatusPopup(const TCGBConfiguration *configuration);

/** Permits pop-ups about a ban, if pop-ups are permitted at all. Mirrors -enableBanPopup:. Default true. */
TCGB_API void TCGBConfiguration_enableBanPopup(TCGBConfiguration *configuration, bool enable);

/** Whether pop-ups about a ban are permitted. Mirrors -isEnableBanPopup. */
TCGB_API bool TCGBConfiguration_isEnableBanPopup(const TCGBConfiguration *configuration);

/** Permits pop-ups about a kickout, if pop-ups are permitted at all. Mirrors -enableKickoutPopup:. Default true. */
TCGB_API void TCGBConfiguration_enableKickoutPopup(TCGBConfiguration *configuration, bool enable);

/** Whether pop-ups about a kickout are permitted. Mirrors -isEnableKickoutPopup. */
TCGB_API bool TCGBConfiguration_isEnableKickoutPopup(const TCGBConfiguration *configuration);

/** Chooses the store. Mirrors -setStoreCode:.
 * storeCode: "SANDBOX", the default, is the store inside the embedded service; any other, "AS" included, needs an adapter
 * (TCGBStoreAdapter.h), and without one purchase calls end with 4010. NULL, "" and non-UTF-8 change nothing and are logged. */
TCGB_API void TCGBConfiguration_setStoreCode(TCGBConfiguration *configuration, const char *storeCode);

/** Mirrors .storeCode. */
TCGB_API const char *TCGBConfiguration_storeCode(const TCGBConfiguration *configuration);

/** Chooses the language of the library's texts. Mirrors -setDisplayLanguageCode:.
 * languageCode: an ISO 639 code as in TCGBConstants.h, in exactly that case; NULL means the language of the device.
 * TCGBGamebase_setDisplayLanguageCode says which language is in effect. */
TCGB_API void TCGBConfiguration_setDisplayLanguageCode(TCGBConfiguration *configuration, const char *languageCode);

/** Mirrors .displayLanguageCode. Returns the code that was set; NULL when none was. */
TCGB_API const char *TCGBConfiguration_displayLanguageCode(const TCGBConfiguration *configuration);

/** Sets the address of a service on another machine, a gamebased, that the instance uses in place of the embedded one. No Objective-C
 * counterpart: there it is the vendor's. Nothing else in the game changes; docs/c-api.md lists the differences over a network.
 *
 * Without it initialize reads the address from the environment variable GAMEBASE_SERVICE_URL; without that the service is inside the
 * library, and neither a socket nor libcurl is opened for it. The HTTP proxy of the environment (https_proxy, no_proxy) is used for https
 * only, as libcurl does it. Redirects are not followed. Certificates are checked against the system's authorities.
 * url: such as "https://games.example.com" or "https://example.com/gamebase", at most 2,048 bytes of ASCII, without a user, a query or a
 * fragment. http is allowed only for this machine (127.0.0.1, ::1, localhost), unless TCGBHost_setAllowsPlainHTTP permits it: otherwise
 * initialize fails with 3. NULL removes the address. Anything else changes nothing and is logged. An instance that runs keeps its service:
 * initialize fails with 3 for another one. */
TCGB_API void TCGBConfiguration_setServiceURL(TCGBConfiguration *configuration, const char *url);

/** Returns the address that was set, without a slash at its end; NULL when none was, whatever the environment says. */
TCGB_API const char *TCGBConfiguration_serviceURL(const TCGBConfiguration *configuration);

TCGB_END

#endif
