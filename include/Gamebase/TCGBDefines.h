#ifndef TCGB_DEFINES_H
#define TCGB_DEFINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TCGB_API __attribute__((visibility("default")))
#else
#define TCGB_API
#endif

#ifdef __cplusplus
#define TCGB_BEGIN extern "C" {
#define TCGB_END }
#else
#define TCGB_BEGIN
#define TCGB_END
#endif

#endif
