/** @file
 * Bytes, as blocking calls return them. Mirrors NSData. Since 1.0. */
#ifndef NCMB_DATA_H
#define NCMB_DATA_H

#include "NCMBConstants.h"

TCGB_BEGIN

/** Bytes that do not change. */
typedef struct NCMBData NCMBData;

/** The bytes. Mirrors .bytes. They live as long as the object. Not NULL when there are none. NULL for what is not a living NCMBData. */
TCGB_API const void *NCMBData_bytes(const NCMBData *data);

/** How many there are. Mirrors .length. */
TCGB_API size_t NCMBData_length(const NCMBData *data);

TCGB_END

#endif
