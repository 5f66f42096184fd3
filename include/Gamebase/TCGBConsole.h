/** @file
 * What an operator does at the vendor's console, for the service inside the library. No Objective-C counterpart. Since 1.0.
 *
 * The calls need an initialized instance, and no player. They change the service's data; what a completion told is stored.
 * Completions may be NULL. Each may bring 1 (not initialized), 3 (an argument, named by the message), 4 (text that is not JSON; the
 * message has line and column), 101 and 110. For a wrong value in JSON the message begins with its place, such as
 * "$.products[2].price: must be a decimal string". Nothing is changed when a call fails.
 *
 * What looks at everything (TCGBConsole_checkLedgerWithCompletion, TCGBConsole_paymentsOfUser_completion, TCGBConsole_reportWithCompletion,
 * TCGBConsole_sendPush_completion, TCGBConsole_settlePendingPurchasesOfUser_outcome_completion) is done in slices: players are answered
 * between them, later calls of this header wait for it. One that a shutdown cut short has done a part: its completion brings an error. */
#ifndef TCGB_CONSOLE_H
#define TCGB_CONSOLE_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** How a call that hands over JSON ended. json: what was asked for, NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBConsoleJsonCompletion)(const char *json, const TCGBError *error, void *context);

/** Replaces the settings of the app: products, clients, languages, addresses, status.
 * settingsJson: an object as console.schema.json beside this header describes it, such as examples/console.json. Every part is optional; an
 * unknown key is refused. Running games see the change at once, without a restart. */
TCGB_API void TCGBConsole_loadSettings_completion(const char *settingsJson, TCGBErrorCompletion completion, void *context);

/** The same from a file, which is read before the function returns.
 * path: a plain file of at most 1,048,576 bytes; anything else is error 3. */
TCGB_API void TCGBConsole_loadSettingsFromFile_completion(const char *path, TCGBErrorCompletion completion, void *context);

/** Sets the files of the storage directory aside, so that the next initialize begins with a new player: after an initialize that failed
 * because files are damaged, missing or belong to others, when they cannot be put back. Nothing is deleted: they are in a folder
 * aside-SECONDS (since 1970) in that directory then. What was bought with them is out of reach, so ask the player first.
 * An initialize fails with 11001, tells which file, and changes nothing when:
 * - commits are missing that were acknowledged: database or log damaged, cut, missing, or exchanged for an older copy;
 * - the database is not byte for byte what a shutdown left (up to 64 MiB), or, after an end without shutdown, SQLite finds it damaged
 *   (up to 32 MiB; up to 4 MiB indexes are compared with rows too);
 * - device.json is missing, another installation's, or remembers a player of whom the database has never heard. A damaged device.json is
 *   set aside by itself, and the initialize after the one that told of it begins with a new guest.
 * Not noticed: older copies of all files together, the .mark file included; damage of the last commits when the power failed within
 * the same minute; changed values in a database that was left without shutdown. Remove the .mark file to accept a database as it is.
 * It moves files before it returns, which takes as long as the disk does: not for a frame.
 * appID: whose default directory is meant; NULL when TCGBHost_setStorageDirectory was called.
 * Returns false, with a line in the log, when the instance runs, another process uses the directory, or a file cannot be moved. */
TCGB_API bool TCGBConsole_startAnew(const char *appID);

/** Hands over the settings in effect, in the form that loading takes. */
TCGB_API void TCGBConsole_saveSettingsWithCompletion(TCGBConsoleJsonCompletion completion, void *context);

/** Sets the launching status. Running games hear of a change by kTCGBObserverLaunching.
 * status: a TCGBLaunchingStatus. message: a text for players, or NULL. */
TCGB_API void TCGBConsole_setLaunchingStatus_message_completion(
    int32_t status, const char *message, TCGBErrorCompletion completion, void *context);

/** Sets or ends a maintenance. While it lasts, the launching status is 303, or 304 for the type SYSTEM.
 * maintenanceJson: an object with typeCode ("APP", "SYSTEM"), pageTypeCode, url, reason, message, timezone, beginDate and endDate (ISO 8601
 * texts) and hideDate, all optional; NULL or "null" ends the maintenance. */
TCGB_API void TCGBConsole_setMaintenance_completion(const char *maintenanceJson, TCGBErrorCompletion completion, void *context);

/** Replaces the products.
 * productsJson: an array as "products" in examples/console.json; prices are decimal texts such as "1.99". */
TCGB_API void TCGBConsole_setCatalogue_completion(const char *productsJson, TCGBErrorCompletion completion, void *context);

/** Tells the sandbox store how to answer purchases from now on.
 * outcome: "APPROVE", "DECLINE", "CANCEL", "PENDING" (until the console settles it), "NOT_ALLOWED" and "LIMIT" (declined for those
 * reasons), "UNAVAILABLE" (no order begins) or "LOSE_ANSWER" (the store takes the money and its answer is lost). delayMilliseconds: how
 * long the store takes, 0 or more. */
TCGB_API void TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(
    const char *outcome, int64_t delayMilliseconds, TCGBErrorCompletion completion, void *context);

/** Ends what the sandbox store left pending, as a parent or a slow way of paying would.
 * userId: whose purchases, or NULL for everybody's. outcome: "APPROVE", "DECLINE" or "CANCEL". Nothing pending is success. */
TCGB_API void TCGBConsole_settlePendingPurchasesOfUser_outcome_completion(
    const char *userId, const char *outcome, TCGBErrorCompletion completion, void *context);

/** Gives the money of a payment back: it leaves the lists and cannot be consumed any more. A payment that was consumed keeps that in its
 * history. The newest period of a subscription takes the subscription with it. Once it went back, a further call changes nothing and
 * succeeds.
 * paymentSeq: the payment. kind: "REFUND" or "CHARGEBACK". Errors: 4201 with detail 13 when nothing was paid. */
TCGB_API void TCGBConsole_refundPayment_kind_completion(
    const char *paymentSeq, const char *kind, TCGBErrorCompletion completion, void *context);

/** Does to a subscription of the sandbox store what its player or the bank would do.
 * paymentSeq: any of its payments. action: "CANCEL" (runs to the end of what was paid), "RESTART" (takes that back), "FAIL_RENEWAL" (the
 * next payment fails: grace, then hold, then the end; how long is in the settings), "GRACE" and "HOLD" (the same, now), "PAUSE" (at the end
 * of the period), "RECOVER" (the payment succeeds after all), "REVOKE" (refunded and ended) or "EXPIRE" (ended).
 * Errors:
 * - 4201 with detail 13: the subscription is in no state for it
 * - 4201 with detail 14: it is over */
TCGB_API void TCGBConsole_changeSubscriptionOfPayment_action_completion(
    const char *paymentSeq, const char *action, TCGBErrorCompletion completion, void *context);

/** Begins a purchase outside the game, as a store's own page does.
 * gamebaseProductId: a product of the sandbox store. userId: the player; NULL for whoever plays, when paid is false.
 * paid: false, the game is asked whether it carries the purchase on; true, the player has paid already and the item only has to arrive.
 * Errors:
 * - 3003 there is no such member
 * - 4005 the product is switched off
 * - 4006 there is no such product */
TCGB_API void TCGBConsole_startPromotionOfProduct_userId_paid_completion(
    const char *gamebaseProductId, const char *userId, bool paid, TCGBErrorCompletion completion, void *context);

/** Says what a server with the store's keys found out about a payment that waits for one (settings, stores[].verification "SERVER").
 * paymentSeq: the payment. verified: true grants it, false closes it and keeps its money among the unmatched. */
TCGB_API void TCGBConsole_verifyPayment_verified_completion(
    const char *paymentSeq, bool verified, TCGBErrorCompletion completion, void *context);

/** Hands over all payments of a member, in every state, oldest first: an object with payments, an array of objects with paymentSeq, state
 * ("RESERVED", "STORE_PENDING", "APPROVED", "PAID", "VERIFIED", "UNCONSUMED", "CONSUMED", "CANCELLED", "DECLINED", "REFUNDED"), storeCode,
 * gamebaseProductId, price, currency and more. userId: the member, or what NHNCloudSDK_setUserID was given. */
TCGB_API void TCGBConsole_paymentsOfUser_completion(const char *userId, TCGBConsoleJsonCompletion completion, void *context);

/** Compares the ledger of money with everything that is shown to players, game servers and stores. Hands over an object with sound (true
 * when there is no difference), payments and entries (how many were compared), differenceCount, differences (the first 1,000: paymentSeq
 * and reason) and currencies (the sums of every kind of movement, what is held, and the net). It reads everything: for tests and operators,
 * not for a frame. */
TCGB_API void TCGBConsole_checkLedgerWithCompletion(TCGBConsoleJsonCompletion completion, void *context);

/** Sends players out of the game: kTCGBServerPushAppKickoutMessageReceived, then kTCGBServerPushAppKickout.
 * kickoutJson: NULL or "{}" for everybody, or an object with any of userIds and clientVersions (arrays of texts: who is meant), popup
 * ({"defaultLanguage", "messages": {"en": {"title", "message"}}}), extras (a text for the game), logout, disconnect and stopHeartbeat
 * (default true). */
TCGB_API void TCGBConsole_kickout_completion(const char *kickoutJson, TCGBErrorCompletion completion, void *context);

/** Sends a push message to registered players (TCGBPush.h); those who are not there get it after their next login.
 * pushJson: an object with title, body, messages ({"ko": {"title", "body"}}: texts for those who registered with that language), extras (an
 * object for the game, at most 8,192 bytes), userIds (an array of at most 1,000; without it everybody), advertisement (default false; true:
 * only those who agreed to advertisements, and from 21:00 to 8:00 where they are only those who agreed to them by night) and
 * timeToLiveSeconds (1 to 2,419,200, the default). A text is needed, the rest is optional. Players who registered with pushEnabled false
 * get nothing. When a shutdown or a crash cuts it short, those it reached keep the message, and sent again they get it twice.
 * completion: its json has messageId, accepted (how many registrations take the message) and withheld (how many do not). */
TCGB_API void TCGBConsole_sendPush_completion(const char *pushJson, TCGBConsoleJsonCompletion completion, void *context);

/** Bans a member. Its clients hear kTCGBObserverHeartbeat with code 7, its requests are refused, and its logins fail with error 7. The
 * session on the device stays until the game logs out, which it does when it hears of the ban.
 * userId: the member. type: "TEMPORARY" or "PERMANENT". message: the reason as players read it, or NULL.
 * endDate: epoch milliseconds, in the future, for a temporary ban; not looked at for a permanent one.
 * Errors: 3003 there is no such member. */
TCGB_API void TCGBConsole_banUser_type_message_endDate_completion(
    const char *userId, const char *type, const char *message, int64_t endDate, TCGBErrorCompletion completion, void *context);

/** Ends a member's ban. userId: the member; one that is not banned is success. Errors: 3003. */
TCGB_API void TCGBConsole_releaseBanOfUser_completion(const char *userId, TCGBErrorCompletion completion, void *context);

/** Suspends a ban: the member plays on, and is banned from a date on unless it has paid by then what the rule asks. Its logins tell of it
 * (TCGBMember_graceBanInfo), and it is valid "P".
 * userId: the member. graceBanJson: NULL or "null" takes a suspended ban away; or an object with gracePeriodDate (epoch milliseconds, in
 * the future); message (the reason as players read it); banType ("PERMANENT" unless given, or "TEMPORARY" with endDate in epoch
 * milliseconds): the ban that comes into force; and releaseRuleCondition: {"amount": "9.99", "count": 2, "currency": "USD",
 * "conditionType": "AND" or "OR"}, what has to be paid from now on, refunds left out. Without a rule the ban comes in any case. Errors:
 * 3003 there is no such member. */
TCGB_API void TCGBConsole_setGraceBanOfUser_graceBanJson_completion(
    const char *userId, const char *graceBanJson, TCGBErrorCompletion completion, void *context);

/** Does what a provider's notification does, that a player took its consent back there: the player's clients hear kTCGBIdPRevoked, now and
 * after each login until the mapping is removed, the member has withdrawn, or the player has signed in with the provider once more.
 * idPCode: the provider. authKey: the player's name at the provider, as the mapping has it.
 * Errors: 3003 nobody has that account. */
TCGB_API void TCGBConsole_revokeIdP_authKey_completion(
    const char *idPCode, const char *authKey, TCGBErrorCompletion completion, void *context);

/** Moves the service's clock forward, to see bans, maintenances and subscriptions end. Sandbox apps only; the move lasts.
 * milliseconds: 0 or more, together at most 3,660 days. */
TCGB_API void TCGBConsole_advanceClockByMilliseconds_completion(int64_t milliseconds, TCGBErrorCompletion completion, void *context);

/** Hands over a summary of the metrics: an object with
 *   date; users (registered, withdrawn, banned, activeInLastDay); activeUsers, the last 31 days with anybody ({day, users}, UTC, newest
 *   first);
 *   events (setUserMeta, levelUp, completePurchase: how many of each); levels ({level, users}: the players at each level now);
 *   levelUps ({level, count}: how often each level was reached); channels, characters and classes ({id, users}: the players that last
 *   named each, the largest 1,000, largest first); sales ({storeCode, gamebaseProductId, price, currency, count}: granted
 *   purchases); revenue by currency (captured, granted, consumed, refunded); unmatchedMoney;
 *   lostEvents (dropped: events that clients could not keep because their journal or disk was full; damagedFiles: how often a damaged
 *   journal file cost its rest). */
TCGB_API void TCGBConsole_reportWithCompletion(TCGBConsoleJsonCompletion completion, void *context);

/** Makes the service hold its answers, or give them again: how a game behaves when its service is out of reach.
 * suspended: true to hold. Shutdown works all the same. Returns false when the instance does not run. */
TCGB_API bool TCGBConsole_setServiceSuspended(bool suspended);

TCGB_END

#endif
