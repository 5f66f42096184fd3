// Made by Tests/api/generate.py of include/api.json: change the header, and run it.

/// What a handle says it stands for, by the name of the C type. The numbers are part of no contract.
package enum BoundaryClass: UInt8 {
    case TCGBError = 1
    case TCGBConfiguration = 2
    case TCGBAuthToken = 3
    case TCGBToken = 4
    case TCGBMember = 5
    case TCGBAuthMappingInfo = 6
    case TCGBTemporaryWithdrawalInfo = 7
    case TCGBGamebaseEventMessage = 8
    case TCGBGamebaseEventIdPRevokedData = 9
    case TCGBGamebaseEventLoggedOutData = 10
    case TCGBGamebaseEventServerPushData = 11
    case TCGBGamebaseEventObserverData = 12
    case TCGBPushMessage = 13
    case TCGBPushAction = 14
    case TCGBPurchasableConfiguration = 15
    case TCGBPurchasableItem = 16
    case TCGBPurchasableReceipt = 17
    case TCGBAnalyticsGameUserData = 18
    case TCGBAnalyticsLevelUpData = 19
    case TCGBAlert = 20
    case TCGBInstance = 21
    case TCGBForcingMappingTicket = 22
    case TCGBAuthAdapterRequest = 23
    case TCGBBanInfo = 24
    case TCGBStoreRequest = 25
    case TCGBPurchasableRetryTransactionResult = 26
    case NHNCloudSDK = 27
    case NHNCloudIAPConfiguration = 28
    case NHNCloudProduct = 29
    case NHNCloudProductsResponse = 30
    case NHNCloudPurchaseResult = 31
    case TCGBGraceBanInfo = 32
    case TCGBPaymentStatus = 33
    case TCGBReleaseRuleCondition = 34
    case TCGBAuthProviderProfile = 35
    case TCGBTransferAccountInfo = 36
    case TCGBTransferAccountInfoAccount = 37
    case TCGBTransferAccountInfoCondition = 38
    case TCGBTransferAccountFailInfo = 39
    case TCGBTransferAccountRenewConfiguration = 40
    case TCGBPushConfiguration = 41
    case TCGBNotificationOptions = 42
    case TCGBPushTokenInfo = 43
    case TCGBPushAgreement = 44
    case TCGBUpdateInfo = 45
    case TCGBWebViewConfiguration = 60
    case TCGBWebViewRequest = 61
    case TCGBWebView = 62
    case TCGBContactConfiguration = 63
    case TCGBTermsConfiguration = 64
    case TCGBTermsContentDetail = 65
    case TCGBQueryTermsResult = 66
    case TCGBTermsContent = 67
    case TCGBUpdateTermsConfiguration = 68
    case TCGBDataContainer = 69
    case TCGBShowTermsViewResult = 70
    case TCGBImageNoticeConfiguration = 71
    case NCMBObject = 80
    case NCMBACL = 81
    case NCMBGeoPoint = 82
    case NCMBQuery = 83
    case NCMBRelation = 84
    case NCMBArray = 85
    case NCMBData = 86
    case NCMBScript = 87
    case NCMBScriptCall = 88
    case HIVEResultAPI = 90
    case HIVELocalPush = 91
    case HIVERemotePush = 92
    case HIVEPushSetting = 93
    case HIVEPushMessage = 94
    case TCGBCouponBenefit = 95
    case TCGBCoupon = 96
    case TCGBLeaderboardRank = 97

    /// The name of the C type.
    package var name: StaticString {
        switch self {
        case .TCGBError: "TCGBError"
        case .TCGBConfiguration: "TCGBConfiguration"
        case .TCGBAuthToken: "TCGBAuthToken"
        case .TCGBToken: "TCGBToken"
        case .TCGBMember: "TCGBMember"
        case .TCGBAuthMappingInfo: "TCGBAuthMappingInfo"
        case .TCGBTemporaryWithdrawalInfo: "TCGBTemporaryWithdrawalInfo"
        case .TCGBGamebaseEventMessage: "TCGBGamebaseEventMessage"
        case .TCGBGamebaseEventIdPRevokedData: "TCGBGamebaseEventIdPRevokedData"
        case .TCGBGamebaseEventLoggedOutData: "TCGBGamebaseEventLoggedOutData"
        case .TCGBGamebaseEventServerPushData: "TCGBGamebaseEventServerPushData"
        case .TCGBGamebaseEventObserverData: "TCGBGamebaseEventObserverData"
        case .TCGBPushMessage: "TCGBPushMessage"
        case .TCGBPushAction: "TCGBPushAction"
        case .TCGBPurchasableConfiguration: "TCGBPurchasableConfiguration"
        case .TCGBPurchasableItem: "TCGBPurchasableItem"
        case .TCGBPurchasableReceipt: "TCGBPurchasableReceipt"
        case .TCGBAnalyticsGameUserData: "TCGBAnalyticsGameUserData"
        case .TCGBAnalyticsLevelUpData: "TCGBAnalyticsLevelUpData"
        case .TCGBAlert: "TCGBAlert"
        case .TCGBInstance: "TCGBInstance"
        case .TCGBForcingMappingTicket: "TCGBForcingMappingTicket"
        case .TCGBAuthAdapterRequest: "TCGBAuthAdapterRequest"
        case .TCGBBanInfo: "TCGBBanInfo"
        case .TCGBStoreRequest: "TCGBStoreRequest"
        case .TCGBPurchasableRetryTransactionResult: "TCGBPurchasableRetryTransactionResult"
        case .NHNCloudSDK: "NHNCloudSDK"
        case .NHNCloudIAPConfiguration: "NHNCloudIAPConfiguration"
        case .NHNCloudProduct: "NHNCloudProduct"
        case .NHNCloudProductsResponse: "NHNCloudProductsResponse"
        case .NHNCloudPurchaseResult: "NHNCloudPurchaseResult"
        case .TCGBGraceBanInfo: "TCGBGraceBanInfo"
        case .TCGBPaymentStatus: "TCGBPaymentStatus"
        case .TCGBReleaseRuleCondition: "TCGBReleaseRuleCondition"
        case .TCGBAuthProviderProfile: "TCGBAuthProviderProfile"
        case .TCGBTransferAccountInfo: "TCGBTransferAccountInfo"
        case .TCGBTransferAccountInfoAccount: "TCGBTransferAccountInfoAccount"
        case .TCGBTransferAccountInfoCondition: "TCGBTransferAccountInfoCondition"
        case .TCGBTransferAccountFailInfo: "TCGBTransferAccountFailInfo"
        case .TCGBTransferAccountRenewConfiguration: "TCGBTransferAccountRenewConfiguration"
        case .TCGBPushConfiguration: "TCGBPushConfiguration"
        case .TCGBNotificationOptions: "TCGBNotificationOptions"
        case .TCGBPushTokenInfo: "TCGBPushTokenInfo"
        case .TCGBPushAgreement: "TCGBPushAgreement"
        case .TCGBUpdateInfo: "TCGBUpdateInfo"
        case .TCGBWebViewConfiguration: "TCGBWebViewConfiguration"
        case .TCGBWebViewRequest: "TCGBWebViewRequest"
        case .TCGBWebView: "TCGBWebView"
        case .TCGBContactConfiguration: "TCGBContactConfiguration"
        case .TCGBTermsConfiguration: "TCGBTermsConfiguration"
        case .TCGBTermsContentDetail: "TCGBTermsContentDetail"
        case .TCGBQueryTermsResult: "TCGBQueryTermsResult"
        case .TCGBTermsContent: "TCGBTermsContent"
        case .TCGBUpdateTermsConfiguration: "TCGBUpdateTermsConfiguration"
        case .TCGBDataContainer: "TCGBDataContainer"
        case .TCGBShowTermsViewResult: "TCGBShowTermsViewResult"
        case .TCGBImageNoticeConfiguration: "TCGBImageNoticeConfiguration"
        case .NCMBObject: "NCMBObject"
        case .NCMBACL: "NCMBACL"
        case .NCMBGeoPoint: "NCMBGeoPoint"
        case .NCMBQuery: "NCMBQuery"
        case .NCMBRelation: "NCMBRelation"
        case .NCMBArray: "NCMBArray"
        case .NCMBData: "NCMBData"
        case .NCMBScript: "NCMBScript"
        case .NCMBScriptCall: "NCMBScriptCall"
        case .HIVEResultAPI: "HIVEResultAPI"
        case .HIVELocalPush: "HIVELocalPush"
        case .HIVERemotePush: "HIVERemotePush"
        case .HIVEPushSetting: "HIVEPushSetting"
        case .HIVEPushMessage: "HIVEPushMessage"
        case .TCGBCouponBenefit: "TCGBCouponBenefit"
        case .TCGBCoupon: "TCGBCoupon"
        case .TCGBLeaderboardRank: "TCGBLeaderboardRank"
        }
    }
}
