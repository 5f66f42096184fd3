/** @file
 * Several players in one process: split screen, bots, tests. No Objective-C counterpart. Since 1.0.
 *
 * Without this header every class function (TCGBGamebase_..., TCGBPurchase_..., TCGBRunLoop_...) uses the default instance. Each further
 * instance has its own session, run loop, handlers, host settings and storage directory. Each thread has a current instance, which the
 * class functions use; inside a callback it is the callback's instance. Objects belong to no instance. */
#ifndef TCGB_INSTANCE_H
#define TCGB_INSTANCE_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** Lives until TCGBInstance_destroy; TCGBRetain and TCGBRelease do not count it. NULL names the default instance. */
typedef struct TCGBInstance TCGBInstance;

/** Makes an instance with a service of its own. Give it its own storage directory before it is initialized.
 * Returns an instance that lives until TCGBInstance_destroy; NULL when 1,024 instances are alive. */
TCGB_API TCGBInstance *TCGBInstance_create(void);

/** Makes an instance that uses the service of another one, as two players of one game do. The other instance must be initialized before
 * this one. The service ends when the last of them is shut down. Without a storage directory of its own (TCGBHost_setStorageDirectory) its
 * guest is kept in memory: after a restart the player is another guest, without the purchases of the first. No two instances may have the
 * same directory: initialize fails if another instance or another process uses it.
 * other: NULL is the default instance. Returns an instance that lives until TCGBInstance_destroy; NULL when 1,024 instances are alive, or
 * `other` is not a living instance. */
TCGB_API TCGBInstance *TCGBInstance_createSharingServiceOf(const TCGBInstance *other);

/** Shuts an instance down, as TCGBGamebase_shutdown does, and destroys it. Threads for which it was current then use the default instance.
 * Afterwards the default instance delivers the completions of calls that a thread made at the last moment and, if this returned false, the
 * callbacks that are still owed (R12 in TCGBRunLoop.h). It is current in them: so drain the default instance, too. May be called from
 * inside a callback.
 * instance: not NULL; the default instance is only ever shut down. timeoutMilliseconds: as for TCGBGamebase_shutdown.
 * Returns what the shutdown returned; false for what is not a living instance. */
TCGB_API bool TCGBInstance_destroy(TCGBInstance *instance, int64_t timeoutMilliseconds);

/** Makes an instance the current one of this thread.
 * instance: NULL is the default instance. Returns false, and changes nothing, for what is not a living instance. */
TCGB_API bool TCGBInstance_makeCurrent(TCGBInstance *instance);

/** Returns the current instance of this thread, borrowed; NULL is the default one. */
TCGB_API TCGBInstance *TCGBInstance_current(void);

TCGB_END

#endif
