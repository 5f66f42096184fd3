/** @file
 * Events and their data. Mirrors GamebaseEventHandler and its value objects. Since 1.0.
 *
 * A message has a category and data: JSON text, of one shape for each category. ...FromJsonString reads it; so do the functions of
 * TCGBGamebaseEventData.h, which check the category first:
 *
 *   category                                      data
 *   kTCGBLoggedOut                                TCGBGamebaseEventLoggedOutData: the session ended, log in again
 *   kTCGBIdPRevoked                               TCGBGamebaseEventIdPRevokedData: the consent at a provider was revoked
 *   kTCGBSignInDeviceCode                         a JSON object with idPCode, userCode, verificationUri, verificationUriComplete (or null)
 *                                                 and expiresInMilliseconds: show the code and the address to the player who signs in
 *   kTCGBServerPushAppKickoutMessageReceived      TCGBGamebaseEventServerPushData: a kickout arrived
 *   kTCGBServerPushAppKickout                     TCGBGamebaseEventServerPushData: its pop-up was closed, or none was shown
 *   kTCGBServerPushTransferKickout                TCGBGamebaseEventServerPushData: the account moved to another device
 *   kTCGBObserverLaunching                        TCGBGamebaseEventObserverData: code is a TCGBLaunchingStatus
 *   kTCGBObserverNetwork                          TCGBGamebaseEventObserverData: code is a TCGBNetworkStatus
 *   kTCGBObserverHeartbeat                        TCGBGamebaseEventObserverData: code is 6 or 7; the session stays until the game acts
 *   kTCGBPurchaseUpdated                          TCGBPurchasableReceipt (TCGBPurchasable.h): a payment without a completion, see below
 *   kTCGBPushReceivedMessage, kTCGBPushClickMessage   TCGBPushMessage
 *   kTCGBPushClickAction                          TCGBPushAction
 *
 * kTCGBPurchaseUpdated comes once in a run for each payment of the player that does not come with the completion of a purchase call. If the
 * player logs out before the run loop has delivered it, it is dropped; the payment is in that player's lists.
 * TCGBPurchasableReceipt_updateKind says why it came:
 *
 *   "PROMOTION"    begun in the store's own window, continued here or paid there; the handler of TCGBPurchase_setPromotionIAPHandler is
 *                  called, too
 *   "RENEWAL"      the store took the money for a further period of a subscription, also after it was recovered
 *   "SETTLED"      the purchase call failed with 4008, the store or the service decides later; now it was paid. Nothing comes if it is
 *                  declined.
 *   "REPROCESSED"  a purchase that was interrupted, or whose outcome was unknown (101, 110), was paid; or a payment that began elsewhere
 *
 * The delegate of NHNCloudIAP.h, if that is initialized, is called for "PROMOTION" and "SETTLED"; the others are in its lists alone.
 *
 * The objects are values that do not change. Texts are NULL where the data has none. For anything but a living object,
 * getters return NULL or 0. */
#ifndef TCGB_GAMEBASE_EVENT_HANDLER_H
#define TCGB_GAMEBASE_EVENT_HANDLER_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** Codes of TCGBGamebaseEventIdPRevokedData, whose authMappingList is every provider of the member, the revoked one too.
 * - 600 the session was opened with the provider, and the member has no other: withdraw
 * - 601 the session was opened with it, and the member has others: log in with one of them (with
 *   kTCGBAuthLoginWithCredentialIgnoreAlreadyLoggedInKeyname), then remove the mapping
 * - 602 the session was opened with another one: remove the mapping
 *
 * In each case the safe answer is to log out and let the player log in again. */
enum { TCGB_IDP_REVOKED_WITHDRAW = 600, TCGB_IDP_REVOKED_OVERWRITE_LOGIN_AND_REMOVE_MAPPING = 601, TCGB_IDP_REVOKED_REMOVE_MAPPING = 602 };

/** Codes of kTCGBObserverNetwork. 0 means connected: do not test for > 0. Wired networks count as Wifi. */
typedef enum TCGBNetworkStatus {
    TCGBReachabilityIsNotDefined = -100,
    TCGBNotReachable = -1,
    TCGBReachableViaWWAN = 0,
    TCGBReachableViaWifi = 1
} TCGBNetworkStatus;

#ifndef TCGB_NO_UNPREFIXED_NAMES
/** The same codes by the SDKs' own names. */
enum {
    IDP_REVOKED_WITHDRAW = TCGB_IDP_REVOKED_WITHDRAW,
    IDP_REVOKED_OVERWRITE_LOGIN_AND_REMOVE_MAPPING = TCGB_IDP_REVOKED_OVERWRITE_LOGIN_AND_REMOVE_MAPPING,
    IDP_REVOKED_REMOVE_MAPPING = TCGB_IDP_REVOKED_REMOVE_MAPPING
};

/** The network's status by the SDKs' own names. */
typedef enum NetworkStatus {
    ReachabilityIsNotDefined = TCGBReachabilityIsNotDefined,
    NotReachable = TCGBNotReachable,
    ReachableViaWWAN = TCGBReachableViaWWAN,
    ReachableViaWifi = TCGBReachableViaWifi
} NetworkStatus;
#endif

/** An event: its category and its data. Mirrors TCGBGamebaseEventMessage. */
typedef struct TCGBGamebaseEventMessage TCGBGamebaseEventMessage;

/** The consent at a provider was revoked. Mirrors TCGBGamebaseEventIdPRevokedData. */
typedef struct TCGBGamebaseEventIdPRevokedData TCGBGamebaseEventIdPRevokedData;

/** A session was ended from outside. Mirrors TCGBGamebaseEventLoggedOutData. */
typedef struct TCGBGamebaseEventLoggedOutData TCGBGamebaseEventLoggedOutData;

/** A message of the service to its players, such as a kickout. Mirrors TCGBGamebaseEventServerPushData. */
typedef struct TCGBGamebaseEventServerPushData TCGBGamebaseEventServerPushData;

/** A change of the status, the network or the member. Mirrors TCGBGamebaseEventObserverData. */
typedef struct TCGBGamebaseEventObserverData TCGBGamebaseEventObserverData;

/** A push message that came, or was clicked. Mirrors TCGBPushMessage. */
typedef struct TCGBPushMessage TCGBPushMessage;

/** A button of a push message that was pressed. Mirrors TCGBPushAction. */
typedef struct TCGBPushAction TCGBPushAction;

/** Is called with every event of its instance, inside the run loop. Mirrors void(^)(TCGBGamebaseEventMessage *).
 * message: never NULL; borrowed. */
typedef void (*TCGBGamebaseEventHandler)(const TCGBGamebaseEventMessage *message, void *context);

/** Reads a message from JSON text. Mirrors +[TCGBGamebaseEventMessage gamebaseEventMessageFromJsonString:].
 * jsonString: an object with category. Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBGamebaseEventMessage *TCGBGamebaseEventMessage_gamebaseEventMessageFromJsonString(const char *jsonString);

/** One of the categories in TCGBConstants.h. Mirrors .category. */
TCGB_API const char *TCGBGamebaseEventMessage_category(const TCGBGamebaseEventMessage *message);

/** The event's data as JSON text. Mirrors .data. */
TCGB_API const char *TCGBGamebaseEventMessage_data(const TCGBGamebaseEventMessage *message);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBGamebaseEventMessage_jsonString(const TCGBGamebaseEventMessage *message);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBGamebaseEventMessage_prettyJsonString(const TCGBGamebaseEventMessage *message);

/** Reads the data from JSON text. Mirrors +[TCGBGamebaseEventIdPRevokedData gamebaseEventIdPRevokedDataFromJsonString:].
 * jsonString: an object with code and idPType. Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBGamebaseEventIdPRevokedData *TCGBGamebaseEventIdPRevokedData_gamebaseEventIdPRevokedDataFromJsonString(
    const char *jsonString);

/** 600, 601 or 602, as the enum above. Mirrors .code. */
TCGB_API int64_t TCGBGamebaseEventIdPRevokedData_code(const TCGBGamebaseEventIdPRevokedData *data);

/** The provider. Mirrors .idPType. */
TCGB_API const char *TCGBGamebaseEventIdPRevokedData_idPType(const TCGBGamebaseEventIdPRevokedData *data);

/** How many providers are mapped to the member. Mirrors .authMappingList.count. */
TCGB_API size_t TCGBGamebaseEventIdPRevokedData_authMappingList_count(const TCGBGamebaseEventIdPRevokedData *data);

/** One of them. Mirrors .authMappingList[index]. index: from 0; NULL when there are not that many. */
TCGB_API const char *TCGBGamebaseEventIdPRevokedData_authMappingList_at(const TCGBGamebaseEventIdPRevokedData *data, size_t index);

/** Further information. Mirrors .extras. */
TCGB_API const char *TCGBGamebaseEventIdPRevokedData_extras(const TCGBGamebaseEventIdPRevokedData *data);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBGamebaseEventIdPRevokedData_jsonString(const TCGBGamebaseEventIdPRevokedData *data);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBGamebaseEventIdPRevokedData_prettyJsonString(const TCGBGamebaseEventIdPRevokedData *data);

/** Reads the data from JSON text. Mirrors +[TCGBGamebaseEventLoggedOutData gamebaseEventLoggedOutDataFromJsonString:].
 * jsonString: an object with message and extras, both optional. Returns an object that the caller releases; NULL as O6 in TCGBObject.h
 * says. */
TCGB_API TCGB_OWNED TCGBGamebaseEventLoggedOutData *TCGBGamebaseEventLoggedOutData_gamebaseEventLoggedOutDataFromJsonString(
    const char *jsonString);

/** Why the session ended. Mirrors .message. */
TCGB_API const char *TCGBGamebaseEventLoggedOutData_message(const TCGBGamebaseEventLoggedOutData *data);

/** The error that ended it, as JSON text for TCGBError_errorFromJsonString. Mirrors .extras. */
TCGB_API const char *TCGBGamebaseEventLoggedOutData_extras(const TCGBGamebaseEventLoggedOutData *data);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBGamebaseEventLoggedOutData_jsonString(const TCGBGamebaseEventLoggedOutData *data);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBGamebaseEventLoggedOutData_prettyJsonString(const TCGBGamebaseEventLoggedOutData *data);

/** Reads the data from JSON text. Mirrors +[TCGBGamebaseEventServerPushData gamebaseEventServerPushDataFromJsonString:].
 * jsonString: an object with extras, optional. Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBGamebaseEventServerPushData *TCGBGamebaseEventServerPushData_gamebaseEventServerPushDataFromJsonString(
    const char *jsonString);

/** Data of the console for the game. Mirrors .extras. */
TCGB_API const char *TCGBGamebaseEventServerPushData_extras(const TCGBGamebaseEventServerPushData *data);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBGamebaseEventServerPushData_jsonString(const TCGBGamebaseEventServerPushData *data);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBGamebaseEventServerPushData_prettyJsonString(const TCGBGamebaseEventServerPushData *data);

/** Reads the data from JSON text. Mirrors +[TCGBGamebaseEventObserverData gamebaseEventObserverDataFromJsonString:].
 * jsonString: an object with code. Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBGamebaseEventObserverData *TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString(
    const char *jsonString);

/** A launching status, a network status or an error code, as the category says. Mirrors .code. */
TCGB_API int64_t TCGBGamebaseEventObserverData_code(const TCGBGamebaseEventObserverData *data);

/** A text about the code. Mirrors .message. */
TCGB_API const char *TCGBGamebaseEventObserverData_message(const TCGBGamebaseEventObserverData *data);

/** With kTCGBObserverHeartbeat the error as JSON text for TCGBError_errorFromJsonString. Mirrors .extras. */
TCGB_API const char *TCGBGamebaseEventObserverData_extras(const TCGBGamebaseEventObserverData *data);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBGamebaseEventObserverData_jsonString(const TCGBGamebaseEventObserverData *data);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBGamebaseEventObserverData_prettyJsonString(const TCGBGamebaseEventObserverData *data);

/** Reads a push message from JSON text. Mirrors +[TCGBPushMessage pushMessageFromJsonString:].
 * jsonString: an object with id. Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBPushMessage *TCGBPushMessage_pushMessageFromJsonString(const char *jsonString);

/** The message's id. Mirrors .identifier; "id" in JSON. */
TCGB_API const char *TCGBPushMessage_identifier(const TCGBPushMessage *message);

/** Mirrors .title. */
TCGB_API const char *TCGBPushMessage_title(const TCGBPushMessage *message);

/** Mirrors .body. */
TCGB_API const char *TCGBPushMessage_body(const TCGBPushMessage *message);

/** Data of the sender, as JSON text; "{}" for none. Mirrors .extras. */
TCGB_API const char *TCGBPushMessage_extras(const TCGBPushMessage *message);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBPushMessage_jsonString(const TCGBPushMessage *message);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBPushMessage_prettyJsonString(const TCGBPushMessage *message);

/** Reads a push action from JSON text. Mirrors +[TCGBPushAction pushActionFromJsonString:].
 * jsonString: an object with actionType. Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBPushAction *TCGBPushAction_pushActionFromJsonString(const char *jsonString);

/** "OPEN_APP", "OPEN_URL", "REPLY" or "DISMISS". Mirrors .actionType. */
TCGB_API const char *TCGBPushAction_actionType(const TCGBPushAction *action);

/** The message whose button was pressed. Borrowed from the action. Mirrors .message. */
TCGB_API const TCGBPushMessage *TCGBPushAction_message(const TCGBPushAction *action);

/** The player's text, for "REPLY". Mirrors .userText. NULL for a "REPLY" on a desktop without a text field: the game asks for the text
 * itself. */
TCGB_API const char *TCGBPushAction_userText(const TCGBPushAction *action);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBPushAction_jsonString(const TCGBPushAction *action);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBPushAction_prettyJsonString(const TCGBPushAction *action);

TCGB_END

#endif
