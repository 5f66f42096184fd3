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

TCGB_END

#endif
