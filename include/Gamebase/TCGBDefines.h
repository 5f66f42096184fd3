/** @file
 * What every header of the library includes. Since 1.0. */
#ifndef TCGB_DEFINES_H
#define TCGB_DEFINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Marks what the shared library exports. */
#if defined(__GNUC__)
#define TCGB_API __attribute__((visibility("default")))
#else
#define TCGB_API
#endif

/** C linkage in C++. */
#ifdef __cplusplus
#define TCGB_BEGIN extern "C" {
#define TCGB_END }
#else
#define TCGB_BEGIN
#define TCGB_END
#endif

#endif
