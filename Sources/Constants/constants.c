// Swift cannot emit named data symbols, so the exported string constants live here. Values: the vendor's own.
#include "Gamebase/Gamebase.h"
#include "NCMB/NCMB.h"
#include "NHNCloudIAP/NHNCloudIAP.h"

const char *const kTCGBDisplayLanguageCodeGerman = "de";
const char *const kTCGBDisplayLanguageCodeEnglish = "en";
const char *const kTCGBDisplayLanguageCodeSpanish = "es";
const char *const kTCGBDisplayLanguageCodeFinnish = "fi";
const char *const kTCGBDisplayLanguageCodeFrench = "fr";
const char *const kTCGBDisplayLanguageCodeIndonesian = "id";
const char *const kTCGBDisplayLanguageCodeItalian = "it";
const char *const kTCGBDisplayLanguageCodeJapanese = "ja";
const char *const kTCGBDisplayLanguageCodeKorean = "ko";
const char *const kTCGBDisplayLanguageCodePortuguese = "pt";
const char *const kTCGBDisplayLanguageCodeRussian = "ru";
const char *const kTCGBDisplayLanguageCodeThai = "th";
const char *const kTCGBDisplayLanguageCodeVietnamese = "vi";
const char *const kTCGBDisplayLanguageCodeMalay = "ms";
const char *const kTCGBDisplayLanguageCodeChineseSimplified = "zh-CN";
const char *const kTCGBDisplayLanguageCodeChineseTraditional = "zh-TW";
const char *const kTCGBLoggedOut = "loggedOut";
const char *const kTCGBIdPRevoked = "idPRevoked";
const char *const kTCGBSignInDeviceCode = "signInDeviceCode";
const char *const kTCGBServerPushAppKickout = "serverPushAppKickout";
const char *const kTCGBServerPushAppKickoutMessageReceived = "serverPushAppKickoutMessageReceived";
const char *const kTCGBServerPushTransferKickout = "serverPushTransferKickout";
const char *const kTCGBObserverLaunching = "observerLaunching";
const char *const kTCGBObserverNetwork = "observerNetwork";
const char *const kTCGBObserverHeartbeat = "observerHeartbeat";
const char *const kTCGBPurchaseUpdated = "purchaseUpdated";
const char *const kTCGBPushReceivedMessage = "pushReceivedMessage";
const char *const kTCGBPushClickMessage = "pushClickMessage";
const char *const kTCGBPushClickAction = "pushClickAction";
const char *const kTCGBAuthGuest = "guest";
const char *const kTCGBAuthAppleID = "appleid";
const char *const kTCGBAuthiOSGameCenter = "iosgamecenter";
const char *const kTCGBAuthFacebook = "facebook";
const char *const kTCGBAuthGoogle = "google";
const char *const kTCGBAuthTwitter = "twitter";
const char *const kTCGBAuthLine = "line";
const char *const kTCGBAuthNaver = "naver";
const char *const kTCGBAuthPayco = "payco";
const char *const kTCGBAuthHangame = "hangame";
const char *const kTCGBAuthWeibo = "weibo";
const char *const kTCGBAuthKakaogame = "kakaogame";
const char *const kTCGBAuthSteam = "steam";
const char *const kTCGBAuthLoginWithCredentialProviderNameKeyname = "provider_name";
const char *const kTCGBAuthLoginWithCredentialAccessTokenKeyname = "access_token";
const char *const kTCGBAuthLoginWithCredentialAccessTokenSecretKeyname = "access_token_secret";
const char *const kTCGBAuthLoginWithCredentialRefreshTokenKeyname = "refresh_token";
const char *const kTCGBAuthLoginWithCredentialAuthExtraKeyname = "auth_extra";
const char *const kTCGBAuthLoginWithCredentialIgnoreAlreadyLoggedInKeyname = "ignore_already_logged_in";
const char *const kTCGBAuthLoginWithCredentialLineChannelRegionKeyname = "sub_code";
const char *const TCGBDomainGamebase = "TCGB.Gamebase";
const char *const TCGBErrorUserInfoTransactionId = "TCGBErrorUserInfoTransactionId";

const char *const NHNCloudIAPErrorDomain = "com.nhncloud.iap";
const char *const NHNCloudHttpErrorDomain = "com.nhncloud.http";

const char *const kNCMBErrorDomain = "NCMBErrorDomain";
const char *const kNCMBServiceErrorDomain = "com.nifcloud.mbaas";
