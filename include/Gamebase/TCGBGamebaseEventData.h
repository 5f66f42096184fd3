/** @file
 * The data of an event as an object, if the event is of the right category. No Objective-C counterpart: there the game parses
 * TCGBGamebaseEventMessage.data with the class that it believes fits. Since 1.0.
 *
 * Each function returns NULL for a message of another category, for data that is not whole, and for anything but a living message.
 * The object is borrowed: it lives as long as the message, or until it is released after TCGBRetain. */
#ifndef TCGB_GAMEBASE_EVENT_DATA_H
#define TCGB_GAMEBASE_EVENT_DATA_H

#include "TCGBDefines.h"
#include "TCGBGamebaseEventHandler.h"
#include "TCGBPurchasable.h"

TCGB_BEGIN

/** The data of kTCGBLoggedOut; borrowed. */
TCGB_API const TCGBGamebaseEventLoggedOutData *TCGBGamebaseEventMessage_loggedOutData(const TCGBGamebaseEventMessage *message);

/** The data of kTCGBIdPRevoked; borrowed. */
TCGB_API const TCGBGamebaseEventIdPRevokedData *TCGBGamebaseEventMessage_idPRevokedData(const TCGBGamebaseEventMessage *message);

/** The data of kTCGBServerPushAppKickoutMessageReceived, kTCGBServerPushAppKickout and kTCGBServerPushTransferKickout; borrowed. */
TCGB_API const TCGBGamebaseEventServerPushData *TCGBGamebaseEventMessage_serverPushData(const TCGBGamebaseEventMessage *message);

/** The data of kTCGBObserverLaunching, kTCGBObserverNetwork and kTCGBObserverHeartbeat; borrowed. */
TCGB_API const TCGBGamebaseEventObserverData *TCGBGamebaseEventMessage_observerData(const TCGBGamebaseEventMessage *message);

/** The data of kTCGBPurchaseUpdated; borrowed. */
TCGB_API const TCGBPurchasableReceipt *TCGBGamebaseEventMessage_purchasableReceipt(const TCGBGamebaseEventMessage *message);

/** The data of kTCGBPushReceivedMessage and kTCGBPushClickMessage; borrowed. */
TCGB_API const TCGBPushMessage *TCGBGamebaseEventMessage_pushMessage(const TCGBGamebaseEventMessage *message);

/** The data of kTCGBPushClickAction; borrowed. */
TCGB_API const TCGBPushAction *TCGBGamebaseEventMessage_pushAction(const TCGBGamebaseEventMessage *message);

TCGB_END

#endif
