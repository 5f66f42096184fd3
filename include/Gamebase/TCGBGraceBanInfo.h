/** @file
 * A grace ban and the rule that lifts it. Mirrors TCGBGraceBanInfo, TCGBPaymentStatus and TCGBReleaseRuleCondition. Since 1.0.
 *
 * The service bans a member with a grace ban at gracePeriodDate. If the member pays what the rule asks before that date, the grace ban is
 * lifted at once. Parts are borrowed from the whole. For anything but a living object, getters return NULL or 0. */
#ifndef TCGB_GRACE_BAN_INFO_H
#define TCGB_GRACE_BAN_INFO_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** A ban that comes at a date. Mirrors TCGBGraceBanInfo. */
typedef struct TCGBGraceBanInfo TCGBGraceBanInfo;

/** The member's payments since the grace ban was set. Mirrors TCGBPaymentStatus. */
typedef struct TCGBPaymentStatus TCGBPaymentStatus;

/** The payments that are required to lift the grace ban. Mirrors TCGBReleaseRuleCondition. */
typedef struct TCGBReleaseRuleCondition TCGBReleaseRuleCondition;

/** Reads a suspended ban from its JSON form. Mirrors +[TCGBGraceBanInfo graceBanInfoWithJSONString:].
 * jsonString: an object with gracePeriodDate. Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBGraceBanInfo *TCGBGraceBanInfo_graceBanInfoWithJSONString(const char *jsonString);

/** When the ban comes into force, in epoch milliseconds. Mirrors .gracePeriodDate. */
TCGB_API int64_t TCGBGraceBanInfo_gracePeriodDate(const TCGBGraceBanInfo *graceBanInfo);

/** The reason for the player, decoded (URL-encoded in JSON); may be "". Mirrors .message. */
TCGB_API const char *TCGBGraceBanInfo_message(const TCGBGraceBanInfo *graceBanInfo);

/** The payments so far, borrowed; NULL without a rule. Mirrors .paymentStatus. */
TCGB_API const TCGBPaymentStatus *TCGBGraceBanInfo_paymentStatus(const TCGBGraceBanInfo *graceBanInfo);

/** The payments that are required to lift the ban, borrowed; NULL when the ban comes in any case. Mirrors .releaseRuleCondition. */
TCGB_API const TCGBReleaseRuleCondition *TCGBGraceBanInfo_releaseRuleCondition(const TCGBGraceBanInfo *graceBanInfo);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBGraceBanInfo_jsonString(const TCGBGraceBanInfo *graceBanInfo);

/** The same with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBGraceBanInfo_prettyJsonString(const TCGBGraceBanInfo *graceBanInfo);

/** The sum of the payments, as an SDK has it. Mirrors .amount. */
TCGB_API double TCGBPaymentStatus_amount(const TCGBPaymentStatus *paymentStatus);

/** The sum as an exact decimal, such as "9.98". */
TCGB_API const char *TCGBPaymentStatus_amountString(const TCGBPaymentStatus *paymentStatus);

/** How many payments there were. Mirrors .count. */
TCGB_API int32_t TCGBPaymentStatus_count(const TCGBPaymentStatus *paymentStatus);

/** The currency that is counted, such as "USD". Mirrors .currency. */
TCGB_API const char *TCGBPaymentStatus_currency(const TCGBPaymentStatus *paymentStatus);

/** The sum that has to be paid. Mirrors .amount. */
TCGB_API double TCGBReleaseRuleCondition_amount(const TCGBReleaseRuleCondition *releaseRuleCondition);

/** The sum as an exact decimal. */
TCGB_API const char *TCGBReleaseRuleCondition_amountString(const TCGBReleaseRuleCondition *releaseRuleCondition);

/** How many payments there have to be. Mirrors .count. */
TCGB_API int32_t TCGBReleaseRuleCondition_count(const TCGBReleaseRuleCondition *releaseRuleCondition);

/** The currency to pay in. Mirrors .currency. */
TCGB_API const char *TCGBReleaseRuleCondition_currency(const TCGBReleaseRuleCondition *releaseRuleCondition);

/** "AND": both the sum and the number; "OR": one of them is enough. Mirrors .conditionType. */
TCGB_API const char *TCGBReleaseRuleCondition_conditionType(const TCGBReleaseRuleCondition *releaseRuleCondition);

TCGB_END

#endif
