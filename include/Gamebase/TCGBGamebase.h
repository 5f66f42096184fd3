/** @file
 * Start, sign-in and environment. Mirrors TCGBGamebase. Since 1.0.
 *
 * Every function uses the current instance (TCGBInstance.h). TCGBRunLoop.h says when completions run, TCGBObject.h how long texts live.
 * Besides the codes named below, any call may fail with
 * - TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT: no answer in time
 * - TCGB_ERROR_SOCKET_ERROR: shutdown, or the service is unreachable
 * - TCGB_ERROR_SERVER_INTERNAL_ERROR: the service's storage failed; the message says how
 * - TCGB_ERROR_NOT_CALLABLE_STATE: too many calls are open */
#ifndef TCGB_GAMEBASE_H
#define TCGB_GAMEBASE_H

#include "TCGBDefines.h"
#include "TCGBAuthProviderProfile.h"
#include "TCGBAuthToken.h"
#include "TCGBConfiguration.h"
#include "TCGBError.h"
#include "TCGBForcingMappingTicket.h"
#include "TCGBGamebaseEventHandler.h"
#include "TCGBTransferAccount.h"

TCGB_BEGIN

/** How an initialization ended. Mirrors InitializeCompletion, void(^)(id launchingData, TCGBError *).
 * launchingInfo: the launching information as JSON text, NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBInitializeCompletion)(const char *launchingInfo, const TCGBError *error, void *context);

/** Starts the library and reads the launching information. Mirrors +[TCGBGamebase initializeWithConfiguration:completion:].
 * Must succeed before any other call but those about the environment and the host. It succeeds under maintenance, too: look at
 * TCGBLaunching_launchingStatus.
 * May be called again: after a failure to retry, after shutdown to restart, and while running to read the launching information again. When
 * the first call fails, the service and its files are closed before the completion comes: the next call may use another directory or app.
 * When a later call fails, everything stays as it was.
 * configuration: copied before the function returns.
 * completion: NULL allowed.
 * Errors:
 * - 3 bad configuration, or already running as another app
 * - 2003 the app id is not the console's
 * - 2004 the version is not registered (extras: "updateInfo")
 * - 11001 the storage directory cannot be used, or another process uses it */
TCGB_API void TCGBGamebase_initializeWithConfiguration_completion(
    const TCGBConfiguration *configuration, TCGBInitializeCompletion completion, void *context);

/** The same. Mirrors +[TCGBGamebase initializeWithConfiguration:launchOptions:completion:].
 * launchOptions: a JSON object or NULL. It must be JSON (error 4, or 3 when it is no object) and has no effect on Linux. */
TCGB_API void TCGBGamebase_initializeWithConfiguration_launchOptions_completion(
    const TCGBConfiguration *configuration, const char *launchOptions, TCGBInitializeCompletion completion, void *context);

/** Mirrors +[TCGBGamebase isSuccessWithError:].
 * Returns true for NULL and for an error with code 0; false for any other error and for what is not a living error. */
TCGB_API bool TCGBGamebase_isSuccessWithError(const TCGBError *error);

/** Sends every log line to the host's sink, whatever level it asked for. Mirrors +[TCGBGamebase setDebugMode:]. Default false. */
TCGB_API void TCGBGamebase_setDebugMode(bool debugMode);

/** Mirrors +[TCGBGamebase isDebugMode]. */
TCGB_API bool TCGBGamebase_isDebugMode(void);

/** The version of this library, such as "1.0.0". Mirrors +[TCGBGamebase SDKVersion]. Never NULL. */
TCGB_API const char *TCGBGamebase_SDKVersion(void);

/** The app id of the initialize that succeeded or is running. Mirrors +[TCGBGamebase appID]. NULL before the first one, and after a
 * first one that failed. */
TCGB_API const char *TCGBGamebase_appID(void);

/** The id of the user who is logged in. Mirrors +[TCGBGamebase userID]. NULL when nobody is. */
TCGB_API const char *TCGBGamebase_userID(void);

/** The secret of the session, for the game server to verify. Mirrors +[TCGBGamebase accessToken]. NULL when nobody is logged in. */
TCGB_API const char *TCGBGamebase_accessToken(void);

/** The provider of the last login on this device, also of an earlier run. Mirrors +[TCGBGamebase lastLoggedInProvider].
 * NULL before initialize, after logout or withdrawal, and when nobody ever logged in. */
TCGB_API const char *TCGBGamebase_lastLoggedInProvider(void);

/** The provider of the present session. Mirrors +[TCGBGamebase currentProvider]. NULL when nobody is logged in. */
TCGB_API const char *TCGBGamebase_currentProvider(void);

/** True when the console says that the app is a sandbox app. Mirrors +[TCGBGamebase isSandbox]. False before initialize. */
TCGB_API bool TCGBGamebase_isSandbox(void);

/** The language of the device, taken from LC_ALL, LC_MESSAGES or LANG; "en" when they name none.
 * Mirrors +[TCGBGamebase deviceLanguageCode]. */
TCGB_API const char *TCGBGamebase_deviceLanguageCode(void);

/** Chooses the language of the library's texts. Mirrors +[TCGBGamebase setDisplayLanguageCode:].
 * languageCode: an ISO 639 code as in TCGBConstants.h; "EN" or "zh-cn" is not one. In effect is the first of these:
 * - this one, when there are texts for it, ours or the game's (TCGBHost_setLocalizedStrings)
 * - the language that the device had at initialize, when there are texts for it
 * - the console's default language; a text that it lacks appears in English
 * - "en"
 *
 * Before initialize it counts unless the configuration names a language. NULL, "" and non-UTF-8 change nothing and are logged. */
TCGB_API void TCGBGamebase_setDisplayLanguageCode(const char *languageCode);

/** The language in effect. Mirrors +[TCGBGamebase displayLanguageCode]. NULL before initialize. */
TCGB_API const char *TCGBGamebase_displayLanguageCode(void);

/** The country of the device in upper case, taken from LC_ALL, LC_MESSAGES or LANG; "ZZ" when they name none.
 * Mirrors +[TCGBGamebase deviceCountryCode]. */
TCGB_API const char *TCGBGamebase_deviceCountryCode(void);

/** The same as TCGBGamebase_deviceCountryCode. Mirrors +[TCGBGamebase countryCode]. */
TCGB_API const char *TCGBGamebase_countryCode(void);

/** The same as TCGBGamebase_deviceCountryCode. Mirrors +[TCGBGamebase countryCodeOfDevice]. */
TCGB_API const char *TCGBGamebase_countryCodeOfDevice(void);

/** Always "ZZ": there is no SIM card. Mirrors +[TCGBGamebase countryCodeOfUSIM]. */
TCGB_API const char *TCGBGamebase_countryCodeOfUSIM(void);

/** Always "": there is no carrier. Mirrors +[TCGBGamebase carrierCode]. */
TCGB_API const char *TCGBGamebase_carrierCode(void);

/** Always "": there is no carrier. Mirrors +[TCGBGamebase carrierName]. */
TCGB_API const char *TCGBGamebase_carrierName(void);

/** The same as TCGBGamebase_deviceLanguageCode. Mirrors +[TCGBGamebase languageCode]. */
TCGB_API const char *TCGBGamebase_languageCode(void);

/** Signs a player in. Mirrors +[TCGBGamebase loginWithType:viewController:completion:].
 * type: the provider. kTCGBAuthGuest needs no adapter and makes one member for each installation, the same after a restart. For any other
 * provider the registered adapter (TCGBAuthAdapter.h) is asked for a credential; it may take 15 minutes. Without an adapter a remote
 * service that verifies players with the provider signs the player in: the host's openURL, else xdg-open, opens the provider's page, which
 * redirects the player to a port of 127.0.0.1 on which the library listens for as long.
 * viewController: a window handle for providers that show one; passed on to the adapter, may be NULL.
 * completion: NULL allowed. Its result is on disk: after a crash the same player can be logged in again.
 * Errors:
 * - 1 not initialized
 * - 3 bad type
 * - 7 banned (extras: "ban")
 * - 3001 the player, or TCGBGamebase_cancelLogin, cancelled
 * - 3002 no adapter for the provider, and no service that verifies it
 * - 3009 the adapter failed (see the detail), or the player did not return from the provider's page
 * - 3010 another sign-in call runs
 * - 3201 already logged in, or a REAL app's provider that cannot be verified
 * - 3202 the console does not permit the provider, or the adapter's credential is incomplete
 * - 3701 the launching status lets no player in */
TCGB_API void TCGBGamebase_loginWithType_viewController_completion(
    const char *type, void *viewController, TCGBLoginCompletion completion, void *context);

/** The same with more information. Mirrors +[TCGBGamebase loginWithType:additionalInfo:viewController:completion:].
 * additionalInfo: a JSON object with keys from TCGBConstants.h, or NULL. With
 * kTCGBAuthLoginWithCredentialIgnoreAlreadyLoggedInKeyname set to true or 1, an existing session is replaced instead of refused.
 * With {"sign_in_flow": "device"} and without an adapter, a remote service requests a code of the provider that the player types on another
 * device: the event kTCGBSignInDeviceCode has the code, and TCGBGamebase_cancelLogin ends the wait.
 * Errors: as above, and 4 when additionalInfo is not JSON. */
TCGB_API void TCGBGamebase_loginWithType_additionalInfo_viewController_completion(
    const char *type, const char *additionalInfo, void *viewController, TCGBLoginCompletion completion, void *context);

/** Signs a player in with a credential that the game has from the provider; no adapter is asked.
 * Mirrors +[TCGBGamebase loginWithCredential:viewController:completion:].
 * credential: a JSON object with keys of TCGBConstants.h. It needs kTCGBAuthLoginWithCredentialProviderNameKeyname and one of
 * kTCGBAuthLoginWithCredentialAccessTokenKeyname, "authorization_code" and "gamebase_access_token" (a session's token, which is
 * replaced by a fresh one). kTCGBAuthLoginWithCredentialIgnoreAlreadyLoggedInKeyname set to true or 1 replaces an existing session.
 * TCGBAuthAdapter.h says how the service verifies it.
 * completion: NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 3202 credential is no such object (checked before anything that follows), or the console does not permit the provider
 * - 7 banned
 * - 3001 the player, or TCGBGamebase_cancelLogin, cancelled
 * - 3010 another sign-in call runs
 * - 3101 and 3102 for a "gamebase_access_token" that is not valid
 * - 3201 already logged in
 * - 3701 the launching status lets no player in */
TCGB_API void TCGBGamebase_loginWithCredential_viewController_completion(
    const char *credential, void *viewController, TCGBLoginCompletion completion, void *context);

/** Cancels a running login, or a mapping while its adapter is asked. The call completes with 3001; the adapter's cancel is called.
 * No Objective-C counterpart. An earlier session stays.
 * Returns whether a call was cancelled: false when none runs, or when its outcome is decided and its completion is due. */
TCGB_API bool TCGBGamebase_cancelLogin(void);

/** Logs the last player in again without asking. Mirrors +[TCGBGamebase loginForLastLoggedInProviderWithViewController:completion:].
 * If the consent at the provider of that login was revoked meanwhile, kTCGBIdPRevoked comes before the completion with 3101.
 * completion: NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 7 banned
 * - 3001 the player, or TCGBGamebase_cancelLogin, cancelled
 * - 3010 another sign-in call runs
 * - 3101 and 3102 the stored session has expired or was replaced: log in with the provider
 * - 3103 no login is remembered
 * - 3201 already logged in
 * - 3701 the launching status lets no player in */
TCGB_API void TCGBGamebase_loginForLastLoggedInProviderWithViewController_completion(
    void *viewController, TCGBLoginCompletion completion, void *context);

/** Ends the session. Mirrors +[TCGBGamebase logoutWithViewController:completion:].
 * This device forgets the login also when the service is unreachable; the completion then has the error. When the call was cancelled
 * or ran out of time, the login's file is updated as soon as the disk allows.
 * A guest stays the same guest at the next login.
 * completion: NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 2 nobody is logged in
 * - 3010 another sign-in call runs
 * - 3501 the service did not confirm the logout */
TCGB_API void TCGBGamebase_logoutWithViewController_completion(void *viewController, TCGBErrorCompletion completion, void *context);

/** Deletes the member. Mirrors +[TCGBGamebase withdrawWithViewController:completion:].
 * Afterwards the same sign-in makes a new member with a new user id. For a member that has withdrawn already the call succeeds. The
 * withdrawal has no grace period. A failure changes nothing, here or at the service.
 * completion: NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 2 nobody is logged in
 * - 7 banned: a withdrawal is no way out of a ban
 * - 3010 another sign-in call runs
 * - 3011 the session is no longer valid, and ended
 * - 3601 the withdrawal failed */
TCGB_API void TCGBGamebase_withdrawWithViewController_completion(void *viewController, TCGBErrorCompletion completion, void *context);

/** How a temporary withdrawal ended. Mirrors TemporaryWithdrawCompletion, void(^)(TCGBTemporaryWithdrawalInfo *, TCGBError *).
 * info: when the member will be withdrawn, NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBTemporaryWithdrawCompletion)(const TCGBTemporaryWithdrawalInfo *info, const TCGBError *error, void *context);

/** Withdraws the member when the console's grace period (7 days unless set; temporaryWithdrawal.gracePeriodDays) is over.
 * Mirrors +[TCGBGamebase requestTemporaryWithdrawalWithViewController:completion:].
 * Until then the player plays on and may log in: the member has TCGBMember_temporaryWithdrawal and is valid "T". Afterwards the session
 * ends with kTCGBObserverHeartbeat and code 6, and the same sign-in makes a new member.
 * completion: NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 2 nobody is logged in
 * - 6 the member does not exist any more
 * - 7 banned
 * - 3010 another sign-in call runs
 * - 3011 the session is no longer valid, and ended
 * - 3602 it was requested already */
TCGB_API void TCGBGamebase_requestTemporaryWithdrawalWithViewController_completion(
    void *viewController, TCGBTemporaryWithdrawCompletion completion, void *context);

/** Takes a temporary withdrawal back. Mirrors +[TCGBGamebase cancelTemporaryWithdrawalWithViewController:completion:].
 * completion: NULL allowed. Errors: as above, and 3603 instead of 3602: none was requested. */
TCGB_API void TCGBGamebase_cancelTemporaryWithdrawalWithViewController_completion(
    void *viewController, TCGBErrorCompletion completion, void *context);

/** The same as TCGBGamebase_withdrawWithViewController_completion: for a player who does not want to wait any more.
 * Mirrors +[TCGBGamebase withdrawImmediatelyWithViewController:completion:]. */
TCGB_API void TCGBGamebase_withdrawImmediatelyWithViewController_completion(
    void *viewController, TCGBErrorCompletion completion, void *context);

/** Makes an id, and a password if the console asks for one, to move the logged-in guest to another device.
 * Mirrors +[TCGBGamebase issueTransferAccountWithCompletion:]. The account is on disk at the service, except the password: show it now.
 * completion: NULL allowed. A password takes some tenths of a second, none of it on the caller's thread.
 * Errors:
 * - 1 not initialized
 * - 2 nobody is logged in
 * - 3010 another sign-in call runs
 * - 3011 the session is no longer valid, and ended
 * - 9 the player has a provider
 * - 3045 the console does not permit it
 * - 3047 the guest has an account that is still good: query or renew it */
TCGB_API void TCGBGamebase_issueTransferAccountWithCompletion(TCGBTransferAccountCompletion completion, void *context);

/** Gives the guest's transfer account. Mirrors +[TCGBGamebase queryTransferAccountWithCompletion:].
 * completion: NULL allowed. Errors: as above, and 3046 instead of 3047: there is none. */
TCGB_API void TCGBGamebase_queryTransferAccountWithCompletion(TCGBTransferAccountCompletion completion, void *context);

/** Renews the guest's transfer account: the old password, and the old id if it changes, stop working; a block ends, and the validity period
 * begins again. Mirrors +[TCGBGamebase renewTransferAccountWithConfiguration:completion:].
 * configuration: copied before the function returns. completion: NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 3 no configuration, or an id or a password that the console does not permit (the message says what is)
 * - 2 nobody is logged in
 * - 3010 another sign-in call runs
 * - 3011 the session is no longer valid, and ended
 * - 9 the player has a provider
 * - 3045 the console does not permit it
 * - 3046 there is no account to renew
 * - 3047 another player has the id */
TCGB_API void TCGBGamebase_renewTransferAccountWithConfiguration_completion(
    const TCGBTransferAccountRenewConfiguration *configuration, TCGBTransferAccountCompletion completion, void *context);

/** Moves the guest of a transfer account to this device, and logs it in.
 * Mirrors +[TCGBGamebase transferAccountWithIdPLoginWithAccountId:accountPassword:completion:].
 * The other device gets kTCGBServerPushTransferKickout, its session is over, and its next guest login makes a new member. The guest
 * that was on this device before is lost. The data of TCGBAnalytics_setGameUserData is deleted.
 * accountPassword: NULL for an account without one. completion: NULL allowed; its result is on disk at the service.
 * TCGBGamebase_cancelLogin can cancel the call until the service is asked.
 * Errors:
 * - 1 not initialized
 * - 3 no accountId
 * - 3010 another sign-in call runs
 * - 9 a player of a provider is logged in
 * - 3701 the launching status lets no player in
 * - 3045 the console does not permit it
 * - 3042 blocked after too many wrong tries (TCGBTransferAccountFailInfo)
 * - 3043 no such id
 * - 3048 used already
 * - 3041 expired
 * - 8 the account is that of this device
 * - 7 its player is banned
 * - 3044 wrong password
 * - 3001 the player, or TCGBGamebase_cancelLogin, cancelled */
TCGB_API void TCGBGamebase_transferAccountWithIdPLoginWithAccountId_accountPassword_completion(
    const char *accountId, const char *accountPassword, TCGBLoginCompletion completion, void *context);

/** Lets the player who is logged in sign in with another provider, too.
 * Mirrors +[TCGBGamebase addMappingWithType:viewController:completion:].
 * A member has at most one account of each provider. The session stays, except a guest's: the guest identity is deleted, the new provider
 * becomes the current one, and a guest login on this device makes a new member from then on.
 * type: a provider with an adapter. viewController: passed on to it, may be NULL.
 * completion: NULL allowed; the token is that of the session, with the member's new authList. Its result is on disk at the service.
 * Errors, in the order in which they are checked:
 * - 1 not initialized
 * - 3 bad type
 * - 2 nobody is logged in
 * - 3305 a guest cannot be added
 * - 3010 another sign-in call runs
 * - 3303 the member has an account of this provider
 * - 3002 no adapter for the provider, and no service that verifies it
 * - 3701 the launching status lets no player in
 * - 3304 the console does not permit the provider, or the credential is incomplete
 * - 3301 a REAL app's provider that cannot be verified
 * - 3001 the player, or TCGBGamebase_cancelLogin, cancelled
 * - 3009 the adapter failed (see the detail)
 * - 3011 the session is no longer valid, and ended
 * - 3302 the account signs in as another member: the error carries a ticket (TCGBForcingMappingTicket.h) */
TCGB_API void TCGBGamebase_addMappingWithType_viewController_completion(
    const char *type, void *viewController, TCGBLoginCompletion completion, void *context);

/** The same with more information, for the adapter, or as TCGBGamebase_loginWithType_additionalInfo_viewController_completion has it.
 * Mirrors +[TCGBGamebase addMappingWithType:additionalInfo:viewController:completion:].
 * additionalInfo: a JSON object, or NULL. Errors: as above, and 4 when additionalInfo is not JSON. */
TCGB_API void TCGBGamebase_addMappingWithType_additionalInfo_viewController_completion(
    const char *type, const char *additionalInfo, void *viewController, TCGBLoginCompletion completion, void *context);

/** The same with a credential that the game has from the provider; no adapter is asked.
 * Mirrors +[TCGBGamebase addMappingWithCredential:viewController:completion:].
 * credential: as for TCGBGamebase_loginWithCredential_viewController_completion, except that "gamebase_access_token" is no proof here.
 * Errors: as above without 3001, 3002 and 3009; 3304 also when credential is no such object. */
TCGB_API void TCGBGamebase_addMappingWithCredential_viewController_completion(
    const char *credential, void *viewController, TCGBLoginCompletion completion, void *context);

/** Removes a provider's account from the member that it belongs to, and maps it to the player who is logged in.
 * Mirrors +[TCGBGamebase addMappingForciblyWithTicket:viewController:completion:].
 * Sessions that the other member opened with the account end with loggedOut; the member stays, and can log in with its other mappings.
 * ticket: of the error 3302 of addMapping. completion: as for addMapping.
 * Errors:
 * - 1 not initialized
 * - 3 not a ticket
 * - 2 nobody is logged in
 * - 3010 another sign-in call runs
 * - 3701 the launching status lets no player in
 * - 3311 the ticket is not this player's, or unknown
 * - 3312 it was used
 * - 3313 it is older than five minutes
 * - 3314 and 3315 the ticket names another provider or account than it was issued for, or the account was mapped to another member since
 * - 3303 the member has an account of this provider
 * - 7 the other member is banned
 * - 3011 the session is no longer valid, and ended */
TCGB_API void TCGBGamebase_addMappingForciblyWithTicket_viewController_completion(
    const TCGBForcingMappingTicket *ticket, void *viewController, TCGBLoginCompletion completion, void *context);

/** Logs in as the member that the ticket's account belongs to, in place of the present one.
 * Mirrors +[TCGBGamebase changeLoginWithForcingMappingTicket:viewController:completion:]. If it fails, the present session stays.
 * forcingMappingTicket: of the error 3302 of addMapping. completion: as for login.
 * Errors:
 * - 1 not initialized
 * - 3 bad argument
 * - 2 nobody is logged in
 * - 3010 another sign-in call runs
 * - 3701 the launching status lets no player in
 * - 3311 to 3315 as above
 * - 3003 the other member has withdrawn
 * - 7 it is banned (extras: "ban")
 * - 3011 the session is no longer valid, and ended */
TCGB_API void TCGBGamebase_changeLoginWithForcingMappingTicket_viewController_completion(
    const TCGBForcingMappingTicket *forcingMappingTicket, void *viewController, TCGBLoginCompletion completion, void *context);

/** Removes a provider's account from the player who is logged in.
 * Mirrors +[TCGBGamebase removeMappingWithType:viewController:completion:].
 * Other sessions that were opened with the account end with loggedOut, and the adapter's logout is called.
 * completion: NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 3 bad argument
 * - 2 nobody is logged in
 * - 3010 another sign-in call runs
 * - 3403 the session was opened with this provider
 * - 3402 it is the member's only one
 * - 3701 the launching status lets no player in
 * - 3401 the provider is not mapped */
TCGB_API void TCGBGamebase_removeMappingWithType_viewController_completion(
    const char *type, void *viewController, TCGBErrorCompletion completion, void *context);

/** How many providers sign in as the player who is logged in. Mirrors +[TCGBGamebase authMappingList].count. 0 when nobody is. */
TCGB_API size_t TCGBGamebase_authMappingList_count(void);

/** The code of one of them, oldest first. Mirrors +[TCGBGamebase authMappingList][index]. index: from 0; NULL when there are not that
 * many. */
TCGB_API const char *TCGBGamebase_authMappingList_at(size_t index);

/** The player's name at a provider: the authKey of the mapping. Mirrors +[TCGBGamebase authProviderUserIDWithIDPCode:].
 * NULL when the provider is not mapped, or nobody is logged in. */
TCGB_API const char *TCGBGamebase_authProviderUserIDWithIDPCode(const char *IDPCode);

/** The access token that the provider gave in this session, at login or mapping.
 * Mirrors +[TCGBGamebase authProviderAccessTokenWithIDPCode:].
 * It is kept in memory only: NULL after a login with a stored token, and when nobody is logged in. */
TCGB_API const char *TCGBGamebase_authProviderAccessTokenWithIDPCode(const char *IDPCode);

/** The profile that a provider gave in this session. Mirrors +[TCGBGamebase authProviderProfileWithIDPCode:].
 * It is kept in memory only: empty after a login with a stored token, and when the credential came without one.
 * Returns an object that the caller releases; NULL when the provider is not mapped, or nobody is logged in. */
TCGB_API TCGB_OWNED const TCGBAuthProviderProfile *TCGBGamebase_authProviderProfileWithIDPCode(const char *IDPCode);

/** Adds a listener to the events of TCGBGamebaseEventHandler.h. Mirrors +[TCGBGamebase addEventHandler:].
 * May be called before initialize. Handlers are called in the order in which they were added, at most 256 of them.
 * handler, context: together they are the handler's identity. The same pair a second time, a NULL handler and a 257th
 * are ignored and logged. */
TCGB_API void TCGBGamebase_addEventHandler(TCGBGamebaseEventHandler handler, void *context);

/** Removes the handler with this function and this context. Mirrors +[TCGBGamebase removeEventHandler:].
 * After the return it is not called again on this thread. A callback may remove itself, or a handler whose turn is still to come. */
TCGB_API void TCGBGamebase_removeEventHandler(TCGBGamebaseEventHandler handler, void *context);

/** Removes every handler. Mirrors +[TCGBGamebase removeAllEventHandler]. */
TCGB_API void TCGBGamebase_removeAllEventHandler(void);

TCGB_END

#endif
