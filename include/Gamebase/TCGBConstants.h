/** @file
 * Text constants with the SDKs' names and values. Compare them with strcmp, not by address. Since 1.0.
 * The comment beside a constant is its value. */
#ifndef TCGB_CONSTANTS_H
#define TCGB_CONSTANTS_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** Display languages, for TCGBGamebase_setDisplayLanguageCode: ISO 639 codes, to be written exactly so. */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeGerman;             /**< "de" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeEnglish;            /**< "en" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeSpanish;            /**< "es" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeFinnish;            /**< "fi" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeFrench;             /**< "fr" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeIndonesian;         /**< "id" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeItalian;            /**< "it" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeJapanese;           /**< "ja" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeKorean;             /**< "ko" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodePortuguese;         /**< "pt" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeRussian;            /**< "ru" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeThai;               /**< "th" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeVietnamese;         /**< "vi" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeMalay;              /**< "ms" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeChineseSimplified;  /**< "zh-CN" */
TCGB_API extern const char *const kTCGBDisplayLanguageCodeChineseTraditional; /**< "zh-TW" */

/** Categories of TCGBGamebaseEventMessage. TCGBGamebaseEventHandler.h describes their data. */
TCGB_API extern const char *const kTCGBLoggedOut;                           /**< "loggedOut" */
TCGB_API extern const char *const kTCGBIdPRevoked;                          /**< "idPRevoked" */
TCGB_API extern const char *const kTCGBSignInDeviceCode;                    /**< "signInDeviceCode"; not of the SDKs */
TCGB_API extern const char *const kTCGBServerPushAppKickout;                /**< "serverPushAppKickout" */
TCGB_API extern const char *const kTCGBServerPushAppKickoutMessageReceived; /**< "serverPushAppKickoutMessageReceived" */
TCGB_API extern const char *const kTCGBServerPushTransferKickout;           /**< "serverPushTransferKickout" */
TCGB_API extern const char *const kTCGBObserverLaunching;                   /**< "observerLaunching" */
TCGB_API extern const char *const kTCGBObserverNetwork;                     /**< "observerNetwork" */
TCGB_API extern const char *const kTCGBObserverHeartbeat;                   /**< "observerHeartbeat" */
TCGB_API extern const char *const kTCGBPurchaseUpdated;                     /**< "purchaseUpdated" */
TCGB_API extern const char *const kTCGBPushReceivedMessage;                 /**< "pushReceivedMessage" */
TCGB_API extern const char *const kTCGBPushClickMessage;                    /**< "pushClickMessage" */
TCGB_API extern const char *const kTCGBPushClickAction;                     /**< "pushClickAction" */

/** Identity providers, for TCGBGamebase_loginWithType_viewController_completion. Those besides guest need an adapter. */
TCGB_API extern const char *const kTCGBAuthGuest;         /**< "guest" */
TCGB_API extern const char *const kTCGBAuthAppleID;       /**< "appleid" */
TCGB_API extern const char *const kTCGBAuthiOSGameCenter; /**< "iosgamecenter" */
TCGB_API extern const char *const kTCGBAuthFacebook;      /**< "facebook" */
TCGB_API extern const char *const kTCGBAuthGoogle;        /**< "google" */
TCGB_API extern const char *const kTCGBAuthTwitter;       /**< "twitter" */
TCGB_API extern const char *const kTCGBAuthLine;          /**< "line" */
TCGB_API extern const char *const kTCGBAuthNaver;         /**< "naver" */
TCGB_API extern const char *const kTCGBAuthPayco;         /**< "payco" */
TCGB_API extern const char *const kTCGBAuthHangame;       /**< "hangame" */
TCGB_API extern const char *const kTCGBAuthWeibo;         /**< "weibo" */
TCGB_API extern const char *const kTCGBAuthKakaogame;     /**< "kakaogame" */
TCGB_API extern const char *const kTCGBAuthSteam;         /**< "steam" */

/** Keys of the JSON objects additionalInfo and credential, for TCGBGamebase_loginWithType_additionalInfo_viewController_completion and
 * TCGBGamebase_loginWithCredential_viewController_completion. */
TCGB_API extern const char *const kTCGBAuthLoginWithCredentialProviderNameKeyname;          /**< "provider_name" */
TCGB_API extern const char *const kTCGBAuthLoginWithCredentialAccessTokenKeyname;           /**< "access_token" */
TCGB_API extern const char *const kTCGBAuthLoginWithCredentialAccessTokenSecretKeyname;     /**< "access_token_secret" */
TCGB_API extern const char *const kTCGBAuthLoginWithCredentialRefreshTokenKeyname;          /**< "refresh_token" */
TCGB_API extern const char *const kTCGBAuthLoginWithCredentialAuthExtraKeyname;             /**< "auth_extra" */
TCGB_API extern const char *const kTCGBAuthLoginWithCredentialIgnoreAlreadyLoggedInKeyname; /**< "ignore_already_logged_in" */
TCGB_API extern const char *const kTCGBAuthLoginWithCredentialLineChannelRegionKeyname;     /**< "sub_code" */

TCGB_END

#endif
