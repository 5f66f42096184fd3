/** @file
 * Types of callbacks, and the rules common to all headers of the mobile backend. Mirrors NCMBConstants. Since 1.0.
 *
 * The calls are those of NCMB 2.0.4 to 2.0.11 for iOS. Rules for all of them:
 * - Callbacks come as TCGBRunLoop.h says (R1 to R9): inside TCGBRunLoop_drain, on the thread that drains. NULL is allowed.
 * - A call that the SDK has without a block waits for the answer, at most NCMB_BLOCKING_MILLISECONDS_MAX. Inside a callback it does not
 *   wait: it fails at once with 11002 (TCGB_ERROR_NOT_CALLABLE_STATE), because a callback that waits blocks all others. The answer does
 *   not come through the run loop, so no drain is needed meanwhile.
 * - `TCGBError **error` receives the error of a failed call, which the caller releases with TCGBRelease, or NULL after success. The
 *   argument itself may be NULL.
 * - Where the SDK raises an exception, a function that changes something returns false, changes nothing, and the log says why.
 * - A date is in milliseconds since 1970-01-01 UTC. An `id` has a function for each type, named at the end: _string (UTF-8), _int64,
 *   _double (finite), _bool, _date, _object (an NCMBObject, NCMBUser or NCMBRole), _geoPoint, and _json for everything: JSON text, with
 *   lists, dictionaries, null, and the objects with __type that the REST interface of the service has.
 * - Forms with `target:selector:` are not mirrored: a callback with a context does the same. */
#ifndef NCMB_CONSTANTS_H
#define NCMB_CONSTANTS_H

#include "../Gamebase/TCGBDefines.h"
#include "../Gamebase/TCGBError.h"
#include "../Gamebase/TCGBObject.h"

TCGB_BEGIN

/** An object of the mobile backend: a row of a class, with fields. Mirrors NCMBObject. See NCMBObject.h. */
typedef struct NCMBObject NCMBObject;

/** A user. Mirrors NCMBUser, which is an NCMBObject: the C type is the same, and each function of NCMBObject takes a user. */
typedef struct NCMBObject NCMBUser;

/** A role. Mirrors NCMBRole, which is an NCMBObject: the C type is the same, and each function of NCMBObject takes a role. */
typedef struct NCMBObject NCMBRole;

/** The game on a device. Mirrors NCMBInstallation, which is an NCMBObject: the C type is the same, and each function of NCMBObject takes an
 * installation. */
typedef struct NCMBObject NCMBInstallation;

/** A push. Mirrors NCMBPush, which is an NCMBObject: the C type is the same, and each function of NCMBObject takes a push. */
typedef struct NCMBObject NCMBPush;

/** A file. Mirrors NCMBFile, which is an NCMBObject: the C type is the same. */
typedef struct NCMBObject NCMBFile;

/** How long a call waits that has no callback, in milliseconds. */
enum { NCMB_BLOCKING_MILLISECONDS_MAX = 10000 };

/** How a call ended. Mirrors NCMBErrorResultBlock. error: NULL after success; borrowed. */
typedef void (*NCMBErrorResultBlock)(const TCGBError *error, void *context);

/** An object. Mirrors NCMBObjectResultBlock. object: borrowed (TCGBRetain keeps it); NULL after an error, and when none was found. */
typedef void (*NCMBObjectResultBlock)(NCMBObject *object, const TCGBError *error, void *context);

/** A user. Mirrors NCMBUserResultBlock. user: borrowed (TCGBRetain keeps it); NULL after an error. */
typedef void (*NCMBUserResultBlock)(NCMBUser *user, const TCGBError *error, void *context);

/** Objects. Mirrors NCMBArrayResultBlock. objects: `count` of them, NULL when there are none; all is borrowed (TCGBRetain keeps one). */
typedef void (*NCMBArrayResultBlock)(NCMBObject *const *objects, size_t count, const TCGBError *error, void *context);

/** How a call on many objects ended. Mirrors NCMBSaveAllResultBlock.
 * results: `count` of them, in the order of the objects: the error of that object, or NULL; NULL and 0 when the whole call was
 * refused, and for no objects. error: the first of them, or the reason why the whole call was refused; NULL when all succeeded. All is
 * borrowed. */
typedef void (*NCMBAllResultBlock)(const TCGBError *const *results, size_t count, const TCGBError *error, void *context);

/** A number. Mirrors NCMBIntegerResultBlock. number: -1 after an error. */
typedef void (*NCMBIntegerResultBlock)(int32_t number, const TCGBError *error, void *context);

/** Bytes. Mirrors NCMBDataResultBlock. data: length of them, borrowed: copy what is needed. NULL after an error. */
typedef void (*NCMBDataResultBlock)(const void *data, size_t length, const TCGBError *error, void *context);

/** The progress of a transfer. Mirrors NCMBProgressBlock. percentDone: 0 to 100. */
typedef void (*NCMBProgressBlock)(int32_t percentDone, void *context);

TCGB_END

#endif
