/** @file
 * Counts the starts of the game by a push. Mirrors NCMBAnalytics. Since 1.0. The calls do not wait for the service: its errors are only
 * logged. */
#ifndef NCMB_ANALYTICS_H
#define NCMB_ANALYTICS_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** The game was started, perhaps by a push. Mirrors +[NCMBAnalytics trackAppOpenedWithLaunchOptions:].
 * launchOptions: a JSON object, in which "UIApplicationLaunchOptionsRemoteNotificationKey" holds what NCMBRemoteNotificationHandler would
 * have been given; NULL for none. Returns true when there is a push to count: its openNumber grows by one. */
TCGB_API bool NCMBAnalytics_trackAppOpenedWithLaunchOptions(const char *launchOptions);

/** The player opened a push. Mirrors +[NCMBAnalytics trackAppOpenedWithRemoteNotificationPayload:].
 * userInfo: as NCMBRemoteNotificationHandler was given. Returns true when it names a push to count: its openNumber grows by one. */
TCGB_API bool NCMBAnalytics_trackAppOpenedWithRemoteNotificationPayload(const char *userInfo);

TCGB_END

#endif
