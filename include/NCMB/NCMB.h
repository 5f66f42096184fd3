/** @file
 * The mobile backend for Linux: the calls of the Objective-C framework <NCMB/NCMB.h>, version 2.0.4 to 2.0.11. Since 1.0.
 *
 * It has objects with any fields, queries over them, users with sessions, roles, and access rights for each object. Set the keys first,
 * then make, save and find objects. NCMBConstants.h has the rules common to all calls, NCMBError.h their errors.
 *
 * It does not need Gamebase; its users are separate from Gamebase's. Both may run in one process, with one TCGBRunLoop_drain.
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
 * The user who was logged in when the process ended is logged in again; calls made meanwhile wait for that. Also without Gamebase,
 * TCGBRunLoop_drain delivers callbacks and TCGBGamebase_shutdown ends it. TCGBHost_setStorageDirectory, called before, chooses the
 * directory; otherwise it has the name of the key, or of the app that started first. Gamebase and NHN Cloud purchases may be initialized
 * before or after.
 * applicationKey, clientKey: not empty. When it cannot start, the log says why, and every call fails with error 1. */
TCGB_API void NCMB_setApplicationKey_clientKey(const char *applicationKey, const char *clientKey);

/** The application key. Mirrors +[NCMB getApplicationKey]. NULL before it is set, and after a shutdown. It lives as O4 in TCGBObject.h
 * says. */
TCGB_API const char *NCMB_getApplicationKey(void);

/** The client key. Mirrors +[NCMB getClientKey]. NULL before it is set, and after a shutdown. It lives as O4 in TCGBObject.h says. */
TCGB_API const char *NCMB_getClientKey(void);

/** Asks for signed answers. Mirrors +[NCMB enableResponseValidation:]. The embedded service sends no answers over a network, so there is
 * nothing to check: the choice is only stored, until the shutdown. */
TCGB_API void NCMB_enableResponseValidation(bool enabled);

/** The choice of enableResponseValidation. Mirrors +[NCMB getResponseValidationFlag]. Returns false by default. */
TCGB_API bool NCMB_getResponseValidationFlag(void);

TCGB_END

#endif
