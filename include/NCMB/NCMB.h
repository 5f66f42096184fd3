/** @file
 * The mobile backend for Linux: what the Objective-C framework <NCMB/NCMB.h> declares, version 2.0.4 to 2.0.11. Since 1.0.
 *
 * Objects with any fields, queries over them, users with sessions, roles, and rights for each object. Set the keys first, then make
 * objects, save, find. NCMBConstants.h says what holds for all calls, NCMBError.h which errors they have.
 *
 * It needs no Gamebase; its users are apart from Gamebase's. Both may run in one process, with one TCGBRunLoop_drain.
 * Users, roles, installations, pushes and files are objects: the calls that these classes inherit are those of NCMBObject. Scripts are
 * functions that the host registers.
 *
 * Left out, and why: the forms with target:selector:, because a function with its context is both; +[NCMB showConfirmPushNotification],
 * because a desktop asks no player; NCMB_Twitter (signRequest:, authorizeWithSuccess:failure:cancel:), because it asks Twitter with the
 * game's secret, which gamebased alone has. */
#ifndef NCMB_H
#define NCMB_H

#include "NCMBACL.h"
#include "NCMBAnalytics.h"
#include "NCMBAnonymousUtils.h"
#include "NCMBArray.h"
#include "NCMBConstants.h"
#include "NCMBData.h"
#include "NCMBError.h"
#include "NCMBFacebookUtils.h"
#include "NCMBFile.h"
#include "NCMBGeoPoint.h"
#include "NCMBInstallation.h"
#include "NCMBMail.h"
#include "NCMBObject.h"
#include "NCMBPush.h"
#include "NCMBQuery.h"
#include "NCMBRelation.h"
#include "NCMBRole.h"
#include "NCMBScript.h"
#include "NCMBServer.h"
#include "NCMBSubclassing.h"
#include "NCMBTwitterUtils.h"
#include "NCMBUser.h"

TCGB_BEGIN

/** Sets the keys, and starts the library if Gamebase did not. Mirrors +[NCMB setApplicationKey:clientKey:].
 * The user who was logged in when the process ended is logged in again; calls made meanwhile wait for that. Without Gamebase,
 * TCGBRunLoop_drain delivers and TCGBGamebase_shutdown ends it; TCGBHost_setStorageDirectory before it chooses where data is, else the
 * directory has the name of the key, or of the app that began it. Gamebase and NHN Cloud purchases may be initialized before or after.
 * applicationKey, clientKey: not empty. When it cannot start, the log says why, and every call fails with error 1. */
TCGB_API void NCMB_setApplicationKey_clientKey(const char *applicationKey, const char *clientKey);

/** The application key. Mirrors +[NCMB getApplicationKey]. NULL before it is set, and after a shutdown. It lives as O4 in TCGBObject.h
 * says. */
TCGB_API const char *NCMB_getApplicationKey(void);

/** The client key. Mirrors +[NCMB getClientKey]. NULL before it is set, and after a shutdown. It lives as O4 in TCGBObject.h says. */
TCGB_API const char *NCMB_getClientKey(void);

/** Asks for signed answers. Mirrors +[NCMB enableResponseValidation:]. The service is in this process and its answers cross no network,
 * so nothing is there to be checked: the choice is remembered until the shutdown. */
TCGB_API void NCMB_enableResponseValidation(bool enabled);

/** What was chosen. Mirrors +[NCMB getResponseValidationFlag]. Returns false unless it was chosen. */
TCGB_API bool NCMB_getResponseValidationFlag(void);

TCGB_END

#endif
