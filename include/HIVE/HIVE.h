/** @file
 * The push calls of the Hive SDK on the Linux desktop: local pushes, consent, groups, buttons, media, and a player's inbox. Mirrors the
 * push part of the Objective-C framework <HIVE/HIVE.h>. Since 1.0.
 *
 * Gamebase (or NHN Cloud purchases, or the mobile backend) must be initialized. Callbacks come where completions do: inside
 * TCGBRunLoop_drain. HIVE.hpp has the same in the names of Hive's C++ SDK. */
#ifndef HIVE_H
#define HIVE_H

#include "HIVEConfiguration.h"
#include "HIVELocalPush.h"
#include "HIVEPush.h"
#include "HIVEPushInbox.h"
#include "HIVEPushMessage.h"
#include "HIVERemotePush.h"
#include "HIVEResultAPI.h"

#endif
