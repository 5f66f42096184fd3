/** @file
 * The operator's calls: the functions of the vendor's console, for the embedded service. No Objective-C counterpart. Since 1.0.
 *
 * The calls need an initialized instance (Gamebase, purchases or the mobile backend) and no player. They change the service's data; when
 * the completion comes, the change is stored. Completions may be NULL. A call that fails changes nothing, except for the long ones below.
 * Each may fail with
 * - 1 not initialized
 * - 3 bad argument: the message names it; for a value in JSON it begins with its place, as in
 *   "$.products[2].price: must be a decimal string"
 * - 4 text that is not JSON: the message has line and column
 * - 2 the service is on another machine (TCGBConfiguration_setServiceURL), and the operator's key is missing or wrong
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable
 *
 * A service on another machine accepts these calls only with its operator's key: they are for operators' tools. A game for players must not
 * contain the key.
 *
 * Calls that read or write much (TCGBConsole_cancelPush_completion, TCGBConsole_checkLedgerWithCompletion,
 * TCGBConsole_paymentsOfUser_completion, TCGBConsole_reportWithCompletion, TCGBConsole_sendPush_completion,
 * TCGBConsole_settlePendingPurchasesOfUser_outcome_completion) run in slices: the service answers players in between, and later calls of
 * this header wait. A call that a shutdown interrupts has done a part, and fails; pushes are continued at the next start. */
#ifndef TCGB_CONSOLE_H
#define TCGB_CONSOLE_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** The result of a call as JSON. json: NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBConsoleJsonCompletion)(const char *json, const TCGBError *error, void *context);

/** The progress of an import or an export. files: the number of JSON files that are done. objects: their rows. bytes: read or written so
 * far. bytesInAll: the size of all JSON files to import; 0 for an export. */
typedef void (*TCGBConsoleProgress)(int64_t files, int64_t objects, int64_t bytes, int64_t bytesInAll, void *context);

/** Sets the operator's key for a service on another machine. The embedded service needs none. Without this call the key is the environment
 * variable GAMEBASE_OPERATOR_KEY, as it was at initialize. May be called at any time; shutdown resets it. It cannot be read back.
 * key: 1 to 256 visible ASCII characters; NULL means the environment's key.
 * Returns false, with a line in the log, and changes nothing for anything else. */
TCGB_API bool TCGBConsole_setOperatorKey(const char *key);

/** Replaces the settings of the app: products, clients, languages, addresses, status.
 * settingsJson: an object as console.schema.json beside this header describes it, such as examples/console.json. Every part is optional.
 * An unknown key is refused. Running games see the change at once. */
TCGB_API void TCGBConsole_loadSettings_completion(const char *settingsJson, TCGBErrorCompletion completion, void *context);

/** The same from a file, which is read before the function returns.
 * path: a plain file of at most 1,048,576 bytes; anything else is error 3. */
TCGB_API void TCGBConsole_loadSettingsFromFile_completion(const char *path, TCGBErrorCompletion completion, void *context);

/** Sets the files of the storage directory aside, so that the next initialize begins with a new player. Use it after an initialize that
 * failed because files are damaged, missing or another installation's, if they cannot be restored. Nothing is deleted: the files move to
 * the folder aside-SECONDS (since 1970) in that directory. Purchases of the old player are then not accessible, so ask the player first. An
 * initialize fails with 11001, names the file, and changes nothing when:
 * - acknowledged commits are missing: database or log damaged, truncated, missing, or replaced by an older copy;
 * - the database is not byte for byte what a shutdown left (up to 64 MiB), or, after an end without shutdown, SQLite finds it damaged
 *   (up to 32 MiB; up to 4 MiB indexes are compared with rows too);
 * - device.json is missing, another installation's, or names a player that the database does not have. A damaged device.json is set aside
 *   by itself: that initialize fails, and the next one begins with a new guest.
 *
 * Not noticed are:
 * - older copies of all files together, the .mark file included
 * - damage of the last commits when the power failed within the same minute
 * - changed values in a database that was left without shutdown
 *
 * Remove the .mark file to accept a database as it is. The function moves files before it returns, so it may block for as long as the disk
 * does: do not call it in a frame.
 * appID: whose default directory is meant; NULL when TCGBHost_setStorageDirectory was called.
 * Returns false, with a line in the log, when the instance runs, another process uses the directory, or a file cannot be moved. */
TCGB_API bool TCGBConsole_startAnew(const char *appID);

/** Gives the settings in effect, in the form that loading takes. */
TCGB_API void TCGBConsole_saveSettingsWithCompletion(TCGBConsoleJsonCompletion completion, void *context);

/** Sets the launching status. Running games get kTCGBObserverLaunching when it changes.
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

/** Sets how the sandbox store answers purchases from now on.
 * delayMilliseconds: how long the store takes, 0 or more. outcome:
 * - "APPROVE", "DECLINE", "CANCEL"
 * - "PENDING" until TCGBConsole_settlePendingPurchasesOfUser_outcome_completion
 * - "NOT_ALLOWED", "LIMIT" declined for those reasons
 * - "UNAVAILABLE" no order begins
 * - "LOSE_ANSWER" the store takes the money, and its answer is lost */
TCGB_API void TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(
    const char *outcome, int64_t delayMilliseconds, TCGBErrorCompletion completion, void *context);

/** Ends the purchases that the sandbox store left pending, as a parent or a slow way of paying would. With nothing pending it succeeds.
 * userId: whose purchases, or NULL for everybody's. outcome: "APPROVE", "DECLINE" or "CANCEL". */
TCGB_API void TCGBConsole_settlePendingPurchasesOfUser_outcome_completion(
    const char *userId, const char *outcome, TCGBErrorCompletion completion, void *context);

/** Refunds a payment: it leaves the lists and cannot be consumed any more. The history of a consumed payment keeps the consumption.
 * Refunding the newest period of a subscription ends the subscription. A second call changes nothing and succeeds. At a store that
 * gamebased queries itself (settings, stores[].verification "STORE") the call only requests a refund: gamebased stores the request and
 * repeats it until the store confirms the refund; until then the payment stays as it is, and the report lists it under refunds. A
 * chargeback there is entered when the store confirms it. With gamebased, paymentSeq may also be that of an entry of the report's
 * unmatchedMoney; an entry of a store that gamebased does not query is marked as returned.
 * paymentSeq: the payment. kind: "REFUND" or "CHARGEBACK". Errors: 4201 with detail 13 when nothing was paid, and at gamebased for a store
 * that the settings do not name any more. */
TCGB_API void TCGBConsole_refundPayment_kind_completion(
    const char *paymentSeq, const char *kind, TCGBErrorCompletion completion, void *context);

/** Changes a subscription of the sandbox store, as its player or the bank would.
 * paymentSeq: any of its payments. action:
 * - "CANCEL" it runs to the end of the paid period; "RESTART" takes that back
 * - "FAIL_RENEWAL" the next payment fails: grace, then hold, then the end; the settings say how long each is
 * - "GRACE", "HOLD" the same, now
 * - "PAUSE" at the end of the period
 * - "RECOVER" the failed payment succeeds
 * - "REVOKE" refunded and ended; at a store that gamebased queries itself it ends when the store has refunded the money
 * - "EXPIRE" ended
 *
 * Errors:
 * - 4201 with detail 13: the subscription is in no state for it
 * - 4201 with detail 14: it is over */
TCGB_API void TCGBConsole_changeSubscriptionOfPayment_action_completion(
    const char *paymentSeq, const char *action, TCGBErrorCompletion completion, void *context);

/** Begins a purchase outside the game, as the page of a store does.
 * gamebaseProductId: a product of the sandbox store. userId: the player; NULL for the player who is logged in, when paid is false.
 * paid: false: the game is asked whether it continues the purchase; true: the player has paid already and the payment has to be granted.
 * Errors:
 * - 3003 there is no such member
 * - 4005 the product is switched off
 * - 4006 there is no such product */
TCGB_API void TCGBConsole_startPromotionOfProduct_userId_paid_completion(
    const char *gamebaseProductId, const char *userId, bool paid, TCGBErrorCompletion completion, void *context);

/** Reports whether a server with the store's keys has verified a waiting payment (settings, stores[].verification "SERVER").
 * Until then the payment is a claim: no money is entered, and another player may claim the store's transaction. The first
 * claim that is verified gets the transaction.
 * paymentSeq: the payment. verified: true enters and grants it; false closes it, also an approved one, and lists it as unmatched. */
TCGB_API void TCGBConsole_verifyPayment_verified_completion(
    const char *paymentSeq, bool verified, TCGBErrorCompletion completion, void *context);

/** Gives all payments of a member, in every state, oldest first: an object with payments, an array of objects with paymentSeq, state,
 * storeCode, gamebaseProductId, price, currency and more. state is "RESERVED", "STORE_PENDING", "APPROVED", "PAID", "VERIFIED",
 * "UNCONSUMED", "CONSUMED", "CANCELLED", "DECLINED" or "REFUNDED".
 * userId: the member, or the text that NHNCloudSDK_setUserID was given. */
TCGB_API void TCGBConsole_paymentsOfUser_completion(const char *userId, TCGBConsoleJsonCompletion completion, void *context);

/** Compares the ledger with all lists that players, game servers and stores receive. It reads all payments: for tests and operators, not
 * for a frame. completion: its json has
 * - sound: true when there is no difference
 * - payments, entries: how many were compared
 * - differenceCount, and differences: the first 1,000, each with paymentSeq and reason
 * - currencies: the sums of every kind of movement, the amount held, and the net */
TCGB_API void TCGBConsole_checkLedgerWithCompletion(TCGBConsoleJsonCompletion completion, void *context);

/** Kicks players out: their games get kTCGBServerPushAppKickoutMessageReceived, then kTCGBServerPushAppKickout.
 * kickoutJson: NULL or "{}" for everybody, or an object with any of
 * - userIds, clientVersions: arrays of texts, which players are kicked out; an empty array is refused
 * - popup: {"defaultLanguage", "messages": {"en": {"title", "message"}}}
 * - extras: a text for the game
 * - logout, stopHeartbeat: default true; disconnect is accepted and has no effect */
TCGB_API void TCGBConsole_kickout_completion(const char *kickoutJson, TCGBErrorCompletion completion, void *context);

/** Sends a push message to registered players (TCGBPush.h), at once or at a date. Players who are not logged in get it after their next
 * login; players who registered with pushEnabled false get none. A sending that a shutdown or a crash interrupts is continued at the next
 * start: nobody gets the message twice, and it need not be sent again. If the date passes while the service is down, the message is sent at
 * the next start, until timeToLiveSeconds are over. At most 100 messages wait for their dates.
 * pushJson: an object with at least one text, and any of
 * - title, body
 * - messages: {"ko": {"title", "body"}}, texts by language. A player gets the text in the language of the registration, else one in the
 *   same language and script ("zh-Hant" for Taiwan), else in the same language, else title and body, else English
 * - extras: an object for the game, at most 8,192 bytes
 * - userIds: an array of at most 1,000; everybody without it
 * - advertisement: default false. true: only players who agreed to advertisements; from 21:00 to 8:00 in their time zone only those who
 *   agreed to them at night; the consent at the time of sending counts
 * - timeToLiveSeconds: 1 to 2,419,200, the default; from when it is sent, or should have been
 * - countries: an array of at most 256 country codes in upper case; only players whose device is registered there
 * - languages: an array of at most 64; only players who registered with one of those, as messages chooses
 * - sendDate: epoch milliseconds, or a text such as "2026-01-31T09:00:00+09:00"; one that is past is now; at most 366 days ahead
 * - localTime: default false. true: sendDate is what clocks show, counted as if they were in UTC, and each player gets the message when
 *   clocks of that player's time zone show it, summer time included; players who register later do not get it
 * - category: the id of its buttons (HIVEPush_setPushActions), at most 64 bytes; or
 * - buttons: 1 to 3 of its own, each with name, and optionally identifier (else the name), buttonType (OPEN_APP, OPEN_URL, DEEP_LINK, REPLY
 *   or DISMISS), link, which OPEN_URL and DEEP_LINK need, and hint; no two have one identifier
 * - groupId: the group in which it is folded, at most 128 bytes
 * - link: an address for the game, at most 2,048 bytes
 * - media: the web address of a picture, a sound or a film (HIVEExtensions.h), at most 2,048 bytes
 *
 * completion: its json is the push as TCGBConsole_reportWithCompletion lists it; nothing is counted yet of one that waits for its date. */
TCGB_API void TCGBConsole_sendPush_completion(const char *pushJson, TCGBConsoleJsonCompletion completion, void *context);

/** Cancels a push that is not sent, or not to everybody yet: it is sent to no further player, and withdrawn where no game has received it.
 * messageId: of TCGBConsole_sendPush_completion.
 * completion: its json is the push as TCGBConsole_reportWithCompletion lists it. state is CANCELLED; SENT or EXPIRED for one that was over
 * already, which stays as it is.
 * Errors: 3 no push of this messageId is kept. */
TCGB_API void TCGBConsole_cancelPush_completion(const char *messageId, TCGBConsoleJsonCompletion completion, void *context);

/** Bans a member. Its clients get kTCGBObserverHeartbeat with code 7, its requests are refused, and its logins fail with error 7. The
 * session on the device stays until the game logs out, as it should when it gets that event.
 * userId: the member. type: "TEMPORARY" or "PERMANENT". message: the reason as players read it, or NULL.
 * endDate: epoch milliseconds, in the future, for a temporary ban; ignored for a permanent one.
 * Errors: 3003 there is no such member. */
TCGB_API void TCGBConsole_banUser_type_message_endDate_completion(
    const char *userId, const char *type, const char *message, int64_t endDate, TCGBErrorCompletion completion, void *context);

/** Ends a member's ban; succeeds for a member that is not banned. userId: the member. Errors: 3003 there is no such member. */
TCGB_API void TCGBConsole_releaseBanOfUser_completion(const char *userId, TCGBErrorCompletion completion, void *context);

/** Sets a grace ban: the member plays on, and is banned from a date on unless it has paid by then what the rule asks. Its logins have
 * TCGBMember_graceBanInfo, and it is valid "P".
 * userId: the member. graceBanJson: NULL or "null" takes a grace ban away; or an object with
 * - gracePeriodDate: epoch milliseconds, in the future
 * - message: the reason as players read it
 * - banType: "PERMANENT" unless given, or "TEMPORARY" with endDate in epoch milliseconds: the ban that comes into force
 * - releaseRuleCondition: {"amount": "9.99", "count": 2, "currency": "USD", "conditionType": "AND" or "OR"}: the payments from now on
 *   that lift it, refunds left out. Without a rule the ban comes in any case.
 *
 * Errors: 3003 there is no such member. */
TCGB_API void TCGBConsole_setGraceBanOfUser_graceBanJson_completion(
    const char *userId, const char *graceBanJson, TCGBErrorCompletion completion, void *context);

/** Acts as a provider's notification that a player revoked the consent there. The player's clients get kTCGBIdPRevoked, now and after
 * each login, until the mapping is removed, the member has withdrawn, or the player has signed in with the provider again.
 * idPCode: the provider. authKey: the player's name at the provider, as the mapping has it.
 * Errors: 3003 nobody has that account. */
TCGB_API void TCGBConsole_revokeIdP_authKey_completion(
    const char *idPCode, const char *authKey, TCGBErrorCompletion completion, void *context);

/** Moves the service's clock forward, to see bans, maintenances and subscriptions end. Sandbox apps only. The move is kept.
 * milliseconds: 0 or more; the sum of all moves is at most 3,660 days. */
TCGB_API void TCGBConsole_advanceClockByMilliseconds_completion(int64_t milliseconds, TCGBErrorCompletion completion, void *context);

/** Gives a summary of the metrics: an object with
 * - date
 * - users: registered, without those who have withdrawn; withdrawn, guests whose device became another guest's by a transfer among
 *   them; banned, activeInLastDay
 * - activeUsers: the last 31 days with any player, {day, users}, in the zone of `figures.utcTimeZone`, newest first
 * - events: how many of setUserMeta, levelUp, completePurchase
 * - levels: {level, users}, the players at each level now; the 1,000 levels with most players
 * - levelUps: {level, count}, how often each level below 100,000 was reached; the 1,000 levels that most players reached
 * - channels, characters, classes: {id, users}, the players that last named each; the largest 1,000, largest first
 * - sales: {storeCode, gamebaseProductId, price, currency, count, testCount}, granted purchases; testCount: how many of them were tests,
 *   of a sandbox app or in the SANDBOX store; the first 1,000
 * - revenue by currency: captured, granted, consumed, refunded; money that was verified
 * - testRevenue: likewise, what of it was of tests
 * - leftOut: {"the list's name": {rows, sum}}, for each list above and below that is cut: how many more rows there are,
 *   and the sum of their figures; at most 500 more are counted. Only gamebased gives it
 * - claims by currency: count and claimed, payments that devices report and nobody has verified yet
 * - unmatchedMoney: 100, with the store's transaction, the buyer, and of orders that are not here orderKey and product; first what a store
 *   took, then what only devices say (capturedAmount null), then what went back, each newest first.
 *   returned: "REFUNDED" or "CHARGEBACK", or null while nobody has given it back
 * - refunds: {paymentSeq, storeCode, date, tries, nextDate}, requested from stores and not yet confirmed; nextDate null: no automatic
 *   retry
 * - storeReports: {storeCode, readDate}, when the report of each queried store was last read to its end
 * - storeRows: {storeCode, kind, name, reason, date, tries, nextDate}, its entries that could not be entered yet; at most 100
 * - datesAhead: how many rows are dated more than a day ahead, because a clock was ahead
 * - sweepHeld: by how many milliseconds the clock was ahead, at the last sweep, of the time that the sweep accepted; 0: it accepted the
 *   clock
 * - pushes: the newest 100 that TCGBConsole_sendPush_completion made, newest first (gamebased gives behind them at most 100 older ones
 *   that wait for their date): {messageId, state, title, sendDate, localTime,
 *   accepted, withheld, withdrawn, delivered, clicked, actions}. state: SCHEDULED, PLANNED (each player has a time of his own), SENDING,
 *   SENT, CANCELLING, CANCELLED, or EXPIRED, as its time to live was over before it could be sent. accepted: registrations that take it;
 *   withheld: those that do not, or whose turn came when its time to live was over; withdrawn: taken back before the game was told;
 *   delivered: the game was told; clicked: the player clicked it; actions: {"the action's id": how many}, at most 16. Each registration
 *   counts once. Kept for 90 days behind the end, and at most 1,000 of them
 * - lostEvents: dropped, events that clients could not keep because their journal or disk was full; damagedFiles, how often the rest of a
 *   damaged journal file was lost, and metrics that the service rejected; unbelieved, if any: players whose journals said that they lost
 *   more than 1,200,000 events, which is the most that is counted for one player */
TCGB_API void TCGBConsole_reportWithCompletion(TCGBConsoleJsonCompletion completion, void *context);

/** Gives figures by day: players who join, play, come back and go, and what they pay. docs/analytics.md defines each. Days begin at
 * midnight in the zone of `figures.utcTimeZone` in the settings.
 * queryJson: an object with
 * - kind: one of
 *   - "members": new, active, active7, active30, returning, lapsed, withdrawn, joinedAndWithdrawn, sessions, payers and total by day
 *     (newOnNewDevices in gamebased)
 *   - "weeks", from Monday on, and "months": new, active, continuous, returning, lapsed, withdrawn, payers and newPayers of each, each
 *     member once
 *   - "retention": of those who joined on a day, how many played so many days later
 *   - "money": what stores took and gave back, by currency, and payers; converted: all currencies in one, where
 *     `figures.conversion` of the settings has rates
 *   - "value": what those who joined on a day have paid within 0, 1, 7, 30 and 90 days, by currency and converted. Divided, of all who
 *     joined in the range; members: for how many of them each of these days has come; isSmall: they are fewer than 1,000, or fewer than
 *     30 have paid; null where that was not counted
 *   - "firstPurchase": how many days first payers took, and what they bought first
 *   - "subscriptions": active, new, resumed, renewed and lapsed by day
 *   - "pushes": sent, accepted, withheld, delivered and clicked by day, and buttons
 *   - "concurrent": of players who are connected to servers the most at once, the mean and the minutes played, by day, for at most 31
 *     days by hour, and from yesterday on by ten minutes, how many there are now, and the maintenances and pushes of the range, dates in
 *     milliseconds since 1970 UTC
 *   - "frequency": members of the seven days up to each day, by how many of them they played on (visits1 to visits7), how many in a row
 *     up to the last (consecutive0 to consecutive7) and how many in a row at most (longest1 to longest7)
 *   - "levels": levelUps and unbelieved by day, and of each level reached, players, levelUps, meanSeconds and times
 * - from, to: days such as "2030-01-31", both included, at most 400; the last 28 days unless given
 * - by: divides members and retention by "provider", "country", "language", "os", "version" or "store", money by "product", "store",
 *   "country" or "provider", members and money also by "level", "channel" or "class", value by "country" or "os", subscriptions by
 *   "product" or "store", levels by "channel" or "class". The 32 largest values are named; value "" is what was not said, null all others
 *   together
 * - tests: true to count test payments in money and subscriptions, too; true in a SANDBOX app unless given
 *
 * A service in the game's process, where few play, answers "members" undivided; gamebased answers all of it.
 *
 * completion: its json has kind, timeZone, today, days and the figures, in the order of days. Amounts are decimal text, null where a sum is
 * too large to be exact.
 *
 * Errors: 3 queryJson is no JSON object, or the service refused a part of it, which the message names. Since 1.0. */
TCGB_API void TCGBConsole_figures_completion(const char *queryJson, TCGBConsoleJsonCompletion completion, void *context);

/** Imports the data of a mobile backend: an export of TCGBConsole_exportNCMBToDirectory_progress_completion, or of the console of the
 * NIFCLOUD mobile backend. Ids, dates, rights, pointers and links to providers are kept. The directory has, all of it optional:
 * - Horse.json, user.json, role.json, installation.json: the objects of the class of that name
 * - file.json: the files; files/: their bytes, each under its objectId or its fileName
 * - relations/role.json: the members of the relations of that class, each {"objectId", "field", "target": a pointer}. An object may also
 *   have them in its field, as {"__op": "AddRelation", "objects": [pointers]}.
 *
 * A JSON file is a list of objects, {"results": [objects]}, or one object a line. It is read as a stream, whatever its size.
 * - Existing objects are never changed. A row whose id exists with the same content counts as already there; with other content, or when
 *   another object has the userName, mailAddress, roleName, deviceToken, fileName or provider's account, the row is refused.
 * - Users are imported without a password, even if the export has one: they log in through a linked provider, or after a reset by mail
 *   (NCMBUser_requestPasswordResetForEmailInBackground_block), which gamebased sends where its settings have mail, and else the function
 *   of NCMBMail_setFunction. Without acl a user's object is the user's own, every other everybody's.
 * - A row without objectId is refused, but for a file. Dates that it does not have are those of the import.
 * - Pushes are not imported: a stored push would be sent.
 *
 * The rows are kept in groups of 64, and players are answered between them. To continue an import after a shutdown or a crash, repeat it:
 * existing rows are skipped. One import or export runs at a time.
 * directory: a path. progress: called now and then before completion, at last with all; NULL for none.
 * completion: its json has
 * - taken, alreadyThere, refused: how many rows
 * - problems: the first 1,000 of what was refused, each {"file", "line", "code", "message"}. line: where the row begins, or what is wrong
 *   in it. code: one of the mobile backend, such as "E400007" for a row that is malformed.
 *
 * Errors:
 * - 3 the directory or a file in it cannot be read
 * - 11002 an import or an export is under way */
TCGB_API void TCGBConsole_importNCMBFromDirectory_progress_completion(
    const char *directory, TCGBConsoleProgress progress, void *progressContext, TCGBConsoleJsonCompletion completion, void *context);

/** Writes the data of the mobile backend into a directory, in the form that the import takes: objects, users, roles, installations,
 * relations, files. It leaves out passwords, sessions, pushes and unanswered mails. Memory does not grow with the data.
 * An object that changes meanwhile may be exported in either state: stop the game, or objects that refer to each other may not match.
 * Each file gets its name when it is whole, and export-report.json comes last. Until then there is export-unfinished, and an export into
 * the same directory begins anew.
 * directory: a path; it is made when it is missing, and from then on only its owner may access it, because it holds players' private data.
 * progress: called now and then before completion, at last with all; NULL for none.
 * completion: its json has files, objects (members of relations are some, too) and bytes: how many were written.
 * Errors:
 * - 3 the directory is not empty and no export into it was cut short, or a file cannot be written
 * - 11002 an import or an export is under way */
TCGB_API void TCGBConsole_exportNCMBToDirectory_progress_completion(
    const char *directory, TCGBConsoleProgress progress, void *progressContext, TCGBConsoleJsonCompletion completion, void *context);

/** Makes the service withhold its answers, or give them again, to test a game whose service is unreachable.
 * suspended: true to hold. Shutdown works in any case.
 * Returns false when the instance does not run, and when its service is on another machine, which cannot be held from here. */
TCGB_API bool TCGBConsole_setServiceSuspended(bool suspended);

TCGB_END

#endif
