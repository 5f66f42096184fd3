/** @file
 * Several players in one process: split screen, bots, tests. No Objective-C counterpart. Since 1.0.
 *
 * Without this header every class function (TCGBGamebase_..., TCGBPurchase_..., TCGBRunLoop_...) speaks for the default instance.
 * An instance is a second library beside it: its own session, run loop, handlers, host settings and storage directory. Which
 * one the class functions speak for is chosen for each thread; inside a callback it is the callback's own. Objects belong to no
 * instance. */
#ifndef TCGB_INSTANCE_H
#define TCGB_INSTANCE_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** Lives until TCGBInstance_destroy; TCGBRetain and TCGBRelease do not count it. NULL names the default instance. */
typedef struct TCGBInstance TCGBInstance;

/** Makes an instance with a service of its own. Give it its own storage directory before it is initialized.
 * Returns an instance that lives until TCGBInstance_destroy; NULL when 1,024 instances are alive. */
TCGB_API TCGBInstance *TCGBInstance_create(void);

/** Makes an instance that talks to the service of another one, as two players of one game do. The other one must be started when this one
 * is initialized. The service ends when the last of them is shut down.
 * Without a storage directory of its own (TCGBHost_setStorageDirectory) its guest lives in memory: after a restart it is another player,
 * and the first one's purchases are out of reach. No two instances may have the same directory: initialize fails where another instance or
 * another process has it.
 * other: NULL is the default instance. Returns an instance that lives until TCGBInstance_destroy; NULL when 1,024 instances are alive, or
 * `other` is not a living instance. */
TCGB_API TCGBInstance *TCGBInstance_createSharingServiceOf(const TCGBInstance *other);

/** Shuts an instance down, as TCGBGamebase_shutdown does, and ends it. Threads for which it was current speak for the default one then.
 * Callbacks that it still owes when this has returned false, and answers to calls that a thread made at the last moment, come with the
 * callbacks of the default instance (R12 in TCGBRunLoop.h), which is current in them: drain that one, too. May be called from inside a
 * callback.
 * instance: not NULL; the default instance is only ever shut down. timeoutMilliseconds: as for TCGBGamebase_shutdown.
 * Returns what the shutdown returned; false for what is not a living instance. */
TCGB_API bool TCGBInstance_destroy(TCGBInstance *instance, int64_t timeoutMilliseconds);

/** Makes the class functions speak for an instance on this thread.
 * instance: NULL is the default instance. Returns false, and changes nothing, for what is not a living instance. */
TCGB_API bool TCGBInstance_makeCurrent(TCGBInstance *instance);

/** Returns the instance that the class functions speak for on this thread, borrowed; NULL is the default one. */
TCGB_API TCGBInstance *TCGBInstance_current(void);

TCGB_END

#endif
