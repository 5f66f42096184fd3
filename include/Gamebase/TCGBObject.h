/** @file
 * Objects: how long they live, and who releases them. Since 1.0.
 *
 * O1. A pointer to an object (TCGBError *, TCGBAuthToken *, ...) is a name that the library checks, not an address. Never
 *     dereference it, never do arithmetic with it.
 * O2. Objects are reference-counted. If a declaration has TCGB_OWNED, the caller owns the result and calls TCGBRelease once; the same holds
 *     for the object that an argument with TCGB_OWNED is set to. Every other result, and the arguments of a callback, are borrowed: they
 *     live as long as the object that the getter was called on, or until the callback returns. TCGBRetain keeps them longer. Instances
 *     (TCGBInstance_create) are not counted: TCGBInstance_destroy ends them. TCGBObject_aliveCount shows leaks.
 * O3. NULL, a released object, an object of another class and an invented pointer are recognised. The function returns its neutral value
 *     (NULL, 0, false, or the one it names) or error 3, and logs it once per function. A released name is never reused for another object.
 * O4. A text from an object lives as long as the object, also when a setter replaced it since. A text from a function without an
 *     object (TCGBGamebase_userID) lives until the function has returned four other texts to the same thread, or until the thread ends. Two
 *     calls in one printf are fine. NULL stands for nil.
 * O5. At most 1,048,576 objects are alive at a time. Above, functions that make one return NULL and log it, and a completion gets error
 *     11002 in place of its value. The log warns at 65,536 and at each doubling. A common leak: a handler must release the object that it
 *     makes of an event's data with ...FromJsonString or ...WithJsonString.
 * O6. ...FromJsonString returns NULL and logs the reason for text that is not JSON, lacks a required member, or has a member of a wrong
 *     type. Unknown members are kept and written again. */
#ifndef TCGB_OBJECT_H
#define TCGB_OBJECT_H

#include "TCGBDefines.h"

TCGB_BEGIN

/** Keeps an object. Mirrors -[NSObject retain].
 * object: any object of this library; instances (TCGBInstance) are returned as they are, and not counted.
 * Returns the object, now owed one more TCGBRelease; NULL for NULL and for what is not a living object. */
TCGB_API TCGB_OWNED const void *TCGBRetain(const void *object);

/** Drops one reference; the last one destroys the object. Mirrors -[NSObject release].
 * object: NULL does nothing. An instance is not affected: it ends with TCGBInstance_destroy. */
TCGB_API void TCGBRelease(const void *object);

/** How many objects are alive in this process: those of the game, objects that they refer to, instances, and a few that the library keeps
 * for itself after their first use. For leak tests: the value must be the same after each repetition of the same steps. Mirrors nothing of
 * the SDKs. Since 1.0. */
TCGB_API size_t TCGBObject_aliveCount(void);

/** How many references to an object are out: the game's, and those of the objects that have it. For tests. Mirrors -[NSObject
 * retainCount]. Since 1.0.
 * object: any object of this library. Returns 1 for an instance, which is not counted; 0 for NULL and for what is not a living object,
 * without a line in the log. */
TCGB_API size_t TCGBObject_retainCount(const void *object);

TCGB_END

#endif
