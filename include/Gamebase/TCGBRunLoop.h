/** @file
 * The run loop: when callbacks run, on which thread, and the state after shutdown and a crash. No Objective-C counterpart. Since 1.0.
 *
 * Callbacks
 * R1.  A call never waits for the service, the network or the player, and never calls back before it has returned.
 *      (TCGBRunLoop_runUntil, TCGBGamebase_shutdown and TCGBInstance_destroy wait, up to the limit they are given; the calls of the mobile
 *      backend that have no callback wait up to NCMB_BLOCKING_MILLISECONDS_MAX.)
 *      It neither accesses a file nor waits for a thread that does, except where its comment says so (TCGBAnalytics.h,
 *      TCGBConsole_loadSettingsFromFile_completion, TCGBConsole_startAnew), so that a stuck disk delays no frame.
 * R2.  A completion that was given is called exactly once: with success, an error, a timeout or the shutdown. An ordinary call
 *      that stays unanswered for 30 seconds ends with TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT, a purchase after 15 minutes. The timer stops
 *      while a request to the host (a store, a sign-in, a page) waits for the drain, for 15 minutes at most, and while the process is
 *      stopped: the time limit of a request to the host begins when the host is called.
 *      A NULL completion is allowed: the call is checked and made, and its outcome is dropped.
 * R3.  A call that is refused (not initialized, not logged in, a bad argument) has no effect. The refusal comes through the
 *      completion like any other answer.
 * R4.  Callbacks run inside TCGBRunLoop_drain or TCGBRunLoop_runUntil of their instance, on the thread that calls it, and inside
 *      TCGBGamebase_shutdown. With TCGBRunLoopDeliveryLibraryThread they run on the library's own thread instead: that thread has the
 *      signal mask of the thread that called initialize, until it ends, and at least 8 MiB of stack. The same holds for the thread that
 *      calls the functions of TCGBHTTP_use. All other threads of the library block all signals.
 * R5.  Callbacks of one instance run one at a time, in the order in which they became due.
 * R6.  A callback may call any function of the library. It may remove itself, start and end instances, drain, and shut down.
 *      A drain inside a callback delivers the next callbacks. Callbacks caused by a callback are delivered by the next drain. A thread may
 *      end inside a callback (pthread_exit): then another thread delivers, and the arguments of the callback are never freed. A callback
 *      must not be left by longjmp or by a C++ exception: the exception ends the process (std::terminate). Catch it inside; Gamebase.hpp
 *      does not catch it for you. A thread must not be cancelled (pthread_cancel) inside a function of the library.
 * R7.  A drain on a second thread, while another thread delivers callbacks of the same instance, returns 0 at once.
 * R8.  While a callback runs, the class functions on its thread use the instance of the callback (see TCGBInstance.h).
 * R9.  The arguments of a callback are borrowed until it returns (see O2 in TCGBObject.h). `context` is passed through untouched; the
 *      library neither reads nor frees the memory it points to, and does not use it after the last callback that was owed.
 * R10. At most 4,096 events and 1,024 log lines wait to be delivered; further ones are dropped and the drop is logged. Completions are
 *      never dropped. At most 65,536 calls are open at a time, and 4,096 wait for a service over the network; the next is refused
 *      with TCGB_ERROR_NOT_CALLABLE_STATE. A refusal waits for the drain like any completion, and takes at most 200 bytes until then.
 *
 * Shutdown
 * R11. TCGBGamebase_shutdown ends every open call with TCGB_ERROR_SOCKET_ERROR, joins the library's threads, closes its descriptors
 *      and files, and delivers all owed callbacks on the calling thread: also callbacks caused by these, up to 1,024 rounds, and
 *      completions that another thread is about to queue. It takes at most its limit plus 100 ms, whatever network, service or disk do. Two
 *      things make it longer: a callback that still runs when the limit passes, and tens of thousands of open calls, some 25 ms for each
 *      10,000.
 * R12. After shutdown returned true, no callback is owed and the instance calls nothing: no completion of a call that had returned before,
 *      no handler, delegate, adapter or log sink. After it returned false, handlers, delegate, adapters and log sink are also unregistered.
 *      Completions that are still owed run once each, in the next drain or shutdown, and not before a callback that delayed the shutdown
 *      has returned.
 *      The run loop of an instance delivers them as long as it lives; after TCGBInstance_destroy the run loop of the default instance does.
 *      A call that another thread makes while an instance ends is either ended by the shutdown, or refused with TCGB_ERROR_NOT_INITIALIZED
 *      by the next drain. A shutdown whose thread ended inside a callback is continued by the next one.
 *      TCGBGamebase_initializeWithConfiguration_completion may be called again, any number of times.
 * R13. Leaving the process without shutdown is safe. There is no atexit handler, no signal handler and no thread that must be stopped
 *      first. OpenSSL, which libcurl loads, is not cleaned up at exit, unless the game initialized the system's OpenSSL before the first
 *      request to a remote service: such a game must shut down before it exits. In a forked child the library is not initialized, and the
 *      parent's objects are unknown.
 *      A child forked while the library ran in its parent, from an initialize to the end of its shutdown, cannot initialize: it
 *      would inherit locks of SQLite that are never unlocked, so it is refused with 11001. A child forked at another time may
 *      initialize, and so may every program started with exec.
 *      The environment is read at initialize, and on the library's own threads as long as it runs (TZ, PATH, the variables of proxies).
 *      The C library lets no thread read it while another one changes it: a game that needs setenv, unsetenv or putenv calls them
 *      before its first call here, or between a shutdown that returned true and the next initialize.
 *
 * Durability
 * R14. These are durable, that is, they survive the end of the process at any moment, kill -9 included: a login, a purchase step, a
 *      consumption, a withdrawal and a console change once their completion was called; an analytics event once its function has returned.
 *      The first three also survive a power failure.
 * R15. The next login, purchase or not-consumed list completes a purchase that was interrupted at any step. It is neither charged twice nor
 *      lost.
 *
 * Memory
 * R16. The library takes some 2 MiB, and no more than its limits say (R10, TCGBAnalytics.h). When the system refuses a large piece
 *      (a thread, a mapped file, the database), the call fails. When it refuses a small piece, with the last few hundred KiB used up, the
 *      process ends, as most C++ games do. This harms no stored data (R14). */
#ifndef TCGB_RUN_LOOP_H
#define TCGB_RUN_LOOP_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** The thread that runs callbacks (R4). */
typedef enum TCGBRunLoopDelivery {
    /** The thread that drains: the default. */
    TCGBRunLoopDeliveryPumped = 0,
    /** The library's thread, as soon as a callback is due. */
    TCGBRunLoopDeliveryLibraryThread = 1
} TCGBRunLoopDelivery;

/** Delivers the callbacks that are due, and returns. Meant to be called once a frame: with nothing due it is one atomic load.
 * Returns how many callbacks ran; 0 as well while another thread delivers (R7) or the library's thread does. */
TCGB_API int32_t TCGBRunLoop_drain(void);

/** Delivers the callbacks that are due; if none is, sleeps until one becomes due or the time is over.
 * timeoutMilliseconds: how long to sleep at most; 0 or less does not sleep.
 * Returns how many callbacks ran. */
TCGB_API int32_t TCGBRunLoop_runUntil(int64_t timeoutMilliseconds);

/** A descriptor that is readable while callbacks are due, for poll, epoll, select and the loops built on them. When it is
 * readable, drain. Do not read from it, write to it or close it.
 * Returns the descriptor, the same until shutdown closes it; -1 while the instance does not run. */
TCGB_API int32_t TCGBRunLoop_fileDescriptor(void);

/** Chooses the thread that runs callbacks, from the next callback on. Shutdown resets it to TCGBRunLoopDeliveryPumped.
 * delivery: one of the two values.
 * Returns false for any other value. */
TCGB_API bool TCGBRunLoop_setDelivery(TCGBRunLoopDelivery delivery);

/** Returns the thread that runs callbacks now. */
TCGB_API TCGBRunLoopDelivery TCGBRunLoop_delivery(void);

/** Sets how long a call may stay unanswered before it fails with TCGB_ERROR_SOCKET_RESPONSE_TIMEOUT (R2), for the calls made
 * from now on. A purchase keeps its 15 minutes, because it waits for the player.
 * timeoutMilliseconds: 30,000 unless set; less than 100 counts as 100. */
TCGB_API void TCGBRunLoop_setCallTimeout(int64_t timeoutMilliseconds);

/** Lets the library retry a request that the service could not accept: its storage is used by another process, its disk is full or failed,
 * or too many requests wait. The call keeps its time limit. Only idempotent requests are retried; a request without an answer is not. The
 * setting applies to calls made from now on, also after a shutdown.
 * retries: how often at most. 0, the default, turns it off; more than 10 counts as 10.
 * firstDelayMilliseconds: the wait before the first repetition, 10 to 60,000; twice as long before each next one, up to 60,000. Each wait
 * is shortened by a random part, up to half, so that games that failed together do not come back together. */
TCGB_API void TCGBRunLoop_setRetries_firstDelayMilliseconds(int32_t retries, int64_t firstDelayMilliseconds);

/** Returns the number of the last call with a completion that this thread made, for TCGBRunLoop_cancelCall; 0 when that call was refused,
 * or was TCGBUtil_showAlert…, which has no number: it ends with its screen. Ask before the next call. Numbers belong to the instance, and
 * none comes twice in its life. */
TCGB_API int64_t TCGBRunLoop_lastCall(void);

/** Cancels an open call of the current instance. It completes, through the run loop, with TCGB_ERROR_AUTH_USER_CANCELED when it is a
 * login or a mapping that can be undone, else with TCGB_ERROR_SOCKET_ERROR: it may still have its effect, as after a timeout. After a
 * purchase ask for the not-consumed list.
 * call: a number of TCGBRunLoop_lastCall. Returns false when no such call runs. */
TCGB_API bool TCGBRunLoop_cancelCall(int64_t call);

/** Returns true from the moment an initialization succeeded until a shutdown begins. */
TCGB_API bool TCGBGamebase_isInitialized(void);

/** Ends the instance (R11, R12). May be called from inside a callback, and without having initialized.
 * timeoutMilliseconds: how long it may take; at least 50 ms are granted.
 * Returns true when everything ended in time. Returns false when the service is stuck in a system call, a callback still runs on another
 * thread, or callbacks are still owed because each caused the next. A stuck thread ends by itself and runs no callback; owed callbacks run
 * in the next drain or shutdown (R12). The next shutdown waits for the threads and callbacks that this one left, and the storage directory
 * is free when it returns true. */
TCGB_API bool TCGBGamebase_shutdown(int64_t timeoutMilliseconds);

TCGB_END

#endif
