/** @file
 * Terms of use: queried, shown by the host, accepted by the player. Mirrors TCGBTerms and its objects. Since 1.0.
 *
 * The console settings hold the terms, at most one set of each kind: KOREAN for KR; GDPR for the countries of the EEA, GB and CH; ETC for
 * every other country. The country of the device chooses the set. The service stores each member's agreements. Agreements before a login
 * are stored on this device and sent with the next login. Consent to push messages (agreePush) is stored with the push registration.
 *
 * Values do not change, but for TCGBTermsConfiguration and TCGBTermsContent. For anything but a living object getters return NULL, 0 or
 * false. */
#ifndef TCGB_TERMS_H
#define TCGB_TERMS_H

#include "TCGBDefines.h"
#include "TCGBError.h"
#include "TCGBPush.h"

TCGB_BEGIN

/** How the terms view is shown. */
typedef struct TCGBTermsConfiguration TCGBTermsConfiguration;

/** Makes a configuration. Mirrors [[TCGBTermsConfiguration alloc] init]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED TCGBTermsConfiguration *TCGBTermsConfiguration_create(void);

/** Whether players who agreed already are asked again; false unless set. Mirrors .forceShow. */
TCGB_API bool TCGBTermsConfiguration_forceShow(const TCGBTermsConfiguration *configuration);

/** Sets whether players who agreed already are asked again. Mirrors -setForceShow:. */
TCGB_API void TCGBTermsConfiguration_setForceShow(TCGBTermsConfiguration *configuration, bool forceShow);

/** One item of the terms. */
typedef struct TCGBTermsContentDetail TCGBTermsContentDetail;

/** The key of the item. Mirrors .termsContentSeq. */
TCGB_API int32_t TCGBTermsContentDetail_termsContentSeq(const TCGBTermsContentDetail *content);

/** The text that the player reads. Mirrors .name. */
TCGB_API const char *TCGBTermsContentDetail_name(const TCGBTermsContentDetail *content);

/** Whether the player must agree. Mirrors .required. */
TCGB_API bool TCGBTermsContentDetail_required(const TCGBTermsContentDetail *content);

/** Which advertisements by push message the item permits: "NONE", "ALL", "DAY" or "NIGHT". Mirrors .agreePush. */
TCGB_API const char *TCGBTermsContentDetail_agreePush(const TCGBTermsContentDetail *content);

/** Whether the player has agreed; always false for an item with an agreePush. Mirrors .agreed. */
TCGB_API bool TCGBTermsContentDetail_agreed(const TCGBTermsContentDetail *content);

/** The place among the items of the first level. Mirrors .node1DepthPosition. */
TCGB_API int32_t TCGBTermsContentDetail_node1DepthPosition(const TCGBTermsContentDetail *content);

/** The place among the items below it; -1 for one of the first level. Mirrors .node2DepthPosition. */
TCGB_API int32_t TCGBTermsContentDetail_node2DepthPosition(const TCGBTermsContentDetail *content);

/** The page with the whole text; may be "". Mirrors .detailPageUrl. */
TCGB_API const char *TCGBTermsContentDetail_detailPageUrl(const TCGBTermsContentDetail *content);

/** The terms for the country of this device. */
typedef struct TCGBQueryTermsResult TCGBQueryTermsResult;

/** Reads the terms from their JSON form, which a web view of the kind TCGBWebViewKindTerms has as its data.
 * jsonString: an object with termsSeq and termsVersion. Returns an object that the caller releases; NULL as O6 in TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBQueryTermsResult *TCGBQueryTermsResult_queryTermsResultFromJsonString(const char *jsonString);

/** The key of the terms. Mirrors .termsSeq. */
TCGB_API int32_t TCGBQueryTermsResult_termsSeq(const TCGBQueryTermsResult *result);

/** Their version. Mirrors .termsVersion. */
TCGB_API const char *TCGBQueryTermsResult_termsVersion(const TCGBQueryTermsResult *result);

/** "KOREAN", "GDPR" or "ETC". Mirrors .termsCountryType. */
TCGB_API const char *TCGBQueryTermsResult_termsCountryType(const TCGBQueryTermsResult *result);

/** How many items there are. Mirrors .contents.count. */
TCGB_API size_t TCGBQueryTermsResult_contents_count(const TCGBQueryTermsResult *result);

/** One of the items. Mirrors .contents[index]. index: from 0.
 * Borrowed from the result; NULL when there are not that many. */
TCGB_API const TCGBTermsContentDetail *TCGBQueryTermsResult_contents_at(const TCGBQueryTermsResult *result, size_t index);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBQueryTermsResult_jsonString(const TCGBQueryTermsResult *result);

/** The whole as JSON text with line breaks, for people. Mirrors -prettyJsonString. */
TCGB_API const char *TCGBQueryTermsResult_prettyJsonString(const TCGBQueryTermsResult *result);

/** The player's answer to one item. */
typedef struct TCGBTermsContent TCGBTermsContent;

/** Makes one. Mirrors +[TCGBTermsContent termsContentWithTermsContentSeq:agreed:]. Returns an object that the caller releases. */
TCGB_API TCGB_OWNED TCGBTermsContent *TCGBTermsContent_termsContentWithTermsContentSeq_agreed(int32_t termsContentSeq, bool agreed);

/** The key of the item. Mirrors .termsContentSeq. */
TCGB_API int32_t TCGBTermsContent_termsContentSeq(const TCGBTermsContent *content);

/** Sets the key of the item. Mirrors -setTermsContentSeq:. */
TCGB_API void TCGBTermsContent_setTermsContentSeq(TCGBTermsContent *content, int32_t termsContentSeq);

/** Whether the player agrees. Mirrors .agreed. */
TCGB_API bool TCGBTermsContent_agreed(const TCGBTermsContent *content);

/** Sets whether the player agrees. Mirrors -setAgreed:. */
TCGB_API void TCGBTermsContent_setAgreed(TCGBTermsContent *content, bool agreed);

/** The player's answer to the terms. */
typedef struct TCGBUpdateTermsConfiguration TCGBUpdateTermsConfiguration;

/** Makes one. Mirrors +[TCGBUpdateTermsConfiguration configurationWithTermsVersion:termsSeq:contents:].
 * termsVersion, termsSeq: as queried. contents: contentsCount items, at most 100, copied.
 * Returns an object that the caller releases; NULL, and a line in the log, for a bad argument. */
TCGB_API TCGB_OWNED TCGBUpdateTermsConfiguration *TCGBUpdateTermsConfiguration_configurationWithTermsVersion_termsSeq_contents(
    const char *termsVersion, int32_t termsSeq, const TCGBTermsContent *const *contents, size_t contentsCount);

/** The version of the terms. Mirrors .termsVersion. */
TCGB_API const char *TCGBUpdateTermsConfiguration_termsVersion(const TCGBUpdateTermsConfiguration *configuration);

/** The key of the terms. Mirrors .termsSeq. */
TCGB_API int32_t TCGBUpdateTermsConfiguration_termsSeq(const TCGBUpdateTermsConfiguration *configuration);

/** How many answers there are. Mirrors .contents.count. */
TCGB_API size_t TCGBUpdateTermsConfiguration_contents_count(const TCGBUpdateTermsConfiguration *configuration);

/** One of the answers. Mirrors .contents[index]. index: from 0.
 * Borrowed from the configuration; NULL when there are not that many. */
TCGB_API const TCGBTermsContent *TCGBUpdateTermsConfiguration_contents_at(const TCGBUpdateTermsConfiguration *configuration, size_t index);

/** The data of a completion, from which an object of a class is made. */
typedef struct TCGBDataContainer TCGBDataContainer;

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBDataContainer_jsonString(const TCGBDataContainer *dataContainer);

/** Reads a container that was kept as JSON text. jsonString: an object. Returns an object that the caller releases; NULL as O6 in
 * TCGBObject.h says. */
TCGB_API TCGB_OWNED TCGBDataContainer *TCGBDataContainer_dataContainerFromJsonString(const char *jsonString);

/** How the terms view ended. */
typedef struct TCGBShowTermsViewResult TCGBShowTermsViewResult;

/** Reads the result of showTermsView. Mirrors +[TCGBShowTermsViewResult fromDataContainer:].
 * Returns an object that the caller releases; NULL for anything but a living container of such a result. */
TCGB_API TCGB_OWNED TCGBShowTermsViewResult *TCGBShowTermsViewResult_fromDataContainer(const TCGBDataContainer *dataContainer);

/** Whether the player was asked. Mirrors .isTermsUIOpened. */
TCGB_API bool TCGBShowTermsViewResult_isTermsUIOpened(const TCGBShowTermsViewResult *result);

/** The configuration for the push registration after the login (TCGBPush.h); borrowed, and NULL when the player was not asked.
 * Mirrors .pushConfiguration.
 * pushEnabled is always true; ADAgreement and ADAgreementNight are what the player agreed to. */
TCGB_API const TCGBPushConfiguration *TCGBShowTermsViewResult_pushConfiguration(const TCGBShowTermsViewResult *result);

/** The same at once. Mirrors +[TCGBPushConfiguration fromDataContainer:].
 * Returns an object that the caller releases; NULL when the player was not asked, and for anything but a living container of a
 * result. */
TCGB_API TCGB_OWNED TCGBPushConfiguration *TCGBPushConfiguration_fromDataContainer(const TCGBDataContainer *dataContainer);

/** The whole as JSON text. Mirrors -jsonString. */
TCGB_API const char *TCGBShowTermsViewResult_jsonString(const TCGBShowTermsViewResult *result);

/** How the terms view ended. dataContainer: NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBShowTermsViewCompletion)(const TCGBDataContainer *dataContainer, const TCGBError *error, void *context);

/** Shows the terms through the host's showWebView, and stores what the player agreed to. A player who agreed before is not asked: the
 * completion comes at once. Mirrors +[TCGBTerms showTermsViewWithViewController:completion:].
 * viewController: passed on to the host; NULL is fine.
 * completion: when the player has closed the terms and the agreement is stored. NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 10 the host has no showWebView
 * - 110 shutdown, or the service is unreachable
 * - 2001 the console has no terms
 * - 6922 it has none for the country of the device: go on without
 * - 6924 another terms call but queryTerms is running
 * - 6999 closed without agreement to every required item
 * - 7002 the host reported a timeout of the page
 * - 7003 the host reported an HTTP error
 * - 7999 another failure that the host reported */
TCGB_API void TCGBTerms_showTermsViewWithViewController_completion(
    void *viewController, TCGBShowTermsViewCompletion completion, void *context);

/** The same with a configuration. Mirrors +[TCGBTerms showTermsViewWithConfiguration:viewController:completion:].
 * configuration: NULL for none. Errors: also 3. */
TCGB_API void TCGBTerms_showTermsViewWithConfiguration_viewController_completion(
    const TCGBTermsConfiguration *configuration, void *viewController, TCGBShowTermsViewCompletion completion, void *context);

/** The terms. queryTermsResult: NULL after an error. error: NULL after success. Both are borrowed. */
typedef void (*TCGBQueryTermsCompletion)(const TCGBQueryTermsResult *queryTermsResult, const TCGBError *error, void *context);

/** Gives the terms, for a game that shows them itself, with what the member has agreed to; before a login, what this device has.
 * Mirrors +[TCGBTerms queryTermsWithViewController:completion:]. viewController: not used.
 * Errors:
 * - 1 not initialized
 * - 6921 the console has no terms
 * - 6922 it has none for the country of the device
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable */
TCGB_API void TCGBTerms_queryTermsWithViewController_completion(void *viewController, TCGBQueryTermsCompletion completion, void *context);

/** Stores what the member says. Mirrors +[TCGBTerms updateTermsWithViewController:configuration:completion:].
 * viewController: not used. configuration: items that it leaves out stay as they were; required ones count as agreed to unless it says
 * false. Then nothing is agreed to, nor are earlier terms of this kind, until the member agrees again.
 * completion: once it is stored. NULL allowed.
 * Errors:
 * - 1 not initialized
 * - 2 nobody is logged in
 * - 3 bad argument, or the version is not that of termsSeq
 * - 6921 the console has no terms
 * - 6923 the console has no such terms, or they have no such item
 * - 6924 another terms call but queryTerms is running
 * - 101 no answer in time
 * - 110 shutdown, or the service is unreachable */
TCGB_API void TCGBTerms_updateTermsWithViewController_configuration_completion(
    void *viewController, const TCGBUpdateTermsConfiguration *configuration, TCGBErrorCompletion completion, void *context);

/** Whether the terms are being shown. Mirrors +[TCGBTerms isShowingTermsView]. */
TCGB_API bool TCGBTerms_isShowingTermsView(void);

TCGB_END

#endif
