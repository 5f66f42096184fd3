/** @file
 * Definitions that every header of the library includes. Since 1.0. */
#ifndef TCGB_DEFINES_H
#define TCGB_DEFINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Marks what the shared library exports. A program that reads the headers its own way may define it first. */
#ifndef TCGB_API
#if defined(__GNUC__)
#define TCGB_API __attribute__((visibility("default")))
#else
#define TCGB_API
#endif
#endif

/** Marks what the caller has to release with TCGBRelease: of a function its result, of an argument what it is set to (O2 in
 * TCGBObject.h). It is empty, for people and for programs that read the headers; one may define it first, as something of its own. */
#ifndef TCGB_OWNED
#define TCGB_OWNED
#endif

/** The SDKs have a few names that begin with no prefix, such as IN_TEST and NotReachable. Each has a twin that does (TCGB_IN_TEST,
 * TCGBNotReachable). Define TCGB_NO_UNPREFIXED_NAMES before the first header when the names without it are taken in your program. */

#ifdef __cplusplus
/** Begins declarations with C linkage. */
#define TCGB_BEGIN extern "C" {
/** Ends declarations with C linkage. */
#define TCGB_END }
#else
/** In C nothing is needed: C linkage is what there is. */
#define TCGB_BEGIN
/** The end of what TCGB_BEGIN begins. */
#define TCGB_END
#endif

#endif
