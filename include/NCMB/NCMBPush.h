/** @file
 * Pushes to installations, and pushes that this installation receives. Mirrors NCMBPush, which is an NCMBObject of the class "push". Since
 * 1.0.
 *
 * A push is an object: [push save] is NCMBObject_save and sends it, and NCMBObject_fetch tells its status (2: sent), deliveryNumber and
 * openNumber. It has the 20 fields that the functions below set and no others: NCMBObject_setObject_forKey_json and the other setters
 * refuse other names. One that is saved and not sent yet may be changed, saved again, or deleted. Saving a push that was sent changes the
 * stored object and sends nothing: make a new push for each message.
 *
 * It goes to all installations, or to those that its condition names, and to no others; of them, to the kinds of devices that are chosen,
 * if some are. With neither a time nor the flag of immediate delivery it is sent at once. It reaches only installations that the sender may
 * read.
 *
 * A save, and each function that sends, may fail with
 * - 400002, 400004, 400005 a field has an invalid value
 * - 400008 fields that exclude each other
 * - 400009 too long: 8,192 bytes of one text or of the extra values, 65,536 of the condition
 * - 403001, 404001 as any save */
#ifndef NCMB_PUSH_H
#define NCMB_PUSH_H

#include "NCMBObject.h"
#include "NCMBQuery.h"

TCGB_BEGIN

/** A push that reached this installation. Mirrors -application:didReceiveRemoteNotification:. userInfo: JSON text, borrowed: {"aps":
 * {"alert": text, or {"title","body"}; "badge","sound","category","content-available"}, "com.nifcloud.mbaas.PushId": its objectId,
 * "com.nifcloud.mbaas.RichUrl", "com.nifcloud.mbaas.Data": the value of setUserSettingValue, "action","dialog","badgeIncrementFlag",
 * "groupId","mediaUrl"},
 * each where the push has it. */
typedef void (*NCMBRemoteNotificationHandler)(const char *userInfo, void *context);

/** Makes a push that is not sent. Mirrors +[NCMBPush push]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED NCMBPush *NCMBPush_push(void);

/** A query over pushes. Mirrors +[NCMBPush query]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED NCMBQuery *NCMBPush_query(void);

/** Its text. Mirrors -setMessage:. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setMessage(NCMBPush *push, const char *message);

/** Its title. Mirrors -setTitle:. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setTitle(NCMBPush *push, const char *title);

/** The action that an Android device starts. Mirrors -setAction:. Returns true when it is set; false changes nothing, and the log says
 * why. */
TCGB_API bool NCMBPush_setAction(NCMBPush *push, const char *actionName);

/** Whether an Android device shows a dialog. Mirrors -setDialog:. Returns true when it is set; false changes nothing, and the log says
 * why. */
TCGB_API bool NCMBPush_setDialog(NCMBPush *push, bool dialog);

/** A page that belongs to it. Mirrors -setRichUrl:. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setRichUrl(NCMBPush *push, const char *url);

/** The name of a sound. Mirrors -setSound:. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setSound(NCMBPush *push, const char *soundFileName);

/** A category of the game's own. Mirrors -setCategory:. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setCategory(NCMBPush *push, const char *category);

/** The group in which it is folded. No Objective-C counterpart.
 * groupId: at most 128 bytes. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setGroupId(NCMBPush *push, const char *groupId);

/** A picture that belongs to it. No Objective-C counterpart.
 * mediaUrl: a web address, https://…, at most 2,048 bytes. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setMediaUrl(NCMBPush *push, const char *mediaUrl);

/** Whether it goes to devices of the type "ios", this one among them (NCMBInstallation_deviceType). Mirrors -setPushToIOS:. With neither
 * kind chosen it goes to all. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setPushToIOS(NCMBPush *push, bool pushToIOS);

/** Whether it goes to devices of the type "android". Mirrors -setPushToAndroid:. With neither kind chosen it goes to all. Returns true
 * when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setPushToAndroid(NCMBPush *push, bool pushToAndroid);

/** It goes to the installations of one channel. Mirrors -setChannel:. Replaces an earlier condition. Returns true when it is set;
 * false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setChannel(NCMBPush *push, const char *channel);

/** It goes to the installations that have one of these channels. Mirrors -setChannels:. Replaces an earlier condition.
 * channels: count texts; NULL for none, which reaches nobody. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setChannels(NCMBPush *push, const char *const *channels, size_t count);

/** It goes to the installations that a query finds, all of them. Mirrors -setSearchCondition:. Replaces an earlier condition.
 * query: of NCMBInstallation_query, as it is now; its order, limit and skip do not count. Returns true when it is set; false changes
 * nothing, and the log says why. */
TCGB_API bool NCMBPush_setSearchCondition(NCMBPush *push, NCMBQuery *query);

/** The same as NCMBPush_setSearchCondition. Mirrors -setQuery:, which in the SDK sends to every device whatever the query says. Returns
 * true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setQuery(NCMBPush *push, NCMBQuery *query);

/** When it is sent. Mirrors -setDeliveryTime:. Clears the flag of immediate delivery.
 * date: in milliseconds since 1970; one that is past sends at once. Returns true when it is set; false changes nothing, and the log says
 * why. */
TCGB_API bool NCMBPush_setDeliveryTime(NCMBPush *push, int64_t date);

/** Whether it is sent at once. Mirrors -setImmediateDeliveryFlag:. true removes the delivery time; false clears the flag, and without a
 * delivery time it is sent at once all the same. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setImmediateDeliveryFlag(NCMBPush *push, bool immediateDeliveryFlag);

/** Until when a device that could not be reached may get it; at most 28 days after it is sent, the default. Mirrors -expireAtDate:. Removes
 * the interval.
 * date: in milliseconds since 1970. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_expireAtDate(NCMBPush *push, int64_t date);

/** For how long after it is sent a device may get it. Mirrors -expireAfterTimeInterval:. Removes the date.
 * timeInterval: "1 hour" to "24 hour", or "1 day" to "28 day". Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_expireAfterTimeInterval(NCMBPush *push, const char *timeInterval);

/** Removes date and interval. Mirrors -clearExpiration. Returns true when it is done; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_clearExpiration(NCMBPush *push);

/** The number on the icon. Mirrors -setBadgeNumber:.
 * badgeNumber: 0 or more. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setBadgeNumber(NCMBPush *push, int32_t badgeNumber);

/** Whether the number on the icon grows by one. Mirrors -setBadgeIncrementFlag:. true clears contentAvailable. Returns true when it
 * is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setBadgeIncrementFlag(NCMBPush *push, bool badgeIncrementFlag);

/** Whether it wakes the game without being shown. Mirrors -setContentAvailable:. true clears badgeIncrementFlag. Returns true when
 * it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setContentAvailable(NCMBPush *push, bool contentAvailable);

/** Values of the game's own that arrive with it. Mirrors -setUserSettingValue:.
 * userSettingValue: a JSON object. Returns true when it is set; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setUserSettingValue(NCMBPush *push, const char *userSettingValue);

/** Several fields at once, all or none. Mirrors -setData:.
 * data: a JSON object with fields of a push: message, title, action, dialog, richUrl, sound, category, target, searchCondition,
 * deliveryTime, immediateDeliveryFlag, deliveryExpirationDate, deliveryExpirationTime, badgeSetting, badgeIncrementFlag, contentAvailable,
 * userSettingValue, groupId, mediaUrl, acl. Fields that exclude each other are left for the service to refuse. Returns true when it is
 * done; false changes nothing, and the log says why. */
TCGB_API bool NCMBPush_setData(NCMBPush *push, const char *data);

/** Sends the push. Blocks until the service has it. Mirrors -[NCMBPush sendPush:].
 * error: takes why it failed, an object that the caller releases, or NULL after success; may be NULL. Returns true after success.
 * Errors: as the form with InBackground; 11002 inside a callback. */
TCGB_API bool NCMBPush_sendPush(NCMBPush *push, TCGB_OWNED TCGBError **error);

/** Sends the push: the same as NCMBObject_saveInBackgroundWithBlock. Mirrors -[NCMBPush sendPushInBackgroundWithBlock:]. When the block
 * comes the service has it; it reaches installations from then on.
 * Errors: as the head of this file says. */
TCGB_API void NCMBPush_sendPushInBackgroundWithBlock(NCMBPush *push, NCMBErrorResultBlock block, void *context);

/** Sends a message to a channel. Blocks until the answer comes. Mirrors +[NCMBPush sendPushMessageToChannel:withMessage:error:].
 * error: as for sendPush. Returns true after success. */
TCGB_API bool NCMBPush_sendPushMessageToChannel_withMessage_error(const char *channel, const char *message, TCGB_OWNED TCGBError **error);

/** Sends a message to a channel. Mirrors +[NCMBPush sendPushMessageToChannelInBackground:withMessage:block:].
 * Errors: as the head of this file says. */
TCGB_API void NCMBPush_sendPushMessageToChannelInBackground_withMessage_block(

    const char *channel, const char *message, NCMBErrorResultBlock block, void *context);

/** Sends a message to the installations that a query finds. Blocks until the answer comes. Mirrors +[NCMBPush
 * sendPushMessageToQuery:withMessage:error:].
 * query: as for NCMBPush_setSearchCondition. error: as for sendPush. Returns true after success. */
TCGB_API bool NCMBPush_sendPushMessageToQuery_withMessage_error(NCMBQuery *query, const char *message, TCGB_OWNED TCGBError **error);

/** Sends a message to the installations that a query finds. Mirrors +[NCMBPush sendPushMessageToQueryInBackground:withMessage:block:].
 * query: as for NCMBPush_setSearchCondition.
 * Errors: as the head of this file says. */
TCGB_API void NCMBPush_sendPushMessageToQueryInBackground_withMessage_block(

    NCMBQuery *query, const char *message, NCMBErrorResultBlock block, void *context);

/** Sends fields of a push to a channel. Blocks until the answer comes. Mirrors +[NCMBPush sendPushDataToChannel:withData:error:].
 * data: as for NCMBPush_setData. error: as for sendPush. Returns true after success. */
TCGB_API bool NCMBPush_sendPushDataToChannel_withData_error(const char *channel, const char *data, TCGB_OWNED TCGBError **error);

/** Sends fields of a push to a channel. Mirrors +[NCMBPush sendPushDataToChannelInBackground:withData:block:].
 * data: as for NCMBPush_setData.
 * Errors: as the head of this file says. */
TCGB_API void NCMBPush_sendPushDataToChannelInBackground_withData_block(

    const char *channel, const char *data, NCMBErrorResultBlock block, void *context);

/** Sends fields of a push to the installations that a query finds. Blocks until the answer comes. Mirrors +[NCMBPush
 * sendPushDataToQuery:withData:error:].
 * query: as for NCMBPush_setSearchCondition. data: as for NCMBPush_setData. error: as for sendPush. Returns true after success. */
TCGB_API bool NCMBPush_sendPushDataToQuery_withData_error(NCMBQuery *query, const char *data, TCGB_OWNED TCGBError **error);

/** Sends fields of a push to the installations that a query finds. Mirrors +[NCMBPush sendPushDataToQueryInBackground:withData:block:].
 * query: as for NCMBPush_setSearchCondition. data: as for NCMBPush_setData.
 * Errors: as the head of this file says. */
TCGB_API void NCMBPush_sendPushDataToQueryInBackground_withData_block(

    NCMBQuery *query, const char *data, NCMBErrorResultBlock block, void *context);

/** Sets the handler of pushes that reach this installation, after it was saved with a device token. Mirrors
 * -application:didReceiveRemoteNotification: of the program's delegate. A push waits at the service until the handler was called with it,
 * or until it expires, also while the game does not run; at most 100 wait, the newest. The handler gets each push once, or twice if the
 * process is killed right after the call. It is called inside TCGBRunLoop_drain. A later handler replaces it; shutdown resets it.
 * handler: NULL for none; pushes wait then. */
TCGB_API void NCMBPush_setRemoteNotificationHandler(NCMBRemoteNotificationHandler handler, void *context);

/** Shows the text of a push that was received, in a pop-up (showAlert in TCGBHost.h). Mirrors +[NCMBPush handlePush:].
 * userInfo: as the handler was given. Returns true when there is a text to show. */
TCGB_API bool NCMBPush_handlePush(const char *userInfo);

/** Opens the page of a push that was received, if it has one: by openURL in TCGBHost.h, else by the desktop. Mirrors +[NCMBPush
 * handleRichPush:].
 * userInfo: as the handler was given. Returns true when there is a page to open. */
TCGB_API bool NCMBPush_handleRichPush(const char *userInfo);

TCGB_END

#endif
