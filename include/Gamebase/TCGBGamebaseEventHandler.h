#ifndef TCGB_GAMEBASE_EVENT_HANDLER_H
#define TCGB_GAMEBASE_EVENT_HANDLER_H

#include "TCGBDefines.h"

TCGB_BEGIN

enum { IDP_REVOKED_WITHDRAW = 600, IDP_REVOKED_OVERWRITE_LOGIN_AND_REMOVE_MAPPING = 601, IDP_REVOKED_REMOVE_MAPPING = 602 };

typedef enum NetworkStatus {
    ReachabilityIsNotDefined = -100,
    NotReachable = -1,
    ReachableViaWWAN = 0,
    ReachableViaWifi = 1
} NetworkStatus;

typedef struct TCGBGamebaseEventMessage TCGBGamebaseEventMessage;
typedef struct TCGBGamebaseEventIdPRevokedData TCGBGamebaseEventIdPRevokedData;
typedef struct TCGBGamebaseEventLoggedOutData TCGBGamebaseEventLoggedOutData;
typedef struct TCGBGamebaseEventServerPushData TCGBGamebaseEventServerPushData;
typedef struct TCGBGamebaseEventObserverData TCGBGamebaseEventObserverData;
typedef struct TCGBPushMessage TCGBPushMessage;
typedef struct TCGBPushAction TCGBPushAction;

typedef void (*TCGBGamebaseEventHandler)(const TCGBGamebaseEventMessage *message, void *context);

TCGB_API TCGBGamebaseEventMessage *TCGBGamebaseEventMessage_gamebaseEventMessageFromJsonString(const char *jsonString);
TCGB_API const char *TCGBGamebaseEventMessage_category(const TCGBGamebaseEventMessage *message);
TCGB_API const char *TCGBGamebaseEventMessage_data(const TCGBGamebaseEventMessage *message);
TCGB_API const char *TCGBGamebaseEventMessage_jsonString(const TCGBGamebaseEventMessage *message);
TCGB_API const char *TCGBGamebaseEventMessage_prettyJsonString(const TCGBGamebaseEventMessage *message);

TCGB_API TCGBGamebaseEventIdPRevokedData *TCGBGamebaseEventIdPRevokedData_gamebaseEventIdPRevokedDataFromJsonString(const char *jsonString);
TCGB_API int64_t TCGBGamebaseEventIdPRevokedData_code(const TCGBGamebaseEventIdPRevokedData *data);
TCGB_API const char *TCGBGamebaseEventIdPRevokedData_idPType(const TCGBGamebaseEventIdPRevokedData *data);
TCGB_API size_t TCGBGamebaseEventIdPRevokedData_authMappingList_count(const TCGBGamebaseEventIdPRevokedData *data);
TCGB_API const char *TCGBGamebaseEventIdPRevokedData_authMappingList_at(const TCGBGamebaseEventIdPRevokedData *data, size_t index);
TCGB_API const char *TCGBGamebaseEventIdPRevokedData_extras(const TCGBGamebaseEventIdPRevokedData *data);
TCGB_API const char *TCGBGamebaseEventIdPRevokedData_jsonString(const TCGBGamebaseEventIdPRevokedData *data);
TCGB_API const char *TCGBGamebaseEventIdPRevokedData_prettyJsonString(const TCGBGamebaseEventIdPRevokedData *data);

TCGB_API TCGBGamebaseEventLoggedOutData *TCGBGamebaseEventLoggedOutData_gamebaseEventLoggedOutDataFromJsonString(const char *jsonString);
TCGB_API const char *TCGBGamebaseEventLoggedOutData_message(const TCGBGamebaseEventLoggedOutData *data);
TCGB_API const char *TCGBGamebaseEventLoggedOutData_extras(const TCGBGamebaseEventLoggedOutData *data);
TCGB_API const char *TCGBGamebaseEventLoggedOutData_jsonString(const TCGBGamebaseEventLoggedOutData *data);
TCGB_API const char *TCGBGamebaseEventLoggedOutData_prettyJsonString(const TCGBGamebaseEventLoggedOutData *data);

TCGB_API TCGBGamebaseEventServerPushData *TCGBGamebaseEventServerPushData_gamebaseEventServerPushDataFromJsonString(const char *jsonString);
TCGB_API const char *TCGBGamebaseEventServerPushData_extras(const TCGBGamebaseEventServerPushData *data);
TCGB_API const char *TCGBGamebaseEventServerPushData_jsonString(const TCGBGamebaseEventServerPushData *data);
TCGB_API const char *TCGBGamebaseEventServerPushData_prettyJsonString(const TCGBGamebaseEventServerPushData *data);

TCGB_API TCGBGamebaseEventObserverData *TCGBGamebaseEventObserverData_gamebaseEventObserverDataFromJsonString(const char *jsonString);
TCGB_API int64_t TCGBGamebaseEventObserverData_code(const TCGBGamebaseEventObserverData *data);
TCGB_API const char *TCGBGamebaseEventObserverData_message(const TCGBGamebaseEventObserverData *data);
TCGB_API const char *TCGBGamebaseEventObserverData_extras(const TCGBGamebaseEventObserverData *data);
TCGB_API const char *TCGBGamebaseEventObserverData_jsonString(const TCGBGamebaseEventObserverData *data);
TCGB_API const char *TCGBGamebaseEventObserverData_prettyJsonString(const TCGBGamebaseEventObserverData *data);

TCGB_API TCGBPushMessage *TCGBPushMessage_pushMessageFromJsonString(const char *jsonString);
TCGB_API const char *TCGBPushMessage_identifier(const TCGBPushMessage *message);
TCGB_API const char *TCGBPushMessage_title(const TCGBPushMessage *message);
TCGB_API const char *TCGBPushMessage_body(const TCGBPushMessage *message);
TCGB_API const char *TCGBPushMessage_extras(const TCGBPushMessage *message);
TCGB_API const char *TCGBPushMessage_jsonString(const TCGBPushMessage *message);
TCGB_API const char *TCGBPushMessage_prettyJsonString(const TCGBPushMessage *message);

TCGB_API TCGBPushAction *TCGBPushAction_pushActionFromJsonString(const char *jsonString);
TCGB_API const char *TCGBPushAction_actionType(const TCGBPushAction *action);
TCGB_API const TCGBPushMessage *TCGBPushAction_message(const TCGBPushAction *action);
TCGB_API const char *TCGBPushAction_userText(const TCGBPushAction *action);
TCGB_API const char *TCGBPushAction_jsonString(const TCGBPushAction *action);
TCGB_API const char *TCGBPushAction_prettyJsonString(const TCGBPushAction *action);

TCGB_END

#endif
