/** @file
 * Why a call failed. Mirrors TCGBError. Since 1.0.
 *
 * A NULL error is success. Errors are values that do not change. A message says which argument or step was wrong and what to do; it is
 * meant for developers, in English, and may change. Codes and domains do not. For anything but a living error, getters
 * return NULL or 0. */
#ifndef TCGB_ERROR_H
#define TCGB_ERROR_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** Why a call failed. Mirrors TCGBError. */
typedef struct TCGBError TCGBError;

/** The SDKs' codes. The comment beside a code is the message of an error that was made without one. */
typedef enum TCGBErrorCode {
    /** Gamebase is not initialized. Call TCGBGamebase_initializeWithConfiguration_completion and wait for its completion. */
    TCGB_ERROR_NOT_INITIALIZED = 1,
    /** Nobody is logged in. Log in first. */
    TCGB_ERROR_NOT_LOGGED_IN = 2,
    /** An argument is not valid. */
    TCGB_ERROR_INVALID_PARAMETER = 3,
    /** A text is not the JSON it has to be. */
    TCGB_ERROR_INVALID_JSON_FORMAT = 4,
    /** The user has not given the permission that this needs. */
    TCGB_ERROR_USER_PERMISSION = 5,
    /** This member does not exist any more, or the request names another one. Log in again. */
    TCGB_ERROR_INVALID_MEMBER = 6,
    /** The user is banned. The error's extras tell since when and why. */
    TCGB_ERROR_BANNED_MEMBER = 7,
    /** The transfer account was issued on this device. Use it on another one. */
    TCGB_ERROR_SAME_REQUESTOR = 8,
    /** Only a guest without any other sign-in can do this. */
    TCGB_ERROR_NOT_GUEST_OR_HAS_OTHERS = 9,
    /** This is not supported here. */
    TCGB_ERROR_NOT_SUPPORTED = 10,
    /** This is not supported on Android. */
    TCGB_ERROR_NOT_SUPPORTED_ANDROID = 11,
    /** This is not supported on iOS. */
    TCGB_ERROR_NOT_SUPPORTED_IOS = 12,
    /** The user refused Game Center. */
    TCGB_ERROR_IOS_GAMECENTER_DENIED = 51,
    /** The URL cannot be opened. */
    TCGB_ERROR_IOS_CANNOT_OPEN_URL = 52,
    /** No answer came in time. Try again. */
    TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT = 101,
    /** The service cannot be reached. Check the network and try again. */
    TCGB_ERROR_SOCKET_ERROR = 110,
    /** The connection failed for an unknown reason. */
    TCGB_ERROR_SOCKET_UNKNOWN_ERROR = 999,
    /** The launching service reported a fault. Try again later. */
    TCGB_ERROR_LAUNCHING_SERVER_ERROR = 2001,
    /** The app has no client id. */
    TCGB_ERROR_LAUNCHING_NOT_EXIST_CLIENT_ID = 2002,
    /** The app id is not registered. Compare it with the console's. */
    TCGB_ERROR_LAUNCHING_UNREGISTERED_APP = 2003,
    /** The app version is not registered. Add it in the console, or update the app. */
    TCGB_ERROR_LAUNCHING_UNREGISTERED_CLIENT = 2004,
    /** The user cancelled the login. */
    TCGB_ERROR_AUTH_USER_CANCELED = 3001,
    /** No adapter for this sign-in provider is there. */
    TCGB_ERROR_AUTH_NOT_SUPPORTED_PROVIDER = 3002,
    /** The member does not exist or has withdrawn. */
    TCGB_ERROR_AUTH_NOT_EXIST_MEMBER = 3003,
    /** The sign-in provider's library did not start. */
    TCGB_ERROR_AUTH_EXTERNAL_LIBRARY_INITIALIZATION_ERROR = 3006,
    /** The sign-in provider's library reported an error. See the detail error. */
    TCGB_ERROR_AUTH_EXTERNAL_LIBRARY_ERROR = 3009,
    /** Another sign-in call is running. Wait for its completion. */
    TCGB_ERROR_AUTH_ALREADY_IN_PROGRESS_ERROR = 3010,
    /** The session's token is no longer valid. Log in again. */
    TCGB_ERROR_AUTH_INVALID_GAMEBASE_TOKEN = 3011,
    /** The authentication service reported an error. */
    TCGB_ERROR_AUTH_AUTHENTICATION_SERVER_ERROR = 3012,
    /** The login could not be cancelled. */
    TCGB_ERROR_AUTH_LOGIN_CANCEL_FAILED = 3013,
    /** The transfer account has expired. */
    TCGB_ERROR_AUTH_TRANSFERACCOUNT_EXPIRED = 3041,
    /** The transfer account is blocked after too many wrong tries. */
    TCGB_ERROR_AUTH_TRANSFERACCOUNT_BLOCK = 3042,
    /** The transfer account's id is wrong. */
    TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_ID = 3043,
    /** The transfer account's password is wrong. */
    TCGB_ERROR_AUTH_TRANSFERACCOUNT_INVALID_PASSWORD = 3044,
    /** Transfer accounts are not set up in the console. */
    TCGB_ERROR_AUTH_TRANSFERACCOUNT_CONSOLE_NO_CONDITION = 3045,
    /** There is no transfer account. Issue one first. */
    TCGB_ERROR_AUTH_TRANSFERACCOUNT_NOT_EXIST = 3046,
    /** A transfer account with this id exists. */
    TCGB_ERROR_AUTH_TRANSFERACCOUNT_ALREADY_EXIST_ID = 3047,
    /** The transfer account was used already. */
    TCGB_ERROR_AUTH_TRANSFERACCOUNT_ALREADY_USED = 3048,
    /** The login with the stored token failed. Log in with a provider. */
    TCGB_ERROR_AUTH_TOKEN_LOGIN_FAILED = 3101,
    /** The stored token is not valid. Log in with a provider. */
    TCGB_ERROR_AUTH_TOKEN_LOGIN_INVALID_TOKEN_INFO = 3102,
    /** No earlier login is stored. Log in with a provider. */
    TCGB_ERROR_AUTH_TOKEN_LOGIN_INVALID_LAST_LOGGED_IN_IDP = 3103,
    /** The login failed. */
    TCGB_ERROR_AUTH_IDP_LOGIN_FAILED = 3201,
    /** The provider is not set up in the console, or the login information is incomplete. */
    TCGB_ERROR_AUTH_IDP_LOGIN_INVALID_IDP_INFO = 3202,
    /** Sign in at the provider first. */
    TCGB_ERROR_AUTH_IDP_LOGIN_EXTERNAL_AUTHENTICATION_REQUIRED = 3203,
    /** The mapping could not be added. */
    TCGB_ERROR_AUTH_ADD_MAPPING_FAILED = 3301,
    /** This provider account belongs to another member. */
    TCGB_ERROR_AUTH_ADD_MAPPING_ALREADY_MAPPED_TO_OTHER_MEMBER = 3302,
    /** The member has an account of this provider already. */
    TCGB_ERROR_AUTH_ADD_MAPPING_ALREADY_HAS_SAME_IDP = 3303,
    /** The information for the mapping is incomplete. */
    TCGB_ERROR_AUTH_ADD_MAPPING_INVALID_IDP_INFO = 3304,
    /** A guest cannot be added as a mapping. */
    TCGB_ERROR_AUTH_ADD_MAPPING_CANNOT_ADD_GUEST_IDP = 3305,
    /** The forcing mapping key does not exist. */
    TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_NOT_EXIST_KEY = 3311,
    /** The forcing mapping key was used already. */
    TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_ALREADY_USED_KEY = 3312,
    /** The forcing mapping key has expired. */
    TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_EXPIRED_KEY = 3313,
    /** The forcing mapping key belongs to another provider. */
    TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_DIFFERENT_IDP = 3314,
    /** The forcing mapping key belongs to another account. */
    TCGB_ERROR_AUTH_ADD_MAPPING_FORCIBLY_DIFFERENT_AUTHKEY = 3315,
    /** The mapping could not be removed. */
    TCGB_ERROR_AUTH_REMOVE_MAPPING_FAILED = 3401,
    /** The last mapping cannot be removed. Withdraw instead. */
    TCGB_ERROR_AUTH_REMOVE_MAPPING_LAST_MAPPED_IDP = 3402,
    /** The provider of the present login cannot be removed. */
    TCGB_ERROR_AUTH_REMOVE_MAPPING_LOGGED_IN_IDP = 3403,
    /** The service did not confirm the logout; the session on this device has ended all the same. */
    TCGB_ERROR_AUTH_LOGOUT_FAILED = 3501,
    /** The withdrawal failed. */
    TCGB_ERROR_AUTH_WITHDRAW_FAILED = 3601,
    /** The member has asked for withdrawal already. */
    TCGB_ERROR_AUTH_WITHDRAW_ALREADY_TEMPORARY_WITHDRAW = 3602,
    /** The member has not asked for withdrawal. */
    TCGB_ERROR_AUTH_WITHDRAW_NOT_TEMPORARY_WITHDRAW = 3603,
    /** The launching status does not permit to play. */
    TCGB_ERROR_AUTH_NOT_PLAYABLE = 3701,
    /** The sign-in failed for an unknown reason. */
    TCGB_ERROR_AUTH_UNKNOWN_ERROR = 3999,
    /** The purchase module is not initialized. */
    TCGB_ERROR_PURCHASE_NOT_INITIALIZED = 4001,
    /** The user cancelled the purchase. */
    TCGB_ERROR_PURCHASE_USER_CANCELED = 4002,
    /** An earlier purchase is unfinished. Ask for the items not consumed, then try again. */
    TCGB_ERROR_PURCHASE_NOT_FINISHED_PREVIOUS_PURCHASING = 4003,
    /** The balance at the store is too low. */
    TCGB_ERROR_PURCHASE_NOT_ENOUGH_CASH = 4004,
    /** The product is not in use. Switch it on in the console. */
    TCGB_ERROR_PURCHASE_INACTIVE_PRODUCT_ID = 4005,
    /** The console has no product with this id. */
    TCGB_ERROR_PURCHASE_NOT_EXIST_PRODUCT_ID = 4006,
    /** The month's limit of purchases is reached. */
    TCGB_ERROR_PURCHASE_LIMIT_EXCEEDED = 4007,
    /** The payment waits for an approval outside the game. The purchaseUpdated event tells when it is settled. */
    TCGB_ERROR_PURCHASE_PENDING = 4008,
    /** The store is not supported. Compare the store code with the console's. */
    TCGB_ERROR_PURCHASE_NOT_SUPPORTED_MARKET = 4010,
    /** The purchase library reported an error. See the detail error. */
    TCGB_ERROR_PURCHASE_EXTERNAL_LIBRARY_ERROR = 4201,
    /** The purchase failed for an unknown reason. */
    TCGB_ERROR_PURCHASE_UNKNOWN_ERROR = 4999,
    /** The push library reported an error. See the detail error. */
    TCGB_ERROR_PUSH_EXTERNAL_LIBRARY_ERROR = 5101,
    /** Another push call is running. Wait for its completion. */
    TCGB_ERROR_PUSH_ALREADY_IN_PROGRESS_ERROR = 5102,
    /** The push call failed for an unknown reason. */
    TCGB_ERROR_PUSH_UNKNOWN_ERROR = 5999,
    /** The image notices did not load in time. */
    TCGB_ERROR_UI_IMAGE_NOTICE_TIMEOUT = 6901,
    /** The console has no valid customer service URL. */
    TCGB_ERROR_UI_CONTACT_FAIL_INVALID_URL = 6911,
    /** The ticket for the customer service could not be issued. */
    TCGB_ERROR_UI_CONTACT_FAIL_ISSUE_SHORT_TERM_TICKET = 6912,
    /** The console has no terms. */
    TCGB_ERROR_UI_TERMS_NOT_EXIST_IN_CONSOLE = 6921,
    /** The console has no terms for the country of the device. */
    TCGB_ERROR_UI_TERMS_NOT_EXIST_FOR_DEVICE_COUNTRY = 6922,
    /** The terms' number is not registered. */
    TCGB_ERROR_UI_TERMS_UNREGISTERED_SEQ = 6923,
    /** Another terms call is running. Wait for its completion. */
    TCGB_ERROR_UI_TERMS_ALREADY_IN_PROGRESS_ERROR = 6924,
    /** The console has no valid game notice URL. */
    TCGB_ERROR_UI_GAME_NOTICE_FAIL_INVALID_URL = 6941,
    /** The view failed for an unknown reason. */
    TCGB_ERROR_UI_UNKNOWN_ERROR = 6999,
    /** The web view's URL is not valid. */
    TCGB_ERROR_WEBVIEW_INVALID_URL = 7001,
    /** The web view did not load in time. */
    TCGB_ERROR_WEBVIEW_TIMEOUT = 7002,
    /** The web page answered with an HTTP error. */
    TCGB_ERROR_WEBVIEW_HTTP_ERROR = 7003,
    /** A web view was replaced by another one before the player closed it. */
    TCGB_ERROR_WEBVIEW_OPENED_NEW_BROWSER_BEFORE_CLOSE = 7004,
    /** The web view failed for an unknown reason. */
    TCGB_ERROR_WEBVIEW_UNKNOWN_ERROR = 7999,
    /** The service reported an internal error. Try again later. */
    TCGB_ERROR_SERVER_INTERNAL_ERROR = 8001,
    /** A system behind the service reported an error. Try again later. */
    TCGB_ERROR_SERVER_REMOTE_SYSTEM_ERROR = 8002,
    /** The service's answer could not be understood. */
    TCGB_ERROR_SERVER_INVALID_RESPONSE = 8003,
    /** The service reported an unknown error. */
    TCGB_ERROR_SERVER_UNKNOWN_ERROR = 8999,
    /** Something failed for an unknown reason. */
    TCGB_ERROR_UNKNOWN_ERROR = 9999,
    /** The library is in a state that it should not be in. Please report this. */
    TCGB_ERROR_INVALID_INTERNAL_STATE = 11001,
    /** This cannot be called now. */
    TCGB_ERROR_NOT_CALLABLE_STATE = 11002
} TCGBErrorCode;

/** "TCGB.Gamebase": the domain of errors, which may go on with the class they come from, as in "TCGB.Gamebase.TCGBPurchase". */
TCGB_API extern const char *const TCGBDomainGamebase;

/** "TCGBErrorUserInfoTransactionId": the userInfo key that the SDKs use; here TCGBError_transactionId gives the value. */
TCGB_API extern const char *const TCGBErrorUserInfoTransactionId;

/** Makes an error with the message that belongs to the code. Mirrors +[TCGBError resultWithCode:].
 * Returns an object that the caller releases. */
TCGB_API TCGB_OWNED TCGBError *TCGBError_resultWithCode(int64_t code);

/** Makes an error. Mirrors +[TCGBError resultWithCode:message:].
 * message: NULL takes the one that belongs to the code. Returns an object that the caller releases; NULL when message is not UTF-8. */
TCGB_API TCGB_OWNED TCGBError *TCGBError_resultWithCode_message(int64_t code, const char *message);

/** Makes an error with a cause. Mirrors +[TCGBError resultWithDomain:code:description:underlyingError:].
 * domain: NULL means "TCGB.Gamebase". description: the message; NULL takes the one that belongs to the code.
 * underlyingError: the cause, or NULL; the new error keeps it. At most 32 errors lie below one another.
 * Returns an object that the caller releases; NULL for a bad argument, and the log says which. */
TCGB_API TCGB_OWNED TCGBError *TCGBError_resultWithDomain_code_description_underlyingError(
    const char *domain, int64_t code, const char *description, const TCGBError *underlyingError);

/** Reads an error from its JSON form.
 * jsonString: an object with "code", and any of domain, message, transactionId, extras (an object of texts) and error (the cause).
 * Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBError *TCGBError_errorFromJsonString(const char *jsonString);

/** The domain that raised it. Mirrors .domain. */
TCGB_API const char *TCGBError_domain(const TCGBError *error);

/** A TCGBErrorCode, or a code of the domain it comes from. Mirrors .code. */
TCGB_API int64_t TCGBError_code(const TCGBError *error);

/** The message. Mirrors .message. Never NULL for a living error. */
TCGB_API const char *TCGBError_message(const TCGBError *error);

/** The code of the cause; 0 without one. Mirrors .detailErrorCode. */
TCGB_API int64_t TCGBError_detailErrorCode(const TCGBError *error);

/** The message of the cause; NULL without one. Mirrors .detailErrorMessage. */
TCGB_API const char *TCGBError_detailErrorMessage(const TCGBError *error);

/** The number of the request that the service refused, as its log has it; NULL for what was refused or ended here, such as a bad argument,
 * a timeout or a shutdown. Mirrors .userInfo[TCGBErrorUserInfoTransactionId]. */
TCGB_API const char *TCGBError_transactionId(const TCGBError *error);

/** Further data of the error, as the text of a JSON object whose values are JSON texts: "ban" with 7, "updateInfo" with 2004. "{}" for
 * none. Mirrors .extras. */
TCGB_API const char *TCGBError_extras(const TCGBError *error);

/** The cause; NULL without one. Borrowed from this error. Mirrors .userInfo[NSUnderlyingErrorKey]. */
TCGB_API const TCGBError *TCGBError_underlyingError(const TCGBError *error);

/** The whole error as JSON text. Mirrors -description. */
TCGB_API const char *TCGBError_description(const TCGBError *error);

/** The same. Mirrors -jsonString. */
TCGB_API const char *TCGBError_jsonString(const TCGBError *error);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBError_prettyJsonString(const TCGBError *error);

/** How a call ended that has nothing else to tell. Mirrors void(^)(TCGBError *).
 * error: NULL after success. Borrowed. */
typedef void (*TCGBErrorCompletion)(const TCGBError *error, void *context);

TCGB_END

#endif
