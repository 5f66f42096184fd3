// The Boundary room: how handles, texts, arguments and completions cross the border, the same for every C surface; and the clients of this
// process, each put together from its parts. No function of a header is here, and nothing is decided here.
import Client

package typealias CText = UnsafePointer<CChar>

/// A value that C knows by a handle.
package protocol BoundaryValue {
    /// Names what C can ask of the value. The room Accessors makes it of the rows; a text is made once and lives as long as the object.
    associatedtype Field: RawRepresentable where Field.RawValue == Int
    static var boundaryClass: BoundaryClass { get }
    /// What the value holds there. Runs with the handle's slot locked.
    func field(_ field: Field) -> FieldValue
    /// The last handle is gone.
    func handleEnded()
}

extension BoundaryValue {
    package func handleEnded() {}
    package func field(_ field: Field) -> FieldValue { .text(nil) }
}

/// For values without rows.
package enum NoField: Int { case none }

/// What a handle says it stands for. The numbers are part of no contract.
package enum BoundaryClass: UInt8 {
    case error = 1, configuration, authToken, token, member, authMapping, temporaryWithdrawal
    case eventMessage, idPRevoked, loggedOut, serverPush, observer, pushMessage, pushAction
    case purchasableConfiguration, purchasableItem, purchasableReceipt
    case gameUserData, levelUpData
    case alert, instance
    case forcingMappingTicket, authAdapterRequest
    case banInfo
    case storeRequest, retryTransactionResult
    case nhnCloudSDK, iapConfiguration, iapProduct, iapProductsResponse, iapPurchaseResult
    case graceBan, paymentStatus, releaseRule, providerProfile
    case transferAccount, transferIdentity, transferCondition, transferFailure, transferRenewal
    case pushConfiguration, notificationOptions, pushTokenInfo, pushAgreement, updateInfo
    case webViewConfiguration = 60, webViewRequest, sharedWebView, contactConfiguration
    case termsConfiguration, termsContentDetail, queryTermsResult, termsContent, updateTermsConfiguration, dataContainer,
        showTermsViewResult
    case imageNoticeConfiguration
    case ncmbObject = 80, ncmbACL, ncmbGeoPoint, ncmbQuery, ncmbRelation, ncmbArray, ncmbData, ncmbScript, ncmbScriptCall
    case hiveResult = 90, hiveLocalPush, hiveRemotePush, hivePushSetting, hivePushMessage

    /// The name of the C type.
    package var name: StaticString {
        switch self {
        case .error: "TCGBError"
        case .configuration: "TCGBConfiguration"
        case .authToken: "TCGBAuthToken"
        case .token: "TCGBToken"
        case .member: "TCGBMember"
        case .authMapping: "TCGBAuthMappingInfo"
        case .temporaryWithdrawal: "TCGBTemporaryWithdrawalInfo"
        case .eventMessage: "TCGBGamebaseEventMessage"
        case .idPRevoked: "TCGBGamebaseEventIdPRevokedData"
        case .loggedOut: "TCGBGamebaseEventLoggedOutData"
        case .serverPush: "TCGBGamebaseEventServerPushData"
        case .observer: "TCGBGamebaseEventObserverData"
        case .pushMessage: "TCGBPushMessage"
        case .pushAction: "TCGBPushAction"
        case .purchasableConfiguration: "TCGBPurchasableConfiguration"
        case .purchasableItem: "TCGBPurchasableItem"
        case .purchasableReceipt: "TCGBPurchasableReceipt"
        case .gameUserData: "TCGBAnalyticsGameUserData"
        case .levelUpData: "TCGBAnalyticsLevelUpData"
        case .alert: "TCGBAlert"
        case .instance: "TCGBInstance"
        case .forcingMappingTicket: "TCGBForcingMappingTicket"
        case .authAdapterRequest: "TCGBAuthAdapterRequest"
        case .banInfo: "TCGBBanInfo"
        case .storeRequest: "TCGBStoreRequest"
        case .retryTransactionResult: "TCGBPurchasableRetryTransactionResult"
        case .nhnCloudSDK: "NHNCloudSDK"
        case .iapConfiguration: "NHNCloudIAPConfiguration"
        case .iapProduct: "NHNCloudProduct"
        case .iapProductsResponse: "NHNCloudProductsResponse"
        case .iapPurchaseResult: "NHNCloudPurchaseResult"
        case .graceBan: "TCGBGraceBanInfo"
        case .paymentStatus: "TCGBPaymentStatus"
        case .releaseRule: "TCGBReleaseRuleCondition"
        case .providerProfile: "TCGBAuthProviderProfile"
        case .transferAccount: "TCGBTransferAccountInfo"
        case .transferIdentity: "TCGBTransferAccountInfoAccount"
        case .transferCondition: "TCGBTransferAccountInfoCondition"
        case .transferFailure: "TCGBTransferAccountFailInfo"
        case .transferRenewal: "TCGBTransferAccountRenewConfiguration"
        case .pushConfiguration: "TCGBPushConfiguration"
        case .notificationOptions: "TCGBNotificationOptions"
        case .pushTokenInfo: "TCGBPushTokenInfo"
        case .pushAgreement: "TCGBPushAgreement"
        case .updateInfo: "TCGBUpdateInfo"
        case .webViewConfiguration: "TCGBWebViewConfiguration"
        case .webViewRequest: "TCGBWebViewRequest"
        case .sharedWebView: "TCGBWebView"
        case .contactConfiguration: "TCGBContactConfiguration"
        case .termsConfiguration: "TCGBTermsConfiguration"
        case .termsContentDetail: "TCGBTermsContentDetail"
        case .queryTermsResult: "TCGBQueryTermsResult"
        case .termsContent: "TCGBTermsContent"
        case .updateTermsConfiguration: "TCGBUpdateTermsConfiguration"
        case .dataContainer: "TCGBDataContainer"
        case .showTermsViewResult: "TCGBShowTermsViewResult"
        case .imageNoticeConfiguration: "TCGBImageNoticeConfiguration"
        case .ncmbObject: "NCMBObject"
        case .ncmbACL: "NCMBACL"
        case .ncmbGeoPoint: "NCMBGeoPoint"
        case .ncmbQuery: "NCMBQuery"
        case .ncmbRelation: "NCMBRelation"
        case .ncmbArray: "NCMBArray"
        case .ncmbData: "NCMBData"
        case .ncmbScript: "NCMBScript"
        case .ncmbScriptCall: "NCMBScriptCall"
        case .hiveResult: "HIVEResultAPI"
        case .hiveLocalPush: "HIVELocalPush"
        case .hiveRemotePush: "HIVERemotePush"
        case .hivePushSetting: "HIVEPushSetting"
        case .hivePushMessage: "HIVEPushMessage"
        }
    }
}
