/** @file
 * Gamebase for Linux: all calls of the Objective-C framework <Gamebase/Gamebase.h> that this library has.
 *
 * A selector becomes a function mechanically: [Class a:x b:y completion:block] is Class_a_b_completion(x, y, completion, context).
 * A block becomes a function pointer and, right after it, the `context` that the block would have captured.
 *
 * Common rules: TCGBObject.h for objects, texts and their ownership; TCGBRunLoop.h for callbacks, their thread, and shutdown; TCGBError.h
 * for errors.
 *
 * Every pointer may be NULL: a function that needs the pointer returns its neutral value or error 3.
 * Texts are UTF-8, end with a NUL byte and hold at most 1,048,576 bytes. A text that is not UTF-8 is refused, never repaired.
 * Times are milliseconds since 1970-01-01 UTC, unless a name says otherwise.
 * Every function may be called from any thread. Everything here exists since 1.0. */
#ifndef GAMEBASE_H
#define GAMEBASE_H

#include "TCGBDefines.h"
#include "TCGBObject.h"
#include "TCGBConstants.h"
#include "TCGBError.h"
#include "TCGBConfiguration.h"
#include "TCGBAuthToken.h"
#include "TCGBGraceBanInfo.h"
#include "TCGBAuthProviderProfile.h"
#include "TCGBTransferAccount.h"
#include "TCGBAuthAdapter.h"
#include "TCGBForcingMappingTicket.h"
#include "TCGBLaunching.h"
#include "TCGBGamebaseEventHandler.h"
#include "TCGBGamebase.h"
#include "TCGBPurchasable.h"
#include "TCGBGamebaseEventData.h"
#include "TCGBPurchase.h"
#include "TCGBStoreAdapter.h"
#include "TCGBAnalytics.h"
#include "TCGBLeaderboard.h"
#include "TCGBCoupon.h"
#include "TCGBBanInfo.h"
#include "TCGBUpdateInfo.h"
#include "TCGBPush.h"
#include "TCGBNetwork.h"
#include "TCGBWebView.h"
#include "TCGBContact.h"
#include "TCGBTerms.h"
#include "TCGBImageNotice.h"
#include "TCGBGameNotice.h"
#include "TCGBUtil.h"
#include "TCGBRunLoop.h"
#include "TCGBHost.h"
#include "TCGBHTTP.h"
#include "TCGBConsole.h"
#include "TCGBServer.h"
#include "TCGBInstance.h"

#endif
