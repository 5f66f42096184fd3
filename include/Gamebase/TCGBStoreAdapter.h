/** @file
 * Store adapters: how the host program connects a store. No Objective-C counterpart: there each store is a separate framework. Since 1.0.
 *
 * "SANDBOX" is built in. Any other store needs an adapter of the host, registered under the store's code; the console settings list the
 * code in "stores", and its products. The library runs the steps of a purchase and stores each step at the service; the adapter only
 * queries the store and answers. The adapter stores nothing: the library chooses a key for each order before the order is sent to the
 * store, and asks for the order by that key after a restart. A game must not contain a store's secrets: an adapter that needs one calls a
 * server.
 *
 * The steps:
 * - begin shows the order to the player.
 * - poll asks for the state of the order, until it has ended. A store may also report by itself (TCGBStoreAdapter_handleEvent).
 * - capture, for a store that takes the money last (TCGBStoreCapabilityCaptureLast): the store says "APPROVED", this is stored, then
 *   capture takes the money. After a capture without a clear answer comes a poll, and a second capture only if that says "APPROVED".
 * - finish tells the store that it may forget the order. The payment and its receipt are stored before that.
 *
 * Every step may be repeated after a crash or a lost answer, so each must be idempotent: the same order key is the same order. If the
 * state of an order is unknown, the library asks for it and never guesses.
 *
 * An answer is a JSON object of a transaction. For products, onEvent, open and restore it is an array of them; the first 1,000 are entered,
 * and the list fails with LIST_TOO_LONG until finished ones have left it. Members:
 *
 *   status                 required, except for finish and products:
 *                          "INIT"      the player is at the checkout: poll again
 *                          "PENDING"   the store decides later, without the player
 *                          "APPROVED"  the player agreed, the money is not taken yet
 *                          "PAID"      the store has the money
 *                          "DENIED"    the player cancelled, or the checkout expired unpaid
 *                          "FAILED"    the store declined
 *                          "UNKNOWN"   the store has never heard of the order
 *                          "REFUNDED"  the money was given back
 *                          "REVOKED"   the money was called back
 *   orderKey               of begin; or orderNumber, as a number or a text. Required in lists, unless the order did not begin here. Such a
 *                          payment is finished under the orderKey that came with it, or else under its storeTransactionId.
 *   storeTransactionId     the store's id of the payment; PAID needs it. One id is granted once, however often it comes.
 *   receipt                the proof, at most 65,536 bytes; the id again when missing
 *   marketItemId, price, currency      what was sold, price as a decimal text; compared with the order
 *   originalTransactionId, purchaseTime, expiryTime     of subscriptions; epoch milliseconds. If a period comes again with a later
 *                          expiryTime it lasts until then (grace), and is no further entry. An earlier one changes nothing.
 *   url                    begin only: a page that the library opens with the host's openURL (TCGBHost.h), or, without that, an http or
 *                          https page with the desktop's xdg-open. If that fails the order is closed with error 2, store not available.
 *   pollAfterMilliseconds  with INIT: when to ask again, 5,000 unless given, at least 10
 *   detailCode             with FAILED: a NHNCloudIAPError, such as 17 or 18, or a TCGBStoreRefusal; 10 unless given
 *   storeErrorCode, message  what the store said, for the journal and the error
 *   kind                   of a payment without an order:
 *                          "PROMOTION"  begun in the store's own window
 *                          "RENEWAL"    its originalTransactionId is the subscription's first payment, known or in the same list
 *                          "RESTORE", "FOREIGN"
 *
 * For products: marketItemId, price, currency, localizedPrice, localizedTitle and localizedDescription. */
#ifndef TCGB_STORE_ADAPTER_H
#define TCGB_STORE_ADAPTER_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** Capabilities of a store, as bits. */
typedef enum TCGBStoreCapability {
    /** The checkout is a window of the store over the game. */
    TCGBStoreCapabilityClientUI = 1,
    /** The checkout is a page in a browser. */
    TCGBStoreCapabilityWebURL = 2,
    /** Approval takes no money: capture does. */
    TCGBStoreCapabilityCaptureLast = 4,
    /** restore lists what the account bought. */
    TCGBStoreCapabilityRestore = 8,
    /** Sells subscriptions. */
    TCGBStoreCapabilitySubscriptions = 16,
    /** Sells in a window of its own. */
    TCGBStoreCapabilityPromotions = 32,
    /** The adapter speaks to a server that has the store's keys. */
    TCGBStoreCapabilityNeedsServer = 64,
    /** An order that an earlier run left approved is cancelled, not captured: for web checkouts whose player did not come back. */
    TCGBStoreCapabilityAbandonsApproved = 128
} TCGBStoreCapability;

/** Refusals for which Gamebase has a code and NHNCloudIAPError has none: a detailCode with "FAILED", or the code of TCGBStoreRequest_fail.
 * From begin each closes the order. Gamebase's calls fail with the first code named; NHN Cloud calls fail with the one in brackets, which
 * lies below Gamebase's. From poll and lists they are the one in brackets: the outcome of the order is unknown then. Since 1.0. */
typedef enum TCGBStoreRefusal {
    /** The store is not ready for this player, for instance because the player is not signed in: TCGB_ERROR_PURCHASE_NOT_INITIALIZED, 4001
     * (2, store not available). */
    TCGBStoreRefusalNotInitialized = 1001,
    /** The player's account does not hold enough: TCGB_ERROR_PURCHASE_NOT_ENOUGH_CASH, 4004 (10, payment failed). */
    TCGBStoreRefusalNotEnoughCash = 1004,
    /** The store, or this version of it, cannot do that: TCGB_ERROR_NOT_SUPPORTED, 10 (17, payment not available). */
    TCGBStoreRefusalNotSupported = 1010,
    /** The store refuses without a reason: TCGB_ERROR_PURCHASE_UNKNOWN_ERROR, 4999 (0, unknown). */
    TCGBStoreRefusalUnknown = 1099
} TCGBStoreRefusal;

/** A request to an adapter. An adapter that answers after its callback retains it, answers, and releases it. When the last reference is
 * released without an answer, the step counts as unanswered: its outcome is unknown, and the library asks again later. Unanswered requests
 * end after the time of TCGBRunLoop_setCallTimeout; begin and restore, which wait for the player, after 15 minutes. */
typedef struct TCGBStoreRequest TCGBStoreRequest;

/** The store's code. */
TCGB_API const char *TCGBStoreRequest_storeCode(const TCGBStoreRequest *request);

/** The order, at most 128 ASCII characters; NULL for products, onEvent, open and restore. */
TCGB_API const char *TCGBStoreRequest_orderKey(const TCGBStoreRequest *request);

/** The same as a number, for stores whose orders are 64-bit numbers; 0 where there is no order, or its key is not of the library's making.
 * Never used twice. */
TCGB_API int64_t TCGBStoreRequest_orderNumber(const TCGBStoreRequest *request);

/** The player's user id at the service; NULL for products. */
TCGB_API const char *TCGBStoreRequest_userId(const TCGBStoreRequest *request);

/** begin: the product's id at the store. Else NULL. */
TCGB_API const char *TCGBStoreRequest_marketItemId(const TCGBStoreRequest *request);

/** begin: the price as an exact decimal. Else NULL. */
TCGB_API const char *TCGBStoreRequest_price(const TCGBStoreRequest *request);

/** begin: the ISO 4217 code of the price. Else NULL. */
TCGB_API const char *TCGBStoreRequest_currency(const TCGBStoreRequest *request);

/** begin: "CONSUMABLE", "AUTO_RENEWABLE" or "CONSUMABLE_AUTO_RENEWABLE". Else NULL. */
TCGB_API const char *TCGBStoreRequest_productType(const TCGBStoreRequest *request);

/** begin, products: the language of the player, such as "en". */
TCGB_API const char *TCGBStoreRequest_languageCode(const TCGBStoreRequest *request);

/** begin: the window that the game gave as viewController, untouched. Else NULL. */
TCGB_API void *TCGBStoreRequest_viewController(const TCGBStoreRequest *request);

/** onEvent: the text given to TCGBStoreAdapter_handleEvent. Else NULL. */
TCGB_API const char *TCGBStoreRequest_event(const TCGBStoreRequest *request);

/** products: how many products are asked for. Else 0. */
TCGB_API size_t TCGBStoreRequest_marketItemIds_count(const TCGBStoreRequest *request);

/** products: the id of one at the store. index: from 0; NULL when there are not that many. */
TCGB_API const char *TCGBStoreRequest_marketItemIds_at(const TCGBStoreRequest *request, size_t index);

/** Returns true once an answer has no effect any more: it was given, the time is over, or the library was shut down. */
TCGB_API bool TCGBStoreRequest_isCancelled(const TCGBStoreRequest *request);

/** Answers. May be called from any thread.
 * json: as the head of this file says; NULL is enough for finish. Text that cannot be read counts as unanswered, and is logged.
 * Returns whether this was the answer: false when the request had one, or is cancelled. */
TCGB_API bool TCGBStoreRequest_succeed(const TCGBStoreRequest *request, const char *json);

/** Answers that the store could not be asked.
 * code: a NHNCloudIAPError, a TCGBStoreRefusal or a NHNCloudHttpError. When begin fails with a NHNCloudIAPError other than 0 or a
 * TCGBStoreRefusal, the store refused the order, and it is closed. After any other failure the outcome is unknown, and the store is asked
 * for the order. message: NULL takes a text that belongs to the code.
 * Returns whether this was the answer, as above. */
TCGB_API bool TCGBStoreRequest_fail(const TCGBStoreRequest *request, int64_t code, const char *message);

/** The functions of a store. They are callbacks: they run where callbacks run (R4 in TCGBRunLoop.h). */
typedef struct TCGBStoreAdapter {
    /** sizeof(TCGBStoreAdapter), which tells the library the members of the caller's header. */
    size_t structSize;
    /** TCGBStoreCapability values, added up. */
    uint64_t capabilities;
    /** Gives the store's data of the products. May be NULL: then the console's settings are used. */
    void (*products)(const TCGBStoreRequest *request, void *context);
    /** Shows the order to the player, and answers at once with "INIT", or later with the result. Must not be NULL. */
    void (*begin)(const TCGBStoreRequest *request, void *context);
    /** Gives the state of an order. Must not be NULL. */
    void (*poll)(const TCGBStoreRequest *request, void *context);
    /** Reads an event of the store: a client callback, or a webhook that a server passed on. It verifies the sender, and answers with the
     * transactions of the event, an empty array when there are none. May be NULL. */
    void (*onEvent)(const TCGBStoreRequest *request, void *context);
    /** Takes the money of an approved order. Must not be NULL for a capture-last store. */
    void (*capture)(const TCGBStoreRequest *request, void *context);
    /** The payment is stored: the store may forget it. One that was finished before is success. Must not be NULL. */
    void (*finish)(const TCGBStoreRequest *request, void *context);
    /** Lists all transactions at the store that are not finished, and refunds since then; renewals stay in the list until they are
     * finished. Every registered store is asked whenever interrupted purchases are completed. A transaction that cannot be read or granted
     * becomes the error of the list; the others are entered. A payment of another player of this game from the same account waits, without
     * an error, until that player logs in. May be NULL. */
    void (*open)(const TCGBStoreRequest *request, void *context);
    /** Lists the purchases of the account. A failure with a NHNCloudIAPError is 16, restore failed, for the game. May be NULL: then the
     * game gets the service's list. */
    void (*restore)(const TCGBStoreRequest *request, void *context);
    /** The adapter was replaced or removed, or the library is shut down: its functions are not called any more. May be NULL. */
    void (*close)(void *context);
    /** Passed to each function. */
    void *context;
} TCGBStoreAdapter;

/** Registers an adapter, or replaces it. May be called before initialize; shutdown removes it.
 * storeCode: 1 to 32 bytes, such as "STEAM", "EPIC", or for stores without a known code "X-..."; not "SANDBOX".
 * adapter: copied. NULL removes the adapter.
 * Returns false, and changes nothing, for a bad storeCode, for an adapter whose structSize is smaller than a size_t, that lacks begin,
 * poll, finish, or the capture of a capture-last store, and for a 33rd store. */
TCGB_API bool TCGBStoreAdapter_register(const char *storeCode, const TCGBStoreAdapter *adapter);

/** Registers the library's own adapter for a store that gamebased asks itself: one of the console settings' "stores" with
 * "verification": "STORE". It works only with a gamebased. The server shows the order to the player, and the adapter asks the server for
 * its state every second or two; the game contains no code and no key of the store.
 * - "interface": "CHECKOUT": begin opens the checkout's page with the host's openURL (TCGBHost.h). The player may close the game then: what
 *   is paid is granted by the server and is in the not-consumed list at the next login.
 * - "interface": "STEAM": Steam shows its window over the game, which must have initialised Steamworks and have the overlay; the engine has
 *   nothing to do in its MicroTxnAuthorizationResponse_t. After the player's yes the server takes the money and grants.
 * storeCode: as for TCGBStoreAdapter_register, which also removes the adapter. account: the player's account at the store, for STEAM the
 * decimal 64-bit Steam id of ISteamUser::GetSteamID, at most 128 bytes; NULL for CHECKOUT. Copied; call again when the account changes.
 * Returns false, and changes nothing, for a bad storeCode, a longer account, and for a 33rd store. */
TCGB_API bool TCGBStoreAdapter_registerServerStore(const char *storeCode, const char *account);

/** Passes on an event of a store. The adapter's onEvent reads it, and its payments are completed. Events may come in any order, and more
 * than once. An event is only a hint: poll and open find the state that a lost event reported.
 * event: at most 1,048,576 bytes.
 * Returns false when there is no adapter with onEvent for the store code, when the library does not run, and when 4,096 events wait. */
TCGB_API bool TCGBStoreAdapter_handleEvent(const char *storeCode, const char *event);

TCGB_END

#endif
