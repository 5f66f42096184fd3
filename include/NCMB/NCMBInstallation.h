/** @file
 * Installations: the game on this device, as a receiver of pushes. Mirrors NCMBInstallation, which is an NCMBObject of the class
 * "installation". Since 1.0.
 *
 * An installation is an object: [installation save] is NCMBObject_save, and NCMBObject_fetch and all others take it. One stands for this
 * device; others are found by NCMBInstallation_query, or made with NCMBObject_objectWithClassName("installation"). Saved are
 * applicationName (of the program's file), appVersion (of Gamebase's configuration, else none), sdkVersion, deviceType, timeZone,
 * deviceToken, badge, channels, and fields of the game's own. Anybody sees and changes an installation, unless its ACL says otherwise.
 *
 * A save may fail with
 * - 400003 there is no device token
 * - 404001 it was deleted elsewhere; the next save makes it anew, with all its fields
 * - 409001 another installation has the device token */
#ifndef NCMB_INSTALLATION_H
#define NCMB_INSTALLATION_H

#include "NCMBObject.h"
#include "NCMBQuery.h"

TCGB_BEGIN

/** The installation of this device, the same after a restart; each save and each fetch of it is kept on the device. Mirrors
 * +[NCMBInstallation currentInstallation]. Right after NCMB_setApplicationKey_clientKey it waits until the file that remembers it was
 * read, at most 5 seconds. It is new, and not at the service, until it was saved.
 * Returns NULL before the keys are set, and after a shutdown. It is borrowed: it lives until the shutdown; TCGBRetain keeps it. */
TCGB_API NCMBInstallation *NCMBInstallation_currentInstallation(void);

/** A query over installations. Mirrors +[NCMBInstallation query]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED NCMBQuery *NCMBInstallation_query(void);

/** Sets the device token from bytes: each is two lower-case hexadecimal digits of the token. Mirrors -setDeviceTokenFromData:. Any bytes
 * that identify this device alone will do, such as 32 random bytes that the game stores. The service has it after the next save.
 * data: length bytes, copied; at most 127. NULL or 0 bytes clear the token. Returns true when it is set; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBInstallation_setDeviceTokenFromData(NCMBInstallation *installation, const void *data, size_t length);

/** The device token. Mirrors .deviceToken. NULL when it is not set. It lives as long as the installation. */
TCGB_API const char *NCMBInstallation_deviceToken(const NCMBInstallation *installation);

/** Mirrors -setDeviceToken:. The service has it after the next save.
 * deviceToken: UTF-8, at most 255 bytes; NULL or "" clears it. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBInstallation_setDeviceToken(NCMBInstallation *installation, const char *deviceToken);

/** The kind of device. Mirrors .deviceType. Of this device it is "ios", as of every program that is written for the SDK that is mirrored
 * here: a push that NCMBPush_setPushToIOS sends reaches it, and one for Android alone does not. NULL when it is not set. It lives as long
 * as the installation. */
TCGB_API const char *NCMBInstallation_deviceType(const NCMBInstallation *installation);

/** The time zone, such as "Asia/Tokyo". Mirrors .timeZone. NULL when it is not set. It lives as long as the installation. */
TCGB_API const char *NCMBInstallation_timeZone(const NCMBInstallation *installation);

/** The number on the game's icon, as the game keeps it. Mirrors .badge. 0 when it is not set. */
TCGB_API int64_t NCMBInstallation_badge(const NCMBInstallation *installation);

/** Mirrors -setBadge:. The service has it after the next save. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBInstallation_setBadge(NCMBInstallation *installation, int64_t badge);

/** How many channels there are. Mirrors .channels. */
TCGB_API size_t NCMBInstallation_channels_count(const NCMBInstallation *installation);

/** A channel, from 0. Mirrors .channels. NULL behind the last one. It lives as long as the installation. */
TCGB_API const char *NCMBInstallation_channels_at(const NCMBInstallation *installation, size_t index);

/** Replaces the channels that it receives. Mirrors -setChannels:. The service has them after the next save. An empty list removes the last
 * channel, too, which the SDK ignores.
 * channels: count texts of 1 to 255 bytes, at most 1,000; NULL for none. Returns true when it is done; false changes nothing, and the log
 * says why. */
TCGB_API bool NCMBInstallation_setChannels(NCMBInstallation *installation, const char *const *channels, size_t count);

TCGB_END

#endif
