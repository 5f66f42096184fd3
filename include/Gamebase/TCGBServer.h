/** @file
 * The requests of a game server, answered in the same process: the Gamebase Server API v1.3 and the NHN Cloud IAP server API, with their
 * paths and JSON. No Objective-C counterpart. Since 1.0. For tests, and for games without a server of their own. */
#ifndef TCGB_SERVER_H
#define TCGB_SERVER_H

#include "TCGBDefines.h"
#include "TCGBError.h"

TCGB_BEGIN

/** An answer.
 * httpStatus: 200, whatever the outcome, as in the published API; 0 after an error. responseBody: JSON text whose "header" has
 * isSuccessful, resultCode and resultMessage; NULL after an error. error: NULL unless there is no answer at all. Borrowed. */
typedef void (*TCGBServerCompletion)(int32_t httpStatus, const char *responseBody, const TCGBError *error, void *context);

/** Sends a request. The known paths are, after "/tcgb-gateway/v1.3/apps/{appId}" and "/tcgb-inapp/v1.3/apps/{appId}":
 *   GET  tcgb-gateway .../members/{userId}/tokens/{accessToken}      is this session valid
 *   POST tcgb-gateway .../members/{userId}/tickets/verify            {"ticket", "purpose"}: did this member open the customer service; once
 *   GET  tcgb-inapp   .../payment/transaction?accessToken={purchaseToken}   is this payment real, and of what
 *   POST tcgb-inapp   .../consumable                                 a user's payments not yet consumed
 *   POST tcgb-inapp   .../consume                                    {"paymentSeq", "accessToken"}: take one; a second time is result 5018,
 *                                                                    or the first answer when it has the transactionId of the first
 *   POST tcgb-inapp   .../active-subscriptions                       {"marketIds", "packageName", "userId",
 *   "includeInactiveGoogleStatuses"}
 *   POST tcgb-inapp   .../subscriptions/status                       {"payments": [{"paymentSeq", "accessToken"}]}, at most 10
 *   POST tcgb-inapp   .../subscriptions/cancel, .../subscriptions/revoke    {"paymentSeq", "accessToken"}, for the sandbox store
 * and in the shape of NHN Cloud IAP, where the header of an answer has no transactionId:
 *   POST /v1/service/consume                  {"paymentSeq", "accessToken"}
 *   POST /v1/service/consumable               {"marketId", "userChannel": "GF", "userKey"}: userKey is what NHNCloudSDK_setUserID was
 *   given, or a member's id
 *   POST /v1/service/activeSubscriptionList   {"marketId", "packageName", "userChannel": "GF", "userKey"}
 * An unknown path is answered with result -4040101, under /v1/service/ with 1100.
 * method: "GET" or "POST". path: with its query. secretKey: the app's secret key, the header X-Secret-Key; for paths under /v1/service/ the
 * IAP app key instead, the header X-NHN-TCIAP-AppKey, which the settings have as app.iapAppKey; NULL where the settings of a sandbox app
 * have none.
 * transactionId: echoed in the answer, the header X-TCGB-Transaction-Id; NULL for none. body: JSON text, or NULL.
 * completion: NULL allowed; when it comes, the change is stored.
 * Errors:
 * - 1 not initialized
 * - 3 bad argument
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable */
TCGB_API void TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(const char *method, const char *path,
    const char *secretKey, const char *transactionId, const char *body, TCGBServerCompletion completion, void *context);

TCGB_END

#endif
