/** @file
 * How the machine reaches the network. Mirrors TCGBNetwork. Since 1.0.
 *
 * The event kTCGBObserverNetwork comes when it changes. The functions may be called before initialize. */
#ifndef TCGB_NETWORK_H
#define TCGB_NETWORK_H

#include "TCGBDefines.h"
#include "TCGBGamebaseEventHandler.h"

TCGB_BEGIN

/** How the machine reaches the network now. Mirrors +[TCGBNetwork type].
 * Returns a TCGBNetworkStatus (TCGBGamebaseEventHandler.h). ReachableViaWWAN is 0 and means connected: never test for > 0. */
TCGB_API int32_t TCGBNetwork_type(void);

/** Returns the name of the status, such as "ReachableViaWifi". Mirrors +[TCGBNetwork typeName]. */
TCGB_API const char *TCGBNetwork_typeName(void);

/** Returns true for ReachableViaWWAN and ReachableViaWifi. Mirrors +[TCGBNetwork isConnected]. */
TCGB_API bool TCGBNetwork_isConnected(void);

/** --- Further facts that a desktop knows. No Objective-C counterparts. */

/** Whether what is downloaded may cost the player money. */
typedef enum TCGBNetworkMetered {
    /** Nobody has said it yet, or there is nobody to say it. */
    TCGBNetworkMeteredUnknown = 0,
    /** It costs nothing. */
    TCGBNetworkMeteredNo = 1,
    /** It may: a phone's network, or one that is counted. */
    TCGBNetworkMeteredYes = 2
} TCGBNetworkMetered;

/** Whether the network costs money: what TCGBNetwork_setMetered said; else what NetworkManager says over D-Bus, in a sandbox the portal.
 * It is asked from the first call on, which returns Unknown; so does every call while the library is not initialized or shuts down.
 * On a network that costs money pushes come without sounds and films (HIVE/HIVEPush.h). */
TCGB_API TCGBNetworkMetered TCGBNetwork_metered(void);

/** Says it in the desktop's place. metered: Unknown, or any other value, leaves it to the desktop. Shutdown resets it. */
TCGB_API void TCGBNetwork_setMetered(TCGBNetworkMetered metered);

TCGB_END

#endif
