/** @file
 * Sign-in adapters: how the host program connects an identity provider. No Objective-C counterpart: there each provider is a separate
 * framework. Since 1.0.
 *
 * An adapter is registered for a provider of TCGBConstants.h, for instance one that fetches a Steam ticket, or one that shows a web view.
 * When the game calls loginWithType or addMappingWithType for that provider, the library checks that the console settings permit the
 * provider, and then asks the adapter for a credential. The adapter answers at once or later, from any thread, exactly once, and the
 * service verifies the credential.
 *
 * How the embedded service verifies: a provider is permitted when the console settings have it, enabled, in idPs ("idPs": {"google":
 * {"enabled": true}}). In a SANDBOX app the credential's access_token (or else its authorization_code) is the player's name at the
 * provider: the same text is the same player. Up to 128 bytes it is the authKey of the mapping; a longer one, of up to 8,192 bytes, is
 * kept as "SHA256-" and its hash. In a REAL app nobody can verify it, and sign-in is refused (3201, mapping 3301) before an adapter is
 * asked.
 *
 * How gamebased verifies: if the settings have idPs.{provider}.interface, it verifies the credential with the provider, and the provider's
 * id of the player is the authKey. An adapter then gives an id token, an authorization code, or for Steam a ticket ("Sign-in" in
 * docs/server.md). Such a provider needs no adapter: without one, gamebased signs the player in by the provider's page or by a code
 * (TCGBGamebase_loginWithType_additionalInfo_viewController_completion). */
#ifndef TCGB_AUTH_ADAPTER_H
#define TCGB_AUTH_ADAPTER_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** A request to an adapter. An adapter that answers after its callback retains it, answers, and releases it. When the last reference is
 * released without an answer the call fails with 3009. */
typedef struct TCGBAuthAdapterRequest TCGBAuthAdapterRequest;

/** Returns the provider that the adapter is asked for. */
TCGB_API const char *TCGBAuthAdapterRequest_providerName(const TCGBAuthAdapterRequest *request);

/** Returns the JSON object that the game gave as additionalInfo; NULL when it gave none. */
TCGB_API const char *TCGBAuthAdapterRequest_additionalInfo(const TCGBAuthAdapterRequest *request);

/** Returns the console settings of the provider: a JSON object with the texts clientId, additional and callbackUrl. */
TCGB_API const char *TCGBAuthAdapterRequest_providerSettings(const TCGBAuthAdapterRequest *request);

/** Returns the window that the game gave as viewController, untouched; may be NULL. */
TCGB_API void *TCGBAuthAdapterRequest_viewController(const TCGBAuthAdapterRequest *request);

/** Returns true once the call was cancelled, timed out (15 minutes) or ended by a shutdown: an answer has no effect any more. */
TCGB_API bool TCGBAuthAdapterRequest_isCancelled(const TCGBAuthAdapterRequest *request);

/** Answers with a credential.
 * credentialJson: a JSON object with keys of TCGBConstants.h. It needs kTCGBAuthLoginWithCredentialAccessTokenKeyname or
 * "authorization_code"; kTCGBAuthLoginWithCredentialProviderNameKeyname may be left out. "profile" may be a JSON object with the provider's
 * profile of the player: TCGBGamebase_authProviderProfileWithIDPCode gives it to the game, and the service never gets it. Without these the
 * game's call fails with 3202, when mapping with 3304; for text that is no JSON object with 3009.
 * Returns whether this was the answer: false when the request had one, or was cancelled. */
TCGB_API bool TCGBAuthAdapterRequest_succeed(const TCGBAuthAdapterRequest *request, const char *credentialJson);

/** Answers that there is no credential.
 * code: TCGB_ERROR_AUTH_USER_CANCELED when the player cancelled. It, 101, 110, 3006, 3012 and 3203 are the error of the game's
 * call; any other code, also one of the provider's own, is the detailErrorCode of a 3009.
 * message: NULL takes a text that belongs to the code.
 * Returns whether this was the answer: false when the request had one, or was cancelled. */
TCGB_API bool TCGBAuthAdapterRequest_fail(const TCGBAuthAdapterRequest *request, int64_t code, const char *message);

/** The functions of a sign-in adapter. They are callbacks: they run where callbacks run (R4 in TCGBRunLoop.h), and
 * their arguments are borrowed. */
typedef struct TCGBAuthAdapter {
    /** sizeof(TCGBAuthAdapter), which tells the library the members of the caller's header. */
    size_t structSize;
    /** Asks for a credential. Must not be NULL. */
    void (*requestCredential)(const TCGBAuthAdapterRequest *request, void *context);
    /** The request was cancelled: close the provider's window. request: the same pointer as in requestCredential. Comes before the
     * completion of the game's call, and never after an answer. May be NULL. */
    void (*cancel)(const TCGBAuthAdapterRequest *request, void *context);
    /** removeMapping removed the provider's account from the player: delete its tokens. May be NULL. */
    void (*logout)(const char *providerName, void *context);
    /** Passed to each function. */
    void *context;
} TCGBAuthAdapter;

/** Registers an adapter, or replaces it. May be called before initialize; shutdown resets it.
 * providerName: at most 64 bytes, such as kTCGBAuthSteam or "epicgames"; not kTCGBAuthGuest, which needs no adapter.
 * adapter: copied. NULL removes the adapter. After a replacement or removal on the thread that drains the library does not call the old
 * adapter any more: waiting requests go to the new adapter, or fail with 3002, and the old adapter's cancel is not called for requests that
 * it has.
 * Returns false, and changes nothing, for a bad providerName, for an adapter whose structSize is smaller than a size_t or whose
 * requestCredential is missing, and for a 65th provider. */
TCGB_API bool TCGBAuthAdapter_register(const char *providerName, const TCGBAuthAdapter *adapter);

TCGB_END

#endif
